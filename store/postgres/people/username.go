// Usernames: one owner each, a lock on changing, and a rest for freed names.

package people

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// checkUsername gives the stored form of a wanted name. The creator may carry
// a reserved term: it is the creator's own name that they protect.
func (pe *People) checkUsername(raw string, creator bool) (string, error) {
	name, err := store.CheckUsername(raw, pe.db.ReservedUsernames())
	if creator && err != nil && store.AsError(err).Reason == "username_reserved" {
		return store.CheckUsername(raw, nil)
	}
	return name, err
}

// SetUsername gives the member a first or another username and returns what it is
// now. Asking for the name that the member has already does not use up the change. It
// fails with Invalid for a name that breaks the rules, with Conflict for one that is
// taken or reserved (username_taken) and for a change before its time
// (username_locked, with RetryAfter).
func (pe *People) SetUsername(ctx context.Context, memberID, wanted string) (string, error) {
	return pe.takeUsername(ctx, memberID, wanted, nil)
}

// ChangeUsername is SetUsername, but fails with Conflict (username_same) for the name
// that the member has already.
func (pe *People) ChangeUsername(ctx context.Context, memberID, wanted string) (string, error) {
	return pe.takeUsername(ctx, memberID, wanted, store.ErrUsernameSame())
}

// takeUsername gives the member a username; same answers for the one it has.
func (pe *People) takeUsername(ctx context.Context, memberID, wanted string, same *store.Error) (string, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return "", postgres.ErrMemberUnknown()
	}
	var name string
	err := pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var old string
		var creator bool
		var takenAt *time.Time
		var changes int
		var now time.Time
		err := tx.QueryRow(ctx, `select coalesce(username, ''), is_creator, username_at, username_changes from members
			where id = $1 and erased_at is null for no key update`, id).Scan(&old, &creator, &takenAt, &changes)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		if err != nil {
			return err
		}
		if name, err = pe.checkUsername(wanted, creator); err != nil {
			return err
		}
		if name == old && same != nil {
			return same
		}
		if name == old {
			return nil
		}
		// The time is read after the lock: it must not be from before a wait.
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return err
		}
		var since time.Time
		if takenAt != nil {
			since = *takenAt
		}
		if e := store.UsernameEligible(since, changes, now); !e.CanChange {
			return store.ErrUsernameLocked(e, now)
		}
		if err := claimUsername(ctx, tx, id, old, name); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			update members set username = $2, username_at = muster_now(), updated_at = muster_now(),
			       username_changes = case when username is null then 0 else username_changes + 1 end
			where id = $1`, id, name); err != nil {
			return err
		}
		return postgres.AppendSiteEvents(ctx, tx, store.SiteEvent{Kind: store.Renamed, MemberID: id.String(), OldUsername: old, NewUsername: name})
	})
	if err != nil {
		return "", err
	}
	return name, nil
}

// usernameRest is how long a freed name is held back from others.
var usernameRest = fmt.Sprintf("%d seconds", int(store.ChangedUsernameLock.Seconds()))

// heldName is how usernames has the name in a column of a member who was erased: a hash, which
// is no name that anybody can have.
func heldName(column string) string {
	return `('erased:' || encode(sha256(convert_to(` + column + `, 'UTF8')), 'hex'))`
}

// nameHeld is true while the name $1 of a member who was erased is held back.
var nameHeld = `exists (select from usernames where username = ` + heldName(`$1::text`) + ` and held_until > muster_now())`

// claimUsername takes name for the member if it is free, was the member's own,
// or has rested long enough, and frees the old one into its rest.
func claimUsername(ctx context.Context, tx pgx.Tx, member pgtype.UUID, old, name string) error {
	if old != "" {
		if _, err := tx.Exec(ctx, `update usernames set held_until = muster_now() + interval '`+usernameRest+`' where username = $1`, old); err != nil {
			return err
		}
	}
	tag, err := tx.Exec(ctx, `
		insert into usernames (username, member_id, taken_at) values ($1, $2, muster_now())
		on conflict (username) do update set member_id = excluded.member_id, taken_at = excluded.taken_at, held_until = null
		where usernames.member_id = excluded.member_id or usernames.held_until <= muster_now()`, name, member)
	if err != nil {
		return err
	}
	// The statement before may have waited for the end of the member who had the name.
	var held bool
	if err := tx.QueryRow(ctx, `select `+nameHeld, name).Scan(&held); err != nil {
		return err
	}
	if tag.RowsAffected() == 0 || held {
		return store.ErrUsernameTaken()
	}
	_, err = tx.Exec(ctx, `insert into username_changes (member_id, old_username, new_username, at)
		values ($1, nullif($2, ''), $3, muster_now())`, member, old, name)
	return err
}

// UsernameFree says whether the member could take the name: nil, or
// the error that SetUsername would give for the name itself. The member's own
// name is free to it.
func (pe *People) UsernameFree(ctx context.Context, memberID, wanted string) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	return pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var creator bool
		if err := conn.QueryRow(ctx, `select is_creator from members where id = $1`, id).Scan(&creator); postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		} else if err != nil {
			return err
		}
		name, err := pe.checkUsername(wanted, creator)
		if err != nil {
			return err
		}
		var taken bool
		if err := conn.QueryRow(ctx, `select exists (select 1 from usernames where username = $1 and member_id <> $2
			and (held_until is null or held_until > muster_now())) or `+nameHeld, name, id).Scan(&taken); err != nil {
			return err
		}
		if taken {
			return store.ErrUsernameTaken()
		}
		return nil
	})
}

// UsernameEligibility says when the member may take another name.
func (pe *People) UsernameEligibility(ctx context.Context, memberID string) (store.UsernameEligibility, error) {
	var e store.UsernameEligibility
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return e, postgres.ErrMemberUnknown()
	}
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var takenAt *time.Time
		var changes int
		var now time.Time
		err := conn.QueryRow(ctx, `select username_at, username_changes, muster_now() from members where id = $1`, id).
			Scan(&takenAt, &changes, &now)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		var since time.Time
		if takenAt != nil {
			since = *takenAt
		}
		e = store.UsernameEligible(since, changes, now)
		return err
	})
	return e, err
}

// Erasing a member: everything that identifies the member is deleted. What the member
// said to others stays under a name that says nothing.

package people

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
)

// eraseBatch is how many members one run erases.
const eraseBatch = 50

// EraseDue erases the members whose time has come, at most eraseBatch of them, and says
// how many it erased. Those who may not be erased any more are left, and their request
// is taken back. One that fails, or takes the time of the whole run, comes after all others
// in the next one. What earlier runs have left of names comes first, for at most half of the
// run's time: erasures that fail may take all of theirs.
func (pe *People) EraseDue(ctx context.Context) (int, error) {
	left := pe.forgetLeftNames(ctx)
	rows, err := pe.db.Pool().Query(ctx, `select id::text from members where erase_at <= muster_now()
		order by erase_tried nulls first, erase_at limit $1`, eraseBatch)
	if err != nil {
		return 0, errors.Join(left, postgres.Fault(err))
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, errors.Join(left, postgres.Fault(err))
	}
	erased := 0
	failed := []error{left}
	for _, member := range due {
		done, err := pe.erase(ctx, member)
		if err != nil {
			failed = append(failed, err)
		}
		if done {
			erased++
		}
	}
	return erased, errors.Join(append(failed, pe.forgetErasedNames(ctx), pe.forgetHeldNames(ctx))...)
}

// forgetHeldNames deletes the names of erased members that were held back long enough.
func (pe *People) forgetHeldNames(ctx context.Context) error {
	return pe.db.Exec(ctx, `
		delete from usernames u using members m where u.member_id = m.id and u.held_until <= muster_now()
		  and m.erased_at < muster_now() - interval '`+usernameRest+`' and m.erased_at > muster_now() - interval '`+usernameRest+`' - interval '30 days'`)
}

// erase erases one member, unless it has changed its mind.
func (pe *People) erase(ctx context.Context, memberID string) (erased bool, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return false, postgres.ErrMemberUnknown()
	}
	if err := pe.db.Exec(ctx, `update members set erase_tried = muster_now() where id = $1 and erase_at <= muster_now()`, id); err != nil {
		return false, err
	}
	ahead, err := pe.eraseAhead(ctx, memberID)
	if err != nil {
		return false, err
	}
	err = pe.db.Operator().ChangeLocked(ctx, postgres.StatusLocks{Members: []pgtype.UUID{id}, AllAdmins: true}, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		erased = false
		m, err := postgres.MemberIn(ctx, tx, memberID)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		var due bool
		if err := tx.QueryRow(ctx, `select coalesce(erase_at <= muster_now(), false) from members where id = $1 for update`, id).Scan(&due); err != nil {
			return postgres.AdminChange{}, err
		}
		if !due {
			return postgres.AdminChange{}, errChangedMind
		}
		record := postgres.AdminChange{Action: "member_erased", Subject: id.String()}
		if err := mayBeErased(ctx, tx, m); store.CodeOf(err) == store.Conflict {
			record.Action = "member_erasure_refused"
			_, err := tx.Exec(ctx, `update members set erase_at = null, erase_done = null, erase_tried = null where id = $1`, id)
			return record, err
		} else if err != nil {
			return postgres.AdminChange{}, err
		}
		record.Before = map[string]string{"name": m.Name, "username": m.Username}
		record.Events, err = pe.eraseMember(ctx, tx, id, m, ahead)
		erased = err == nil
		return record, err
	})
	if errors.Is(err, errChangedMind) || errors.Is(err, errNameTaken) {
		return false, nil
	}
	return erased, err
}

// eraseAhead deletes in short transactions what there may be much of, so that the transaction that
// erases the member, and holds up every administrator, is short too.
func (pe *People) eraseAhead(ctx context.Context, memberID string) (ahead erasedAhead, err error) {
	var m store.Member
	err = pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		if m, err = postgres.MemberIn(ctx, tx, memberID); err != nil {
			return err
		}
		if err = mayBeErased(ctx, tx, m); err != nil {
			return err
		}
		id, _ := postgres.ParseID(memberID)
		ahead.formerNames, err = formerNamesIn(ctx, tx, id)
		return err
	})
	if store.CodeOf(err) == store.Conflict {
		return ahead, nil // it is refused under the locks
	}
	for _, subject := range pe.db.Subjects() {
		if much, ok := subject.(postgres.ErasesAhead); ok && err == nil {
			err = much.EraseAhead(ctx, m)
		}
	}
	if err == nil {
		err = ahead.renameAhead(ctx, pe.db, m)
	}
	if err == nil {
		err = pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
			id, _ := postgres.ParseID(memberID)
			ahead.broadcasts, err = postgres.ForgetBroadcastsIn(ctx, tx, id, 0)
			return err
		})
	}
	return ahead, err
}

// erasedAhead is what eraseAhead has found.
type erasedAhead struct {
	formerNames
	broadcasts int64 // from where the erasure reads on in them (postgres.ForgetBroadcastsIn)
}

var (
	errChangedMind = errors.New("the member is not to be erased any more")
	errNameTaken   = errors.New("somebody else has taken one of the member's names: the next run erases the member")
)

// eraseMember erases inside a transaction that has locked the member, and gives the
// events by which its sockets are closed and its name goes from open screens. ahead has the names
// that the member had when eraseAhead took those out of the texts that somebody else has.
func (pe *People) eraseMember(ctx context.Context, tx pgx.Tx, id pgtype.UUID, m store.Member, ahead erasedAhead) ([]store.SiteEvent, error) {
	names, err := formerNamesIn(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	for name := range names.lost {
		if _, ok := ahead.lost[name]; !ok {
			return nil, errNameTaken
		}
	}
	for _, subject := range pe.db.Subjects() {
		if err := subject.Erase(ctx, tx, m); err != nil {
			return nil, err
		}
	}
	username := "erased_" + strings.ReplaceAll(uuid.NewString(), "-", "")[:12]
	events, err := EndSessions(ctx, tx, id, pgtype.UUID{})
	if err != nil {
		return nil, err
	}
	if err := names.renameIn(ctx, tx, id, username); err != nil {
		return nil, err
	}
	if _, err := postgres.ForgetBroadcastsIn(ctx, tx, id, ahead.broadcasts); err != nil {
		return nil, err
	}
	// Of a dev node: what was sent to the member, and what named it to others.
	if _, err := tx.Exec(ctx, `delete from outbox where recipient in ($1, $2) or strpos(lower(body), lower(nullif($3, ''))) > 0
		or exists (select from unnest($4::text[]) as n (name) where strpos(lower(body), n.name) > 0)`,
		m.Email, m.Phone, m.Name, names.all); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `delete from applicants where email = $1 or phone = $2`, m.Email, m.Phone); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `update member_standing set is_admin = false, chat_enabled = false, banned_until = null, sign_in_disabled = true where member_id = $1`, id); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `insert into usernames (username, member_id, taken_at) values ($1, $2, muster_now())`, username, id); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `update members set name = $2, email = null, phone = null, language = '', username = $3, username_at = muster_now(), username_changes = 0,
		erase_at = null, erase_done = null, erase_tried = null, erased_at = muster_now(), updated_at = muster_now() where id = $1`, id, people.ErasedName, username); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `select erase_traces($1)`, id); err != nil {
		return nil, err
	}
	// The name first: the member's own screens receive it before their sockets close, and
	// delete what was being written.
	renamed := store.SiteEvent{Kind: store.Renamed, MemberID: id.String(), OldUsername: m.Username, NewUsername: username, Erased: true, Names: names.own}
	return slices.Concat([]store.SiteEvent{renamed}, events, []store.SiteEvent{{Kind: store.MemberStatusChanged, MemberID: id.String()}}), nil
}

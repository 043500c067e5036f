// What an erasure leaves for later: texts with the member's names that were on their way while it
// ran, or that mention nobody, and the names themselves.

package people

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// formerNames are the names that a member has had.
type formerNames struct {
	all  []string
	own  map[string]time.Time // when the member took those that nobody else has taken since
	lost map[string]time.Time // when somebody else took the others
	done map[string]time.Time // up to when the texts are done of each search that was stopped
}

func formerNamesIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (n formerNames, err error) {
	rows, err := tx.Query(ctx, `
		select n.name, u.member_id is not distinct from $1, coalesce(u.taken_at, muster_now())
		from (select username as name from usernames where member_id = $1
			union select old_username from username_changes where member_id = $1 and old_username is not null) n
		left join usernames u on u.username = n.name`, id)
	if err != nil {
		return n, err
	}
	n.own, n.lost = map[string]time.Time{}, map[string]time.Time{}
	var name string
	var own bool
	var taken time.Time
	if _, err = pgx.ForEachRow(rows, []any{&name, &own, &taken}, func() error {
		n.all = append(n.all, name)
		if own {
			n.own[name] = taken
		} else {
			n.lost[name] = taken
		}
		return nil
	}); err != nil {
		return n, err
	}
	return n, tx.QueryRow(ctx, `select coalesce(erase_done, '{}') from members where id = $1`, id).Scan(&n.done)
}

// renameAhead takes the names that somebody else has taken since out of the texts that mention the
// member by them. A run that is stopped leaves in the member's row how far it has come.
func (n formerNames) renameAhead(ctx context.Context, db *postgres.DB, m store.Member) error {
	progress := logs.SearchProgress{Done: n.done, Save: func(ctx context.Context, search string, until time.Time) error {
		return db.Exec(ctx, `update members set erase_done = coalesce(erase_done, '{}') || jsonb_build_object($2::text, $3::timestamptz)
			where id = $1 and erase_at <= muster_now()`, m.ID, search, until)
	}}
	for name, until := range n.lost {
		if err := logs.RenameAhead(ctx, db, m, name, until, progress); err != nil {
			return err
		}
	}
	return nil
}

// renameIn writes username for the member's own names in the texts that mention it by them.
func (n formerNames) renameIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID, username string) error {
	if len(n.own) == 0 {
		return nil
	}
	return logs.RenameMentionsIn(ctx, tx, id, slices.Collect(maps.Keys(n.own)), username)
}

// underWayTime is how long one run waits for what is under way.
const underWayTime = 10 * time.Second

// awaitEarlierTexts waits until no text of a transaction before number next is under way.
func (pe *People) awaitEarlierTexts(ctx context.Context, next string) error {
	waiting, cancel := context.WithTimeout(ctx, underWayTime)
	defer cancel()
	err := pe.db.AwaitEarlierWrites(waiting, next)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return errors.New("the names of erased members stay for now: a transaction of more than a minute is under way, see pg_stat_activity and pg_prepared_xacts")
	}
	return err
}

// forgetLeftNames is forgetErasedNames for at most half of the time that is left. What it does
// not come to is no failure: forgetErasedNames goes on with it at the end of the run.
func (pe *People) forgetLeftNames(ctx context.Context) error {
	ends, limited := ctx.Deadline()
	if !limited {
		return pe.forgetErasedNames(ctx)
	}
	half, cancel := context.WithTimeout(ctx, time.Until(ends)/2)
	defer cancel()
	err := pe.forgetErasedNames(half)
	if half.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// forgetErasedNames takes the names of erased members out of the texts where they still are, and
// then out of the site log, once no text from before the erasure is on its way.
func (pe *People) forgetErasedNames(ctx context.Context) error {
	var failed []error
	for after := int64(0); ; {
		page, earlier, err := pe.db.ErasedNames(ctx, after)
		if err != nil || len(page) == 0 {
			return errors.Join(append(failed, err)...)
		}
		if err := pe.awaitEarlierTexts(ctx, earlier); err != nil {
			return errors.Join(append(failed, err)...)
		}
		for _, one := range page {
			if err := pe.forgetErasedName(ctx, one); err != nil {
				failed = append(failed, err)
			}
			after = one.Seq
		}
	}
}

// forgetErasedName treats each name of an entry, whatever becomes of the others. The entry goes
// when all have succeeded; until then each run goes on with those that are left.
func (pe *People) forgetErasedName(ctx context.Context, one postgres.ErasedName) error {
	r := logs.Renaming{DB: pe.db, Username: one.Username,
		SearchProgress: logs.SearchProgress{Done: one.Done, Save: func(ctx context.Context, search string, until time.Time) error {
			return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
				return postgres.SaveErasedNameIn(ctx, tx, one.Seq, search, until)
			})
		}},
		Announce: func(ctx context.Context, tx pgx.Tx) error {
			return postgres.AppendSiteEvents(ctx, tx, store.SiteEvent{
				Kind: store.Renamed, MemberID: one.Event.MemberID, OldUsername: one.Username, NewUsername: one.Username, Erased: true,
			})
		},
	}
	names := slices.Sorted(maps.Keys(one.Event.Names))
	var failed []error
	for _, name := range names {
		failed = append(failed, r.RenameWords(ctx, name, one.Event.Names[name]))
	}
	// That of an earlier change is in Names of the erasure, unless somebody else has it.
	if old := one.Event.OldUsername; one.Event.Erased && old != "" && old != one.Username && !slices.Contains(names, old) {
		names = append(names, old)
	}
	if len(names) > 0 {
		failed = append(failed, r.RenameMentions(ctx, one.Event.MemberID, names))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return postgres.ForgetErasedNameIn(ctx, tx, one.Seq)
	})
}

// What an erasure leaves for later: texts with the member's names that were on their way while it
// ran, or that mention nobody, and the names themselves.

package people

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// erasedNames are all names that a member has had, and those that nobody else has taken since,
// each with when the member took it.
func erasedNames(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (names []string, own map[string]time.Time, err error) {
	rows, err := tx.Query(ctx, `select username, taken_at from usernames where member_id = $1
		union select old_username, null from username_changes where member_id = $1 and old_username is not null`, id)
	if err != nil {
		return nil, nil, err
	}
	own = map[string]time.Time{}
	var name string
	var taken *time.Time
	_, err = pgx.ForEachRow(rows, []any{&name, &taken}, func() error {
		names = append(names, name)
		if taken != nil {
			own[name] = *taken
		}
		return nil
	})
	return names, own, err
}

// forgetErasedNames takes the names of erased members out of the texts where they still are, and
// then out of the site log.
func (pe *People) forgetErasedNames(ctx context.Context) error {
	all, err := pe.db.ErasedNames(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, one := range all {
		failed = append(failed, pe.forgetErasedName(ctx, one))
	}
	return errors.Join(failed...)
}

func (pe *People) forgetErasedName(ctx context.Context, one postgres.ErasedName) error {
	id, _ := postgres.ParseID(one.Event.MemberID)
	names, anywhere := []string{}, false
	if old := one.Event.OldUsername; old != "" && old != one.Username {
		names = append(names, old)
	}
	for name, taken := range one.Event.Names {
		names = append(names, name)
		renamed, err := logs.RenameWords(ctx, pe.db, name, taken, one.Username)
		if err != nil {
			return err
		}
		anywhere = anywhere || renamed
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := postgres.ForgetErasedNameIn(ctx, tx, one.Seq)
		if err != nil || !mine {
			return err
		}
		renamed := anywhere
		if len(names) > 0 {
			again, err := logs.RenameMentionsIn(ctx, tx, id, names, one.Username)
			if err != nil {
				return err
			}
			renamed = renamed || again
		}
		if !renamed {
			return nil
		}
		return postgres.AppendSiteEvents(ctx, tx, store.SiteEvent{
			Kind: store.Renamed, MemberID: one.Event.MemberID, OldUsername: one.Username, NewUsername: one.Username, Erased: true,
		})
	})
}

// The members whom a member ignores.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Ignore adds somebody to those whom a member ignores; twice is harmless. It
// fails with Invalid (ignore_self), with NotFound for an unknown member, and with
// Conflict (ignored_full) beyond store.MaxIgnored.
func (db *DB) Ignore(ctx context.Context, memberID, ignoredID string) error {
	member, known := parseID(memberID)
	ignored, ok := parseID(ignoredID)
	switch {
	case !known:
		return store.ErrSessionEnded()
	case !ok:
		return errMemberUnknown()
	case member == ignored:
		return store.ErrIgnoreSelf()
	}
	return db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The member's own row is locked, so that the count holds while this commits.
		if _, err := tx.Exec(ctx, `select 1 from members where id = $1 for no key update`, member); err != nil {
			return err
		}
		var exists, already bool
		var count int
		err := tx.QueryRow(ctx, `
			select exists (select 1 from members where id = $2),
			       exists (select 1 from ignored_members where member_id = $1 and ignored_id = $2),
			       (select count(*) from ignored_members where member_id = $1)`, member, ignored).Scan(&exists, &already, &count)
		switch {
		case err != nil:
			return err
		case !exists:
			return errMemberUnknown()
		case already:
			return nil
		case count >= store.MaxIgnored:
			return store.ErrIgnoredFull()
		}
		_, err = tx.Exec(ctx, `insert into ignored_members (member_id, ignored_id) values ($1, $2)`, member, ignored)
		return err
	})
}

// Unignore takes somebody off the list of those whom a member ignores. It is
// harmless for somebody who is not on it.
func (db *DB) Unignore(ctx context.Context, memberID, ignoredID string) error {
	member, known := parseID(memberID)
	ignored, ok := parseID(ignoredID)
	switch {
	case !known:
		return store.ErrSessionEnded()
	case !ok:
		return errMemberUnknown()
	}
	return db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from ignored_members where member_id = $1 and ignored_id = $2`, member, ignored)
		return err
	})
}

// Ignored lists whom a member ignores, by name.
func (db *DB) Ignored(ctx context.Context, memberID string) ([]store.IgnoredMember, error) {
	member, ok := parseID(memberID)
	if !ok {
		return nil, store.ErrSessionEnded()
	}
	var ignored []store.IgnoredMember
	err := db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select m.id, coalesce(m.username, '') from ignored_members i join members m on m.id = i.ignored_id
			where i.member_id = $1 order by m.username nulls last, m.id`, member)
		if err != nil {
			return err
		}
		ignored, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.IgnoredMember, error) {
			var one store.IgnoredMember
			var id pgtype.UUID
			err := row.Scan(&id, &one.Username)
			one.ID = id.String()
			return one, err
		})
		return err
	})
	return ignored, err
}

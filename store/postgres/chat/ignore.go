// The members whom a member ignores.

package chat

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres"
)

// Ignore adds somebody to those whom a member ignores, and gives what to broadcast of it;
// twice is harmless. It fails with Invalid (ignore_self), with NotFound for an unknown
// member, and with Conflict (ignored_full) beyond chat.MaxIgnored.
func (ch *Chat) Ignore(ctx context.Context, memberID, ignoredID string) (changed []store.Broadcast, err error) {
	member, known := postgres.ParseID(memberID)
	ignored, ok := postgres.ParseID(ignoredID)
	switch {
	case !known:
		return nil, store.ErrSessionEnded()
	case !ok:
		return nil, postgres.ErrMemberUnknown()
	case member == ignored:
		return nil, chat.ErrIgnoreSelf()
	}
	err = ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The member's own row is locked, so that the count holds while this commits.
		tag, err := tx.Exec(ctx, `select 1 from members where id = $1 and erased_at is null for no key update`, member)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return store.ErrSessionEnded()
		}
		var exists, already bool
		var count int
		err = tx.QueryRow(ctx, `
			select exists (select 1 from members where id = $2),
			       exists (select 1 from ignored_members where member_id = $1 and ignored_id = $2),
			       (select count(*) from ignored_members where member_id = $1)`, member, ignored).Scan(&exists, &already, &count)
		switch {
		case err != nil:
			return err
		case !exists:
			return postgres.ErrMemberUnknown()
		case already:
			changed, err = appendIgnored(ctx, tx, member, ignored, true)
			return err
		case count >= chat.MaxIgnored:
			return chat.ErrIgnoredFull()
		}
		if _, err = tx.Exec(ctx, `insert into ignored_members (member_id, ignored_id) values ($1, $2)`, member, ignored); err != nil {
			return err
		}
		changed, err = appendIgnored(ctx, tx, member, ignored, true)
		return err
	})
	return changed, err
}

// Unignore takes somebody off the list of those whom a member ignores, and gives what to
// broadcast of it. It is harmless for somebody who is not on it.
func (ch *Chat) Unignore(ctx context.Context, memberID, ignoredID string) (changed []store.Broadcast, err error) {
	member, known := postgres.ParseID(memberID)
	ignored, ok := postgres.ParseID(ignoredID)
	switch {
	case !known:
		return nil, store.ErrSessionEnded()
	case !ok:
		return nil, postgres.ErrMemberUnknown()
	}
	err = ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// Of two changes at once the later one's broadcast has the higher number.
		if _, err := tx.Exec(ctx, `select 1 from members where id = $1 for no key update`, member); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from ignored_members where member_id = $1 and ignored_id = $2`, member, ignored); err != nil {
			return err
		}
		changed, err = appendIgnored(ctx, tx, member, ignored, false)
		return err
	})
	return changed, err
}

// appendIgnored appends the broadcast to the member's own sockets.
func appendIgnored(ctx context.Context, tx pgx.Tx, member, ignored pgtype.UUID, is bool) ([]store.Broadcast, error) {
	var name string
	err := tx.QueryRow(ctx, `select coalesce(username, '') from members where id = $1`, ignored).Scan(&name)
	if postgres.NoRow(err) {
		return nil, nil // an erased member is on no list
	}
	if err != nil {
		return nil, err
	}
	b, err := chat.NewIgnoredChanged(member.String(), chat.IgnoredChanged{UserID: ignored.String(), Username: name, Ignored: is})
	if err != nil {
		return nil, err
	}
	return postgres.AppendBroadcasts(ctx, tx, b)
}

// Ignored lists whom a member ignores, by name.
func (ch *Chat) Ignored(ctx context.Context, memberID string) (ignored []chat.IgnoredMember, asOf store.AsOf, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, asOf, store.ErrSessionEnded()
	}
	err = ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		ignored = nil
		// One row at least: the list may be empty, and it was read at a position all the same.
		rows, err := conn.Query(ctx, `
			select `+postgres.BroadcastPosition+`, (select seq from site_head), l.id, coalesce(l.username, '')
			from (values (1)) one left join (
				select m.id, m.username from ignored_members i join members m on m.id = i.ignored_id where i.member_id = $1
			) l on true
			order by l.username nulls last, l.id`, member)
		if err != nil {
			return err
		}
		var one chat.IgnoredMember
		var id pgtype.UUID
		_, err = pgx.ForEachRow(rows, []any{&asOf.Log, &asOf.Site, &id, &one.Username}, func() error {
			if id.Valid {
				one.ID = id.String()
				ignored = append(ignored, one)
			}
			return nil
		})
		return err
	})
	return ignored, asOf, err
}

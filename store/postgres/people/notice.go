// Notices to members.

package people

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
)

// AddNotice stores a notice for a member, none for one who was erased.
func AddNotice(ctx context.Context, tx pgx.Tx, member pgtype.UUID, kind people.NoticeKind, detail string) error {
	_, err := tx.Exec(ctx, `insert into notices (member_id, kind, detail, at)
		select id, $2, $3, muster_now() from members where id = $1 and erased_at is null for key share`, member, kind, detail)
	return err
}

// Notices reads what a member has not dismissed yet, oldest first: the newest
// people.MaxNotices of it.
func (pe *People) Notices(ctx context.Context, memberID string) ([]people.Notice, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, store.ErrSessionEnded()
	}
	var notices []people.Notice
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select * from (select id, kind, detail, at from notices where member_id = $1 order by at desc, id desc limit $2) n
			order by at, id`, member, people.MaxNotices)
		if err != nil {
			return err
		}
		notices, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (people.Notice, error) {
			var n people.Notice
			var id pgtype.UUID
			err := row.Scan(&id, &n.Kind, &n.Detail, &n.At)
			n.ID = id.String()
			return n, err
		})
		return err
	})
	return notices, err
}

// DismissNotice removes a notice of the member's own; twice is harmless.
func (pe *People) DismissNotice(ctx context.Context, memberID, noticeID string) error {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return store.ErrSessionEnded()
	}
	notice, ok := postgres.ParseID(noticeID)
	if !ok {
		return store.ErrBadID()
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from notices where id = $1 and member_id = $2`, notice, member)
		return err
	})
}

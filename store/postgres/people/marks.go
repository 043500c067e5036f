// What people are in a room.

package people

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// PersonMarks reads what members are in a room and whether they contributed recently,
// by member id, and the position of the broadcasts at which it was read; who is unknown is
// left out. The creator comes before all, then whoever is administrator or admin of the room.
func (pe *People) PersonMarks(ctx context.Context, room string, memberIDs []string) (marks map[string]store.PersonMarks, asOf store.AsOf, err error) {
	members := make([]pgtype.UUID, 0, len(memberIDs))
	for _, raw := range memberIDs {
		if id, ok := postgres.ParseID(raw); ok {
			members = append(members, id)
		}
	}
	err = pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		marks = make(map[string]store.PersonMarks, len(members))
		var b pgx.Batch
		postgres.QueueAsOf(&b, &asOf)
		b.Queue(`
			select m.id, case when m.is_creator then 'creator' when st.is_admin or a.role = 'admin' then 'admin'
			                  when a.role = 'moderator' then 'moderator' else 'member' end, `+postgres.IsRecentContributor+`
			from unnest($2::uuid[]) as g(id)
			cross join lateral (select * from members where id = g.id limit 1) m
			left join lateral (select * from member_standing where member_id = g.id limit 1) st on true
			left join lateral (select * from profiles where member_id = g.id limit 1) p on true
			left join lateral (select * from room_access where room_id = $3 and member_id = g.id limit 1) a on true`, pe.db.ContributorWindow(), members, room).Query(func(rows pgx.Rows) error {
			var id pgtype.UUID
			var m store.PersonMarks
			_, err := pgx.ForEachRow(rows, []any{&id, &m.Role, &m.Contributor}, func() error {
				marks[id.String()] = m
				return nil
			})
			return err
		})
		return conn.SendBatch(ctx, &b).Close()
	})
	return marks, asOf, err
}

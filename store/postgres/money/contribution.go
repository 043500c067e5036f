// Who is a recent contributor.

package money

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/money"
	"muster/store/postgres"
)

// Contributors lists the recent contributors.
func (p *Payments) Contributors(ctx context.Context) ([]money.Contributor, error) {
	var all []money.Contributor
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select m.id::text, coalesce(m.username, ''), max(c.at) + $1::interval
			from contributions c
			join members m on m.id = c.member_id
			left join profiles p on p.member_id = m.id
			where not c.anonymous and `+postgres.CountedContribution+` and c.at > muster_now() - $1::interval
			  and not coalesce(p.profile_private, false)
			group by m.id`, p.db.ContributorWindow())
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[money.Contributor])
		return err
	})
	return all, err
}

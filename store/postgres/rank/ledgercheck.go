// The comparison of the sums with the ledger.

package rank

import (
	"bytes"
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/postgres"
)

// LedgerCheckTime bounds a statement that adds up lines of a ledger.
const LedgerCheckTime = time.Minute

// ledgerStep is how many members one statement compares: the ledger grows with each day.
const ledgerStep = 2000

// LedgerDifferences counts the members whose sums are not those of their ledger.
// There is none unless something else wrote to the tables.
func (p *Points) LedgerDifferences(ctx context.Context) (differ int, err error) {
	after, last := pgtype.UUID{Valid: true}, pgtype.UUID{Bytes: [16]byte(bytes.Repeat([]byte{0xff}, 16)), Valid: true}
	for after != last {
		err := p.db.Analyze(ctx, LedgerCheckTime, func(ctx context.Context, tx pgx.Tx) error {
			until := last // lines of members without sums may stand behind all those with sums
			err := tx.QueryRow(ctx, `select member_id from member_points where member_id > $1 order by member_id offset $2 limit 1`, after, ledgerStep-1).Scan(&until)
			if err != nil && !postgres.NoRow(err) {
				return err
			}
			var n int
			err = tx.QueryRow(ctx, `
				select count(*) from (
					select member_id, sum(points) as points, coalesce(sum(points) filter (where points > 0), 0) as earned
					from points_ledger where member_id > $1 and member_id <= $2 group by member_id) l
				full join (select * from member_points where member_id > $1 and member_id <= $2) a on a.member_id = l.member_id
				where coalesce(l.points, 0) <> coalesce(a.points, 0) or coalesce(l.earned, 0) <> coalesce(a.earned, 0)`, after, until).Scan(&n)
			differ, after = differ+n, until
			return err
		})
		if err != nil {
			return differ, err
		}
	}
	return differ, nil
}

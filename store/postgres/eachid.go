// Doing something with each of many rows, one after the other.

package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// eachBatch is how many rows EachID reads at once.
	eachBatch = 100
	// eachFailures is how many failures EachID gives; it counts the others.
	eachFailures = 5
)

// EachID calls do with each id that a query gives, which reads those after $1 in order
// and at most $2. An id with which do fails keeps none of the later ones: EachID goes on while
// ctx lasts, and fails with the first failures and the number of the others.
func (db *DB) EachID(ctx context.Context, query string, do func(id string) error) error {
	var failed []error
	others := 0
	after := pgtype.UUID{Valid: true}
	for {
		var ids []pgtype.UUID
		err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			rows, err := conn.Query(ctx, query, after, eachBatch)
			if err != nil {
				return err
			}
			ids, err = pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
			return err
		})
		for _, id := range ids {
			if err = ctx.Err(); err != nil {
				break
			}
			if err := do(id.String()); err == nil {
				continue
			} else if len(failed) < eachFailures {
				failed = append(failed, fmt.Errorf("%v: %w", id, err))
			} else {
				others++
			}
		}
		if err == nil && len(ids) > 0 {
			after = ids[len(ids)-1]
			continue
		}
		if others > 0 {
			failed = append(failed, fmt.Errorf("and %d others", others))
		}
		return errors.Join(append(failed, err)...)
	}
}

// The sessions of the test checkout of development nodes (http/testcheckout).

package money

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// TestCheckouts keeps the sessions of the test checkout, so that they outlive the node
// and every node has them. It is never used by a production node.
type TestCheckouts struct{ db *postgres.DB }

// NewTestCheckouts makes the sessions of db.
func NewTestCheckouts(db *postgres.DB) *TestCheckouts { return &TestCheckouts{db} }

// Add stores a session, or finds the one that the same attempt made, and gives what is
// stored.
func (t *TestCheckouts) Add(ctx context.Context, id, attempt string, session []byte) (stored []byte, err error) {
	err = t.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `insert into test_checkouts (id, attempt, body) values ($1, nullif($2, ''), $3) on conflict do nothing`, id, attempt, string(session)); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select body from test_checkouts where id = $1 or attempt = nullif($2, '')`, id, attempt).Scan(&stored)
	})
	return stored, err
}

// Change runs change on a session, which is locked, and stores what it gives; nil leaves
// the session as it is. It fails with NotFound.
func (t *TestCheckouts) Change(ctx context.Context, id string, change func(session []byte) ([]byte, error)) error {
	return t.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var session []byte
		err := tx.QueryRow(ctx, `select body from test_checkouts where id = $1 for update`, id).Scan(&session)
		if postgres.NoRow(err) {
			return store.NewError(store.NotFound, "No such checkout session")
		}
		if err != nil {
			return err
		}
		after, err := change(session)
		if err != nil || after == nil {
			return err
		}
		_, err = tx.Exec(ctx, `update test_checkouts set body = $2 where id = $1`, id, string(after))
		return err
	})
}

// List reads at most limit sessions of a range, newest first, that come after the session
// of an id, which is "" for the first page.
func (t *TestCheckouts) List(ctx context.Context, from, to time.Time, after string, limit int) (page [][]byte, err error) {
	err = t.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select body from test_checkouts where created_at >= $1 and created_at < $2
			  and ($3 = '' or (created_at, id) < (select created_at, id from test_checkouts where id = $3))
			order by created_at desc, id desc limit $4`, from, to, after, limit)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
		return err
	})
	return page, err
}

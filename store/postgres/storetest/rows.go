package storetest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Rows is where a function of this package writes the rows of a subject: a pool of the
// owner of the tables, or a transaction of the test's. The tests of one subject write the
// tables of another through these alone.
type Rows interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// write runs a statement.
func write(t testing.TB, rows Rows, sql string, args ...any) {
	t.Helper()
	if _, err := rows.Exec(context.Background(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// read gives the one value of a statement.
func read[T any](t testing.TB, rows Rows, sql string, args ...any) (v T) {
	t.Helper()
	if err := rows.QueryRow(context.Background(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

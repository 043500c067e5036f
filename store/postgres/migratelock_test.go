package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// A migration that cannot have a table, because a backup reads it, lets those go on who come after
// it, and comes again. It waited in their way, and nobody could write or read for as long as the
// backup took.
func TestMigrationWaitsInNobodysWay(t *testing.T) {
	url := storetest.EmptyDatabase(t, storetest.URL(t))
	storetest.MigrateTo(t, url, 112) // the next one adds a column to members
	connect := func() *pgx.Conn {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
		return conn
	}
	ask := func(conn *pgx.Conn, sql string) (n int) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	backup, member := connect(), connect()
	tx, err := backup.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `lock table members in access share mode`)
	}
	if err != nil {
		t.Fatal(err)
	}
	postgres.SetMigratePatience(t, 0, time.Millisecond)
	if err := postgres.Migrate(t.Context(), url); err == nil || !strings.Contains(err.Error(), "has kept a table for minutes") {
		t.Errorf("given up: %v", err)
	}
	postgres.SetMigratePatience(t, time.Hour, time.Millisecond)
	done := make(chan error, 1)
	go func() { done <- postgres.Migrate(context.WithoutCancel(t.Context()), url) }()
	for ask(member, `select count(*) from pg_locks l, pg_sleep(0.01) where not granted and relation = 'members'::regclass`) == 0 {
	}
	if _, err := member.Exec(t.Context(), `set lock_timeout = '20s'`); err != nil {
		t.Fatal(err)
	}
	ask(member, `select count(*) from members`)
	if len(done) != 0 {
		t.Errorf("it ended: %v", <-done)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := ask(member, `select max(version_id) from goose_db_version`); int64(n) != postgres.KnownSchema() {
		t.Errorf("at %d", n)
	}
}

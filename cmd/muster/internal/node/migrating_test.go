package node

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3/lock"

	"muster/store/postgres/storetest"
)

// atLine calls f when a line with words is logged.
type atLine struct {
	words string
	f     func()
}

func (a *atLine) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(a.words)) {
		a.f()
	}
	return len(line), nil
}

// While another process migrates, as one that is frozen or has much to do, a node that starts
// says what it waits for, and goes on after. It was silent for up to five minutes.
func TestWaitForAnotherMigrationIsSaid(t *testing.T) {
	url := storetest.EmptyDatabase(t, storetest.URL(t))
	other, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(context.WithoutCancel(t.Context()))
	if _, err := other.Exec(t.Context(), `select pg_advisory_lock($1)`, lock.DefaultLockID); err != nil {
		t.Fatal(err)
	}
	lines := 0
	log := &atLine{"is being migrated", func() {
		lines++
		if _, err := other.Exec(context.WithoutCancel(t.Context()), `select pg_advisory_unlock($1)`, lock.DefaultLockID); err != nil {
			t.Error(err)
		}
	}}
	db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: url, MaxConns: 4, AllowUnsafe: true},
		slog.New(slog.NewTextHandler(log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	if lines != 1 {
		t.Errorf("%d lines with %q", lines, log.words)
	}
}

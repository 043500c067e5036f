package node

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// A node that is allowed to run on a Postgres that may lose what it acknowledged
// warns of it at every start. It said nothing, and the setting was forgotten.
func TestStartWarnsOfUnsafePostgres(t *testing.T) {
	var log bytes.Buffer
	db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: storetest.URL(t), MaxConns: 4, AllowUnsafe: true},
		slog.New(slog.NewTextHandler(&log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	if want := "Postgres can lose acknowledged messages: "; !strings.Contains(log.String(), want) {
		t.Errorf("the log says %q, not %q", log.String(), want)
	}
}

// How long the audit log is kept is the owner's word: a node that has another time in its
// settings says so, and a command that says nothing of it leaves it.
func TestAuditIsKeptAsTheOwnerSays(t *testing.T) {
	url := storetest.URL(t)
	owner, day, week := storetest.OwnerURL(url), 24*time.Hour, 168*time.Hour
	for _, c := range []struct {
		name   string
		config DatabaseConfig
		noted  time.Duration
		warns  int
	}{
		{"nothing was ever noted", DatabaseConfig{URL: url, AuditKept: &day}, 0, 1},
		{"the owner", DatabaseConfig{URL: url, OwnerURL: owner, AuditKept: &day}, day, 0},
		{"another command with the owner's role", DatabaseConfig{URL: url, OwnerURL: owner}, day, 0},
		{"the same time", DatabaseConfig{URL: url, AuditKept: &day}, day, 0},
		{"another time", DatabaseConfig{URL: url, AuditKept: &week}, day, 1},
		{"for ever", DatabaseConfig{URL: url, AuditKept: new(time.Duration)}, day, 0},
		{"the owner, for ever", DatabaseConfig{URL: url, OwnerURL: owner, AuditKept: new(time.Duration)}, 0, 0},
	} {
		var log bytes.Buffer
		c.config.MaxConns, c.config.AllowUnsafe = 4, true
		db, err := OpenDatabase(t.Context(), c.config, slog.New(slog.NewTextHandler(&log, nil)), nil)
		if err != nil {
			t.Fatal(err)
		}
		noted, err := db.AuditKept(t.Context())
		if err != nil || noted != c.noted || strings.Count(log.String(), "AUDIT_KEPT") != c.warns {
			t.Errorf("%s: %v is noted, %v; the log says %q", c.name, noted, err, &log)
		}
		if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

// A node whose role could change the audit log starts, and says what to do; one with a
// role of its own needs nothing else, and one with both addresses gives that role what it
// lacks.
func TestStartWarnsOfOneRole(t *testing.T) {
	url := storetest.URL(t)
	start := func(c DatabaseConfig) string {
		t.Helper()
		var log bytes.Buffer
		c.MaxConns, c.AllowUnsafe = 4, true
		db, err := OpenDatabase(t.Context(), c, slog.New(slog.NewTextHandler(&log, nil)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		return log.String()
	}
	const warned = "DATABASE_OWNER_URL to muster migrate"
	owner := storetest.OwnerURL(url)
	for _, c := range []struct {
		name   string
		config DatabaseConfig
		warns  int
	}{
		{"one address, the owner's", DatabaseConfig{URL: owner}, 1},
		{"twice the owner's", DatabaseConfig{URL: owner, OwnerURL: owner}, 1},
		{"the server's role alone", DatabaseConfig{URL: url}, 0},
		{"both", DatabaseConfig{URL: url, OwnerURL: owner, AuditKept: new(48 * time.Hour)}, 0},
	} {
		if said := start(c.config); strings.Count(said, warned) != c.warns {
			t.Errorf("%s: the log says %q", c.name, said)
		}
	}
}

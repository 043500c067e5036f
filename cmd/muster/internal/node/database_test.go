package node

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"muster/store/community"
	"muster/store/postgres"
	communities "muster/store/postgres/community"
	"muster/store/postgres/embedded"
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

// More connections than Postgres gives are named at the start: the last ones were refused
// when the node was busiest, and nothing had said so.
func TestStartWarnsOfTooManyConnections(t *testing.T) {
	url := storetest.URL(t)
	for wanted, warns := range map[int32]bool{4: false, 5000: true} {
		var log bytes.Buffer
		db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: url, MaxConns: wanted, AllowUnsafe: true}, slog.New(slog.NewTextHandler(&log, nil)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		if strings.Contains(log.String(), "DATABASE_CONNECTIONS is more than Postgres gives") != warns {
			t.Errorf("%d connections: %s", wanted, log.String())
		}
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

// Where the time that is noted cannot be read, the start says so, and goes on. It was silent.
func TestUnreadableAuditTimeIsSaid(t *testing.T) {
	url := storetest.URL(t)
	if _, err := storetest.Owner(t, url)().Exec(t.Context(), `revoke select on audit_retention from `+embedded.ServerRole); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: url, MaxConns: 4, AllowUnsafe: true, AuditKept: new(24 * time.Hour)},
		slog.New(slog.NewTextHandler(&log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	if !strings.Contains(log.String(), "AUDIT_KEPT: the time that the database has noted cannot be read") {
		t.Errorf("the log says %q", &log)
	}
}

// A database that goes away while the node starts is named. The start ended with the sentence that
// members read.
func TestDatabaseThatGoesAwayDuringTheStartIsNamed(t *testing.T) {
	db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: storetest.URL(t), MaxConns: 4, AllowUnsafe: true}, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	n := &Node{DB: db, community: communities.New(db.DB, community.Configured{})}
	for what, start := range map[string]func(ctx context.Context) error{
		"the settings":     func(ctx context.Context) error { return n.wire(ctx, Config{}) },
		"the default room": func(ctx context.Context) error { return n.wireRooms(ctx, Config{DefaultRoom: "general"}) },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if err := start(ctx); err == nil || !strings.HasPrefix(err.Error(), "DATABASE_URL: Postgres does not answer any more: ") {
			t.Errorf("%s: %v", what, err)
		}
		cancel()
	}
}

// A start that waits in vain says why, also when the last try was cut short: of a server whose
// certificate nobody trusts it said that there was no answer in time.
func TestStartSaysWhatItMetLast(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for first := true; ; first = false {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			if !first {
				continue // no answer
			}
			if _, err := pgproto3.NewBackend(conn, conn).ReceiveStartupMessage(); err == nil {
				_, _ = conn.Write([]byte("N")) // no TLS here
			}
		}
	}()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: "postgres://app@" + listener.Addr().String() + "/muster?sslmode=require", MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	d := &Database{DB: db, log: slog.New(slog.DiscardHandler)}
	if err := d.awaitAnswer(t.Context(), 2*pingEvery); err == nil || err.Error() != "DATABASE_URL: Postgres cannot be reached: it speaks no TLS, which the address asks for" {
		t.Errorf("%v", err)
	}
}

// A node with an address of a standby alone says so when it first writes. It called it a server
// that does not answer any more.
func TestStandbyIsNamedWhenItIsWrittenTo(t *testing.T) {
	err := postgres.Fault(&pgconn.PgError{Code: "25006"})
	if got := unanswered(err); got == nil || !strings.HasPrefix(got.Error(), "DATABASE_URL leads to a standby, which takes no writes") {
		t.Errorf("%v", got)
	}
}

// A server that is too old for the migrations is named with both versions. The first migration
// failed with a line of SQL.
func TestPostgresThatIsTooOldIsNamed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go beOldPostgres(conn)
		}
	}()
	_, err = OpenDatabase(t.Context(), DatabaseConfig{URL: "postgres://app@" + listener.Addr().String() + "/muster?sslmode=disable", MaxConns: 4},
		slog.New(slog.DiscardHandler), nil)
	if err == nil || err.Error() != "Postgres 15 or newer is needed, and DATABASE_URL leads to a Postgres 14.19 (Debian 14.19-1): upgrade it, or start on another one" {
		t.Errorf("%v", err)
	}
}

// beOldPostgres lets a client in and understands nothing that it asks.
func beOldPostgres(conn net.Conn) {
	defer conn.Close()
	b := pgproto3.NewBackend(conn, conn)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ParameterStatus{Name: "server_version", Value: "14.19 (Debian 14.19-1)"})
	for b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'}); b.Flush() == nil; {
		asked, err := b.Receive()
		if err != nil {
			return
		}
		switch asked.(type) {
		case *pgproto3.Query: // a ping
			b.Send(&pgproto3.EmptyQueryResponse{})
			b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		case *pgproto3.Sync:
			b.Send(&pgproto3.ErrorResponse{Severity: "ERROR", Code: "42601", Message: "syntax error"})
			b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
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

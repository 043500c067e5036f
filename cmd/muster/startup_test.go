package main

import (
	"context"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/embedded"
	"muster/store/postgres/storetest"
)

// Everything that is wrong with the settings stands in one list. Each run once
// named the first fault of its kind, and some were found only after a database
// had been opened.
func TestAllBadSettingsAreNamedAtOnce(t *testing.T) {
	status, _, said := run([]string{
		"DATABASE_URL=postgres://u:kkkk@host:port/muster", "DATABASE_OWNER_URL=postgres://u:kkkk@host:port/muster", "MUSTER_SECRET=short", "SMTP_URL=mail.example.org", "MAIL_FROM=nobody",
		"PORT=many", "CHAT_BURST=few", "SESSION_IDLE=-1h", "MUSTER_SECRETT=x", "MUSTER_OPS_ADDR=nowhere", "OTEL_EXPORTER_OTLP_ENDPOINT=collector",
		"COMMUNITY_NAME=A\r\nBcc: b@c.d", "SUPPORT_EMAIL=nobody", "REDIS_URL_FILE=/nowhere/redis", "MUSTER_TRUSTED_PROXIES=everywhere",
		"TWILIO_ACCOUNT_SID=AC1",
	}, "serve")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	for _, name := range []string{
		"DATABASE_URL", "DATABASE_OWNER_URL", "MUSTER_SECRET", "SMTP_URL", "MAIL_FROM", "PORT", "CHAT_BURST", "SESSION_IDLE", "MUSTER_SECRETT", "MUSTER_OPS_ADDR",
		"OTEL_EXPORTER_OTLP_ENDPOINT", "SUPPORT_EMAIL", "REDIS_URL_FILE", "MUSTER_TRUSTED_PROXIES", "MUSTER_PUBLIC_URL", "TWILIO_ACCOUNT_SID,",
		"COMMUNITY_NAME",
	} {
		if n := strings.Count(said, "\n  "+name+" "); n != 1 {
			t.Errorf("%s is named %d times", name, n)
		}
	}
	if strings.Contains(said, "kkkk") {
		t.Error("a password is printed")
	}
	t.Log(said)
}

// A database that will never do is reported in one plain line, at once: a wrong
// password was tried again for half a minute and then called an unanswering
// database.
func TestDatabaseThatWillNotDoIsReported(t *testing.T) {
	cluster := storetest.Private(t)
	guarded := withPassword(t, cluster.URL())
	unsafe, newer, older, bare, restored := storetest.URL(t), storetest.URL(t), storetest.URL(t), storetest.URL(t), storetest.URL(t)
	execute(t, bare, `drop schema public cascade; create schema public; grant usage on schema public to public`)
	execute(t, restored, `revoke all on all tables in schema public from `+embedded.ServerRole)
	execute(t, older, `delete from goose_db_version where version_id > 1`)
	execute(t, newer, `insert into goose_db_version (version_id, is_applied) values (900000, true)`)
	absent, err := url.Parse(cluster.URL())
	if err != nil {
		t.Fatal(err)
	}
	absent.Path = "/absent"
	const allowed = "MUSTER_ALLOW_UNSAFE_POSTGRES=true"
	for name, c := range map[string]struct {
		settings []string
		says     string
	}{
		"wrong password":   {[]string{"DATABASE_URL=" + guarded}, "Postgres refuses the user or the password of DATABASE_URL"},
		"no such database": {[]string{"DATABASE_URL=" + absent.String()}, "DATABASE_URL names a database that does not exist"},
		"fsync off":        {[]string{"DATABASE_URL=" + unsafe}, "fsync, full_page_writes, synchronous_commit is off"},
		"newer schema":     {[]string{"DATABASE_URL=" + newer, allowed}, "is of a newer version of Muster"},
		"older schema":     {[]string{"DATABASE_URL=" + older, allowed}, "run muster migrate with DATABASE_OWNER_URL"},
		"no tables":        {[]string{"DATABASE_URL=" + bare, allowed}, "holds no tables of Muster yet: run muster migrate with DATABASE_URL and DATABASE_OWNER_URL"},
		"no rights":        {[]string{"DATABASE_URL=" + restored, allowed}, "has no rights on the tables of Muster, as after a restore: run muster migrate"},
		"no owner":         {[]string{"DATABASE_URL=" + unsafe, "DATABASE_OWNER_URL=" + unsafe, allowed}, "the role of DATABASE_OWNER_URL does not own the tables of Muster"},
		"owner's password": {[]string{"DATABASE_URL=" + cluster.URL(), "DATABASE_OWNER_URL=" + guarded}, "Postgres refuses the user or the password of DATABASE_OWNER_URL"},
		"owner's hosts": {[]string{"DATABASE_URL=" + cluster.URL(), "DATABASE_OWNER_URL=postgres://kkkk:kkkk@127.0.0.1:1,127.0.0.1:2/muster?sslmode=disable"},
			"DATABASE_OWNER_URL: Postgres cannot be reached: connect: connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, command := range [][]string{{"serve"}, {"migrate"}} {
				status, _, said := run(append(append([]string{}, safe[1:]...), append(c.settings, "PORT=0", "MUSTER_LOG_LEVEL=error")...), command...)
				if status != 1 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "muster: ") || !strings.Contains(said, c.says) {
					t.Errorf("%s: status %d, said %q", command, status, said)
				}
				if strings.Contains(said, "kkkk") {
					t.Error("the password is printed")
				}
			}
		})
	}
}

// withPassword has a cluster ask a role for its password, and gives an address
// with a wrong one.
func withPassword(t *testing.T, server string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), storetest.OwnerURL(server))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var path string
	if err := conn.QueryRow(t.Context(), `show hba_file`).Scan(&path); err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append([]byte("local all guarded scram-sha-256\n"), rules...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `create role guarded login password 'right'; select pg_reload_conf()`); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("user", "guarded")
	query.Set("password", "kkkk")
	u.RawQuery = query.Encode()
	for { // Postgres reads its rules a moment later
		conn, err := pgx.Connect(t.Context(), u.String())
		if err != nil {
			return u.String()
		}
		conn.Close(t.Context())
	}
}

// execute runs SQL of the test's own, as the owner of the tables.
func execute(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), storetest.OwnerURL(url))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// Where a node cannot listen, the line names the settings and says why: it was the system's
// alone, as that of a port that another node has.
func TestAddressThatCannotBeHadIsNamed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for _, c := range []struct{ host, says string }{
		{"127.0.0.1", "another program listens there"}, {"203.0.113.9", "it is no address of this machine"}, {"[::1]", "PORT and MUSTER_HOST: listen tcp"},
	} {
		status, _, said := run(append(append([]string{}, safe...), "PORT="+port, "MUSTER_HOST="+c.host, "MUSTER_LOG_LEVEL=error"), "serve")
		if status != 1 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "muster: PORT and MUSTER_HOST: ") || !strings.Contains(said, c.says) {
			t.Errorf("%s: status %d, said %q", c.host, status, said)
		}
	}
}

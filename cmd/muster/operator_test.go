package main

import (
	"context"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"muster/store"
	"muster/store/postgres"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/embedded"
	"muster/store/postgres/storetest"
)

// A command that works on the database refuses what a node refuses: it once sent the owner's
// password to another machine without TLS, and counted days in UTC for a zone that is none.
func TestCommandsRefuseWhatNodesRefuse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "backup.tar")
	for _, command := range [][]string{
		{"migrate"}, {"member", "add", "--email", "a@example.org", "--name", "A"}, {"second-factor", "remove", "a"}, {"badges", "recompute"},
		{"keys"}, {"keys", "rotate"}, {"money", "check"}, {"backup", "--to", file}, {"backup", "restore", file},
	} {
		status, _, said := run([]string{"DATABASE_URL=postgres://u:kkkk@nowhere.invalid/muster", "DATABASE_OWNER_URL=postgres://o:kkkk@nowhere.invalid/muster?sslmode=prefer",
			"AUDIT_KEPT=1h", "DATABASE_CONNECTIONS=many", "COMMUNITY_TIME_ZONE=Nowhere", "MUSTER_SECRET_FILE=/nowhere/secret", "STRIPE_SECRET_KEY=sk_test_1"}, command...)
		for _, line := range []string{"DATABASE_URL must ask for TLS", "DATABASE_OWNER_URL must ask for TLS", "AUDIT_KEPT must be 0, for ever, or at least 24h",
			"COMMUNITY_TIME_ZONE must be", "DATABASE_CONNECTIONS must be a whole number", "MUSTER_SECRET_FILE cannot be read"} {
			if status != 1 || strings.Count(said, "\n  "+line) != 1 {
				t.Errorf("%s: status %d, %q is not named once in %s", command, status, line, said)
			}
		}
		if strings.Contains(said, "kkkk") || strings.Contains(said, "MUSTER_SECRET is missing") || strings.Contains(said, "DATABASE_CONNECTIONS must be at least") {
			t.Errorf("%s: %s", command, said)
		}
	}
}

// A database that takes no writes, and one whose tables the role may not read, are named. The
// operator was asked to try again in a moment, or shown a line of SQL.
func TestCommandsSayWhatPostgresRefuses(t *testing.T) {
	url, dir := storetest.URL(t), t.TempDir()
	environ := func(options string) []string {
		return []string{"DATABASE_URL=" + url + options, "MUSTER_ALLOW_UNSAFE_POSTGRES=true", "MUSTER_SECRET=" + strings.Repeat("s", store.MinSecret)}
	}
	for _, command := range [][]string{
		{"member", "add", "--email", "a@example.org", "--name", "A"}, {"keys", "rotate"}, {"load", "prepare", "--members", "1", "--tokens", filepath.Join(dir, "tokens")},
	} {
		status, _, said := run(environ("&options=-c%20default_transaction_read_only%3Don"), command...)
		if status != 1 || !strings.Contains(said, "DATABASE_URL leads to a standby, which takes no writes") {
			t.Errorf("%s: status %d, %s", command, status, said)
		}
	}
	if _, err := storetest.Owner(t, url)().Exec(t.Context(), `revoke all on all tables in schema public from `+embedded.ServerRole); err != nil {
		t.Fatal(err)
	}
	if status, _, said := run(environ(""), "backup", "--to", filepath.Join(dir, "b.tar")); status != 1 || !strings.Contains(said, "Postgres refuses the role of DATABASE_URL: permission denied for table") {
		t.Errorf("backup: status %d, %s", status, said)
	}
	nobody := strings.ReplaceAll(url, embedded.ServerRole, "nobody") // was called one that may not log in
	if status, _, said := run([]string{"DATABASE_URL=" + nobody}, "backup", "--to", filepath.Join(dir, "b.tar")); status != 1 || !strings.Contains(said, "or there is no such role") {
		t.Errorf("nobody: status %d, %s", status, said)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// Whom the operator adds stands in the audit log, with the rights that were given.
func TestMemberAddIsInTheLog_SEC8_ADM16(t *testing.T) {
	ctx := context.Background()
	url := storetest.URL(t)
	add := func(args ...string) {
		t.Helper()
		if status, _, said := run([]string{"DATABASE_URL=" + url, "MUSTER_ALLOW_UNSAFE_POSTGRES=true"}, append([]string{"member", "add"}, args...)...); status != 0 {
			t.Fatalf("status %d: %s", status, said)
		}
	}
	add("--email", " Chief@Example.org", "--name", "Chief", "--username", "chief", "--admin")
	add("--phone", "+1 555 123 4567", "--name", "Ann")
	db, err := postgres.Open(ctx, postgres.Config{URL: url, MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	// The log once said neither who had called the command line nor from which machine.
	page, _, err := desks.New(db).Audit(ctx, store.AuditQuery{Text: "operator", Limit: 10})
	if err != nil || len(page) != 2 {
		t.Fatalf("%d entries, %v", len(page), err)
	}
	for i, admin := range []string{`"is_admin": false`, `"is_admin": true`} { // the newest first
		if e := page[i]; e.Actor != (store.AuditPerson{Name: "operator"}) || !strings.HasPrefix(e.Address, who.Username+"@") || len(e.Address) < len(who.Username)+2 || e.Member.ID != e.Subject || !strings.Contains(string(e.After), admin) {
			t.Errorf("%+v %s", e, e.After)
		}
	}
}

// A flag that is given twice is refused. The last one was taken: a member was added with another
// address than the first, and a backup went to another file. Paths of load calls are many.
func TestFlagGivenTwiceIsRefused(t *testing.T) {
	t.Chdir(t.TempDir()) // a command that is not refused writes files
	for _, c := range []struct{ line, says string }{
		{"member add --name A --email a@b.co --email c@d.co", `invalid value "c@d.co" for flag -email: it is given twice`},
		{"backup --to a.tar --to=b.tar", `invalid value "b.tar" for flag -to: it is given twice`},
		{"backup --without-media --without-media", "flag without-media: it is given twice"},
		{"cluster --nodes 2 --nodes 0", `invalid value "0" for flag -nodes: it is given twice`},
		{"load calls --path /api/a --path /api/b --token none", "--token FILE"},
	} {
		if status, out, said := run(nil, strings.Fields(c.line)...); status != 2 || !strings.Contains(said, c.says) {
			t.Errorf("%s: status %d, %s%s", c.line, status, out, said)
		}
	}
}

package postgres_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// A renamed constraint must not silently turn its sentence into "Something
// went wrong".
func TestGuardedConstraintsExist(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range postgres.GuardedConstraints() {
		// A partial unique index guards too, and the error names it.
		if !one[bool](w, `select exists (select 1 from pg_constraint where conname = $1)
			or exists (select 1 from pg_indexes where indexname = $1)`, name) {
			t.Errorf("no constraint %s", name)
		}
	}
}

// An operator is given Postgres's own words for what kept it from a statement, as a lock, a full
// disk or a connection that was lost; a member's sentence asked to try again in a moment. What
// another service did not answer is none of it.
func TestOperatorIsSaidWhatKeptPostgres(t *testing.T) {
	for _, c := range []struct {
		err  error
		says string
	}{
		{postgres.Fault(&pgconn.PgError{Code: "55P03", Message: "canceling statement due to lock timeout"}), "Postgres could not do it: canceling statement due to lock timeout"},
		{&pgconn.PgError{Code: "53100", Message: "could not extend file: No space left on device"}, "Postgres could not do it: could not extend file: No space left on device"},
		{postgres.Fault(&pgconn.PgError{Code: "57P01", Message: "terminating connection due to administrator command"}), "Postgres could not do it: terminating connection"},
		{postgres.Fault(io.ErrUnexpectedEOF), "Postgres does not answer any more: it closes the connection"},
		{postgres.Fault(context.DeadlineExceeded), "Postgres does not answer any more: no answer in time"},
		{&pgconn.PgError{Code: "25006"}, "DATABASE_URL leads to a standby"},
		{&pgconn.PgError{Code: "23505", Message: "duplicate key"}, ""},
		{fmt.Errorf("payment: the provider did not answer: %w", io.EOF), ""},
		{store.ErrStorageAway(io.EOF), ""},
		{nil, ""},
	} {
		if said := postgres.RefusedStatement(c.err); !strings.HasPrefix(said, c.says) || (c.says == "") != (said == "") {
			t.Errorf("%v: %q, want %q", c.err, said, c.says)
		}
	}
}

// One person an identifier, and a person has one.
func TestMemberIdentifiers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, err := w.AddMember(ctx, store.NewMember{Name: "Ann", Email: "ann@example.org", Phone: "+15551234567", Username: "ann", IsAdmin: true})
	w.Must(err)
	for what, x := range map[string]struct {
		in     store.NewMember
		code   store.Code
		reason string
	}{
		"same e-mail":     {store.NewMember{Email: "ann@example.org"}, store.Conflict, "identifier_taken"},
		"same phone":      {store.NewMember{Phone: "+15551234567"}, store.Conflict, "identifier_taken"},
		"same username":   {store.NewMember{Email: "x@example.org", Username: "ANN"}, store.Conflict, "username_taken"},
		"reserved":        {store.NewMember{Email: "x@example.org", Username: "maestro"}, store.Invalid, "username_reserved"},
		"nothing":         {store.NewMember{Name: "X"}, store.Invalid, "unreachable"},
		"not canonical":   {store.NewMember{Email: "X@example.org"}, store.Invalid, "email_form"},
		"no phone at all": {store.NewMember{Phone: "call me"}, store.Invalid, "phone_form"},
		"NUL":             {store.NewMember{Email: "a\x00b@example.org"}, store.Invalid, "control_character"},
		"two-line name":   {store.NewMember{Name: "a\nb", Email: "x@example.org"}, store.Invalid, "name_form"},
	} {
		if _, err := w.AddMember(ctx, x.in); store.CodeOf(err) != x.code || store.AsError(err).Reason != x.reason {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, identifier := range []string{"ann@example.org", "+15551234567"} {
		if m, err := w.FindMember(ctx, identifier); err != nil || m != ann {
			t.Errorf("%s: %+v %v", identifier, m, err)
		}
	}
	if m, err := w.FindUsername(ctx, "Ann"); err != nil || m.ID != ann.ID {
		t.Error(m, err)
	}
	if m, err := w.MemberByID(ctx, ann.ID); err != nil || m != ann || !m.IsAdmin || !m.Status.ChatEnabled {
		t.Errorf("%+v %v", m, err)
	}
	for _, id := range []string{"", "x", storetest.NewID()} {
		if _, err := w.MemberByID(ctx, id); store.CodeOf(err) != store.NotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
	if err := w.SetAdmin(ctx, ann.ID, false); store.CodeOf(err) != store.Conflict {
		t.Errorf("the last administrator was removed: %v", err)
	}
}

// A node refuses to run on a database that may lose what it committed.
func TestDurabilityIsChecked(t *testing.T) {
	t.Parallel()
	cluster := storetest.Private(t)
	w := openWorld(t, cluster.URL())
	w.Must(w.CheckDurability(context.Background()))
	w.Exec(`alter system set full_page_writes = off`)
	w.Exec(`alter system set synchronous_commit = off`)
	w.Exec(`select pg_reload_conf()`)
	for range 1000 {
		err := w.CheckDurability(context.Background())
		if err != nil && strings.Contains(err.Error(), "full_page_writes, synchronous_commit is off") {
			return
		}
	}
	t.Fatal("nobody noticed")
}

// Authority time is muster_now(): any other clock in our SQL escapes the one
// that tests move, and a transaction's own start is from before its waits.
func TestOneClockInOurSQL(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	migrations, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(migrations) < 4 {
		t.Fatal(migrations, err)
	}
	forbidden := regexp.MustCompile(`(?i)(^|[^_a-z.])(now\(\)|current_timestamp|clock_timestamp\(|transaction_timestamp\(|localtimestamp|current_date)`)
	for _, name := range slices.Concat(files, migrations) {
		// The job queue's own tables go by the clock by which it fetches jobs.
		if strings.HasSuffix(name, "_test.go") || name == "migrations/0006_jobs.sql" || name == "returnjobs.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if forbidden.MatchString(line) && !strings.HasPrefix(strings.TrimSpace(line), "--") && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
}

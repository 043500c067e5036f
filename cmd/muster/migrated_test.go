package main

import (
	"fmt"
	"strings"
	"testing"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// A command with the owner's role brings the database up to its version first, which the nodes of
// the version before may not be meant to meet yet. It said nothing of it.
func TestCommandThatMigratesSaysSo(t *testing.T) {
	old := storetest.EmptyDatabase(t, storetest.URL(t))
	newest := postgres.KnownSchema()
	storetest.MigrateTo(t, old, newest-2)
	environ := append(at(old, t.TempDir()), "MUSTER_ALLOW_UNSAFE_POSTGRES=true")
	for i, want := range []string{fmt.Sprintf(`msg="the database was migrated to this version first" from=%d to=%d`, newest-2, newest), ""} {
		status, out, said := run(environ, "badges", "recompute")
		if status != 0 || out != "0 badges given\n" || !strings.Contains(said, want) || (want == "") != !strings.Contains(said, "was migrated") {
			t.Errorf("run %d: status %d, %q, %q; want %q", i, status, out, said, want)
		}
	}
}

// muster migrate says from where to where it has brought the database.
func TestMigrateSaysWhatItDid(t *testing.T) {
	empty := storetest.EmptyDatabase(t, storetest.URL(t))
	old := storetest.EmptyDatabase(t, storetest.URL(t))
	newest := postgres.KnownSchema()
	storetest.MigrateTo(t, old, newest-1)
	for _, c := range []struct{ url, says string }{
		{old, fmt.Sprintf(": schema %d, from %d\n", newest, newest-1)}, {old, "\n"}, {empty, fmt.Sprintf(": schema %d, of an empty one\n", newest)},
	} {
		status, out, said := run(append(at(c.url, t.TempDir()), "MUSTER_ALLOW_UNSAFE_POSTGRES=true"), "migrate")
		if status != 0 || out != "the database is up to date"+c.says {
			t.Errorf("status %d, %q, want %q, %s", status, out, c.says, said)
		}
	}
}

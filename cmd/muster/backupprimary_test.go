package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"muster/store/postgres/storetest"
)

// Two hosts of the address take writes: the backup is of the one that was promoted last, also
// when the other is asked first, and says so. It was of whichever answered.
func TestBackupIsOfThePrimaryPromotedLast(t *testing.T) {
	primary := storetest.Private(t)
	standby := primary.LateStandby()
	standby.Promote()
	execute(t, storetest.OwnerURL(standby.URL()), `insert into quotas (scope, key, opened_at, used) values ('test', 'x', now(), 1)`)
	rowsOf := func(url string) (rows, said string) {
		t.Helper()
		status, out, said := run(at(url, t.TempDir()), "backup", "--to", filepath.Join(t.TempDir(), "community.tar"))
		if status != 0 {
			t.Fatalf("backup: %d, %s%s", status, out, said)
		}
		return regexp.MustCompile(`\d+ rows`).FindString(out), said
	}
	old, _ := rowsOf(primary.URL())
	promoted, quiet := rowsOf(standby.URL())
	both, said := rowsOf(storetest.Either(primary, standby))
	if both != promoted || both == old || !strings.Contains(said, "two hosts of DATABASE_URL take writes") || quiet != "" {
		t.Errorf("the old primary has %s, the new one %s, the backup %s; it said %q and %q", old, promoted, both, said, quiet)
	}
}

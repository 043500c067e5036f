package backup

import (
	"strings"
	"testing"

	"muster/store/postgres/storetest"
)

// A check on a machine without Postgres's programs cannot judge the backup, and says what is
// missing. It called the backup bad.
func TestMissingProgramIsNoFaultOfTheBackup(t *testing.T) {
	found := places
	t.Cleanup(func() { places = found })
	places = nil
	t.Setenv("MUSTER_POSTGRES_BIN", "")
	t.Setenv("PATH", t.TempDir())
	v := Verdict{Header: Header{Postgres: 15}}
	err := v.restored(t.Context(), storetest.URL(t), "nothing")
	if err == nil || !strings.HasPrefix(err.Error(), "pg_restore was not found: install the client programs of PostgreSQL 15") || len(v.Faults) > 0 {
		t.Errorf("%v, faults %q", err, v.Faults)
	}
}

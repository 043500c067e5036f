package backup

import (
	"os"
	"path/filepath"
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

// A disk that is full while a dump is restored is named, and is no fault of the backup. The check
// called the backup bad.
func TestFullDiskIsNoFaultOfTheBackup(t *testing.T) {
	found := places
	t.Cleanup(func() { places = found })
	places = nil
	url, bin := storetest.URL(t), t.TempDir() // the database's programs are found before
	t.Setenv("MUSTER_POSTGRES_BIN", bin)
	t.Setenv("PATH", bin)
	for said, fault := range map[string]bool{
		`ERROR:  could not extend file "base/5/1": No space left on device`: false,
		`ERROR:  relation "members" already exists`:                         true,
	} {
		v, err := restoredBy(t, url, bin, said)
		if fault != (err == nil && len(v.Faults) == 1) || !fault && (err == nil || !strings.HasPrefix(err.Error(), noSpaceLeft) || len(v.Faults) > 0) {
			t.Errorf("%s: %v, faults %q", said, err, v.Faults)
		}
	}
	// A server of another language is asked for its code.
	full := `create function is_full() returns event_trigger language plpgsql as
		$$ begin raise exception 'Auf dem Gerät ist kein Speicherplatz mehr verfügbar' using errcode = '53100'; end $$;
		create event trigger is_full on ddl_command_start when tag in ('CREATE TABLE AS') execute function is_full()`
	if _, err := storetest.Owner(t, url)().Exec(t.Context(), full); err != nil {
		t.Fatal(err)
	}
	v, err := restoredBy(t, url, bin, `FEHLER:  konnte Datei »base/5/1« nicht erweitern: Auf dem Gerät ist kein Speicherplatz mehr verfügbar`)
	if err == nil || !strings.HasPrefix(err.Error(), noSpaceLeft) || len(v.Faults) > 0 {
		t.Errorf("in another language: %v, faults %q", err, v.Faults)
	}
}

// noSpaceLeft begins what is said of a disk that is full.
const noSpaceLeft = "no space is left where the database is restored: "

// restoredBy restores by a program that fails with a line.
func restoredBy(t *testing.T, url, bin, said string) (Verdict, error) {
	t.Helper()
	program := "#!/bin/sh\n[ \"$1\" = --version ] && echo 'pg_restore (PostgreSQL) 99.1' && exit\n" +
		"echo 'pg_restore: error: a worker process died' >&2\necho 'pg_restore: error: " + said + "' >&2\nexit 1\n"
	if err := os.WriteFile(filepath.Join(bin, "pg_restore"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	v := Verdict{Header: Header{Postgres: 15}}
	err := v.restored(t.Context(), url, "nothing")
	return v, err
}

package backup

import (
	"os"
	"path/filepath"
	"testing"

	"muster/store/postgres/storetest"
)

// A sequence that goes on while the tables are read is listed as the dump has it, or before. A
// backup of a community that went on was called bad: its list was read after the dump was made.
func TestSequencesGoOnWhileABackupIsMade(t *testing.T) {
	url, bin := storetest.URL(t), t.TempDir()
	t.Setenv("MUSTER_POSTGRES_BIN", bin)
	program := "#!/bin/sh\n[ \"$1\" = --version ] && echo 'pg_dump (PostgreSQL) 15.1'\nexit 0\n"
	if err := os.WriteFile(filepath.Join(bin, "pg_dump"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	owner := storetest.Owner(t, url)()
	ask := func(sql string) (value int64) {
		t.Helper()
		if err := owner.QueryRow(t.Context(), sql).Scan(&value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	before := ask(`select nextval('river_job_id_seq')`)
	tx, err := owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `lock table members in access exclusive mode`); err != nil {
		t.Fatal(err)
	}
	type made struct {
		listed int64
		err    error
	}
	done := make(chan made, 1)
	go func() {
		_, m, err := Make(t.Context(), Source{URL: url, Version: "test"}, filepath.Join(t.TempDir(), "b.tar"))
		done <- made{m.Contents.Sequences["river_job_id_seq"], err}
	}()
	for ask(`select count(*) from pg_locks, pg_sleep(0.01) where not granted and relation = 'members'::regclass`) == 0 && len(done) == 0 {
	}
	ask(`select nextval('river_job_id_seq')`)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := <-done; got.err != nil || got.listed != before {
		t.Errorf("listed at %d, %v; it was at %d when the dump began", got.listed, got.err, before)
	}
}

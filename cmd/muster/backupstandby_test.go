package main

import (
	"path/filepath"
	"strings"
	"testing"

	"muster/store/postgres/storetest"
)

// A backup can be made of a standby, to spare the primary. It stopped at the first table that is
// not logged, whose rows no standby has.
func TestBackupOfAStandby(t *testing.T) {
	primary := storetest.Private(t)
	execute(t, storetest.OwnerURL(primary.URL()), `insert into river_leader (elected_at, expires_at, leader_id, name) values (muster_now(), muster_now() + interval '1 minute', 'a', 'default')`)
	standby := primary.LateStandby()
	dir := t.TempDir()
	file := filepath.Join(dir, "community.tar")
	status, out, said := run(at(standby.URL(), dir), "backup", "--to", file)
	if status != 0 {
		t.Fatalf("backup: %d, %s%s", status, out, said)
	}
	if status, out, said := run(nil, "backup", "check", "--server", storetest.OwnerURL(primary.URL()), file); status != 0 || !strings.Contains(out, "good: ") {
		t.Errorf("check: %d, %s%s", status, out, said)
	}
}

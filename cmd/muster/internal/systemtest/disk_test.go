package systemtest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres/storetest"
	"muster/store/postgres/testfolder"
)

// The disk of Postgres fills while members write: senders get an error within its time, and
// nothing acknowledged is lost. Once there is space again they are served, without anybody
// starting anything but Postgres, where that has given up.
func TestDiskOfPostgresFills(t *testing.T) {
	t.Parallel()
	disk := testfolder.New(t) // which the user of Postgres may enter
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=400m,mode=0755", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Logf("no disk can be made here, see TestFullDiskIsReportedAndPasses: %s", out)
		return
	}
	t.Cleanup(func() { exec.Command("umount", "-l", disk).Run() })
	folder, err := demoFolder()
	if err != nil {
		t.Fatal(err)
	}
	database := storetest.PrivateOn(t, disk, folder)
	n := newNode(t, "DATABASE_URL="+database.URL(), "CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
	n.start()
	people := startClients(t, []*node{n}, 8, 4)
	people.await(200)
	filler := filepath.Join(disk, "filler")
	fill(t, filler)
	harness.Until(t, "writers are refused", func() bool {
		for _, c := range people.all[:8] {
			if c.refused("unavailable") > 0 {
				return true
			}
		}
		return false
	})
	acked := people.acks.Load()
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if !answersAgain(database.URL()) {
		t.Log("Postgres has given up, and is started")
		database.Start()
	}
	people.await(200)
	t.Logf("%d acknowledged before; accepted again %s after there was space", acked, time.Since(began).Round(10*time.Millisecond))
	people.end(people.settle())
}

// fill writes a file until the disk takes no more.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 64<<10); ; {
		if _, err := f.Write(block); err != nil {
			if len(block) == 1 {
				return
			}
			block = block[:len(block)/2]
		}
	}
}

// answersAgain waits a little for a Postgres that may have to recover, or has ended.
func answersAgain(url string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		if conn, err := pgx.Connect(ctx, url); err == nil {
			conn.Close(ctx)
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

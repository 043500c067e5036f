package testfolder

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"muster/store/postgres/childtest"
)

const childVariable = "MUSTER_TESTFOLDER_CHILD"

func TestMain(m *testing.M) {
	place := os.Getenv(childVariable)
	if place == "" {
		os.Exit(m.Run())
	}
	fmt.Println(In(place))
	select {} // until it is killed
}

// Tests that were killed left their databases and programs behind for ever.
func TestFoldersOfKilledProcessesAreRemoved(t *testing.T) {
	t.Parallel()
	place := t.TempDir()
	folder := func() (dir string, kill func()) {
		t.Helper()
		p := childtest.Start(t, childVariable+"="+place)
		if _, err := fmt.Sscan(p.Line(t), &dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "data"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return dir, p.Kill
	}
	killed, kill := folder()
	living, _ := folder()
	kill()
	beginning, rest, foreign := filepath.Join(place, prefix+"beginning"), filepath.Join(place, prefix+"rest"), filepath.Join(place, "foreign")
	for _, dir := range []string{beginning, rest, foreign} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(rest, time.Time{}, time.Now().Add(-2*old)); err != nil {
		t.Fatal(err)
	}
	own, err := In(place)
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{killed: false, rest: false, living: true, beginning: true, foreign: true, own: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", dir, err, want)
		}
	}
	if err := Remove(own); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(own); !os.IsNotExist(err) {
		t.Errorf("a removed folder is there: %v", err)
	}
}

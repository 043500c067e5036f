package backup

import (
	"archive/tar"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"muster/store/blob"
	"muster/store/postgres/storetest"
)

// A stored file that the storage does not take is named in one line. The line was followed by one
// of its own, "context canceled", and began with what a member is answered.
func TestFileThatCannotBeWrittenIsNamed(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "chat"), nil, 0o600); err != nil { // where a folder has to be
		t.Fatal(err)
	}
	media, err := blob.Open(t.Context(), "file://"+folder)
	if err != nil {
		t.Fatal(err)
	}
	defer media.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "community.tar"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := writer{tar.NewWriter(file), time.Now()}
	if err := w.addJSON(headerName, Header{Format: format, Media: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.add(mediaFolder+"3a/file", 1, strings.NewReader("x")); err != nil || w.tar.Close() != nil {
		t.Fatal(err)
	}
	_, _, err = Restore(t.Context(), file.Name(), storetest.EmptyDatabase(t, storetest.URL(t)), media)
	if err == nil || err.Error() != "the stored file 3a/file cannot be written: not a directory" {
		t.Error(err)
	}
}

// A server on which the role may make no scratch database was answered with a line of SQL.
func TestRoleThatMayNotCreateDatabasesIsNamed(t *testing.T) {
	for options, says := range map[string]string{
		"": "the role of --server may not create databases",
		"&options=-c%20default_transaction_read_only%3Don": "--server leads to a standby, which takes no writes",
	} {
		if _, err := newScratch(t.Context(), storetest.URL(t)+options, slog.New(slog.DiscardHandler)); err == nil || err.Error() != says {
			t.Errorf("%v, want %s", err, says)
		}
	}
}

// A path that cannot be looked at, as in a folder of somebody else's, was called one at which a
// file is already. Here a file stands where a folder would have to be.
func TestBackupThatCannotBeWrittenSaysWhy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		filepath.Join(file, "b.tar"): "the backup cannot be written: ",
		file:                         file + " is there already",
	} {
		if _, _, err := Make(t.Context(), Source{}, path); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%s: %v, want %s", path, err, says)
		}
	}
}

// A server that lets nobody in and says nothing, as one that is frozen, is given up: a backup of the
// night waited for it for ever, and so did a check and a restore.
func TestFrozenServerIsGivenUp(t *testing.T) {
	patience := connectPatience
	t.Cleanup(func() { connectPatience = patience })
	connectPatience = 50 * time.Millisecond
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	url := "postgres://u:p@" + silent.Addr().String() + "/muster?sslmode=disable"
	_, _, made := Make(t.Context(), Source{URL: url}, filepath.Join(t.TempDir(), "b.tar"))
	_, _, restored := Restore(t.Context(), "b.tar", url, nil)
	_, scratch := newScratch(t.Context(), url, slog.New(slog.DiscardHandler))
	for what, err := range map[string]error{"the database": made, "the database ": restored, "--server": scratch} {
		if want := strings.TrimSpace(what) + " cannot be reached: no answer in time"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A second restore into a database leaves the first one alone and says so. It failed in the middle
// with a line of SQL, and the advice to drop the database that the first was filling.
func TestSecondRestoreLeavesTheFirstAlone(t *testing.T) {
	url := storetest.EmptyDatabase(t, storetest.URL(t))
	first, err := holdEmpty(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Exec(t.Context(), `create table t ()`); err != nil {
		t.Fatal(err)
	}
	restore := func() error {
		_, _, err := Restore(t.Context(), "none.tar", url, nil)
		return err
	}
	if err := restore(); err == nil || err.Error() != "another restore into this database is under way, which goes on" {
		t.Error(err)
	}
	// As its end does, which the server hears of a little later.
	if _, err := first.Exec(t.Context(), `select pg_advisory_unlock_all()`); err != nil {
		t.Fatal(err)
	}
	if err := restore(); err == nil || !strings.HasPrefix(err.Error(), "the database is not empty") {
		t.Error(err)
	}
	if err := first.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

//go:build unix

package backup

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/storetest"
)

// The next backup removes what killed ones left beside it, of which each is a whole copy of
// the community, and nothing that another one is at work on or that is none of Muster's.
func TestLeftoversOfKilledBackupsAreSwept(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		".muster-dump-1": "PGDMP", ".muster-dump-live": "PGDMP", "monday.tar": headerName, "monday.tar.part": headerName + "...",
		"live.tar.part": headerName + "...", "now.tar.part": "", "film.part": "film", "empty.part": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".muster-dump-live", "live.tar.part"} {
		file, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lock(file)
	}
	sweepFolder(dir, filepath.Join(dir, "now.tar.part"))
	if left, want := names(t, dir), []string{".muster-dump-live", "empty.part", "film.part", "live.tar.part", "monday.tar"}; !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

// The next check removes what a killed one left among the temporary files, and not what
// another one is at work on.
func TestLeftoversOfKilledChecksAreSwept(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	if err := os.MkdirAll(filepath.Join(dir, scratchPrefix+"1", "postgres"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, readPrefix+"1"), []byte("PGDMP"), 0o600); err != nil {
		t.Fatal(err)
	}
	live, err := lockedTemp("", readPrefix)
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	sweepTemporary()
	if left := names(t, dir); !slices.Equal(left, []string{filepath.Base(live.Name())}) {
		t.Errorf("left are %q", left)
	}
}

// The next check on a server removes the scratch databases that killed ones left there, and not
// the one that another check is at work on.
func TestLeftoversOfKilledChecksOnAServerAreSwept(t *testing.T) {
	server := storetest.OwnerURL(storetest.URL(t))
	conn, err := pgx.Connect(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	left, others := scratchDatabase+strings.ToLower(rand.Text()), "muster_check_of_mine_"+strings.ToLower(rand.Text())
	for _, name := range []string{left, others} {
		if _, err := conn.Exec(t.Context(), "create database "+name+" template template0"); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(t.Context()), "drop database "+others) }()
	there := func(name string) (found bool) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), `select exists (select from pg_database where datname = $1)`, name).Scan(&found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	var made []scratch
	for range 2 {
		s, err := scratchOn(t.Context(), server)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, s)
	}
	live := strings.TrimPrefix(made[0].url[strings.Index(made[0].url, "/"+scratchDatabase):], "/")
	live, _, _ = strings.Cut(live, "?")
	if there(left) || !there(others) || !there(live) {
		t.Errorf("left %v, another's %v, one at work %v", there(left), there(others), there(live))
	}
	for _, s := range made {
		if err := s.remove(); err != nil {
			t.Error(err)
		}
	}
	if there(live) {
		t.Error("a scratch database stays")
	}
}

func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

//go:build unix

package backup

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
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

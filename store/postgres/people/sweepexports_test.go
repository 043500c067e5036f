package people_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"muster/store/people"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// stuckFiles is a storage in which some copies cannot be removed.
type stuckFiles struct {
	exportFiles
	stuck map[string]bool
}

func (f *stuckFiles) Remove(ctx context.Context, export string) (found bool, err error) {
	if f.stuck[export] {
		return false, errors.New("read-only")
	}
	return f.exportFiles.Remove(ctx, export)
}

// The sweep ended with the first copy of somebody's data whose file could not be removed: no file
// that had expired later went any more.
func TestFileThatCannotBeRemovedKeepsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	data := members.NewMyData(w.DB, noQueue{})
	files := &stuckFiles{exportFiles: exportFiles{stored: map[string]bool{}, storing: func() {}}, stuck: map[string]bool{}}
	var exports []string
	for _, name := range []string{"ann", "bob", "cleo", "dan"} {
		export, err := data.RequestExport(ctx, w.Join(name).ID)
		w.Must(err)
		w.Must(data.MakeExport(ctx, export.ID, files))
		exports = append(exports, export.ID)
	}
	files.stuck[exports[0]], files.stuck[exports[2]] = true, true
	storetest.MoveClock(t, w.URL, people.ExportAge+1)
	err := data.SweepExports(ctx, files)
	for i, export := range exports {
		if files.stored[export] != files.stuck[export] {
			t.Errorf("copy %d: still stored: %v", i, files.stored[export])
		}
		if files.stuck[export] && (err == nil || !strings.Contains(err.Error(), export)) {
			t.Errorf("copy %d cannot be removed, which is not reported: %v", i, err)
		}
	}
	clear(files.stuck)
	w.Must(data.SweepExports(ctx, files))
	if n := one[int](w, `select count(*)::int from exports where removed_at is null`); n != 0 {
		t.Errorf("%d copies are left", n)
	}
}

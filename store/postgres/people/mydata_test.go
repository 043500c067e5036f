package people_test

import (
	"context"
	"io"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/people"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// exportFiles is a storage of copies alone. storing is called while one is being stored.
type exportFiles struct {
	stored  map[string]bool
	storing func()
}

func (f *exportFiles) PutExport(_ context.Context, export string, from io.Reader) error {
	_, err := io.Copy(io.Discard, from)
	f.storing()
	f.stored[export] = true
	return err
}

func (f *exportFiles) Get(context.Context, string, store.MediaVariant) (io.ReadSeekCloser, error) {
	return nil, store.ErrMediaGone()
}

func (f *exportFiles) Remove(_ context.Context, export string) (found bool, err error) {
	found = f.stored[export]
	delete(f.stored, export)
	return found, nil
}

// noQueue makes no export.
type noQueue struct{}

func (noQueue) QueueExport(context.Context, pgx.Tx, string) error { return nil }

// A copy that is still being stored while its member is erased goes too, once it is there.
func TestErasedWhileACopyIsMade_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	data := members.NewMyData(w.DB, noQueue{})
	export, err := data.RequestExport(ctx, ann.ID)
	w.Must(err)
	files := &exportFiles{stored: map[string]bool{}}
	files.storing = func() {
		storetest.DueForErasure(t, w.Owner(), ann.ID)
		if n, err := w.EraseDue(ctx); n != 1 || err != nil {
			t.Fatalf("%d were erased, %v", n, err)
		}
		w.Must(data.SweepExports(ctx, files))
	}
	w.Must(data.MakeExport(ctx, export.ID, files))
	w.Must(data.SweepExports(ctx, files))
	if len(files.stored) > 0 {
		t.Errorf("%v are still stored", slices.Collect(maps.Keys(files.stored)))
	}
	// A copy that never became ready is looked for no longer than it can be under way.
	never, err := data.RequestExport(ctx, bob.ID)
	w.Must(err)
	storetest.MoveClock(t, w.URL, people.ExportPause)
	w.Must(storetest.Second(data.RequestExport(ctx, bob.ID)))
	storetest.MoveClock(t, w.URL, 2*people.ExportPause)
	w.Must(data.SweepExports(ctx, files))
	if !one[bool](w, `select removed_at is not null from exports where id = $1`, never.ID) {
		t.Error("an export that never became ready is still looked for")
	}
}

package queue_test

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	members "muster/store/postgres/people"
	"muster/store/queue"
)

// slowFiles is a storage in which an export takes as long as the test wants.
type slowFiles struct {
	people.ExportFiles
	begun chan string
	end   chan struct{}
	ended chan error
}

func (f *slowFiles) PutExport(ctx context.Context, export string, from io.Reader) error {
	f.begun <- export
	select {
	case <-ctx.Done():
		f.ended <- context.Cause(ctx)
		return ctx.Err()
	case <-f.end:
	}
	_, err := io.Copy(io.Discard, from)
	return err
}

func (f *slowFiles) Get(context.Context, string, store.MediaVariant) (io.ReadSeekCloser, error) {
	return nil, io.EOF
}

// next waits for what the storage says.
func next[T any](t *testing.T, from chan T, what string) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(time.Minute):
		t.Fatalf("never: %s", what)
	}
	return value
}

// An export whose node was killed is begun anew within half a minute, while one that is under
// way is its node's however long it takes. The member waited for ten minutes.
func TestExportOfAKilledNodeIsBegunAnew_2a(t *testing.T) {
	t.Parallel()
	files := &slowFiles{begun: make(chan string, 9), end: make(chan struct{}, 9), ended: make(chan error, 9)}
	var data *members.MyData
	h := newHarness(t, func(q *queue.Queue) { data = q.AddMyData(files) })
	h.stop()
	bea, err := h.AddMember(t.Context(), store.NewMember{Email: "bea@example.org", Username: "bea"})
	h.must(err)
	asked, err := data.RequestExport(t.Context(), bea.ID)
	h.must(err)
	h.exec(`update river_job set state = 'running', attempt = 1, attempted_at = now() - interval '26 seconds' where kind = 'export'`)

	other, err := queue.New(h.DB, slog.New(slog.NewTextHandler(&h.log, nil)))
	h.must(err)
	other.AddMyData(files)
	h.must(other.Start(context.Background()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := other.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	if got := next(t, files.begun, "the export is begun anew"); got != asked.ID {
		t.Fatalf("%s is made, want %s", got, asked.ID)
	}
	h.exec(`update river_job set attempted_at = now() - interval '15 seconds' where kind = 'export'`)
	h.waitFor(`select attempted_at > now() - interval '10 seconds' from river_job where kind = 'export'`)

	// A node that was frozen meanwhile leaves the export to the one that has it now.
	h.exec(`update river_job set attempt = attempt + 1 where kind = 'export'`)
	if err := next(t, files.ended, "the node lets it go"); err == nil || err.Error() != "the job was given to another node" {
		t.Errorf("it ended with %v", err)
	}
	files.end <- struct{}{}
	h.waitFor(`select state = 'completed' from river_job where kind = 'export'`)
	if e, err := data.Export(t.Context(), bea.ID); err != nil || e.State != people.ExportReady {
		t.Errorf("the export is %s, %v", e.State, err)
	}
}

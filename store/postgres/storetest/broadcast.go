package storetest

import (
	"context"
	"fmt"

	"muster/store"
)

// Reader reads the broadcasts from now on.
func (w *World) Reader() *BroadcastReader { return &BroadcastReader{w: w, seen: map[string]int64{}} }

// BroadcastReader follows the broadcasts of a database as a node does.
type BroadcastReader struct {
	w     *World
	after int64
	seen  map[string]int64 // by subject, the highest number
}

// Read gives what is new since the last read, without the broadcasts for back offices.
func (r *BroadcastReader) Read() []string {
	r.w.T.Helper()
	values, next, err := r.w.Broadcasts(context.Background(), r.after)
	r.w.Must(err)
	r.after = next
	var out []string
	for _, b := range values {
		if b.Seq > r.seen[b.Subject] && b.Kind != store.AdminChangedKind {
			r.seen[b.Subject] = b.Seq
			out = append(out, fmt.Sprintf("%s %s", b.Subject, b.Value))
		}
	}
	return out
}

// Want reads and compares.
func (r *BroadcastReader) Want(what string, want ...string) {
	r.w.T.Helper()
	if got := r.Read(); fmt.Sprint(got) != fmt.Sprint(want) {
		r.w.T.Errorf("%s: read %q, want %q", what, got, want)
	}
}

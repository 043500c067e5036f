package people_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// world is a community with what these tests ask of it.
type world struct{ *storetest.World }

func newWorld(t testing.TB) *world {
	t.Helper()
	return &world{storetest.NewWorld(t)}
}

// one reads one value.
func one[T any](w *world, sql string, args ...any) T {
	w.T.Helper()
	return storetest.One[T](w.World, sql, args...)
}

// enters asks for admission to chat.
func (w *world) enters(e roomlog.AdmissionRequest) roomlog.AdmissionDecision {
	w.T.Helper()
	out, err := w.AdmitBatch(context.Background(), []roomlog.AdmissionRequest{e})
	w.Must(err)
	return out[0]
}

package people_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
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
func (w *world) enters(e store.AdmissionRequest) store.AdmissionDecision {
	w.T.Helper()
	out, err := w.AdmitBatch(context.Background(), []store.AdmissionRequest{e})
	w.Must(err)
	return out[0]
}

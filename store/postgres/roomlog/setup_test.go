package roomlog_test

import (
	"testing"

	"muster/store/postgres/storetest"
)

// world is a community with what these tests ask of it.
type world struct{ *storetest.World }

func newWorld(t testing.TB) *world {
	t.Helper()
	return &world{storetest.NewWorld(t)}
}

func openWorld(t testing.TB, url string) *world {
	t.Helper()
	return &world{storetest.OpenWorld(t, url)}
}

// one reads one value.
func one[T any](w *world, sql string, args ...any) T {
	w.T.Helper()
	return storetest.One[T](w.World, sql, args...)
}

package roomlog_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
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

// renames gives a member, who has had a username for long, another one.
func (w *world) renames(p storetest.Person, name string) {
	w.T.Helper()
	storetest.AgeUsername(w.T, w.Owner(), p.ID)
	w.Must(storetest.Second(w.ChangeUsername(context.Background(), p.ID, name)))
}

// givesNameAway renames a member, and has another member take the former name once it is free.
func (w *world) givesNameAway(p storetest.Person, name string) {
	w.T.Helper()
	w.renames(p, name)
	storetest.MoveClock(w.T, w.URL, store.ChangedUsernameLock+time.Minute)
	w.renames(w.Join("cleo"), p.Username)
}

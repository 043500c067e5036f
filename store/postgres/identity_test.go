package postgres_test

import (
	"context"
	"strings"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
)

// A database names itself the same to every node and after every restart, to an
// ordinary role too, and another one in the same cluster has another name.
func TestDatabaseNamesItself(t *testing.T) {
	t.Parallel()
	cluster := storetest.Private(t)
	w, ctx := openWorld(t, cluster.URL()), context.Background()
	first, err := w.Identity(ctx)
	w.Must(err)
	if system, number, ok := strings.Cut(first, "/"); !ok || len(system) < 15 || number == "0" || number == "" {
		t.Errorf("named %q", first)
	}
	cluster.StopImmediate()
	cluster.Start()
	w = openWorld(t, cluster.URL())
	again, err := w.Identity(ctx)
	if w.Must(err); again != first {
		t.Errorf("after a restart %q, not %q", again, first)
	}
	w.Exec(`create role ordinary`)
	ordinary := &world{&storetest.World{T: t, URL: storetest.OwnerURL(w.URL) + "&role=ordinary"}}
	ordinary.Node = ordinary.OpenNode(1)
	asked, err := ordinary.Identity(ctx)
	if w.Must(err); asked != first {
		t.Errorf("to an ordinary role %q, not %q", asked, first)
	}
	w.Exec(`revoke execute on function pg_control_system() from public`)
	if _, err := ordinary.Identity(ctx); store.CodeOf(err) != store.Forbidden || !strings.Contains(err.Error(), "grant execute") {
		t.Errorf("without the right: %v", err)
	}
	here, there := newWorld(t), newWorld(t)
	a, err := here.Identity(ctx)
	here.Must(err)
	b, err := there.Identity(ctx)
	there.Must(err)
	if a == b || a == first {
		t.Errorf("two databases are both %q", a)
	}
}

package postgres_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/postgres"
)

// cost is a broadcast of the tests.
func cost(subject string, cents int) store.Broadcast {
	b, err := store.NewBroadcast(subject, "server_cost", map[string]int{"cents": cents})
	if err != nil {
		panic(err)
	}
	return b
}

// Transactions that commit in another order than they took their numbers in: a
// reader that went by the highest number would never see the one that came late.
func TestBroadcastsAreReadInWhateverOrderTheyCommit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	r := w.Reader()
	r.Want("nothing yet")

	late, abandoned := w.Begin(), w.Begin()
	_, err := postgres.AppendBroadcasts(ctx, late, cost("a", 1), cost("b", 1))
	w.Must(err)
	_, err = postgres.AppendBroadcasts(ctx, abandoned, cost("c", 1))
	w.Must(err)
	given, err := w.Broadcast(ctx, cost("b", 2), cost("d", 2))
	w.Must(err)
	if len(given) != 2 || given[0].Subject != "b" || given[1].Seq <= given[0].Seq || given[0].Seq < 4 {
		t.Errorf("given %+v", given)
	}
	r.Want("while others run", `b {"cents": 2}`, `d {"cents": 2}`)
	r.Want("again")
	w.Must(abandoned.Rollback(ctx))
	w.Must(late.Commit(ctx))
	r.Want("what was late, where nothing newer stands", `a {"cents": 1}`)
	_, err = w.Broadcast(ctx, cost("a", 3))
	w.Must(err)
	r.Want("the next", `a {"cents": 3}`)
}

// A broadcast waits for nobody and nobody for it: neither for another of its
// subject nor for the site log's head, which rights are written under. If it did, the
// lock time-out of a call would end it.
func TestBroadcastWaitsForNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	open, rights := w.Begin(), w.Begin()
	_, err := postgres.AppendBroadcasts(ctx, open, cost("a", 1))
	w.Must(err)
	_, err = rights.Exec(ctx, `update site_head set seq = seq`)
	w.Must(err)
	_, err = w.Broadcast(ctx, cost("a", 2))
	w.Must(err)
}

// Values are kept for an hour: older ones are neither read nor left behind by the
// next write.
func TestBroadcastsAreKeptForAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	_, err := w.Broadcast(ctx, cost("a", 1), cost("b", 1))
	w.Must(err)
	w.Exec(`update broadcasts set at = at - interval '61 minutes' where subject = 'a'`)
	r := w.Reader()
	r.Want("of the last hour", `b {"cents": 1}`)
	_, err = w.Broadcast(ctx, cost("c", 1))
	w.Must(err)
	if n := one[int](w, `select count(*) from broadcasts where subject = 'a'`); n != 0 {
		t.Errorf("%d old values are left", n)
	}
	if _, err := w.Broadcast(ctx, store.Broadcast{Subject: "x", Kind: "X", Value: []byte(`{}`)}); store.CodeOf(err) != store.Invalid {
		t.Errorf("an impossible kind: %v", err)
	}
}

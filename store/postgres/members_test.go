package postgres_test

import (
	"context"
	"testing"
)

func TestPrepareLoadSignsEveryoneIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 { // a second run finds the members and rooms
		made, err := w.PrepareLoad(context.Background(), 50, 3)
		w.must(err)
		if len(made) != 50 {
			t.Fatalf("%d members", len(made))
		}
		c, err := w.Attend(context.Background(), made[49].Token)
		if err != nil || c.Member.Username != "load_50" || c.Member.ID != made[49].ID {
			t.Fatalf("%+v %v", c, err)
		}
		w.stored(person{Member: c.Member, session: c.Session.ID}.says("load-3", "hello"))
	}
	if n := one[int64](w, `select count(*) from members`); n != 50 {
		t.Fatalf("%d members", n)
	}
}

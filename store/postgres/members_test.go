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
		c, err := w.Authenticate(context.Background(), made[49].Token)
		if err != nil || c.Member.Username != "load_50" || c.Member.ID != made[49].ID {
			t.Fatalf("%+v %v", c, err)
		}
		w.stored(person{Member: c.Member, session: c.Session.ID}.says("load-3", "hello"))
	}
	if n := one[int64](w, `select count(*) from members`); n != 50 {
		t.Fatalf("%d members", n)
	}
}

// A long history that was made at once is one that can be read, resumed and
// gone on with.
func TestFillLoadIsAHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	made, err := w.PrepareLoad(ctx, 2, 1)
	w.must(err)
	for range 2 {
		w.must(w.FillLoad(ctx, 300))
	}
	c, err := w.Authenticate(ctx, made[1].Token)
	w.must(err)
	w.stored(person{Member: c.Member, session: c.Session.ID}.says("load-1", "hello"))
	if events := w.dense("load-1"); len(events) != 601 || events[300].Message.SenderID != made[0].ID || events[600].Message.Text != "hello" {
		t.Fatalf("%d events", len(events))
	}
	page, err := w.History(ctx, made[1].ID, "load-1", 50, "")
	w.must(err)
	if len(page) != 50 {
		t.Fatalf("a page of %d", len(page))
	}
	if n := one[int64](w, `select count(*) from sends`); n != 601 {
		t.Fatalf("%d sends", n)
	}
}

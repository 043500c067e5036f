package postgres_test

import (
	"context"
	"testing"

	"muster/store"
)

func TestAppendStoresAndTells(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.join("ann"), w.join("bob")
	hello := w.stored(ann.says("general", "hello"))
	if m := hello.Message; hello.Seq != 1 || m.Text != "hello" || m.SenderName != "ann" || m.SenderID != ann.ID || m.CreatedAt.IsZero() {
		t.Fatalf("%+v %+v", hello, hello.Message)
	}
	reply := bob.says("general", "hi")
	reply.Draft.ReplyTo = hello.Message.ID
	if m := w.stored(reply).Message; m.ReplyName != "ann" || m.ReplyText != "hello" {
		t.Fatalf("%+v", m)
	}
	if e := w.stored(bob.does(store.ReactionAdded, "general", hello.Message.ID, "👍")); e.Seq != 3 || e.ActorName != "bob" || e.Reaction != "👍" {
		t.Fatalf("%+v", e)
	}
	state, err := w.OpenRoom(context.Background(), "general")
	w.must(err)
	if state.Head != 3 || len(state.Tail) != 2 || state.Tail[0].Text != "hello" || len(state.Tail[0].Reactions) != 1 ||
		state.Tail[0].Reactions[0].Username != "bob" || state.Tail[1].ReplyText != "hello" {
		t.Fatalf("%+v", state)
	}
	w.dense("general")
	if c, err := w.Attend(context.Background(), ann.token); err != nil || c.Member.Username != "ann" || c.Session.ID != ann.session {
		t.Fatalf("%+v %v", c, err)
	}
}

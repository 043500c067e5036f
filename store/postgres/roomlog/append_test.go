package roomlog_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

func TestAppendStoresAndAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	command := ann.Says("general", "hello")
	hello := w.Stored(command)
	if m := hello.Message; hello.Seq != 1 || m.Text != "hello" || m.SenderName != "ann" || m.SenderID != ann.ID ||
		m.CreatedAt.IsZero() || m.ID != command.MessageID || m.ClientMsgID != command.Draft.ClientMsgID {
		t.Fatalf("%+v %+v", hello, hello.Message)
	}
	reply := bob.Says("general", "hi")
	reply.Draft.ReplyTo, reply.Draft.ClientMsgID = hello.Message.ID, ""
	if m := w.Stored(reply).Message; m.ReplyName != "ann" || m.ReplyText != "hello" || m.ClientMsgID != "" {
		t.Fatalf("%+v", m)
	}
	if e := w.Stored(bob.Does(roomlog.ReactionAdded, "general", hello.Message.ID, "👍")); e.Seq != 3 || e.ActorName != "bob" ||
		e.Reaction != "👍" || e.MessageID != hello.Message.ID {
		t.Fatalf("%+v", e)
	}
	state, err := w.OpenRoom(context.Background(), "general")
	w.Must(err)
	if state.Head != 3 || len(state.Tail) != 2 || state.Tail[0].Text != "hello" || len(state.Tail[0].Reactions) != 1 ||
		state.Tail[0].Reactions[0].Username != "bob" || state.Tail[1].ReplyText != "hello" || state.Room.DisplayName != "General" {
		t.Fatalf("%+v", state)
	}
	events, err := w.Events(context.Background(), "general", 0, 10)
	w.Must(err)
	if !reflect.DeepEqual(state.Events, events) || len(events) != 3 {
		t.Fatalf("opened with %+v, the log has %+v", state.Events, events)
	}
	if _, err := w.OpenRoom(context.Background(), "nowhere"); store.CodeOf(err) != store.NotFound {
		t.Fatal(err)
	}
	w.Dense("general")
}

// A reply to a GIF quotes the word GIF: an empty quote read as a deleted one.
func TestReplyToMediaHasWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	gif := ann.Says("general", "")
	gif.Draft.Kind, gif.Draft.MediaURL = roomlog.GIFMessage, "https://media.giphy.com/a.gif"
	target := w.Stored(gif).Message.ID
	reply := ann.Says("general", "ha")
	reply.Draft.ReplyTo = target
	if m := w.Stored(reply).Message; m.ReplyText != "GIF" || m.ReplyDeleted {
		t.Errorf("answered %q, deleted %v", m.ReplyText, m.ReplyDeleted)
	}
	history, err := w.ReadHistory(t.Context(), ann.ID, "general", 1, "")
	w.Must(err)
	if m := history[0]; m.ReplyText != "GIF" || m.ReplyDeleted {
		t.Errorf("read %q, deleted %v", m.ReplyText, m.ReplyDeleted)
	}
}

// What the log answers is what it later reads, event by event.
func TestEventsEqualVerdicts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	var answered []roomlog.Event
	put := func(command roomlog.Command) roomlog.Event {
		e := *w.Stored(command)
		answered = append(answered, e)
		return e
	}
	hello := put(ann.Says("general", strings.Repeat("é", 300)))
	reply := bob.Says("general", "hi")
	reply.Draft.ReplyTo = hello.Message.ID
	put(reply)
	gif := ann.Says("general", "")
	gif.Draft = roomlog.Draft{Kind: roomlog.GIFMessage, MediaURL: "https://i.giphy.com/a.gif", ThumbnailURL: "https://i.giphy.com/b.gif"}
	put(gif)
	put(bob.Does(roomlog.ReactionAdded, "general", hello.Message.ID, "🔥"))
	put(bob.Does(roomlog.ReactionRemoved, "general", hello.Message.ID, "🔥"))
	for i, e := range w.Dense("general") {
		want, got := answered[i], e
		if (want.Message == nil) != (got.Message == nil) {
			t.Fatalf("%+v\n%+v", want, got)
		}
		if want.Message != nil {
			a, b := *want.Message, *got.Message
			if !sameMessage(a, b) {
				t.Fatalf("\n%+v\n%+v", a, b)
			}
			want.Message, got.Message = nil, nil
		}
		if !want.At.Equal(got.At) {
			t.Fatal(want.At, got.At)
		}
		want.At, got.At = time.Time{}, time.Time{}
		if want != got {
			t.Fatalf("\n%+v\n%+v", want, got)
		}
	}
}

func sameMessage(a, b roomlog.Message) bool {
	same := a.CreatedAt.Equal(b.CreatedAt)
	a.CreatedAt, b.CreatedAt = time.Time{}, time.Time{}
	return same && flat(a) == flat(b)
}

func TestAppendRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "private", DisplayName: "Private", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	ann, bob := w.Join("ann"), w.Join("bob")
	said := w.Stored(ann.Says("general", "here")).Message.ID
	foreign := w.Stored(ann.Says("other", "secret")).Message.ID

	nameless, err := w.AddMember(ctx, store.NewMember{Email: "nameless@example.org"})
	w.Must(err)
	w.Refused(w.SignIn(nameless).Says("general", "x"), roomlog.ErrUsernameRequired())
	w.Refused(ann.Says("private", "x"), roomlog.ErrNoRoomAccess())
	w.Refused(ann.Says("absent", "x"), roomlog.ErrNoRoomAccess())
	w.Refused(ann.Says("../etc", "x"), roomlog.ErrNoRoomAccess())

	stranger := ann
	stranger.Session = bob.Session // somebody else's session permits nothing
	w.Refused(stranger.Says("general", "x"), store.ErrSessionEnded())
	stranger.Session = storetest.NewID()
	w.Refused(stranger.Says("general", "x"), store.ErrSessionEnded())

	reply := ann.Says("general", "x")
	for _, target := range []string{foreign, storetest.NewID(), "nonsense"} {
		reply.Draft.ReplyTo = target
		w.Refused(reply, roomlog.ErrMessageUnknown())
		w.Refused(ann.Does(roomlog.MessageDeleted, "general", target, ""), roomlog.ErrMessageUnknown())
		w.Refused(ann.Does(roomlog.ReactionAdded, "general", target, "👍"), roomlog.ErrMessageUnknown())
		w.Refused(ann.Does(roomlog.ReactionRemoved, "general", target, "👍"), roomlog.ErrMessageUnknown())
	}
	w.Refused(bob.Does(roomlog.MessageDeleted, "general", said, ""), roomlog.ErrNotYours())
	if v := w.Do(bob.Does(roomlog.ReactionRemoved, "general", said, "👍"))[0]; v.Err != nil || v.Event != nil || v.Stored {
		t.Fatalf("removing what is not there: %s", storetest.Show(v))
	}

	w.Must(w.SetChatAccess(ctx, bob.ID, false, nil))
	w.Refused(bob.Says("general", "x"), roomlog.ErrBanned())
	until := one[time.Time](w, `select muster_now() + interval '1 hour'`)
	w.Must(w.SetChatAccess(ctx, bob.ID, true, &until))
	for _, command := range []roomlog.Command{bob.Says("general", "x"), bob.Does(roomlog.MessageDeleted, "general", said, ""),
		bob.Does(roomlog.ReactionAdded, "general", said, "👍"), bob.Does(roomlog.ReactionRemoved, "general", said, "👍")} {
		w.Refused(command, roomlog.ErrBanned())
	}
	storetest.MoveClock(t, w.URL, 61*time.Minute) // the ban runs out by itself
	w.Stored(bob.Says("general", "back"))

	storetest.MoveClock(t, w.URL, 721*time.Hour) // the absolute limit of a session
	w.Refused(bob.Says("general", "x"), store.ErrSessionEnded())
	if got := len(w.Dense("general")); got != 2 {
		t.Fatalf("%d events", got)
	}
}

// A NUL reached the SQL once and took its neighbours down with it.
func TestOneBadRowFailsAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	said := w.Stored(ann.Says("general", "here")).Message.ID
	nul := ann.Says("general", "a\x00b")
	unknownKind := ann.Says("general", "x")
	unknownKind.Draft.Kind = "hologram"
	results := w.Do(
		ann.Says("general", "first"),
		nul,
		ann.Does(roomlog.ReactionAdded, "general", said, "\x00"),
		unknownKind,
		ann.Does(roomlog.ReactionAdded, "general", said, "👍"),
		ann.Says("general", "last"),
	)
	for i, bad := range []bool{false, true, true, true, false, false} {
		if v := results[i]; (v.Err != nil) != bad || v.Stored == bad {
			t.Errorf("command %d: %s", i, storetest.Show(v))
		}
	}
	for _, i := range []int{1, 2} {
		if store.CodeOf(results[i].Err) != store.Invalid {
			t.Errorf("command %d: %v", i, results[i].Err)
		}
	}
	if got := len(w.Dense("general")); got != 4 {
		t.Fatalf("%d events", got)
	}
}

// One call may hold commands that build on each other.
func TestActsOfOneCallKeepTheirOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	said := w.Stored(ann.Says("general", "here")).Message.ID
	add, remove := ann.Does(roomlog.ReactionAdded, "general", said, "👍"), ann.Does(roomlog.ReactionRemoved, "general", said, "👍")
	erase := ann.Does(roomlog.MessageDeleted, "general", said, "")
	twice := ann.Says("general", "twice")
	again := twice
	again.MessageID = storetest.NewID()
	v := w.Do(add, remove, add, add, twice, again, erase, add, erase)
	want := []struct {
		stored bool
		seq    int64
	}{{true, 2}, {true, 3}, {true, 4}, {false, 4}, {true, 5}, {false, 5}, {true, 6}, {false, 0}, {false, 6}}
	for i, x := range want {
		switch {
		case v[i].Stored != x.stored, x.seq == 0 && store.CodeOf(v[i].Err) != store.NotFound,
			x.seq > 0 && (v[i].Event == nil || v[i].Event.Seq != x.seq):
			t.Errorf("command %d: %s", i, storetest.Show(v[i]))
		}
	}
	if v[5].Event.Message.ID != twice.MessageID {
		t.Errorf("a resend was answered with message %s", v[5].Event.Message.ID)
	}
	w.Dense("general")
}

func TestResendIsAnsweredWithTheFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Must(w.AddRoom(context.Background(), roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	ann, bob := w.Join("ann"), w.Join("bob")
	first := ann.Says("general", "once")
	w.Stored(first)
	storetest.MoveClock(t, w.URL, 25*time.Hour) // an id is remembered for ever
	for _, room := range []string{"general", "other"} {
		again := ann.Says(room, "once")
		again.Draft.ClientMsgID = first.Draft.ClientMsgID
		for _, v := range []roomlog.Result{w.Do(again)[0], w.Do(again, storetest.Nobodys())[0]} {
			if v.Err != nil || v.Stored || v.Event.Message.ID != first.MessageID || v.Event.Seq != 1 || v.Event.Room != "general" || v.Event.Message.Text != "once" {
				t.Fatalf("%s: %s", room, storetest.Show(v))
			}
		}
	}
	mine := bob.Says("general", "mine") // the id is unique with its sender only
	mine.Draft.ClientMsgID = first.Draft.ClientMsgID
	w.Stored(mine)
	w.Dense("general")
	w.Dense("other")
}

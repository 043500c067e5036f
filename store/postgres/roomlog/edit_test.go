package roomlog_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

func TestEditReplacesTheText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	said := w.Stored(ann.Says("general", "hello @bob")).Message
	reply := bob.Says("general", "hi")
	reply.Draft.ReplyTo = said.ID
	w.Stored(reply)
	e := w.Stored(ann.Edits("general", said.ID, "hello @ann and all"))
	if e.Seq != 3 || e.Kind != roomlog.MessageEdited || e.MessageID != said.ID || e.ActorID != ann.ID || e.Edit.Text != "hello @ann and all" ||
		!slices.Equal(e.Edit.Mentions, []string{ann.ID}) || e.At.Before(said.CreatedAt) {
		t.Fatalf("%+v %+v", e, e.Edit)
	}
	if got := w.listed(said.ID); len(got) != 0 {
		t.Errorf("still counted: %v", got)
	}
	second := w.Stored(ann.Edits("general", said.ID, "third text, @bob"))

	state, err := w.OpenRoom(ctx, "general")
	w.Must(err)
	if m := state.Tail[0]; m.Text != "third text, @bob" || !m.EditedAt.Equal(second.At) || !slices.Equal(m.Mentions, []string{bob.ID}) || m.Seq != 1 {
		t.Errorf("%+v", m)
	}
	if m := state.Tail[1]; m.ReplyText != "third text, @bob" || !m.EditedAt.IsZero() {
		t.Errorf("the reply shows %+v", m)
	}
	all := w.Dense("general")
	for _, at := range []int{2, 3} {
		if x := all[at]; x.Kind != roomlog.MessageEdited || x.MessageID != said.ID || x.Edit.Text != "third text, @bob" || !slices.Equal(x.Edit.Mentions, []string{bob.ID}) {
			t.Errorf("event %d read later: %+v %+v", at, x, x.Edit)
		}
	}
	if !all[2].At.Equal(e.At) || !all[3].At.Equal(second.At) || all[0].Message.Text != "third text, @bob" {
		t.Errorf("%+v", all)
	}
	if got := one[string](w, `select string_agg(body || '/' || seq, ' | ' order by seq) from message_edits where message_id = $1`, said.ID); got != "hello @bob/3 | hello @ann and all/4" {
		t.Error(got)
	}

	// The same text again is found; the first text was no edit.
	if v := w.Do(ann.Edits("general", said.ID, "third text, @bob"))[0]; v.Err != nil || v.Stored || v.Event.Seq != 4 || !v.Event.At.Equal(second.At) || !slices.Equal(v.Event.Edit.Mentions, []string{bob.ID}) {
		t.Error(storetest.Show(v))
	}
	other := w.Stored(bob.Says("general", "unchanged")).Message.ID
	if v := w.Do(bob.Edits("general", other, "unchanged"))[0]; v.Err != nil || v.Event != nil || v.Stored {
		t.Error(storetest.Show(v))
	}
	// A resend of the first send is answered with the text of now.
	w.Dense("general")
}

func TestEditIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	ann, bob, chief := w.Join("ann"), w.Join("bob"), w.Join("chief")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	said := w.Stored(ann.Says("general", "first")).Message.ID
	gif := ann.Says("general", "")
	gif.Draft = roomlog.Draft{Kind: roomlog.GIFMessage, MediaURL: "https://i.giphy.com/a.gif"}
	w.Stored(gif)
	gone := w.Stored(ann.Says("general", "gone")).Message.ID
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", gone, ""))
	w.Refused(bob.Edits("general", said, "x"), roomlog.ErrNotYourEdit())
	w.Refused(chief.Edits("general", said, "x"), roomlog.ErrNotYourEdit())
	w.Refused(ann.Edits("other", said, "x"), roomlog.ErrMessageUnknown())
	w.Refused(ann.Edits("general", storetest.NewID(), "x"), roomlog.ErrMessageUnknown())
	w.Refused(ann.Edits("general", gone, "x"), roomlog.ErrMessageUnknown())
	w.Refused(ann.Edits("general", gif.MessageID, "x"), roomlog.ErrEditNotText())
	if v := w.Do(ann.Edits("general", said, "a\x00b"))[0]; store.CodeOf(v.Err) != store.Invalid {
		t.Error(storetest.Show(v))
	}
	readOnly := func(is bool) {
		w.Must(storetest.Second(w.UpdateRoom(ctx, "general", roomlog.RoomUpdate{ReadOnly: &is})))
	}
	readOnly(true)
	w.Refused(ann.Edits("general", said, "x"), roomlog.ErrReadOnly())
	readOnly(false)
	w.Must(w.SetChatAccess(ctx, ann.ID, false, nil))
	w.Refused(ann.Edits("general", said, "x"), roomlog.ErrBanned())
	w.Must(w.SetChatAccess(ctx, ann.ID, true, nil))

	storetest.MoveClock(t, w.URL, roomlog.EditWindow-5*time.Second)
	w.Stored(ann.Edits("general", said, "just in time"))
	storetest.MoveClock(t, w.URL, roomlog.EditWindow+time.Second)
	w.Refused(ann.Edits("general", said, "too late"), roomlog.ErrEditTooLate())
	if got := one[string](w, `select body from messages where id = $1`, said); got != "just in time" {
		t.Error(got)
	}
	if n := one[int64](w, `select count(*) from message_edits`); n != 1 {
		t.Errorf("%d edits kept", n)
	}
	w.Dense("general")
}

// A deletion erases what was edited away, and no edit brings it back.
func TestDeletionErasesEdits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	said := w.Stored(ann.Says("general", "secret one")).Message.ID
	v := w.Do(ann.Edits("general", said, "secret two"), ann.Edits("general", said, "secret three"), ann.Does(roomlog.MessageDeleted, "general", said, ""),
		ann.Edits("general", said, "secret four"))
	for i, stored := range []bool{true, true, true, false} {
		if v[i].Stored != stored {
			t.Errorf("command %d: %s", i, storetest.Show(v[i]))
		}
	}
	for _, e := range w.Dense("general") {
		if e.Message != nil && strings.Contains(flat(*e.Message), "secret") || e.Edit != nil && (*e.Edit).Text != "" {
			t.Errorf("%+v %+v %+v", e, e.Message, e.Edit)
		}
	}
	if n := one[int64](w, `select (select count(*) from message_edits) + (select count(*) from messages where body is not null)`); n != 0 {
		t.Errorf("%d rows keep it", n)
	}
}

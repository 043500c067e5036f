package roomlog_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// listed are the mentions of a message as they are counted: names, and "*" for
// everybody.
func (w *world) listed(message string) []string {
	w.T.Helper()
	return strings.Fields(one[string](w, `
		select coalesce(string_agg(coalesce(m.username, '*'), ' ' order by m.username nulls first), '')
		from message_mentions x left join members m on m.id = x.member_id where x.message_id = $1 and not x.withdrawn`, message))
}

func TestMentionsAreResolvedWhenStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	plain := w.Stored(ann.Says("general", "nobody here, ann@bob.example")).Message
	if plain.Mentions != nil || plain.MentionsAll {
		t.Errorf("%+v", plain)
	}
	both := w.Stored(ann.Says("general", "hi @Cyd, @nobody, @bob and @cyd, and myself @ann @all")).Message
	if !slices.Equal(both.Mentions, []string{cyd.ID, bob.ID, ann.ID}) || both.MentionsAll {
		t.Errorf("%+v", both)
	}
	if got := w.listed(both.ID); !slices.Equal(got, []string{"bob", "cyd"}) {
		t.Errorf("counted %v", got)
	}
	row := one[string](w, `select room_id || ' ' || seq || ' ' || sender_id || ' ' || (at = (select created_at from messages where id = message_id))
		from message_mentions where member_id = $1`, bob.ID)
	if want := fmt.Sprintf("general %d %s true", both.Seq, ann.ID); row != want {
		t.Errorf("%s, want %s", row, want)
	}
	page, err := w.ReadHistory(t.Context(), bob.ID, "general", 50, "")
	w.Must(err)
	if !reflect.DeepEqual(page[1].Mentions, both.Mentions) || page[0].Mentions != nil {
		t.Errorf("history %+v", page)
	}
	if e := w.Dense("general")[1]; !slices.Equal(e.Message.Mentions, both.Mentions) {
		t.Errorf("log %+v", e.Message)
	}
	// The text and all that it named go together.
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", both.ID, ""))
	if got := w.listed(both.ID); len(got) != 0 {
		t.Errorf("deleted, yet counted %v", got)
	}
	if m := w.Dense("general")[1].Message; m.Mentions != nil {
		t.Errorf("deleted, yet %+v", m)
	}
}

// Everybody is named by moderators and administrators only, in one row.
func TestMentionOfEverybody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	ann, mod, chief, plain := w.Join("ann"), w.Join("mo_the_m"), w.Join("chief"), w.Join("plain")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	for member, role := range map[string]roomlog.RoomRole{ann.ID: roomlog.RoomAdmin, mod.ID: roomlog.RoomModerator, plain.ID: roomlog.RoomMember} {
		w.Must(w.GrantRoom(ctx, "den", member, role, chief.ID))
	}
	for _, x := range []struct {
		who  storetest.Person
		room string
		may  bool
	}{{chief, "den", true}, {chief, "general", true}, {mod, "den", true}, {ann, "den", true}, {plain, "den", false}, {mod, "general", false}} {
		m := w.Stored(x.who.Says(x.room, "@all hear this")).Message
		if m.MentionsAll != x.may || m.Mentions != nil || slices.Equal(w.listed(m.ID), []string{"*"}) != x.may {
			t.Errorf("%s in %s: %+v %v", x.who.Username, x.room, m, w.listed(m.ID))
		}
		events := w.Dense(x.room)
		if last := events[len(events)-1].Message; last.MentionsAll != x.may {
			t.Errorf("%s in %s, read: %+v", x.who.Username, x.room, last)
		}
	}
}

// Who names everybody is not named by that, an ignored one's counts too, and everybody is named no
// longer by a text that an edit took it out of. No test noticed when either was left out.
func TestEverybodyIsCountedWhileTheTextNamesThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	_, chief := w.Chief("chief")
	bob := w.Join("bob")
	said := w.Stored(chief.Says("general", "@all hear this")).Message
	w.unread(chief, "general", 0, 0, 0)
	w.unread(bob, "general", 0, 1, 1)
	w.Must(w.IgnoreMember(ctx, bob.ID, chief.ID))
	w.unread(bob, "general", 0, 0, 1)
	w.Stored(chief.Edits("general", said.ID, "hear this"))
	w.unread(bob, "general", 0, 0, 0)
	w.Stored(chief.Edits("general", said.ID, "hear this @all"))
	w.unread(bob, "general", 0, 0, 1)
}

// A call may hold texts of many rooms, refused ones and resends among them.
func TestMentionsOfOneCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	w.Must(w.SetChatAccess(ctx, cyd.ID, false, nil))
	first := ann.Says("general", "@bob one")
	again := first
	again.MessageID = storetest.NewID()
	results := w.Do(first, bob.Says("other", "plain"), cyd.Says("general", "@bob two"), again, bob.Says("general", "@ann @bob three"))
	for i, want := range [][]string{{bob.ID}, nil, nil, {bob.ID}, {ann.ID, bob.ID}} {
		if e := results[i].Event; i == 2 && results[i].Err == nil || i != 2 && !slices.Equal(e.Message.Mentions, want) {
			t.Errorf("command %d: %s", i, storetest.Show(results[i]))
		}
	}
	if n := one[int64](w, `select count(*) from message_mentions`); n != 2 {
		t.Errorf("%d rows", n)
	}
	too := ann.Says("general", "")
	for i := range roomlog.MaxMentions + 1 {
		too.Draft.Text += fmt.Sprintf("@name_%d ", i)
	}
	if v := w.Do(too)[0]; store.AsError(v.Err).Reason != "too_many_mentions" {
		t.Error(storetest.Show(v))
	}
}

// A name that an edit adds is announced once, under the edit's number, also to members
// who have read the message before. One that was there before is not announced again.
func TestEditMentionsOnlyTheNewlyNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	said := w.Stored(ann.Says("general", "hello @bob")).Message.ID
	w.reads(bob, "general", 1)
	w.reads(cyd, "general", 1)
	named := func(text string, want ...string) {
		t.Helper()
		before := w.roomOf(ann, "general").Head
		w.Stored(ann.Edits("general", said, text))
		moved, err := w.Movements(ctx, map[string]int64{"general": before}, nil)
		w.Must(err)
		if len(moved) != 1 || !slices.Equal(moved[0].Named, want) {
			t.Errorf("%q: %+v, want %v named", text, moved, want)
		}
	}
	named("hello @bob and @cyd", cyd.ID) // 2
	w.unread(bob, "general", 1, 0, 0)
	w.unread(cyd, "general", 1, 0, 1)
	named("hello @bob") // 3
	w.unread(cyd, "general", 1, 0, 0)
	if page, _, err := w.Mentions(ctx, cyd.ID, nil, 10); err != nil || len(page) != 0 {
		t.Errorf("the name was taken away: %+v %v", page, err)
	}
	w.reads(cyd, "general", 3)
	named("once more @cyd") // 4
	w.unread(cyd, "general", 3, 0, 0)
	if page, _, err := w.Mentions(ctx, cyd.ID, nil, 10); err != nil || len(page) != 1 || page[0].Message.ID != said {
		t.Errorf("the name is back: %+v %v", page, err)
	}
	w.Must(w.SetAdmin(ctx, ann.ID, true))
	named("hear, @all") // 5
	w.unread(bob, "general", 1, 0, 1)
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", said, ""))
	w.unread(bob, "general", 1, 0, 0)
	if n := one[int64](w, `select count(*) from message_mentions`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

package chat_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// named gives the texts that name a member, read in pages of two.
func (w *world) named(p storetest.Person) []string {
	w.T.Helper()
	texts := []string{}
	var at *store.Position
	for {
		page, next, err := w.Mentions(context.Background(), p.ID, at, 2)
		w.Must(err)
		for _, f := range page {
			texts = append(texts, f.RoomName+": "+f.Message.Text)
		}
		if next == nil {
			return texts
		}
		if at, err = store.ParsePosition(next.Cursor()); err != nil || *at != *next {
			w.T.Fatalf("%v became %v: %v", next, at, err)
		}
	}
}

// A member's mentions are listed once each, newest first, whatever the pages:
// those in rooms that are open to the member now, that stand and that no ignored
// member wrote. @all counts from a moderator, also an ignored one, and not from
// before the member came.
func TestMentionList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, cyd := w.Join("ann"), w.Join("cyd")
	w.Must(w.SetAdmin(ctx, ann.ID, true))
	w.Stored(ann.Says("general", "@all before"))
	bob := w.Join("bob")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "den", bob.ID, roomlog.RoomMember, ""))
	w.Stored(ann.Says("general", "one @bob"))
	w.Stored(ann.Says("den", "two @bob and @all"))
	gone := w.Stored(ann.Says("general", "three @bob"))
	w.Stored(cyd.Says("general", "four @bob @all"))
	w.Stored(bob.Says("general", "five @bob"))
	w.Stored(ann.Says("general", "six @all"))
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", gone.Message.ID, ""))
	for _, x := range []struct {
		change func()
		want   []string
	}{
		{func() {}, []string{"General: six @all", "General: four @bob @all", "Den: two @bob and @all", "General: one @bob"}},
		{func() { w.Must(w.IgnoreMember(ctx, bob.ID, cyd.ID)) }, []string{"General: six @all", "Den: two @bob and @all", "General: one @bob"}},
		{func() { w.Must(w.RevokeRoom(ctx, "den", bob.ID)) }, []string{"General: six @all", "General: one @bob"}},
		{func() { w.Must(w.IgnoreMember(ctx, bob.ID, ann.ID)) }, []string{"General: six @all"}},
	} {
		x.change()
		if got := w.named(bob); !slices.Equal(got, x.want) {
			t.Errorf("%q, want %q", got, x.want)
		}
	}
	if got := w.named(cyd); fmt.Sprint(got) != "[General: six @all General: @all before]" {
		t.Errorf("cyd's: %q", got)
	}
	for _, cursor := range []string{"x", "MTIz", "MTIzIHg", "-"} {
		if _, err := store.ParsePosition(cursor); store.CodeOf(err) != store.Invalid {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

// All that was ever said to everybody was read and sorted for each page of a member's
// mentions.
func TestMentionsOfEverybodyAreReadInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	bob, ann := w.Join("bob"), w.Join("ann")
	w.Fill("general", ann, 20_000)
	storetest.MentionInMessages(t, w.Owner(), "", ann.ID, "%")
	w.Exec(`vacuum analyze`)
	rows, err := w.Pool().Query(ctx, `explain (costs off) `+chats.MentionsOf, bob.ID, nil, nil, 21)
	w.Must(err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.Must(err)
	if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Scan on message_mentions") || strings.Count(plan, "Backward using message_mentions_by_time") != 2 {
		t.Error(plan)
	}
	if page, _, err := w.Mentions(ctx, bob.ID, nil, 20); err != nil || len(page) != 20 {
		t.Errorf("%d mentions, %v", len(page), err)
	}
}

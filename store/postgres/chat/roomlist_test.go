package chat_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// messagesIn is what the list of rooms says of a room, which must be what stands in it.
func (w *world) messagesIn(room string) int {
	w.T.Helper()
	rooms, err := w.AllRooms(context.Background())
	w.Must(err)
	for _, r := range rooms {
		if r.ID == room {
			return int(r.Messages)
		}
	}
	w.T.Fatalf("no room %s", room)
	return 0
}

// A room's messages are counted by its head, whatever happens in it and however they came.
// After an import they were counted one by one for as long as the adding up took.
func TestRoomsCountTheirMessagesByTheirHeads(t *testing.T) {
	t.Parallel()
	w, move := worldAt(t, time.UTC, time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC))
	ctx := context.Background()
	ann := w.Join("ann")
	first := ann.Says("general", "one")
	w.Stored(first)
	w.Stored(ann.Says("general", "two"))
	check := func(after string, want int) {
		t.Helper()
		if got := w.messagesIn("general"); got != want {
			t.Errorf("after %s: %d messages, want %d", after, got, want)
		}
	}
	check("two messages", 2)
	w.Stored(ann.Does(roomlog.ReactionAdded, "general", first.MessageID, "👍"))
	w.Stored(ann.Does(roomlog.ReactionRemoved, "general", first.MessageID, "👍"))
	check("a reaction that came and went", 2)
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", first.MessageID, ""))
	check("a deletion", 1)
	w.Fill("general", ann, 5000)
	check("an import", 5001)
	w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(ctx)))
	check("the adding up", 5001)

	// The pictures of a member go with it, without an event of the room.
	bob := w.Join("bob")
	w.Fill("general", bob, 3)
	check("three more", 5004)
	storetest.TurnIntoPictures(t, w.Owner(), bob.ID, 2)
	storetest.DueForErasure(t, w.Owner(), bob.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d are erased, %v", n, err)
	}
	check("an erasure", 5002)

	// A node of the version before the count says nothing of reactions.
	storetest.ForgetOtherNumbers(t, w.Owner())
	move(24 * time.Hour)
	for done := false; !done; {
		var err error
		done, err = desks.New(w.World.Node.DB).RollUp(ctx)
		w.Must(err)
	}
	check("a day beside an older node", 5002)
}

// Members and administrators see rooms by name as one counts: "100" stood before "2".
func TestRoomsAreListedByTheirNumbers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	names := []string{"General", "1", "2", "007", "100", "101", "Äpfel 9", "Äpfel 10 b", "Äpfel 10 c", strings.Repeat("9", roomlog.MaxRoomTitle)}
	for i, at := range []int{5, 2, 7, 4, 1, 9, 3, 8, 6} {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: fmt.Sprintf("r%d", i), DisplayName: names[at], AccessLevel: roomlog.OpenAccess}))
	}
	names = []string{"General", "1", "2", "007", "100", "101", names[9], "Äpfel 9", "Äpfel 10 b", "Äpfel 10 c"}
	var got, all []string
	rooms, _, err := w.Rooms(ctx, ann.ID)
	w.Must(err)
	for _, r := range rooms {
		got = append(got, r.DisplayName)
	}
	summaries, err := w.AllRooms(ctx)
	w.Must(err)
	for _, r := range summaries {
		all = append(all, r.DisplayName)
	}
	if !slices.Equal(got, names) || !slices.Equal(all, names) {
		t.Errorf("%q, %q", got, all)
	}
}

// BenchmarkAllRooms lists rooms right after a million messages came in at once. Run with
//
//	go test ./store/postgres -run '^$' -bench AllRooms$ -benchtime 200x
func BenchmarkAllRooms(b *testing.B) {
	w := newWorld(b)
	ann := w.Join("ann")
	for room := range 100 {
		id := fmt.Sprintf("room-%d", room)
		w.Must(w.AddRoom(context.Background(), roomlog.Room{ID: id, DisplayName: "Room", AccessLevel: roomlog.OpenAccess}))
		w.Fill(id, ann, 10_000)
	}
	for b.Loop() {
		if w.messagesIn("room-7") != 10_000 {
			b.Fatal("a room has lost messages")
		}
	}
}

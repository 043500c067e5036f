package chat_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"muster/store"
	"muster/store/roomlog"
)

// A mistyped DEFAULT_ROOM made a room that nobody could delete: whatever had been the
// default one once stayed it for ever.
func TestFormerDefaultRoomCanBeDeleted_ROOM13_ADM9(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Must(w.EnsureDefaultRoom(ctx, "genral", "General"))
	if err := w.DeleteRoom(ctx, "genral"); store.CodeOf(err) != store.Conflict {
		t.Errorf("the default room was deleted: %v", err)
	}
	w.Stored(ann.Says("general", "still open"))
	_, before, err := w.Heads(ctx, nil)
	w.Must(err)
	w.Must(w.EnsureDefaultRoom(ctx, "general", "General"))
	if _, after, err := w.Heads(ctx, nil); err != nil || after != before+2 {
		t.Errorf("%d site events of two rooms: %v", after-before, err)
	}
	w.Stored(ann.Says("genral", "lost"))
	w.Must(w.DeleteRoom(ctx, "genral"))
	if all := one[[]string](w, `select array_agg(id) from rooms where is_default and deleted_at is null`); !slices.Equal(all, []string{"general"}) {
		t.Errorf("default rooms: %v", all)
	}
}

// Nodes that start at once with different settings leave one default room, whichever.
func TestNodesWithDifferentDefaultRooms_ROOM13(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "lobby", DisplayName: "Lobby", AccessLevel: roomlog.OpenAccess}))
	other := openWorld(t, w.URL)
	var nodes sync.WaitGroup
	for i := range 20 {
		nodes.Go(func() {
			node, room := w, "lobby"
			if i%2 == 0 {
				node, room = other, "general"
			}
			if err := node.EnsureDefaultRoom(ctx, room, "General"); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
	if n := one[int](w, `select count(*)::int from rooms where is_default`); n != 1 {
		t.Errorf("%d default rooms", n)
	}
}

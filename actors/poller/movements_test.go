package poller

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"muster/store/roomlog"
)

// However many the sockets and rooms, what is sent in a second is bounded, in turns of
// at most 50 ms, until rooms would wait for more than half a minute.
func TestActivityIsBounded(t *testing.T) {
	for _, c := range []struct{ rooms, sockets, turn, ms int }{
		{1, 0, 1, 0}, {50, 2, 50, 16}, {200, 2, 150, 49}, {20, 100, 3, 49}, {100, 2000, 1, 300}, {1000, 2000, 1, 30}, {1, 50_000, 1, 8333},
	} {
		m := movements{heads: map[string]int64{}}
		for i := range c.rooms {
			m.add(roomlog.RoomMovement{Room: fmt.Sprint("r", i), Head: 1})
		}
		now := time.Now()
		rooms, pause := m.turn(now, c.sockets, RoomActivityRate)
		if len(rooms) != c.turn || int(pause.Milliseconds()) != c.ms {
			t.Fatalf("%v: %d rooms and a pause of %v", c, len(rooms), pause)
		}
		if rooms[0] != "r0" {
			t.Fatalf("%v: %s was first", c, rooms[0])
		}
		m.announcedAt = map[string]time.Time{"r0": now}
		if rooms, _ := m.turn(now.Add(Every-1), c.sockets, RoomActivityRate); slices.Contains(rooms, "r0") {
			t.Errorf("%v: announced twice within a second", c)
		}
	}
}

// A room that moves again while it waits keeps its place, and what came first: one that moves
// all the time would be passed by every other one, and never be announced.
func TestRoomThatMovesAgainKeepsItsPlace(t *testing.T) {
	m := movements{heads: map[string]int64{"busy": 3, "quiet": 7}}
	m.add(roomlog.RoomMovement{Room: "busy", Head: 4, Named: []string{"ann"}})
	m.add(roomlog.RoomMovement{Room: "quiet", Head: 8})
	m.add(roomlog.RoomMovement{Room: "busy", Head: 5, Named: []string{"bob"}})
	if rooms, _ := m.turn(time.Now(), 100_000, RoomActivityRate); !slices.Equal(rooms, []string{"busy"}) {
		t.Errorf("the turn is of %v", rooms)
	}
	if h := m.waiting["busy"]; h.since != 3 || h.Head != 5 || len(h.Named) != 2 {
		t.Errorf("since %d, now %d, naming %v", h.since, h.Head, h.Named)
	}
	m.readAgain("busy")
	if m.heads["busy"] != 3 || len(m.waiting) != 1 {
		t.Errorf("read again from %d, %d wait", m.heads["busy"], len(m.waiting))
	}
}

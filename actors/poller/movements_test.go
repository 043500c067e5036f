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

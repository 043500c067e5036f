// Activity in other rooms: a socket that is in chat receives a frame when the log of a
// room that it is not in has grown. The poller asks once a second which rooms have
// grown. So rooms that are not live on this node are watched as well, no room's actor
// is involved, and what happens within a second is one frame. Every room that moves is
// a frame to every socket, so where many rooms move before many sockets they take
// turns. Members who are named receive theirs within the second.
package poller

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// movements is what the poller knows of the rooms' logs and of who may receive them.
type movements struct {
	heads map[string]int64 // by room, as far as was read; nil before the first read
	at    time.Time        // of the last read
	// waiting are the rooms that have moved since they were last announced, by id.
	waiting       map[string]waitingActivity
	added         int64                // how many rooms were added so far
	announcedAt   map[string]time.Time // of rooms announced to everybody within the last second
	named         map[string]int64     // by room: who was named up to this number has received it
	turnScheduled bool                 // the next turn is scheduled
	// guests are the members who may enter a private room. The poller reads the
	// site log before it uses them, and drops those that an event may have changed.
	guests map[string]map[string]bool
}

// waitingActivity is what has happened in a room since it was last announced.
type waitingActivity struct {
	roomlog.RoomMovement
	since int64 // the head that was last announced
	order int64 // the room that waits longest is announced first
}

// RoomActivityRate is how many frames of room activity a node sends in a second. 2,000 sockets
// and 100 rooms that all move are 200,000 frames: sent every second they took a quarter
// of the node's CPU at 500 messages a second, and sent together every ten seconds they
// held the messages up for one. A turn is as many rooms as are sent in activityTurn, one
// at least; no room waits longer than activityWait.
const (
	RoomActivityRate = 6_000
	activityTurn     = 50 * time.Millisecond
	activityWait     = 30 * time.Second
)

// add adds what was read of a room.
func (m *movements) add(r roomlog.RoomMovement) {
	m.added++
	h := waitingActivity{r, m.heads[r.Room], m.added}
	if before, waiting := m.waiting[r.Room]; waiting {
		h.since, h.order = before.since, before.order
		h.Named, h.NamedAll = append(before.Named, r.Named...), append(before.NamedAll, r.NamedAll...)
	}
	if m.waiting == nil {
		m.waiting = map[string]waitingActivity{}
	}
	m.heads[r.Room], m.waiting[r.Room] = r.Head, h
}

// readAgain forgets the waiting activity of a room, so that the next read brings it as it
// is then.
func (m *movements) readAgain(room string) {
	if h, waiting := m.waiting[room]; waiting {
		m.heads[room] = h.since
		delete(m.waiting, room)
	}
}

// turn gives the rooms that are announced to everybody now, those that wait longest
// first, and the time until the next turn. Each room is a frame to so many sockets, of
// which rate are sent in a second, more where rooms would wait too long. A room is
// announced to everybody at most once a second.
func (m *movements) turn(now time.Time, sockets, rate int) (rooms []string, pause time.Duration) {
	maps.DeleteFunc(m.announcedAt, func(_ string, at time.Time) bool { return now.Sub(at) >= Every || now.Before(at) })
	frames := time.Duration(max(sockets, 1))
	each := min(frames*time.Second/time.Duration(rate), activityWait/time.Duration(max(len(m.waiting), 1)))
	most := max(1, int(activityTurn/max(each, 1)))
	for _, room := range slices.SortedFunc(maps.Keys(m.waiting), func(a, b string) int { return cmp.Compare(m.waiting[a].order, m.waiting[b].order) }) {
		at, recently := m.announcedAt[room]
		if recently {
			if left := Every - now.Sub(at); pause == 0 || left < pause {
				pause = left
			}
			continue
		}
		if rooms = append(rooms, room); len(rooms) == most {
			break
		}
	}
	if len(rooms) > 0 {
		pause = time.Duration(len(rooms)) * each
	}
	return rooms, pause
}

// forgetRights drops the rights that an event of the site log may have changed,
// and what was read of the rooms before it.
func (m *movements) forgetRights(e store.SiteEvent) {
	switch e.Kind {
	case store.SessionEnded:
	case store.RoomAccessChanged, store.RoomChanged:
		delete(m.guests, e.Room)
		m.readAgain(e.Room)
	default:
		if e.Kind != store.Renamed {
			m.guests = nil // an administrator may have lost the right
		}
		for room := range m.waiting {
			m.readAgain(room)
		}
	}
}

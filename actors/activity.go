// Activity in other rooms: a socket that is in chat receives a frame when the log of a
// room that it is not in has grown. The poller asks once a second which rooms have
// grown. So rooms that are not live on this node are watched as well, no room's actor
// is involved, and what happens within a second is one frame. Every room that moves is
// a frame to every socket, so where many rooms move before many sockets they take
// turns. Members who are named receive theirs within the second.
package actors

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// movements is what the poller knows of the rooms' logs and of who may receive them.
type movements struct {
	heads map[string]int64 // by room, as far as was read; nil before the first read
	at    time.Time        // of the last read
	// held are the rooms that have moved since they were last announced, by id.
	waiting       map[string]waitingActivity
	added         int64                // how many rooms were added so far
	announcedAt   map[string]time.Time // of rooms announced to everybody within the last second
	turnScheduled bool                 // the next turn is scheduled
	// guests are the members who may enter a private room. The poller reads the
	// site log before it uses them, and drops those that an event may have changed.
	guests map[string]map[string]bool
}

// heldActivity is what has happened in a room since it was last announced.
type waitingActivity struct {
	store.RoomMovement
	since int64 // the head that was last announced
	order int64 // the room that waits longest is announced first
}

// activityRate is how many frames of activity a node sends in a second. 2,000 sockets
// and 100 rooms that all move are 200,000 frames: sent every second they took a quarter
// of the node's CPU at 500 messages a second, and sent together every ten seconds they
// held the messages up for one. A turn is as many rooms as are sent in activityTurn, one
// at least; no room waits longer than activityWait.
const (
	activityRate = 6_000
	activityTurn = 50 * time.Millisecond
	activityWait = 30 * time.Second
)

// add adds what was read of a room.
func (m *movements) add(r store.RoomMovement) {
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
	maps.DeleteFunc(m.announcedAt, func(_ string, at time.Time) bool { return now.Sub(at) >= pollEvery || now.Before(at) })
	frames := time.Duration(max(sockets, 1))
	each := min(frames*time.Second/time.Duration(rate), activityWait/time.Duration(max(len(m.waiting), 1)))
	most := max(1, int(activityTurn/max(each, 1)))
	for _, room := range slices.SortedFunc(maps.Keys(m.waiting), func(a, b string) int { return cmp.Compare(m.waiting[a].order, m.waiting[b].order) }) {
		at, recently := m.announcedAt[room]
		if recently {
			if left := pollEvery - now.Sub(at); pause == 0 || left < pause {
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

// roomActivity is the activity of a room for some sockets.
type roomActivity struct {
	store.RoomMovement
	guests    map[string]bool // who may receive it; nil for everybody
	namedOnly bool            // only the members who are named receive it now
}

// hubActivity brings what has happened in rooms.
type hubActivity struct {
	rooms []roomActivity
}

// readMovements reads which rooms have grown and hands them to the hub, at most once in
// pollEvery. What cannot be read now is announced with what follows.
func (w *logPoller) readMovements() {
	now := w.hub.node.Now()
	if age := now.Sub(w.movements.at); age >= 0 && age < pollEvery {
		return
	}
	ctx, cancel := context.WithTimeout(w.ctx, runtime.QueryTime)
	defer cancel()
	moved, err := w.hub.cfg.Log.Movements(ctx, w.movements.heads)
	if w.noteRead(err); err != nil {
		return
	}
	w.movements.at = now
	if w.movements.heads == nil {
		w.movements.heads = map[string]int64{}
		for _, m := range moved {
			w.movements.heads[m.Room] = m.Head
		}
		return
	}
	for _, m := range moved {
		w.movements.add(m)
	}
	w.announceMovements(ctx, now)
}

// announceMovements hands to the hub what concerns members who are named, and the rooms
// whose turn it is. The next turn is not taken before its time.
func (w *logPoller) announceMovements(ctx context.Context, now time.Time) {
	m := &w.movements
	var turn []string
	if !m.turnScheduled {
		var pause time.Duration
		if turn, pause = m.turn(now, int(w.hub.activitySockets.Load()), w.hub.cfg.activityRate); pause > 0 {
			m.turnScheduled = true
			w.hub.node.After(pause, func() { signal(w.nextTurn) })
		}
	}
	var rooms []roomActivity
	announce := func(room string, everybody bool) {
		h := m.waiting[room]
		one := roomActivity{RoomMovement: h.RoomMovement, namedOnly: !everybody}
		if h.Private {
			var err error
			if one.guests, err = w.guestsOf(ctx, room); err != nil {
				w.noteRead(err)
				return
			}
		}
		if everybody {
			if m.announcedAt == nil {
				m.announcedAt = map[string]time.Time{}
			}
			m.announcedAt[room] = now
			delete(m.waiting, room)
		} else {
			h.Named = nil
			m.waiting[room] = h
		}
		rooms = append(rooms, one)
	}
	for _, room := range turn {
		announce(room, true)
	}
	for _, room := range slices.Sorted(maps.Keys(m.waiting)) {
		if h := m.waiting[room]; len(h.Named)+len(h.NamedAll) > 0 {
			announce(room, len(h.NamedAll) > 0)
		}
	}
	if len(rooms) > 0 {
		runtime.Tell(w.hub.ref, hubActivity{rooms})
	}
}

// takeTurn announces the next rooms.
func (w *logPoller) takeTurn() {
	ctx, cancel := context.WithTimeout(w.ctx, runtime.QueryTime)
	defer cancel()
	w.movements.turnScheduled = false
	w.announceMovements(ctx, w.hub.node.Now())
}

// guestsOf gives who may enter a private room, in a map that nobody changes any
// more.
func (w *logPoller) guestsOf(ctx context.Context, room string) (map[string]bool, error) {
	if known := w.movements.guests[room]; known != nil {
		return known, nil
	}
	ids, err := w.hub.cfg.Log.RoomGuests(ctx, room)
	if err != nil {
		return nil, err
	}
	guests := make(map[string]bool, len(ids))
	for _, id := range ids {
		guests[id] = true
	}
	if w.movements.guests == nil {
		w.movements.guests = map[string]map[string]bool{}
	}
	w.movements.guests[room] = guests
	return guests, nil
}

// activity announces what has happened in rooms to the sockets that are not in them.
func (a *hubActor) activity(m hubActivity) {
	a.hub.activitySockets.Store(int64(len(a.presence.joined)))
	for _, r := range m.rooms {
		a.roomActivity(r)
	}
}

// roomActivity announces the activity of one room.
func (a *hubActor) roomActivity(r roomActivity) {
	plain := wire.RoomActivity{RoomID: r.Room, LastSeq: r.Head, LastMessage: roomlog.LastMessage(r.Last)}
	named := make(map[string]bool, len(r.Named))
	for _, id := range r.Named {
		named[id] = true
	}
	var encoded [2]wire.Frame // for members who are not named, and for those who are
	announce := func(so *socket) {
		if so.room != nil && so.room.ID == r.Room || r.guests != nil && !r.guests[so.limits.ID] {
			return
		}
		plain.Mention = len(named) > 0 && named[so.limits.ID] ||
			slices.ContainsFunc(r.NamedAll, func(sender string) bool { return sender != so.limits.ID })
		f := &encoded[0]
		if plain.Mention {
			f = &encoded[1]
		}
		if f.Len() == 0 {
			*f = wire.Encode(plain)
		}
		if plain.Mention {
			so.out.Push(*f)
		} else {
			so.out.PushLazy(*f)
		}
	}
	if !r.namedOnly {
		for _, so := range a.presence.joined {
			announce(so)
		}
		return
	}
	for id := range named {
		if who := a.presence.people[id]; who != nil {
			for _, so := range who.sockets {
				announce(so)
			}
		}
	}
}

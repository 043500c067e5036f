// Activity in other rooms: a socket that is in chat is told when the log of a
// room that it is not in has grown. The poller asks once a second which rooms
// have; so rooms that are not live on this node are watched as well, no room's
// actor is involved, and what happens within a second is told as one. Every room
// that moves is a frame to every socket, so where many rooms move before many
// sockets they take turns; whoever is named is told within the second.
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

// movements is what the poller knows of the rooms' logs and of who may be told.
type movements struct {
	heads map[string]int64 // by room, as far as was read; nil before the first read
	at    time.Time        // of the last read
	// held are the rooms that have moved since everybody was told, by id.
	held        map[string]heldActivity
	holds       int64                // how many rooms were held so far
	announcedAt map[string]time.Time // when everybody was told of a room, within the last second
	resting     bool                 // the next turn has its time
	// guests are the members who may enter a private room. The poller reads the
	// site log before it uses them, and drops those that an event may have changed.
	guests map[string]map[string]bool
}

// heldActivity is what has happened in a room since everybody was told.
type heldActivity struct {
	store.RoomMovement
	since int64 // the head that everybody was told of
	place int64 // whoever is held longest is told first
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

// hold adds what was read of a room.
func (m *movements) hold(r store.RoomMovement) {
	m.holds++
	h := heldActivity{r, m.heads[r.Room], m.holds}
	if before, held := m.held[r.Room]; held {
		h.since, h.place = before.since, before.place
		h.Named, h.NamedAll = append(before.Named, r.Named...), append(before.NamedAll, r.NamedAll...)
	}
	if m.held == nil {
		m.held = map[string]heldActivity{}
	}
	m.heads[r.Room], m.held[r.Room] = r.Head, h
}

// readAgain forgets what is held of a room, so that the next read brings it as it
// is then.
func (m *movements) readAgain(room string) {
	if h, held := m.held[room]; held {
		m.heads[room] = h.since
		delete(m.held, room)
	}
}

// turn gives the rooms that everybody is told of now, who were held longest first, and
// how long the next turn waits. Each room is a frame to so many sockets, of which rate
// are sent in a second, more where rooms would wait too long. Of one room everybody is
// told once a second at most.
func (m *movements) turn(now time.Time, sockets, rate int) (rooms []string, pause time.Duration) {
	maps.DeleteFunc(m.announcedAt, func(_ string, at time.Time) bool { return now.Sub(at) >= pollEvery || now.Before(at) })
	frames := time.Duration(max(sockets, 1))
	each := min(frames*time.Second/time.Duration(rate), activityWait/time.Duration(max(len(m.held), 1)))
	most := max(1, int(activityTurn/max(each, 1)))
	for _, room := range slices.SortedFunc(maps.Keys(m.held), func(a, b string) int { return cmp.Compare(m.held[a].place, m.held[b].place) }) {
		at, told := m.announcedAt[room]
		if told {
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
		for room := range m.held {
			m.readAgain(room)
		}
	}
}

// roomActivity is what some sockets are told of a room.
type roomActivity struct {
	store.RoomMovement
	guests    map[string]bool // who may be told; nil for everybody
	namedOnly bool            // only the members who are named are told now
}

// hubActivity brings what has happened in rooms.
type hubActivity struct {
	rooms []roomActivity
}

// readMovements reads which rooms have grown and tells the hub, at most once in
// pollEvery. What cannot be read now is told with what follows.
func (w *logPoller) readMovements() {
	now := w.hub.now()
	if age := now.Sub(w.movements.at); age >= 0 && age < pollEvery {
		return
	}
	ctx, cancel := context.WithTimeout(w.ctx, queryTime)
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
		w.movements.hold(m)
	}
	w.announceMovements(ctx, now)
}

// announceMovements tells the hub what concerns members who are named, and of the rooms
// whose turn it is unless the last turn still rests.
func (w *logPoller) announceMovements(ctx context.Context, now time.Time) {
	m := &w.movements
	var turn []string
	if !m.resting {
		var pause time.Duration
		if turn, pause = m.turn(now, int(w.hub.activitySockets.Load()), w.hub.cfg.activityRate); pause > 0 {
			m.resting = true
			w.hub.cfg.After(pause, func() { signal(w.nextTurn) })
		}
	}
	var rooms []roomActivity
	tell := func(room string, everybody bool) {
		h := m.held[room]
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
			delete(m.held, room)
		} else {
			h.Named = nil
			m.held[room] = h
		}
		rooms = append(rooms, one)
	}
	for _, room := range turn {
		tell(room, true)
	}
	for _, room := range slices.Sorted(maps.Keys(m.held)) {
		if h := m.held[room]; len(h.Named)+len(h.NamedAll) > 0 {
			tell(room, len(h.NamedAll) > 0)
		}
	}
	if len(rooms) > 0 {
		runtime.Tell(w.hub.ref, hubActivity{rooms})
	}
}

// takeTurn tells of the next rooms.
func (w *logPoller) takeTurn() {
	ctx, cancel := context.WithTimeout(w.ctx, queryTime)
	defer cancel()
	w.movements.resting = false
	w.announceMovements(ctx, w.hub.now())
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

// activity tells the sockets that are not in a room what has happened there.
func (a *hubActor) activity(m hubActivity) {
	a.hub.activitySockets.Store(int64(len(a.presence.joined)))
	for _, r := range m.rooms {
		a.roomActivity(r)
	}
}

// roomActivity tells of one room.
func (a *hubActor) roomActivity(r roomActivity) {
	plain := wire.RoomActivity{RoomID: r.Room, LastSeq: r.Head, LastMessage: roomlog.LastMessage(r.Last)}
	named := make(map[string]bool, len(r.Named))
	for _, id := range r.Named {
		named[id] = true
	}
	var encoded [2]wire.Frame // for members who are not named, and for those who are
	tell := func(so *socket) {
		if so.room != nil && so.room.id == r.Room || r.guests != nil && !r.guests[so.limits.id] {
			return
		}
		plain.Mention = len(named) > 0 && named[so.limits.id] ||
			slices.ContainsFunc(r.NamedAll, func(sender string) bool { return sender != so.limits.id })
		f := &encoded[0]
		if plain.Mention {
			f = &encoded[1]
		}
		if f.Len() == 0 {
			*f = wire.Encode(plain)
		}
		if plain.Mention {
			so.session.out.Push(*f)
		} else {
			so.session.out.PushLazy(*f)
		}
	}
	if !r.namedOnly {
		for _, so := range a.presence.joined {
			tell(so)
		}
		return
	}
	for id := range named {
		if who := a.presence.people[id]; who != nil {
			for _, so := range who.sockets {
				tell(so)
			}
		}
	}
}

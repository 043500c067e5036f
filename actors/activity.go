// Activity in other rooms: a socket that is in chat is told when the log of a
// room that it is not in has grown. The poller asks once a second which rooms
// have; so rooms that are not live on this node are watched as well, no room's
// actor is involved, and what happens within a second is told as one. Every room
// that moves is a frame to every socket, so where many rooms move at once they
// are told together less often; whoever is named is told within the second.
package actors

import (
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
	held   map[string]heldActivity
	toldAt time.Time // when everybody was told last
	// guests are the members who may enter a private room. The poller reads the
	// site log before it uses them, and drops those that an event may have changed.
	guests map[string]map[string]bool
}

// heldActivity is what has happened in a room since everybody was told.
type heldActivity struct {
	store.RoomMovement
	since int64 // the head that everybody was told of
}

// activityRate is how many frames of activity a node sends in a second, and
// activityWait how long they wait at most when they are more. 2,000 sockets and
// 100 rooms that all move are 200,000 frames: sent every second they took a
// quarter of the node's CPU at 500 messages a second.
const (
	activityRate = 20_000
	activityWait = 30 * time.Second
)

// hold adds what was read of a room.
func (m *movements) hold(r store.RoomMovement) {
	h := heldActivity{r, m.heads[r.Room]}
	if before, held := m.held[r.Room]; held {
		h.since = before.since
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

// due reports whether everybody is told now, when so many frames were sent the
// last time.
func (m *movements) due(now time.Time, frames int64) bool {
	wait := min(time.Duration(frames)*time.Second/activityRate, activityWait)
	since := now.Sub(m.toldAt)
	return since >= wait || since < 0
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

// hubActivity brings what has happened in rooms. all says that it is everything
// that was held.
type hubActivity struct {
	rooms []roomActivity
	all   bool
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
	w.tellMovements(ctx, now)
}

// tellMovements tells the hub what is held: all of it when that is due, else
// what concerns members who are named.
func (w *logPoller) tellMovements(ctx context.Context, now time.Time) {
	m := &w.movements
	all := m.due(now, w.hub.activityFrames.Load())
	var rooms []roomActivity
	for _, room := range slices.Sorted(maps.Keys(m.held)) {
		h := m.held[room]
		if !all && len(h.Named)+len(h.NamedAll) == 0 {
			continue
		}
		one := roomActivity{RoomMovement: h.RoomMovement, namedOnly: !all && len(h.NamedAll) == 0}
		if h.Private {
			var err error
			if one.guests, err = w.guestsOf(ctx, room); err != nil {
				w.noteRead(err)
				continue
			}
		}
		if one.namedOnly {
			h.Named = nil
			m.held[room] = h
		} else {
			delete(m.held, room)
		}
		rooms = append(rooms, one)
	}
	if all {
		m.toldAt = now
	}
	if len(rooms) > 0 {
		runtime.Tell(w.hub.ref, hubActivity{rooms, all})
	}
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
	frames := 0
	for _, r := range m.rooms {
		frames += a.roomActivity(r)
	}
	if m.all {
		a.hub.activityFrames.Store(int64(frames))
	}
}

// roomActivity tells of one room and returns the number of frames.
func (a *hubActor) roomActivity(r roomActivity) (frames int) {
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
		so.session.out.Push(*f)
		frames++
	}
	if !r.namedOnly {
		for _, so := range a.presence.joined {
			tell(so)
		}
		return frames
	}
	for id := range named {
		if who := a.presence.people[id]; who != nil {
			for _, so := range who.sockets {
				tell(so)
			}
		}
	}
	return frames
}

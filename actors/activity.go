// Activity in other rooms: a socket that is in chat is told when the log of a
// room that it is not in has grown. The poller asks once a second which rooms
// have; so rooms that are not live on this node are watched as well, no room's
// actor is involved, and what happens within a second is told as one.
package actors

import (
	"context"
	"slices"
	"time"

	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// movements is what the poller knows of the rooms' logs and of who may be told.
type movements struct {
	heads map[string]int64 // by room, as far as was told; nil before the first read
	at    time.Time        // of the last read
	// guests are the members who may enter a private room. The poller reads the
	// site log before it uses them, and drops those that an event may have changed.
	guests map[string]map[string]bool
}

// forgetRights drops the rights that an event of the site log may have changed.
func (m *movements) forgetRights(e store.SiteEvent) {
	switch e.Kind {
	case store.SessionEnded, store.Renamed:
	case store.RoomAccessChanged, store.RoomChanged:
		delete(m.guests, e.Room)
	default:
		m.guests = nil // an administrator may have lost the right
	}
}

// roomActivity is what some sockets are told of a room.
type roomActivity struct {
	store.RoomMovement
	guests map[string]bool // who may be told; nil for everybody
}

// hubActivity brings what has happened in rooms.
type hubActivity struct{ rooms []roomActivity }

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
	var rooms []roomActivity
	for _, m := range moved {
		one := roomActivity{RoomMovement: m}
		if m.Private {
			if one.guests, err = w.guestsOf(ctx, m.Room); err != nil {
				w.noteRead(err)
				continue
			}
		}
		w.movements.heads[m.Room] = m.Head
		rooms = append(rooms, one)
	}
	if len(rooms) > 0 {
		runtime.Tell(w.hub.ref, hubActivity{rooms})
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
func (a *hubActor) activity(rooms []roomActivity) {
	for _, r := range rooms {
		plain := wire.RoomActivity{RoomID: r.Room, LastSeq: r.Head, LastMessage: roomlog.LastMessage(r.Last)}
		named := make(map[string]bool, len(r.Named))
		for _, id := range r.Named {
			named[id] = true
		}
		frames := map[bool]wire.Frame{} // by whether the member is named
		for _, so := range a.presence.joined {
			if so.room != nil && so.room.id == r.Room || r.guests != nil && !r.guests[so.limits.id] {
				continue
			}
			mention := named[so.limits.id] || slices.ContainsFunc(r.NamedAll, func(sender string) bool { return sender != so.limits.id })
			f, made := frames[mention]
			if !made {
				plain.Mention = mention
				f = wire.Encode(plain)
				frames[mention] = f
			}
			so.session.out.Push(f)
		}
	}
}

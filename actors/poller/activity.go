package poller

import (
	"context"
	"maps"
	"slices"
	"time"

	"muster/actors/runtime"
	"muster/store/roomlog"
)

// RoomActivity is the activity of a room for some sockets.
type RoomActivity struct {
	roomlog.RoomMovement
	Guests    map[string]bool // who may receive it; nil for everybody
	NamedOnly bool            // only the members who are named receive it now
}

// readMovements reads which rooms have grown and hands them to the hub, at most once in
// Every. What cannot be read now is announced with what follows.
func (p *Poller) readMovements() {
	now := p.Node.Now()
	if age := now.Sub(p.movements.at); age >= 0 && age < Every {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, runtime.QueryTime)
	defer cancel()
	moved, err := p.Log.Movements(ctx, p.movements.heads, p.movements.named)
	if p.noteRead(err); err != nil {
		return
	}
	p.movements.at = now
	if p.movements.heads == nil {
		p.movements.heads = map[string]int64{}
		for _, m := range moved {
			p.movements.heads[m.Room] = m.Head
		}
		return
	}
	for _, m := range moved {
		p.movements.add(m)
	}
	p.announceMovements(ctx, now)
}

// announceMovements hands to the hub what concerns members who are named, and the rooms
// whose turn it is. The next turn is not taken before its time.
func (p *Poller) announceMovements(ctx context.Context, now time.Time) {
	m := &p.movements
	var turn []string
	if !m.turnScheduled {
		var pause time.Duration
		if turn, pause = m.turn(now, int(p.sockets.Load()), p.RoomActivityRate); pause > 0 {
			m.turnScheduled = true
			p.Node.After(pause, func() { signal(p.nextTurn) })
		}
	}
	var rooms []RoomActivity
	announce := func(room string, everybody bool) {
		h := m.waiting[room]
		one := RoomActivity{RoomMovement: h.RoomMovement, NamedOnly: !everybody}
		if h.Private {
			var err error
			if one.Guests, err = p.guestsOf(ctx, room); err != nil {
				p.noteRead(err)
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
			if m.named == nil {
				m.named = map[string]int64{}
			}
			m.named[room] = h.Head
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
		p.Hub.RoomActivity(rooms)
	}
}

// takeTurn announces the next rooms.
func (p *Poller) takeTurn() {
	ctx, cancel := context.WithTimeout(p.ctx, runtime.QueryTime)
	defer cancel()
	p.movements.turnScheduled = false
	p.announceMovements(ctx, p.Node.Now())
}

// guestsOf gives who may enter a private room, in a map that nobody changes any
// more.
func (p *Poller) guestsOf(ctx context.Context, room string) (map[string]bool, error) {
	if known := p.movements.guests[room]; known != nil {
		return known, nil
	}
	ids, err := p.Log.RoomGuests(ctx, room)
	if err != nil {
		return nil, err
	}
	guests := make(map[string]bool, len(ids))
	for _, id := range ids {
		guests[id] = true
	}
	if p.movements.guests == nil {
		p.movements.guests = map[string]map[string]bool{}
	}
	p.movements.guests[room] = guests
	return guests, nil
}

// Activity in other rooms: a socket that is in chat receives a frame when the log of a
// room that it is not in has grown. The poller finds out (package poller).
package actors

import (
	"slices"

	"muster/actors/poller"
	livelog "muster/actors/roomlog"
	"muster/actors/wire"
)

// hubRoomActivity brings what has happened in rooms.
type hubRoomActivity struct {
	rooms []poller.RoomActivity
}

// roomActivity announces what has happened in rooms to the sockets that are not in them.
func (a *hubActor) roomActivity(m hubRoomActivity) {
	a.hub.poller.NoteSockets(len(a.presence.joined))
	for _, r := range m.rooms {
		a.announceRoomActivity(r)
	}
}

// announceRoomActivity announces the activity of one room.
func (a *hubActor) announceRoomActivity(r poller.RoomActivity) {
	plain := wire.RoomActivity{RoomID: r.Room, LastSeq: r.Head, LastMessage: livelog.LastMessage(r.Last)}
	named := make(map[string]bool, len(r.Named))
	for _, id := range r.Named {
		named[id] = true
	}
	var encoded [2]wire.Frames // for members who are not named, and for those who are
	announce := func(so *socket) {
		if so.room != nil && so.room.ID == r.Room || r.Guests != nil && !r.Guests[so.limits.ID] {
			return
		}
		plain.Mention = len(named) > 0 && named[so.limits.ID] ||
			slices.ContainsFunc(r.NamedAll, func(sender string) bool { return sender != so.limits.ID })
		f := &encoded[0]
		if plain.Mention {
			f = &encoded[1]
		}
		if len(f.All()) == 0 {
			*f = wire.Together([]wire.Frame{wire.Encode(plain)})
		}
		if plain.Mention {
			so.out.PushAll(*f)
		} else {
			so.out.PushLazy(*f)
		}
	}
	if !r.NamedOnly {
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

// The people in a room, for callers outside the actors.
package actors

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"muster/actors/room"
	"muster/actors/runtime"
	"muster/store"
)

// peopleUnknown is said when the hub does not reply.
const peopleUnknown = "The people of the room are not known right now"

// RoomPerson is one person in a room, on any node and with any number of
// sockets.
type RoomPerson struct {
	ID          string
	Name        string
	Contributor bool // contributed recently
}

// hubPeople asks for the people of a room. The channel holds one reply, so that
// sending it never blocks.
type hubPeople struct {
	room  string
	reply chan<- peopleFound
}

// peopleFound is the hub's answer: the room when it is live on this node, else
// the names that other nodes announced.
type peopleFound struct {
	live  *room.Handle
	names map[string]string
}

// RoomPeople lists the people in a room on all nodes, sorted by name: the same
// people that the room counts in its own frames. For a room that is not live on
// this node it lists what the other nodes announced; "" is the whole chat. It fails with Unavailable
// when the hub stops or ctx ends first.
func (h *Hub) RoomPeople(ctx context.Context, room string) ([]RoomPerson, error) {
	for handle := h.live(room); ; {
		names, next, err := h.askPeople(ctx, room, handle)
		if err != nil {
			return nil, err
		}
		if names == nil { // the room has just come to life or stopped
			handle = next
			continue
		}
		people := make([]RoomPerson, 0, len(names))
		for id, name := range names {
			people = append(people, RoomPerson{id, name, h.contributors.Has(id, h.node.Now())})
		}
		slices.SortFunc(people, func(a, b RoomPerson) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
		})
		return people, nil
	}
}

// askPeople asks a live room for the names of its people by member id, or the hub
// when there is none. names is nil when next has to be asked instead.
func (h *Hub) askPeople(ctx context.Context, id string, live *room.Handle) (names map[string]string, next *room.Handle, err error) {
	here, fromHub := make(chan map[string]string, 1), make(chan peopleFound, 1)
	var gone chan struct{}
	if live != nil {
		gone = live.Gone
		runtime.Tell(live.Ref, room.People{Reply: here})
	} else {
		runtime.Tell(h.ref, hubPeople{id, fromHub})
	}
	select {
	case names := <-here:
		return names, nil, nil
	case found := <-fromHub:
		return found.names, found.live, nil
	case <-gone:
		return nil, nil, nil
	case <-h.ended:
	case <-ctx.Done():
	}
	return nil, nil, store.NewError(store.Unavailable, peopleUnknown)
}

// hubRoomCounts asks how many people are in rooms.
type hubRoomCounts struct {
	rooms []string
	reply chan<- map[string]int
}

// RoomCounts is how many people are in each of rooms on all nodes. It fails with
// Unavailable when the hub stops or ctx ends first.
func (h *Hub) RoomCounts(ctx context.Context, rooms []string) (map[string]int, error) {
	reply := make(chan map[string]int, 1)
	runtime.Tell(h.ref, hubRoomCounts{rooms, reply})
	return ask(ctx, h, reply, peopleUnknown)
}

// hubPresent asks which of some members are in chat.
type hubPresent struct {
	members []string
	reply   chan<- map[string]bool
}

// Present says which of members are in chat now, on any node. It fails with Unavailable
// when the hub stops or ctx ends first.
func (h *Hub) Present(ctx context.Context, members []string) (map[string]bool, error) {
	reply := make(chan map[string]bool, 1)
	runtime.Tell(h.ref, hubPresent{members, reply})
	return ask(ctx, h, reply, peopleUnknown)
}

func (a *hubActor) present(m hubPresent) {
	present := make(map[string]bool, len(m.members))
	for _, id := range m.members {
		who := a.presence.people[id]
		present[id] = who != nil && len(who.sockets) > 0 || a.presence.remote.Has(id)
	}
	m.reply <- present
}

func (a *hubActor) roomCounts(m hubRoomCounts) {
	counts := make(map[string]int, len(m.rooms))
	for _, room := range m.rooms {
		if handle := a.rooms[room]; handle != nil && handle.Ready() {
			counts[room] = handle.Online()
		} else if a.peers != nil {
			counts[room] = a.peers.Count(room)
		}
	}
	m.reply <- counts
}

// people answers for a room that is not live on this node, and for the whole chat.
func (a *hubActor) people(m hubPeople) {
	if live := a.rooms[m.room]; live != nil {
		m.reply <- peopleFound{live: live}
		return
	}
	names := map[string]string{}
	if m.room == "" {
		for id, who := range a.presence.people {
			if len(who.sockets) > 0 {
				names[id] = who.name
			}
		}
	}
	if a.peers != nil {
		maps.Copy(names, a.peers.Room(m.room))
	}
	m.reply <- peopleFound{names: names}
}

// Where activity comes from on this node.
package actors

import (
	"muster/actors/runtime"
	"muster/store"
)

// eventActivity announces to those who watch the events of a room that this node
// committed.
func (h *Hub) eventActivity(room string, events []store.Event) {
	if h.eventTap.watched.Load() == nil {
		return
	}
	var taken []store.Activity
	for i := range events {
		e := &events[i]
		actor := e.ActorID
		if e.Message != nil {
			actor = e.Message.SenderID
		}
		if e.Kind != store.MessagePreview && h.eventTap.take(store.ActivityKind(e.Kind), actor, room) {
			taken = append(taken, store.ActivityOf(*e))
		}
	}
	if len(taken) > 0 {
		runtime.Tell(h.ref, hubToChild{activityChild, activityHappened{taken, true}})
	}
}

// presenceActivity announces to those who watch on this node that somebody came or left.
func (a *hubActor) presenceActivity(kind store.ActivityKind, member, name, room string) {
	if a.hub.presenceTap.take(kind, member, room) {
		one := store.Activity{At: a.hub.node.Now(), Kind: kind, Actor: store.ActivityPerson{ID: member, Username: name}, Room: room}
		a.toChild(hubToChild{activityChild, activityHappened{all: []store.Activity{one}}})
	}
}

// roomActivityOf announces to them that somebody entered or left a room on any node.
func (a *hubActor) roomActivityOf(c store.PresenceChange) {
	kind := store.ActivityLeftRoom
	if c.Here {
		kind = store.ActivityJoinedRoom
	}
	a.presenceActivity(kind, c.MemberID, c.Name, c.Room)
}

// Where activity comes from on this node.
package actors

import (
	livedesk "muster/actors/desk"
	"muster/actors/runtime"
	"muster/store/bus"
	"muster/store/desk"
	"muster/store/roomlog"
)

// eventActivity announces to those who watch the events of a room that this node
// committed.
func (h *Hub) eventActivity(room string, events []roomlog.Event) {
	if taken := h.eventTap.OfEvents(room, events); len(taken) > 0 {
		runtime.Tell(h.ref, hubToChild{activityChild, livedesk.Happened{All: taken, Everyone: true}})
	}
}

// presenceActivity announces to those who watch on this node that somebody came or left.
func (a *hubActor) presenceActivity(kind desk.ActivityKind, member, name, room string) {
	if a.hub.presenceTap.Take(kind, member, room) {
		one := desk.Activity{At: a.hub.node.Now(), Kind: kind, Actor: desk.ActivityPerson{ID: member, Username: name}, Room: room}
		a.toChild(hubToChild{activityChild, livedesk.Happened{All: []desk.Activity{one}}})
	}
}

// roomPresenceActivity announces to them that somebody entered or left a room on any node.
func (a *hubActor) roomPresenceActivity(c bus.PresenceChange) {
	kind := desk.ActivityLeftRoom
	if c.Here {
		kind = desk.ActivityJoinedRoom
	}
	a.presenceActivity(kind, c.MemberID, c.Name, c.Room)
}

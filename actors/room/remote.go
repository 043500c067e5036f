// The room and its instances on other nodes: which people it announces to them,
// and who is there.
package room

import (
	"muster/actors/presence"
	"muster/store/bus"
)

// publish announces a person to the hub, and so to the other nodes, once everybody on
// this node has received it. So somebody who only passes through a room is announced
// nowhere.
func (r *Room) publish(p *presence.Person) {
	if p.Announced && !p.Published {
		p.Published = true
		r.hub.MemberChanged(r.handle, bus.PresenceChange{
			Room: r.handle.ID, MemberID: p.ID, Name: p.Name, Here: true, Toast: p.Toast,
		})
	}
}

// unpublish announces to them that a person left.
func (r *Room) unpublish(p *presence.Person) {
	if p.Published {
		r.hub.MemberChanged(r.handle, bus.PresenceChange{Room: r.handle.ID, MemberID: p.ID, Name: p.Name})
	}
}

// remoteChanged applies who came and left on other nodes. It shows no toast for
// somebody who left this room, on any node, a moment ago.
func (r *Room) remoteChanged(changes []bus.PresenceChange) {
	now := r.node.Now()
	for _, c := range changes {
		toast := c.Toast && !r.members.Returned(c.MemberID, now)
		news := r.members.ApplyRemote(c, now)
		switch {
		case !news:
		case c.Here:
			r.noticeJoined(c.MemberID, c.Name, toast, now)
		default:
			r.typing.Stop(c.MemberID)
			r.noticeLeft(c.MemberID, c.Name, now)
		}
	}
}

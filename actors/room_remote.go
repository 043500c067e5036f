// The room and its instances on other nodes: which people it announces to them,
// and who is there.
package actors

import "muster/actors/presence"

import "muster/actors/runtime"

import "muster/store"

// publish announces a person to the hub, and so to the other nodes, once everybody on
// this node has received it. So somebody who only passes through a room is announced
// nowhere.
func (r *room) publish(p *presence.Person) {
	if p.Announced && !p.Published {
		p.Published = true
		runtime.Tell(r.hub.ref, hubMemberChanged{r.handle, store.PresenceChange{
			Room: r.handle.id, MemberID: p.ID, Name: p.Name, Here: true, Toast: p.Toast,
		}})
	}
}

// unpublish announces to them that a person left.
func (r *room) unpublish(p *presence.Person) {
	if p.Published {
		runtime.Tell(r.hub.ref, hubMemberChanged{r.handle, store.PresenceChange{Room: r.handle.id, MemberID: p.ID, Name: p.Name}})
	}
}

// remoteChanged applies who came and left on other nodes. It shows no toast for
// somebody who left this room, on any node, a moment ago.
func (r *room) remoteChanged(changes []store.PresenceChange) {
	now := r.hub.node.Now()
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

// The room among its incarnations on other nodes: whom they are shown, and who
// is there.
package actors

import "muster/actors/presence"

import "muster/actors/runtime"

import "muster/store"

// publish tells the other nodes of a person, once everybody here has been told:
// who only passes through is never heard of anywhere (WS-36).
func (r *room) publish(p *presence.Person) {
	if p.Announced && !p.Published && r.hub.cfg.Bus != nil {
		p.Published = true
		runtime.Tell(r.hub.ref, hubMemberChanged{r.handle, store.PresenceChange{
			Room: r.handle.id, MemberID: p.ID, Name: p.Name, Here: true, Toast: p.Toast,
		}})
	}
}

// unpublish tells the other nodes that a person left.
func (r *room) unpublish(p *presence.Person) {
	if p.Published {
		runtime.Tell(r.hub.ref, hubMemberChanged{r.handle, store.PresenceChange{Room: r.handle.id, MemberID: p.ID}})
	}
}

// remoteChanged brings in who came and left on the other nodes. A toast is made
// once: not for somebody who left this room, on any node, a moment ago.
func (r *room) remoteChanged(changes []store.PresenceChange) {
	now := r.hub.now()
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

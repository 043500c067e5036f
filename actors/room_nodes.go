// The room among its incarnations on other nodes: whom they are shown, and who
// is there.
package actors

import "muster/store"

// show tells the other nodes of a person, once everybody here has been told:
// who only passes through is never heard of anywhere (WS-36).
func (r *room) show(p *person) {
	if p.told && !p.shown && r.hub.cfg.Bus != nil {
		p.shown = true
		tell(r.hub.ref, hubSeated{r.handle, store.PresenceChange{
			Room: r.handle.id, MemberID: p.id, Name: p.name, Here: true, Toast: p.toast,
		}})
	}
}

// hide tells the other nodes that a person left.
func (r *room) hide(p *person) {
	if p.shown {
		tell(r.hub.ref, hubSeated{r.handle, store.PresenceChange{Room: r.handle.id, MemberID: p.id}})
	}
}

// elsewhere brings in who came and left on the other nodes. A toast is made
// once: not for somebody who left this room, on any node, a moment ago.
func (r *room) elsewhere(changes []store.PresenceChange) {
	now := r.hub.now()
	for _, c := range changes {
		toast := c.Toast && !r.roster.back(c.MemberID, now)
		news := r.roster.elsewhere(c, now)
		switch {
		case !news:
		case c.Here:
			r.tellJoined(c.MemberID, c.Name, toast, now)
		default:
			r.typing.stop(c.MemberID)
			r.tellLeft(c.MemberID, c.Name, now)
		}
	}
}

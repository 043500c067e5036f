// How the nodes are, for operators. Each node looks at itself once a second and sends
// that to the others with its digest of presence.
package actors

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"muster/actors/runtime"
	"muster/store/bus"
	"muster/store/desk"
)

const (
	statusEvery = time.Second
	lagMemory   = 10 * time.Second // for which the worst lag is shown
)

// Messages to the hub.
type (
	// hubStatus makes the hub look at its node. It was due at a moment: the hub's lag is
	// how much later it is handled.
	hubStatus struct{ due time.Time }
	// hubNodes asks how the nodes are. The channel holds one reply.
	hubNodes struct{ reply chan<- []desk.NodeStatus }
)

// noteStatus makes the status of this node.
func (a *hubActor) noteStatus(due time.Time) {
	h, now := a.hub, a.hub.node.Now()
	next := now.Add(statusEvery)
	a.stopStatus = h.node.After(statusEvery, func() { runtime.Tell(h.ref, hubStatus{next}) })
	if late := max(now.Sub(due), 0); late >= a.lag || now.Sub(a.lagAt) >= lagMemory {
		a.lag, a.lagAt = late, now
	}
	s := desk.NodeStatus{
		Host: h.cfg.Host, Build: h.cfg.Build, StartedAt: a.startedAt, Sockets: len(a.sockets), People: a.presence.local, Rooms: len(a.rooms),
		LagMs: a.lag.Milliseconds(), LogAgeMs: -1, At: now,
	}
	if a.local != nil {
		s.ID = a.local.Node
	}
	if polled := h.poller.Polled(); !polled.IsZero() {
		s.LogAgeMs = max(now.Sub(polled), 0).Milliseconds()
	}
	a.status = &s
}

// notePeerStatus takes what another node says of itself.
func (a *hubActor) notePeerStatus(p bus.Presence) {
	switch {
	case p.Kind == bus.PresenceLeave:
		delete(a.peerStatus, p.Node)
	case p.Status != nil && p.Node != "" && p.Node != a.local.Node:
		s := *p.Status
		s.ID, s.At = p.Node, a.hub.node.Now()
		a.peerStatus[p.Node] = s
	}
}

// nodes answers with the nodes that were heard of lately.
func (a *hubActor) nodes(m hubNodes) {
	var all []desk.NodeStatus
	if a.status != nil {
		all = append(all, *a.status)
	}
	for node, s := range a.peerStatus {
		if a.hub.node.Now().Sub(s.At) >= bus.PresenceTimeout {
			delete(a.peerStatus, node)
			continue
		}
		all = append(all, s)
	}
	m.reply <- all
}

// Nodes lists the nodes of the community that this node has heard of within
// bus.PresenceTimeout, itself first. It fails with Unavailable when the hub stops or
// ctx ends first.
func (h *Hub) Nodes(ctx context.Context) ([]desk.NodeStatus, error) {
	reply := make(chan []desk.NodeStatus, 1)
	runtime.Tell(h.ref, hubNodes{reply})
	all, err := ask(ctx, h, reply, "The nodes are not known right now")
	if len(all) > 1 {
		slices.SortFunc(all[1:], func(a, b desk.NodeStatus) int {
			return cmp.Or(a.StartedAt.Compare(b.StartedAt), strings.Compare(a.ID, b.ID))
		})
	}
	return all, err
}

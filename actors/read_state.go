// How far members have read the rooms: each member's own sockets receive it, on
// every node. The node that stored a mark sends it to the others over the bus; what
// the bus loses they find in the database within a second.
package actors

import (
	"context"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/roomlog"
)

// ReadChanged sends to a member's sockets on all nodes that the member's mark in a
// room has moved. It does not wait.
func (h *Hub) ReadChanged(s roomlog.ReadState) {
	runtime.Tell(h.ref, hubRead{[]roomlog.ReadState{s}})
	if bus := h.cfg.Bus; bus != nil {
		bus.PublishRead(s)
	}
}

// Messages to the hub.
type (
	// hubRead brings states that some node stored.
	hubRead struct{ states []roomlog.ReadState }
	// hubMarks brings marks that were found in the database.
	hubMarks struct{ marks []roomlog.ReadMark }
)

// read sends each state to the sockets of its member, unless they have that state or a
// later one already.
func (a *hubActor) read(states []roomlog.ReadState) {
	for _, s := range states {
		who := a.presence.people[s.MemberID]
		if who == nil || len(who.sockets) == 0 || s.LastRead <= who.reads[s.Room] {
			continue
		}
		if who.reads == nil {
			who.reads = map[string]int64{}
		}
		who.reads[s.Room] = s.LastRead
		f := wire.Encode(wire.ReadState{RoomID: s.Room, LastReadSeq: s.LastRead, Unread: s.Unread, Mentions: s.Mentions})
		for _, so := range who.sockets {
			so.out.Push(f)
		}
	}
}

// marks reads the states of the marks that the members on this node do not have yet.
func (a *hubActor) marks(found []roomlog.ReadMark) {
	var news []roomlog.ReadMark
	for _, m := range found {
		if who := a.presence.people[m.MemberID]; who != nil && len(who.sockets) > 0 && m.LastRead > who.reads[m.Room] {
			news = append(news, m)
		}
	}
	if len(news) == 0 {
		return
	}
	a.hub.node.Job(a.hub.node.Base, a.hub.ref, func(ctx context.Context) any {
		states, err := runtime.Query(ctx, a.hub.node, runtime.QueryTime, func(ctx context.Context) ([]roomlog.ReadState, error) {
			return a.hub.cfg.Log.ReadStates(ctx, news)
		})
		if err != nil && a.hub.node.Base.Err() == nil {
			a.hub.node.Logger.Warn("unread counts could not be read: open screens wait for the next change", "error", err)
		}
		return hubRead{states}
	})
}

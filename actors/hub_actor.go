// The hub's actor: the registry of sockets, members and rooms.
package actors

import (
	"time"

	"muster/actors/presence"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/store"
	"muster/store/bus"
	"muster/store/desk"
)

func newHubActor(h *Hub) *hubActor {
	a := &hubActor{
		hub: h, sockets: map[string]*socket{}, rooms: map[string]*room.Handle{}, byRoom: map[string]*room.Handle{},
		empty: map[string]time.Time{}, failures: map[string]failure{}, broadcasts: newLatestBroadcasts(), children: newChildren(h), presence: newChatMembers(),
		startedAt: h.node.Now(), peerStatus: map[string]desk.NodeStatus{}, stopStatus: func() {},
	}
	if bus := h.cfg.Bus; bus != nil {
		a.local, a.peers = presence.NewLocal(bus.NodeID()), presence.NewPeers(bus.NodeID())
	}
	return a
}

func (a *hubActor) Receive(self runtime.Self, msg any) {
	switch m := msg.(type) {
	case hubConnect:
		a.connect(self, m)
	case hubArrive:
		a.arrive(m)
	case hubWatch:
		a.watch(m)
	case hubEnter:
		a.enter(self, m)
	case hubLeave:
		a.leave(m)
	case hubSite:
		a.hub.siteSeq.Store(m.event.Seq)
		if m.event.Kind != store.Renamed {
			a.rightsSeq = m.event.Seq
		}
		a.site(m.event)
	case hubSiteKnown:
		a.hub.siteSeq.Store(m.seq)
		a.rightsSeq = m.seq
		a.toSessions(session.Recheck{})
	case hubBeginAnew:
		a.beginAnew(m)
	case hubBroadcast:
		a.broadcast(m.values)
	case hubShow:
		a.showTimer = false
		a.show(a.hub.node.Now())
	case hubFlag:
		a.flag(m.flag)
	case hubRead:
		a.read(m.states)
	case hubMarks:
		a.marks(m.marks)
	case hubRoomActivity:
		a.roomActivity(m)
	case hubPush:
		a.push(m.frame)
	case hubToChild:
		a.toChild(m)
	case hubStartChildren:
		a.startChildren(self)
	case hubReopen:
		for _, l := range m.lost {
			runtime.Tell(l.session.Ref(), l.lost)
		}
	case hubNamed:
		a.named(m)
	case hubPeople:
		a.people(m)
	case hubRoomCounts:
		a.roomCounts(m)
	case hubPresent:
		a.present(m)
	case hubFlushNotices:
		a.presence.noticeTimer = false
		a.sendNotices(a.hub.node.Now())
	case hubMemberChanged:
		a.memberChanged(m)
	case hubPeerPresence:
		a.peerPresence(m.presence)
	case hubFlushPresence:
		a.flushScheduled = false
		a.flushPresence()
	case hubCloseIdleRooms:
		a.closeIdleRooms()
	case hubPresenceTick:
		a.presenceTick()
	case hubRevalidate:
		a.revalidate(m.wait)
	case hubStatus:
		a.noteStatus(m.due)
	case hubNodes:
		a.nodes(m)
	case hubActivityRestarted:
		a.toSessions(session.ActivityRestarted{})
	case hubBusGap:
		a.busGap()
	case runtime.ChildStopped:
		a.childStopped(m.ID)
	}
}

func (a *hubActor) Stopping() { a.stopStatus() }
func (a *hubActor) Stopped() {
	a.announceLeave()
	close(a.hub.ended)
}

// childStopped cleans up after a room or a session that stopped.
func (a *hubActor) childStopped(id string) {
	if h := a.byRoom[id]; h != nil {
		a.roomGone(h)
		return
	}
	if a.childEnded(id) {
		return
	}
	so := a.sockets[id]
	if so == nil {
		return
	}
	delete(a.sockets, id)
	if so.room != nil {
		runtime.Tell(so.room.Ref, room.Leave{Session: so.session, Quiet: true})
	}
	if so.limits == nil {
		return
	}
	now := a.hub.node.Now()
	who := a.presence.people[so.limits.ID]
	if so.watches {
		a.presence.unwatch(who, so, now)
		return
	}
	if last := a.presence.depart(who, so, now); last {
		a.publishCount()
		a.publishChange(bus.PresenceChange{MemberID: who.limits.ID})
		if !a.presence.remote.Has(who.limits.ID) {
			a.noticeLeft(who.limits.ID, who.name, now)
		}
	}
}

// Site events: sessions that end, member statuses and room access that must be
// checked again, and new names.
package actors

import (
	livemoney "muster/actors/money"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
)

// site applies one event of the site log. The hub receives them in order.
func (a *hubActor) site(e store.SiteEvent) {
	switch e.Kind {
	case store.SessionEnded:
		for so := range a.presence.everySocket() {
			if so.sessionID == e.SessionID {
				runtime.Tell(so.session.Ref(), session.Ended{})
			}
		}
	case store.MemberStatusChanged:
		a.toMember(e.MemberID, session.Recheck{})
	case store.RoomAccessChanged:
		a.toMember(e.MemberID, session.RoomRecheck{Room: e.Room})
	case store.RoomChanged:
		if h := a.rooms[e.Room]; h != nil {
			h.SettingsChanged()
		}
		for _, so := range a.presence.joined {
			if so.room != nil && so.room.ID == e.Room {
				runtime.Tell(so.session.Ref(), session.RoomRecheck{Room: e.Room})
			}
		}
	case store.Renamed:
		a.renamed(e)
	default:
		a.unknownSite(e)
	}
}

// noteNewerBuild logs for the operator, once, that the logs hold what only a newer build
// knows.
func (h *Hub) noteNewerBuild(kind string) {
	if h.newerBuild.CompareAndSwap(false, true) {
		h.node.Logger.Warn("another node runs, or ran, a newer build: members here do not see what only that knows; finish the upgrade", "kind", kind)
	}
}

// unknownSite applies an event of a kind that only newer nodes know. It may
// have taken a right away, so every session that it names is rechecked.
func (a *hubActor) unknownSite(e store.SiteEvent) {
	a.hub.noteNewerBuild(string(e.Kind))
	if h := a.rooms[e.Room]; h != nil {
		h.SettingsChanged()
	}
	for so := range a.presence.everySocket() {
		if e.SessionID != "" && so.sessionID == e.SessionID {
			runtime.Tell(so.session.Ref(), session.Recheck{})
		}
		if e.Room != "" && e.MemberID == "" && so.room != nil && so.room.ID == e.Room {
			runtime.Tell(so.session.Ref(), session.RoomRecheck{Room: e.Room})
		}
	}
	if e.MemberID == "" {
		return
	}
	a.toMember(e.MemberID, session.Recheck{})
	if e.Room != "" {
		a.toMember(e.MemberID, session.RoomRecheck{Room: e.Room})
	}
}

func (a *hubActor) toMember(id string, msg any) {
	for so := range a.presence.socketsOf(id) {
		runtime.Tell(so.session.Ref(), msg)
	}
}

// renamed passes a new name to every socket, to the member's own sessions
// and to every room.
func (a *hubActor) renamed(e store.SiteEvent) {
	a.presence.renamed(e.MemberID, e.NewUsername, e.Seq, a.hub.node.Now())
	a.toMember(e.MemberID, session.Renamed{Name: e.NewUsername, Seq: e.Seq})
	a.renameRemote(e.MemberID, e.NewUsername)
	a.toChild(hubToChild{contributorsChild, livemoney.Renamed{Member: e.MemberID, Name: e.NewUsername}})
	f := wire.Encode(wire.UsernameChanged{UserID: e.MemberID, OldUsername: e.OldUsername, NewUsername: e.NewUsername, SiteSeq: e.Seq, Erased: e.Erased})
	a.push(f)
	for _, h := range a.rooms {
		runtime.Tell(h.Ref, room.Renamed{Member: e.MemberID, Before: e.OldUsername, After: e.NewUsername, SiteSeq: e.Seq, Erased: e.Erased})
	}
}

// named applies a name that a recheck found and no site event brought: the
// member was renamed before this node began to read the site log, or the event
// is still to come.
func (a *hubActor) named(m hubNamed) {
	who := a.presence.people[m.member]
	if who == nil || who.name == m.name || a.presence.newestName(m.member, m.name, m.siteSeq) != m.name {
		return
	}
	a.renamed(store.SiteEvent{Seq: m.siteSeq, MemberID: m.member, OldUsername: who.name, NewUsername: m.name})
}

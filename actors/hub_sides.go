// What the hub is for its rooms, its sessions, its log writers and its poller: each knows it
// by a small interface of its own package. Most methods only send the hub's actor a message.
package actors

import (
	"time"

	"muster/actors/logwriter"
	"muster/actors/poller"
	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/store"
	"muster/store/bus"
	"muster/store/roomlog"
)

var (
	_ room.Hub        = roomSide{}
	_ session.Hub     = sessionSide{}
	_ logwriter.Rooms = writerSide{}
	_ poller.Hub      = pollerSide{}
)

// roomSide is the hub of rooms.
type roomSide struct{ hub *Hub }

// Epoch implements room.Hub.
func (s roomSide) Epoch() int64 { return s.hub.epoch.Load() }

// MemberChanged implements room.Hub.
func (s roomSide) MemberChanged(of *room.Handle, c bus.PresenceChange) {
	runtime.Tell(s.hub.ref, hubMemberChanged{of, c})
}

// NoteNewerBuild implements room.Hub.
func (s roomSide) NoteNewerBuild(kind string) { s.hub.noteNewerBuild(kind) }

// IsContributor implements room.Hub.
func (s roomSide) IsContributor(member string, now time.Time) bool {
	return s.hub.contributors.Has(member, now)
}

// Signer implements room.Hub.
func (s roomSide) Signer(member string) livelog.Signer { return s.hub.signer(member) }

// sessionSide is the hub of sessions.
type sessionSide struct{ hub *Hub }

// Arrive implements session.Hub.
func (s sessionSide) Arrive(of *session.Session, caller store.Caller, since int64) {
	runtime.Tell(s.hub.ref, hubArrive{of, caller, since})
}

// Watch implements session.Hub.
func (s sessionSide) Watch(of *session.Session, caller store.Caller, since int64) {
	runtime.Tell(s.hub.ref, hubWatch{of, caller, since})
}

// Enter implements session.Hub.
func (s sessionSide) Enter(id string, since int64, e room.Enter) {
	runtime.Tell(s.hub.ref, hubEnter{enter: e, room: id, since: since})
}

// Leave implements session.Hub.
func (s sessionSide) Leave(of *session.Session, ticket int64) {
	runtime.Tell(s.hub.ref, hubLeave{of, ticket})
}

// Named implements session.Hub.
func (s sessionSide) Named(member, name string, siteSeq int64) {
	runtime.Tell(s.hub.ref, hubNamed{member, name, siteSeq})
}

// ToActivity implements session.Hub.
func (s sessionSide) ToActivity(msg any) { runtime.Tell(s.hub.ref, hubToChild{activityChild, msg}) }

// Live implements session.Hub.
func (s sessionSide) Live(id string) *room.Handle { return s.hub.live(id) }

// LogIsCurrent implements session.Hub.
func (s sessionSide) LogIsCurrent() bool { return s.hub.pollIsCurrent() }

// SiteSeq implements session.Hub.
func (s sessionSide) SiteSeq() int64 { return s.hub.siteSeq.Load() }

// Epoch implements session.Hub.
func (s sessionSide) Epoch() int64 { return s.hub.epoch.Load() }

// Stopping implements session.Hub.
func (s sessionSide) Stopping() bool { return s.hub.stopping.Load() }

// Signer implements session.Hub.
func (s sessionSide) Signer(member string) livelog.Signer { return s.hub.signer(member) }

// writerSide is the rooms of a node, for its log writers.
type writerSide struct{ hub *Hub }

// Stored implements logwriter.Rooms.
func (s writerSide) Stored(id string, events []roomlog.Event, at time.Time) {
	s.hub.announce(id, events, at)
}

// StoredBefore implements logwriter.Rooms. A room that is behind the event answers when
// it has reached it.
func (s writerSide) StoredBefore(again room.Duplicate) {
	if handle := s.hub.live(again.Event.Room); handle != nil && s.hub.pollIsCurrent() && again.Event.Seq > handle.Applied() {
		runtime.Tell(handle.Ref, again)
	} else {
		again.Reply(s.hub.signer(again.Event.ActorID))
	}
}

// pollerSide is the hub of the poller.
type pollerSide struct{ hub *Hub }

// Rooms implements poller.Hub.
func (s pollerSide) Rooms() map[string]*room.Handle { return *s.hub.rooms.Load() }

// SiteSeq implements poller.Hub.
func (s pollerSide) SiteSeq() int64 { return s.hub.siteSeq.Load() }

// SiteKnown implements poller.Hub.
func (s pollerSide) SiteKnown(seq int64) { runtime.Tell(s.hub.ref, hubSiteKnown{seq}) }

// EpochKnown implements poller.Hub.
func (s pollerSide) EpochKnown(epoch int64) { s.hub.epoch.Store(epoch) }

// BeginAnew implements poller.Hub.
func (s pollerSide) BeginAnew(epoch, site int64) { runtime.Tell(s.hub.ref, hubBeginAnew{epoch, site}) }

// Site implements poller.Hub.
func (s pollerSide) Site(e store.SiteEvent) { runtime.Tell(s.hub.ref, hubSite{e}) }

// Revalidate implements poller.Hub.
func (s pollerSide) Revalidate(wait *runtime.Barrier) { runtime.Tell(s.hub.ref, hubRevalidate{wait}) }

// Broadcasts implements poller.Hub.
func (s pollerSide) Broadcasts(values []store.Broadcast) {
	runtime.Tell(s.hub.ref, hubBroadcast{values})
}

// Marks implements poller.Hub.
func (s pollerSide) Marks(marks []roomlog.ReadMark) { runtime.Tell(s.hub.ref, hubMarks{marks}) }

// RoomActivity implements poller.Hub.
func (s pollerSide) RoomActivity(rooms []poller.RoomActivity) {
	runtime.Tell(s.hub.ref, hubRoomActivity{rooms})
}

// What the hub keeps: for any goroutine (Hub), and for its actor alone (hubActor). What they
// do with it stands in the files about each subject.
package actors

import (
	"maps"
	"sync/atomic"
	"time"

	livedesk "muster/actors/desk"
	"muster/actors/logwriter"
	livemoney "muster/actors/money"
	"muster/actors/poller"
	"muster/actors/presence"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store/desk"
)

// Hub is the live part of one node. Its methods may be called from any
// goroutine.
type Hub struct {
	cfg          Config
	system       *runtime.System
	ref          runtime.Ref
	sessions     *session.Shared
	logWriters   logwriter.Writers
	poller       *poller.Poller
	node         *runtime.Node
	ended        chan struct{} // closed once the hub's actor and all its children have stopped
	stopping     atomic.Bool
	online       atomic.Int64
	contributors livemoney.Recent
	siteSeq      atomic.Int64 // last site event applied; -1 before the first poll
	epoch        atomic.Int64 // timeline of the database that the live rooms were read from; 0: not known
	rooms        atomic.Pointer[map[string]*room.Handle]
	eventTap     livedesk.Tap // the events of rooms that this node commits
	presenceTap  livedesk.Tap // who comes and goes, for those who watch on this node
	newerBuild   atomic.Bool  // the log says that another node runs a newer build
}

// live returns the handle of the live room, or nil.
func (h *Hub) live(id string) *room.Handle { return (*h.rooms.Load())[id] }

// publishRooms publishes a copy of the live rooms for the other goroutines.
func (h *Hub) publishRooms(rooms map[string]*room.Handle) {
	seen := maps.Clone(rooms)
	h.rooms.Store(&seen)
}

// pollIsCurrent reports whether the log has answered the poller lately, so that
// this node knows who has lost a right. Otherwise the node does not pass on
// what others said: the rooms read it from the log later.
func (h *Hub) pollIsCurrent() bool {
	return h.poller.IsCurrent()
}

// lostSubscription is a session whose room failed, with the message that says so.
type lostSubscription struct {
	session *session.Session
	lost    session.RoomLost
}

type hubActor struct {
	hub            *Hub
	sockets        map[string]*socket // by the id of the session's actor
	rooms          map[string]*room.Handle
	byRoom         map[string]*room.Handle // by the id of the room's actor
	empty          map[string]time.Time    // by room: when it was first seen empty
	failures       map[string]failure      // by room
	broadcasts     latestBroadcasts
	toShow         []wire.Frame // of broadcasts, to everybody
	shownAt        time.Time    // when some were pushed last
	showTimer      bool         // a timer for hubShow is set
	children       []*child
	rightsSeq      int64 // the last site event that may have taken a right away
	presence       *chatMembers
	local          *presence.Local // the presence that this node publishes; nil without a bus
	peers          *presence.Peers // the presence that the other nodes publish; nil without a bus
	flushScheduled bool            // a timer for hubFlushPresence is set
	digestAt       time.Time       // of the next digest
	startedAt      time.Time
	stopStatus     func()                     // stops the timer for hubStatus
	lag            time.Duration              // how late the worst hubStatus within lagMemory came
	lagAt          time.Time                  // when that came
	status         *desk.NodeStatus           // of this node; nil before it was made once
	peerStatus     map[string]desk.NodeStatus // of the other nodes, by node
}

// toSessions sends a message to every session that has joined or watches.
func (a *hubActor) toSessions(msg any) {
	for so := range a.presence.everySocket() {
		runtime.Tell(so.session.Ref(), msg)
	}
}

// publishCount publishes the number of people in chat for the other goroutines.
func (a *hubActor) publishCount() { a.hub.online.Store(int64(a.presence.count())) }

// child is an actor that holds something of the whole community (hub_children.go).
type child struct {
	name  string
	make  func() runtime.Logic
	kind  string // of the broadcasts that it receives; "" for none
	ref   runtime.Ref
	alive bool
}

// failure counts the recent failures of a room.
type failure struct {
	times int
	last  time.Time
}

// latestBroadcasts holds the number of the newest value of each subject.
type latestBroadcasts struct {
	of       map[string]latestBroadcast
	forgetAt int // how many there are when it next looks for those that are too old
}

func newLatestBroadcasts() latestBroadcasts {
	return latestBroadcasts{of: map[string]latestBroadcast{}}
}

type latestBroadcast struct {
	seq int64
	at  time.Time // when it was sent
}

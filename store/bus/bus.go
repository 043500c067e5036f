package bus

import (
	"muster/store"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/roomlog"
	"time"
)

// Bus carries messages between the nodes of one community (store/redis). It may
// lose, delay, repeat and reorder whatever it carries: the logs are the truth.
// No method waits for the network.
type Bus interface {
	// NodeID names this node as the others know it; every start has another id.
	NodeID() string
	// Listen sets the listener. It is called once, first. A node never receives
	// its own messages.
	Listen(Listener)
	// Subscribe begins to receive a room's events and typing, Unsubscribe ends it.
	Subscribe(room string)
	Unsubscribe(room string)
	// Publish sends the committed events of one room to the other nodes, in order.
	// Nobody may change the events afterwards.
	Publish(room string, events []roomlog.Event)
	// PublishSite announces that the site log has reached seq.
	PublishSite(seq int64)
	// PublishBroadcast announces a committed broadcast.
	PublishBroadcast(b store.Broadcast)
	// PublishFlag announces that a message was flagged or that its flag was removed.
	PublishFlag(f chat.Flag)
	// PublishRead announces how far a member has read a room.
	PublishRead(s roomlog.ReadState)
	// PublishActivity sends what happened on this node to the nodes where somebody watches.
	PublishActivity(b desk.ActivityBatch)
	// PublishActivityWatch announces what is watched on this node to every node.
	PublishActivityWatch(w desk.ActivityWatch)
	// WatchActivity begins or ends receiving what PublishActivity sends.
	WatchActivity(on bool)
	// PublishTyping announces that a member types in a room or stopped.
	PublishTyping(room string, t Typing)
	// PublishPresence announces who is on this node.
	PublishPresence(p Presence)
}

// Listener receives what other nodes publish, one call at a time. No method waits.
type Listener interface {
	// Gap: messages about a room, or with "" about anything, may have been missed
	// until now. It is also called once messages begin to arrive.
	Gap(room string)
	// RoomEvents are committed events of one room, in order.
	RoomEvents(room string, events []roomlog.Event)
	// SiteReached: the site log has an event numbered seq.
	SiteReached(seq int64)
	// Broadcast: some node committed this value.
	Broadcast(b store.Broadcast)
	// Read: a member's mark in a room has moved.
	Read(s roomlog.ReadState)
	Flag(f chat.Flag)
	// Activity: what happened on another node.
	Activity(b desk.ActivityBatch)
	// ActivityWatched: what is watched on another node.
	ActivityWatched(w desk.ActivityWatch)
	RoomTyping(room string, t Typing)
	Presence(p Presence)
}

// Typing says that a member types, or no longer does.
type Typing struct {
	MemberID string
	Name     string
	On       bool
}

// PresenceKind says what a node announces of itself.
type PresenceKind string

const (
	// PresenceBatch: what changed since Version-1.
	PresenceBatch PresenceKind = "batch"
	// PresenceDigest: nothing has changed since Version and the node runs.
	PresenceDigest PresenceKind = "digest"
	// PresenceSnapshot: everybody who is on the node, as of Version.
	PresenceSnapshot PresenceKind = "snapshot"
	// PresenceSnapshotRequest: the node Of is asked for a snapshot; "" asks every node.
	PresenceSnapshotRequest PresenceKind = "snapshot_request"
	// PresenceLeave: the node stops; nobody is on it any more.
	PresenceLeave PresenceKind = "leave"
)

// How presence between nodes is kept.
const (
	PresenceBatchWindow = 100 * time.Millisecond // changes published together
	PresenceDigestEvery = 3 * time.Second        // between two digests
	PresenceTimeout     = 9 * time.Second        // a node silent for so long is forgotten
)

// Presence is one message of a node about the people on it. Nodes of other builds
// read it: fields and kinds may be added, and never get another meaning.
type Presence struct {
	Node    string           `json:"node"` // its NodeID
	Kind    PresenceKind     `json:"kind"`
	Version int64            `json:"version,omitempty"`
	Of      string           `json:"of,omitempty"`
	Changes []PresenceChange `json:"changes,omitempty"`
	Status  *desk.NodeStatus `json:"status,omitempty"` // of a digest
}

// PresenceChange is one person who came to a room, or to chat, on a node, or left.
type PresenceChange struct {
	Room     string `json:"r,omitempty"` // "" is the whole chat
	MemberID string `json:"m"`
	Name     string `json:"n,omitempty"`
	Here     bool   `json:"h,omitempty"`
	Toast    bool   `json:"t,omitempty"` // not back within a minute, as the node knows
}

package store

import "time"

// Bus carries hints between the nodes of one community (store/redis). It may
// lose, delay, repeat and reorder whatever it carries: the logs are the truth.
// No method waits for the network.
type Bus interface {
	// NodeID names this node as the others know it; every start has another name.
	NodeID() string
	// Listen says who is told what other nodes say. It is called once, first.
	// A node never hears itself.
	Listen(Listener)
	// Subscribe begins to hear a room's events and typing, Leave ends it.
	Subscribe(room string)
	Unsubscribe(room string)
	// Publish tells of committed events of one room, in order. Nobody may
	// change them afterwards.
	Publish(room string, events []Event)
	// PublishSite tells that the site log has reached seq.
	PublishSite(seq int64)
	// PublishTyping tells that a member types in a room or stopped.
	PublishTyping(room string, t Typing)
	// PublishPresence tells who is on this node.
	PublishPresence(p Presence)
}

// Listener is told what other nodes say, one call at a time. No method waits.
type Listener interface {
	// Gap: what was said of a room until now may have been missed; "" means of
	// everything. It is also called once the bus begins to hear.
	Gap(room string)
	// RoomEvents are committed events of one room, in order.
	RoomEvents(room string, events []Event)
	// SiteReached: the site log has an event numbered seq.
	SiteReached(seq int64)
	RoomTyping(room string, t Typing)
	Presence(p Presence)
}

// Typing is a hint: a member types, or no longer does.
type Typing struct {
	MemberID string
	Name     string
	On       bool
}

// PresenceKind says what a node tells of itself.
type PresenceKind string

const (
	// PresenceBatch: what changed since Version-1.
	PresenceBatch PresenceKind = "batch"
	// PresenceDigest: nothing changed since Version; the node lives.
	PresenceDigest PresenceKind = "digest"
	// PresenceSnapshot: everybody who is on the node, as of Version.
	PresenceSnapshot PresenceKind = "whole"
	// PresenceSnapshotRequest: the node Of is asked for its whole; "" asks every node.
	PresenceSnapshotRequest PresenceKind = "ask"
	// PresenceLeave: the node ends; nobody is on it any more.
	PresenceLeave PresenceKind = "bye"
)

// How presence between nodes is kept.
const (
	PresenceBatchWindow = 100 * time.Millisecond // changes told at once
	PresenceDigestEvery = 3 * time.Second        // between two digests
	PresenceTimeout     = 9 * time.Second        // a node silent for so long is forgotten
)

// Presence is one thing a node tells of who is on it.
type Presence struct {
	Node    string           `json:"node"` // its Boot
	Kind    PresenceKind     `json:"kind"`
	Version int64            `json:"version,omitempty"`
	Of      string           `json:"of,omitempty"`
	Changes []PresenceChange `json:"changes,omitempty"`
}

// PresenceChange is one person who came to a place on a node or left it.
type PresenceChange struct {
	Room     string `json:"r,omitempty"` // "" is the whole chat
	MemberID string `json:"m"`
	Name     string `json:"n,omitempty"`
	Here     bool   `json:"h,omitempty"`
	Toast    bool   `json:"t,omitempty"` // not back within a minute, as the node knows
}

package roomlog

import (
	"time"

	"muster/store"
)

// EventKind names a change that the members of a room can see. During a rolling
// deploy nodes of the previous build read kinds that only the next one knows:
// they give such an event its number, apply nothing, and send the members a frame
// that has the kind as its type and no fields but roomId and seq. So a kind is a
// word of small letters and _, and never the type of another frame.
type EventKind string

const (
	MessageSent     EventKind = "message"
	MessageDeleted  EventKind = "message_deleted"
	MessageEdited   EventKind = "message_edited"
	MessagePreview  EventKind = "message_preview" // a link preview was added
	MessageMedia    EventKind = "message_media"   // its media has another transcript or other captions
	MessagePinned   EventKind = "message_pinned"
	MessageUnpinned EventKind = "message_unpinned"
	ReactionAdded   EventKind = "reaction_added"
	ReactionRemoved EventKind = "reaction_removed"
	SettingsChanged EventKind = "room_changed"
)

// Known says whether this build knows what events of the kind change.
func (k EventKind) Known() bool {
	switch k {
	case MessageSent, MessageDeleted, MessageEdited, MessagePreview, MessageMedia, MessagePinned, MessageUnpinned, ReactionAdded, ReactionRemoved, SettingsChanged:
		return true
	}
	return false
}

// Event is one numbered entry of a room's log. Events hold ids and kinds; the
// texts are joined when the event is read, so a deleted text never comes back.
type Event struct {
	Room string
	Seq  int64 // one higher than the last, per room
	Kind EventKind
	At   time.Time
	// Message is the message as it is now, for MessageSent only. Its Reactions
	// are empty: they follow as events of their own.
	Message *Message
	// MessageID is the message that was deleted, edited, pinned or reacted on.
	MessageID string
	ActorID   string // who did it
	ActorName string // that member's username as it is now
	Reaction  string // the emoji, for the two reaction kinds
	// Edit is the text as it is now, for MessageEdited only; empty once the message
	// is deleted.
	Edit *Edit
	// Preview is the link preview as it is now, for MessagePreview only; empty when
	// there is none any more.
	Preview *LinkPreview
	// Upload is the file of the message as it is described now, for MessageMedia only; nil
	// once the message is deleted.
	Upload *store.Upload
	// Settings is the room as it is now, for SettingsChanged only.
	Settings *Room
}

// Edit is the text of a message after an edit, and whom it names.
type Edit struct {
	Text        string
	Mentions    []string // member ids
	MentionsAll bool
}

// Command is one thing a member asks a room's log to record.
type Command struct {
	Kind    EventKind
	Room    string
	Member  string // who acts
	Session string // by which session; the log refuses it once revoked
	Address string // where a deletion came from, for the audit log; "": not known
	// MessageID is made by the node (UUIDv7) for MessageSent; for the other
	// kinds it names the message that is meant.
	MessageID string
	Reaction  string
	Draft     Draft // for MessageSent; of MessageEdited only the text
}

// Result is the log's answer to one Act. Exactly one of the following holds:
// Err is set and nothing was stored; Event is set and Stored says whether
// this act made it or found it (a resend, a second deletion, a reaction
// already there); or neither is set: the act changed nothing and has no event
// (removing a reaction that is not there).
type Result struct {
	Event  *Event
	Stored bool
	Err    error
}

// RoomState is a room as the log has it at one moment: what a node needs to
// bring the room to life.
type RoomState struct {
	Room Room
	Head int64     // number of the last event, 0 for none
	Tail []Message // the newest 50 messages with their reactions, oldest first
	// Events are the newest ones, at most ReplayEvents, without a gap up to Head,
	// oldest first.
	Events []Event
}

// ReplayEvents is how many events of a room a node keeps for those who resume.
const ReplayEvents = 512

// The events that a rejoining member can be sent: all that it missed, when these are at
// most ResumeEvents or began less than ResumeAge ago, and never more than ReplayMost.
// Past that the member must reload.
const (
	ResumeAge    = 24 * time.Hour
	ResumeEvents = 10_000
	ReplayMost   = 50_000
)

// CanResume decides for a member who saw number seq last of a room whose last
// number is head. firstMissed is when event seq+1 happened, zero when the log
// does not have it.
func CanResume(seq, head int64, firstMissed, now time.Time) bool {
	missed := head - seq
	switch {
	case seq < 0 || missed < 0 || missed > ReplayMost:
		return false
	case missed == 0:
		return true
	case firstMissed.IsZero():
		return false
	}
	return missed <= ResumeEvents || now.Sub(firstMissed) < ResumeAge
}

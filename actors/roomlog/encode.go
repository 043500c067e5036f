package roomlog

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// Announcement is one committed room event with its one encoding.
type Announcement struct {
	Seq   int64
	Frame wire.Frame
	Event store.Event
}

// Announce encodes events, once for everybody.
func Announce(events []store.Event) []Announcement {
	out := make([]Announcement, len(events))
	for i, e := range events {
		out[i] = Announcement{Seq: e.Seq, Frame: EventFrame(e), Event: e}
	}
	return out
}

// MessageBody is the form in which members see a message, over the socket and
// over HTTP alike. Flags are for moderators and travel in frames of their own, so
// is_flagged is false here. Text, media and reply of a deleted message are left
// out.
func MessageBody(m store.Message) wire.MessageBody {
	b := wire.MessageBody{
		ID:               m.ID,
		RoomID:           m.Room,
		Seq:              m.Seq,
		MessageType:      string(m.Kind),
		MessageTypeAlias: string(m.Kind),
		Username:         m.SenderName,
		UserID:           m.SenderID,
		CreatedAt:        Timestamp(m.CreatedAt),
		Reactions:        make([]wire.Reaction, 0, len(m.Reactions)),
		Mentions:         []string{},
		ClientMsgID:      optional(m.ClientMsgID),
	}
	if !m.DeletedAt.IsZero() {
		at := Timestamp(m.DeletedAt)
		b.DeletedAt = &at
		return b
	}
	b.Text = m.Text
	b.MediaURL = optional(m.MediaURL)
	b.MediaThumbnailURL = optional(m.ThumbnailURL)
	if m.ReplyTo != "" {
		b.ReplyToMessageID = &m.ReplyTo
		b.ReplyToUsername = optional(m.ReplyName)
		if !m.ReplyDeleted {
			b.ReplyToText = optional(m.ReplyText)
		}
	}
	for _, r := range m.Reactions {
		b.Reactions = append(b.Reactions, wire.Reaction{MessageID: m.ID, UserID: r.MemberID, Username: r.Username, Reaction: r.Emoji})
	}
	return b
}

// EventFrame encodes a room event. A kind that this build does not know, which
// a newer node wrote, is its number and nothing else: the members' own numbers
// go on, and no socket is closed while nodes of two builds run side by side.
func EventFrame(e store.Event) wire.Frame {
	switch e.Kind {
	case store.MessageSent:
		body := MessageBody(*e.Message)
		body.Seq = e.Seq
		return wire.Encode(wire.Message{MessageBody: body})
	case store.MessageDeleted:
		return wire.Encode(wire.MessageDeleted{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, DeletedAt: Timestamp(e.At)})
	case store.ReactionAdded:
		return wire.Encode(wire.ReactionAdded{RoomID: e.Room, Seq: e.Seq, Reaction: reactionOf(e)})
	case store.ReactionRemoved:
		return wire.Encode(wire.ReactionRemoved{RoomID: e.Room, Seq: e.Seq, Reaction: reactionOf(e)})
	}
	return wire.Encode(wire.UnknownEvent{Kind: string(e.Kind), RoomID: e.Room, Seq: e.Seq})
}

func reactionOf(e store.Event) wire.Reaction {
	return wire.Reaction{MessageID: e.MessageID, UserID: e.ActorID, Username: e.ActorName, Reaction: e.Reaction}
}

// Timestamp is the one form of times on the wire: UTC, at most microseconds.
func Timestamp(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// optional is nil for "".
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

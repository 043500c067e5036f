package roomlog

import (
	"time"

	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// Announcement is one committed room event with its one encoding. An event that
// carries an upload is encoded once more for each receiver (For): the links in it
// are the receiver's own, and Frame has none.
type Announcement struct {
	Seq   int64
	Frame wire.Frame
	Event roomlog.Event
}

// Announce encodes events, once for everybody.
func Announce(events []roomlog.Event) []Announcement {
	out := make([]Announcement, len(events))
	for i, e := range events {
		out[i] = Announcement{Seq: e.Seq, Frame: EventFrame(e, nil), Event: e}
	}
	return out
}

// Signer gives one member the links to an upload; thumbnail is "" for an upload
// without one. A nil Signer gives none.
type Signer func(u *store.Upload) (media, thumbnail string)

// Personal says whether the event carries an upload, so that its frame is another
// for each receiver.
func (a *Announcement) Personal() bool { return personal(a.Event) }

func personal(e roomlog.Event) bool { return e.Message != nil && e.Message.Upload != nil }

// For is the frame with the links of one receiver.
func (a *Announcement) For(sign Signer) wire.Frame {
	if !a.Personal() {
		return a.Frame
	}
	return EventFrame(a.Event, sign)
}

// MessageBody is the form in which members see a message, over the socket and
// over HTTP alike. Flags are for moderators and travel in frames of their own, so
// is_flagged is false here. Text, media and reply of a deleted message are left
// out. Links to an upload are those of the member for whom sign signs.
func MessageBody(m roomlog.Message, sign Signer) wire.MessageBody {
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
	if !m.EditedAt.IsZero() {
		at := Timestamp(m.EditedAt)
		b.EditedAt = &at
	}
	if len(m.Mentions) > 0 {
		b.Mentions = m.Mentions
	}
	b.MentionsAll = m.MentionsAll
	if m.Preview != nil {
		p := wire.LinkPreview(*m.Preview)
		b.Preview = &p
	}
	b.MediaURL = optional(m.MediaURL)
	b.MediaThumbnailURL = optional(m.ThumbnailURL)
	if u := m.Upload; u != nil {
		data := MediaMetadata(u)
		b.MediaMetadata = &data
		if sign != nil {
			media, thumbnail := sign(u)
			b.MediaURL, b.MediaThumbnailURL = optional(media), optional(thumbnail)
		}
	}
	if b.MediaURL != nil {
		b.Text = *b.MediaURL // media have no text, and some clients look for the address here
	}
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

// MediaMetadata is what members see of an upload.
func MediaMetadata(u *store.Upload) wire.MediaMetadata {
	return wire.MediaMetadata{
		Width: u.Metadata.Width, Height: u.Metadata.Height, Duration: u.Metadata.Duration,
		FileSize: u.Size, MimeType: u.ContentType, Waveform: u.Metadata.Waveform,
		Transcript: u.Metadata.Transcript, Captioned: u.Captioned,
	}
}

// EventFrame encodes a room event for a member; without a Signer it is for
// everybody and has no links to uploads. A kind that this build does not know, which
// a newer node wrote, is its number and nothing else: the members' own numbers
// go on, and no socket is closed while nodes of two builds run side by side. So is one
// whose message has nothing to show any more.
func EventFrame(e roomlog.Event, sign Signer) wire.Frame {
	switch e.Kind {
	case roomlog.MessageSent:
		body := MessageBody(*e.Message, sign)
		body.Seq = e.Seq
		return wire.Encode(wire.Message{MessageBody: body})
	case roomlog.MessageDeleted:
		return wire.Encode(wire.MessageDeleted{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, DeletedAt: Timestamp(e.At)})
	case roomlog.MessageEdited:
		return wire.Encode(messageEdited(e))
	case roomlog.MessagePreview:
		if e.Preview != nil {
			return wire.Encode(wire.MessagePreview{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, Preview: wire.LinkPreview(*e.Preview)})
		}
	case roomlog.MessageMedia:
		if e.Upload != nil {
			return wire.Encode(wire.MessageMedia{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, Metadata: MediaMetadata(e.Upload)})
		}
	case roomlog.MessagePinned:
		return wire.Encode(wire.MessagePinned{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, UserID: e.ActorID})
	case roomlog.MessageUnpinned:
		return wire.Encode(wire.MessageUnpinned{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, UserID: e.ActorID})
	case roomlog.SettingsChanged:
		if e.Settings != nil {
			return wire.Encode(wire.RoomChanged{RoomID: e.Room, Seq: e.Seq, Room: RoomBody(*e.Settings)})
		}
	case roomlog.ReactionAdded:
		return wire.Encode(wire.ReactionAdded{RoomID: e.Room, Seq: e.Seq, Reaction: reactionOf(e)})
	case roomlog.ReactionRemoved:
		return wire.Encode(wire.ReactionRemoved{RoomID: e.Room, Seq: e.Seq, Reaction: reactionOf(e)})
	}
	return wire.Encode(wire.UnknownEvent{Kind: string(e.Kind), RoomID: e.Room, Seq: e.Seq})
}

// messageEdited is the frame of an edit. Of a message that was deleted since it has
// no text.
func messageEdited(e roomlog.Event) wire.MessageEdited {
	f := wire.MessageEdited{RoomID: e.Room, Seq: e.Seq, MessageID: e.MessageID, EditedAt: Timestamp(e.At), Mentions: []string{}}
	if e.Edit != nil {
		f.Text, f.MentionsAll = e.Edit.Text, e.Edit.MentionsAll
		if len(e.Edit.Mentions) > 0 {
			f.Mentions = e.Edit.Mentions
		}
	}
	return f
}

// RoomBody is the form in which members see a room.
func RoomBody(r roomlog.Room) wire.RoomBody {
	return wire.RoomBody{
		ID: r.ID, Name: r.ID, DisplayName: r.DisplayName, Description: r.Description, IsDefault: r.IsDefault,
		AccessLevel: string(r.AccessLevel), SlowModeSeconds: int(r.SlowMode / time.Second), ReadOnly: r.ReadOnly,
	}
}

func reactionOf(e roomlog.Event) wire.Reaction {
	return wire.Reaction{MessageID: e.MessageID, UserID: e.ActorID, Username: e.ActorName, Reaction: e.Reaction}
}

// LastMessage is the form in which lists of rooms show their newest message; nil
// stays nil.
func LastMessage(m *roomlog.LastMessage) *wire.LastMessage {
	if m == nil {
		return nil
	}
	return &wire.LastMessage{
		ID: m.ID, UserID: m.SenderID, Username: m.SenderName, Preview: m.Preview,
		MessageType: string(m.Kind), CreatedAt: Timestamp(m.CreatedAt),
	}
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

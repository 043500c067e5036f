// The bodies of hints. Room events are the many: they are packed by hand, in
// the order of their fields; numbers are varints, texts have their length
// before them. Whoever changes a layout raises its version.

package redis

import (
	"encoding/binary"
	"encoding/json"
	"time"

	"muster/store"
)

// layout is the version of every payload. Nodes of two layouts refuse each
// other's hints and meet through the log, once a second.
const layout = 2

// What a body is.
const (
	kindEvents   = 'e'
	kindTyping   = 't'
	kindSite     = 's'
	kindPresence = 'p'
	kindPing     = 'i'
)

// maxEvents bounds what one hint may claim to hold.
const maxEvents = 4096

// hand reads a body and tells the listener; false when it cannot be read.
func (b *Bus) hand(kind byte, room string, body []byte) bool {
	switch kind {
	case kindEvents:
		events, ok := readEvents(body)
		if ok = ok && ofRoom(room, events); ok {
			b.listener.RoomEvents(room, events)
		}
		return ok
	case kindTyping:
		r := reader{rest: body}
		t := store.Typing{MemberID: r.text(), Name: r.text(), On: r.number() != 0}
		if r.done() {
			b.listener.RoomTyping(room, t)
		}
		return r.done()
	case kindSite:
		r := reader{rest: body}
		seq := r.number()
		if r.done() {
			b.listener.SiteReached(seq)
		}
		return r.done()
	case kindPresence:
		var p store.Presence
		if json.Unmarshal(body, &p) != nil {
			return false
		}
		b.listener.Presence(p)
		return true
	}
	return false
}

// ofRoom says whether events are all of the channel's room.
func ofRoom(room string, events []store.Event) bool {
	for _, e := range events {
		if e.Room != room || e.Message != nil && e.Message.Room != room {
			return false
		}
	}
	return true
}

func appendTyping(to []byte, t store.Typing) []byte {
	return appendFlag(appendText(appendText(to, t.MemberID), t.Name), t.On)
}

func appendEvents(to []byte, events []store.Event) []byte {
	to = binary.AppendVarint(to, int64(len(events)))
	for _, e := range events {
		to = appendText(to, e.Room)
		to = binary.AppendVarint(to, e.Seq)
		to = appendText(to, string(e.Kind))
		to = appendTime(to, e.At)
		to = appendText(to, e.MessageID)
		to = appendText(to, e.ActorID)
		to = appendText(to, e.ActorName)
		to = appendText(to, e.Reaction)
		to = appendFlag(to, e.Message != nil)
		if e.Message != nil {
			to = appendMessage(to, e.Message)
		}
	}
	return to
}

func readEvents(body []byte) ([]store.Event, bool) {
	r := reader{rest: body}
	n := r.number()
	if n < 0 || n > maxEvents {
		return nil, false
	}
	var events []store.Event
	for range n {
		e := store.Event{
			Room: r.text(), Seq: r.number(), Kind: store.EventKind(r.text()), At: r.time(), MessageID: r.text(),
			ActorID: r.text(), ActorName: r.text(), Reaction: r.text(),
		}
		if r.flag() {
			m := r.message()
			e.Message = &m
		}
		if r.bad || (e.Kind == store.MessageSent) != (e.Message != nil) {
			return nil, false
		}
		events = append(events, e)
	}
	return events, r.done()
}

func appendMessage(to []byte, m *store.Message) []byte {
	for _, text := range []string{
		m.ID, m.Room, string(m.Kind), m.Text, m.MediaURL, m.ThumbnailURL, m.SenderID, m.SenderName, m.ClientMsgID,
		m.ReplyTo, m.ReplyName, m.ReplyText,
	} {
		to = appendText(to, text)
	}
	to = binary.AppendVarint(to, m.Seq)
	to = appendFlag(to, m.ReplyDeleted)
	to = appendFlag(to, m.Flagged)
	to = appendTime(to, m.CreatedAt)
	to = appendTime(to, m.DeletedAt)
	to = binary.AppendVarint(to, int64(len(m.Reactions)))
	for _, x := range m.Reactions {
		to = appendText(appendText(appendText(appendText(to, x.MessageID), x.MemberID), x.Username), x.Emoji)
	}
	return to
}

func (r *reader) message() store.Message {
	m := store.Message{
		ID: r.text(), Room: r.text(), Kind: store.MessageKind(r.text()), Text: r.text(), MediaURL: r.text(), ThumbnailURL: r.text(),
		SenderID: r.text(), SenderName: r.text(), ClientMsgID: r.text(), ReplyTo: r.text(), ReplyName: r.text(), ReplyText: r.text(),
		Seq: r.number(), ReplyDeleted: r.flag(), Flagged: r.flag(), CreatedAt: r.time(), DeletedAt: r.time(),
	}
	for n := r.number(); n > 0 && !r.bad; n-- {
		m.Reactions = append(m.Reactions, store.Reaction{MessageID: r.text(), MemberID: r.text(), Username: r.text(), Emoji: r.text()})
	}
	return m
}

func appendText(to []byte, s string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}

func appendFlag(to []byte, on bool) []byte {
	if on {
		return append(to, 2) // the varint 1
	}
	return append(to, 0)
}

// appendTime writes 0 for no time.
func appendTime(to []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(to, 0)
	}
	return binary.AppendVarint(to, t.UnixNano())
}

// reader takes fields off a body; after one that does not fit it is bad and
// gives only zeros.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) done() bool { return !r.bad && len(r.rest) == 0 }

func (r *reader) number() int64 {
	v, n := binary.Varint(r.rest)
	if r.bad || n <= 0 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) flag() bool { return r.number() != 0 }

func (r *reader) text() string {
	size, n := binary.Uvarint(r.rest)
	if r.bad || n <= 0 || size > uint64(len(r.rest)-n) {
		r.bad = true
		return ""
	}
	s := string(r.rest[n : n+int(size)])
	r.rest = r.rest[n+int(size):]
	return s
}

func (r *reader) time() time.Time {
	at := r.number()
	if at == 0 {
		return time.Time{}
	}
	return time.Unix(0, at).UTC()
}

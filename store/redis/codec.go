// The bodies of messages. The format is additive, so that nodes of two builds
// understand each other during a rolling deploy: room events, typing and the
// site's number are protobuf messages, written field by field, and presence and
// activity are JSON. A reader skips fields and kinds that it does not know, and a field that
// is missing is empty.
//
// A field number or kind, once used, never gets another meaning or type. New ones
// are added beside them.

package redis

import (
	"encoding/json"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/roomlog"
)

// The kinds of bodies.
const (
	kindEvents    = 'e'
	kindTyping    = 't'
	kindSite      = 's'
	kindPresence  = 'p'
	kindBroadcast = 'b'
	kindRead      = 'r'
	kindFlag      = 'f'
	kindActivity  = 'a'
	kindWatch     = 'w'
	kindEcho      = 'i' // of a node to itself; its body is empty
)

// outcome says what became of a body.
type outcome int

const (
	delivered  outcome = iota
	skipped            // of a kind that only newer builds know
	unreadable         // damaged, though the node that sent it is trusted
)

// deliver reads a body and gives it to the listener.
func (b *Bus) deliver(kind byte, room string, body []byte) outcome {
	switch kind {
	case kindEvents:
		read := func(body []byte) ([]roomlog.Event, bool) { return readEvents(room, body) }
		return give(body, read, func(events []roomlog.Event) { b.listener.RoomEvents(room, events) })
	case kindTyping:
		return give(body, readTyping, func(t bus.Typing) { b.listener.RoomTyping(room, t) })
	case kindSite:
		return give(body, readSite, b.listener.SiteReached)
	case kindPresence:
		return give(body, readJSON, b.listener.Presence)
	case kindBroadcast:
		return give(body, readBroadcast, b.listener.Broadcast)
	case kindRead:
		return give(body, readRead, b.listener.Read)
	case kindFlag:
		return give(body, readFlagged, b.listener.Flag)
	case kindActivity:
		return give(body, readJSON, b.listener.Activity)
	case kindWatch:
		return give(body, readJSON, b.listener.ActivityWatched)
	}
	return skipped
}

// give reads a body and passes on what it says, unless it is damaged.
func give[T any](body []byte, read func(body []byte) (T, bool), to func(T)) outcome {
	value, ok := read(body)
	if !ok {
		return unreadable
	}
	to(value)
	return delivered
}

func readJSON[T any](body []byte) (value T, ok bool) {
	ok = json.Unmarshal(body, &value) == nil
	return value, ok
}

func appendSite(to []byte, seq int64) []byte { return appendInt(to, 1, seq) }

func readSite(body []byte) (seq int64, ok bool) {
	ok = eachField(body, func(f field) bool {
		if f.number == 1 {
			seq = f.int
		}
		return true
	})
	return seq, ok
}

func appendTyping(to []byte, t bus.Typing) []byte {
	to = appendText(to, 1, t.MemberID)
	to = appendText(to, 2, t.Name)
	return appendFlag(to, 3, t.On)
}

func readTyping(body []byte) (t bus.Typing, ok bool) {
	ok = eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			t.MemberID = f.text()
		case 2:
			t.Name = f.text()
		case 3:
			t.On = f.flag()
		}
		return true
	})
	return t, ok
}

func appendBroadcast(to []byte, b store.Broadcast) []byte {
	to = appendText(to, 1, b.Subject)
	to = appendText(to, 2, b.Kind)
	to = appendText(to, 3, string(b.Value))
	to = appendInt(to, 4, b.Seq)
	return appendInt(to, 5, b.Position)
}

func readBroadcast(body []byte) (b store.Broadcast, ok bool) {
	ok = eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			b.Subject = f.text()
		case 2:
			b.Kind = f.text()
		case 3:
			b.Value = []byte(f.text())
		case 4:
			b.Seq = f.int
		case 5:
			b.Position = f.int
		}
		return true
	})
	return b, ok
}

func appendFlagged(to []byte, f chat.Flag) []byte {
	to = appendText(to, 1, f.Room)
	to = appendText(to, 2, f.MessageID)
	to = appendFlag(to, 3, f.Flagged)
	return appendTexts(to, 4, f.To)
}

func readFlagged(body []byte) (f chat.Flag, ok bool) {
	ok = eachField(body, func(x field) bool {
		switch x.number {
		case 1:
			f.Room = x.text()
		case 2:
			f.MessageID = x.text()
		case 3:
			f.Flagged = x.flag()
		case 4:
			f.To = append(f.To, x.text())
		}
		return true
	})
	return f, ok
}

func appendRead(to []byte, s roomlog.ReadState) []byte {
	to = appendText(to, 1, s.MemberID)
	to = appendText(to, 2, s.Room)
	to = appendInt(to, 3, s.LastRead)
	to = appendInt(to, 4, int64(s.Unread))
	return appendInt(to, 5, int64(s.Mentions))
}

func readRead(body []byte) (s roomlog.ReadState, ok bool) {
	ok = eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			s.MemberID = f.text()
		case 2:
			s.Room = f.text()
		case 3:
			s.LastRead = f.int
		case 4:
			s.Unread = int(f.int)
		case 5:
			s.Mentions = int(f.int)
		}
		return true
	})
	return s, ok
}

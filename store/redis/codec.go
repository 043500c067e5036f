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
	"muster/store/desk"
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
		events, ok := readEvents(room, body)
		if !ok {
			return unreadable
		}
		b.listener.RoomEvents(room, events)
	case kindTyping:
		t, ok := readTyping(body)
		if !ok {
			return unreadable
		}
		b.listener.RoomTyping(room, t)
	case kindSite:
		seq, ok := readSite(body)
		if !ok {
			return unreadable
		}
		b.listener.SiteReached(seq)
	case kindPresence:
		var p bus.Presence
		if json.Unmarshal(body, &p) != nil {
			return unreadable
		}
		b.listener.Presence(p)
	case kindBroadcast:
		value, ok := readBroadcast(body)
		if !ok {
			return unreadable
		}
		b.listener.Broadcast(value)
	case kindActivity:
		var a desk.ActivityBatch
		if json.Unmarshal(body, &a) != nil {
			return unreadable
		}
		b.listener.Activity(a)
	case kindWatch:
		var w desk.ActivityWatch
		if json.Unmarshal(body, &w) != nil {
			return unreadable
		}
		b.listener.ActivityWatched(w)
	case kindFlag:
		f, ok := readFlagged(body)
		if !ok {
			return unreadable
		}
		b.listener.Flag(f)
	case kindRead:
		s, ok := readRead(body)
		if !ok {
			return unreadable
		}
		b.listener.Read(s)
	default:
		return skipped
	}
	return delivered
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

// appendEvents writes events of one room, each as field 1. The room is not among
// their fields: the channel names it.
func appendEvents(to []byte, events []roomlog.Event) []byte {
	for i := range events {
		to = appendNested(to, 1, func(to []byte) []byte { return appendEvent(to, &events[i]) })
	}
	return to
}

func readEvents(room string, body []byte) (events []roomlog.Event, ok bool) {
	ok = eachField(body, func(f field) bool {
		if f.number != 1 {
			return true
		}
		e, ok := readEvent(room, f.bytes)
		events = append(events, e)
		return ok
	})
	return events, ok && len(events) > 0
}

func appendEvent(to []byte, e *roomlog.Event) []byte {
	to = appendInt(to, 1, e.Seq)
	to = appendText(to, 2, string(e.Kind))
	to = appendTime(to, 3, e.At)
	to = appendText(to, 4, e.MessageID)
	to = appendText(to, 5, e.ActorID)
	to = appendText(to, 6, e.ActorName)
	to = appendText(to, 7, e.Reaction)
	if e.Message != nil {
		to = appendNested(to, 8, func(to []byte) []byte { return appendMessage(to, e.Message) })
	}
	if e.Edit != nil {
		to = appendNested(to, 9, func(to []byte) []byte {
			to = appendText(to, 1, e.Edit.Text)
			to = appendTexts(to, 2, e.Edit.Mentions)
			return appendFlag(to, 3, e.Edit.MentionsAll)
		})
	}
	if e.Preview != nil {
		to = appendNested(to, 10, func(to []byte) []byte { return appendPreview(to, e.Preview) })
	}
	if e.Settings != nil {
		to = appendNested(to, 11, func(to []byte) []byte { return appendRoom(to, e.Settings) })
	}
	if e.Upload != nil {
		to = appendUpload(to, 12, e.Upload)
	}
	return to
}

func readEvent(room string, body []byte) (roomlog.Event, bool) {
	e := roomlog.Event{Room: room}
	ok := eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			e.Seq = f.int
		case 2:
			e.Kind = roomlog.EventKind(f.text())
		case 3:
			e.At = f.time()
		case 4:
			e.MessageID = f.text()
		case 5:
			e.ActorID = f.text()
		case 6:
			e.ActorName = f.text()
		case 7:
			e.Reaction = f.text()
		case 8:
			m, ok := readMessage(room, f.bytes)
			e.Message = &m
			return ok
		case 9:
			edit, ok := readEdit(f.bytes)
			e.Edit = &edit
			return ok
		case 10:
			p, ok := readPreview(f.bytes)
			e.Preview = &p
			return ok
		case 11:
			r, ok := readRoom(room, f.bytes)
			e.Settings = &r
			return ok
		case 12:
			u, ok := readUpload(f.bytes)
			e.Upload = u
			return ok
		}
		return true
	})
	return e, ok && whole(&e)
}

// whole says whether an event has what its kind needs.
func whole(e *roomlog.Event) bool {
	switch e.Kind {
	case roomlog.MessageSent:
		return e.Message != nil
	case roomlog.MessageEdited:
		return e.Edit != nil
	case roomlog.MessagePreview:
		return e.Preview != nil
	case roomlog.MessageMedia:
		return e.Upload != nil
	case roomlog.SettingsChanged:
		return e.Settings != nil
	}
	return true
}

// The events of rooms as bodies.

package redis

import "muster/store/roomlog"

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

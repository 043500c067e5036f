package roomlog

import (
	"slices"

	"muster/actors/wire"
	"muster/store/roomlog"
)

// Recent is the newest messages of a room with their reactions, as a joiner is
// given them: at most roomlog.HistoryPage, oldest first, and their one encoding until
// something changes.
type Recent struct {
	room     string
	messages []roomlog.Message
	frame    wire.Frame // zero when messages changed
}

// NewRecent starts with messages, oldest first.
func NewRecent(room string, messages []roomlog.Message) *Recent {
	t := &Recent{room: room, messages: make([]roomlog.Message, 0, roomlog.HistoryPage+1)}
	for _, m := range messages {
		t.add(m)
	}
	return t
}

// History is their message_history frame for one member. While a message among
// them carries an upload it is encoded for each member, otherwise once.
func (t *Recent) History(sign Signer) wire.Frame {
	if slices.ContainsFunc(t.messages, func(m roomlog.Message) bool { return m.Upload != nil }) {
		return t.encode(sign)
	}
	if t.frame.Len() == 0 {
		t.frame = t.encode(nil)
	}
	return t.frame
}

func (t *Recent) encode(sign Signer) wire.Frame {
	bodies := make([]wire.MessageBody, len(t.messages))
	for i, m := range t.messages {
		bodies[i] = MessageBody(m, sign)
	}
	return wire.Encode(wire.MessageHistory{RoomID: t.room, Messages: bodies})
}

// Apply brings one event in.
func (t *Recent) Apply(e roomlog.Event) {
	switch e.Kind {
	case roomlog.MessageSent:
		t.add(*e.Message)
	case roomlog.MessageDeleted, roomlog.MessageEdited, roomlog.MessagePreview, roomlog.MessageMedia:
		for i := range t.messages {
			if change(&t.messages[i], e) {
				t.frame = wire.Frame{}
			}
		}
	case roomlog.ReactionAdded:
		t.react(e, true)
	case roomlog.ReactionRemoved:
		t.react(e, false)
	}
}

func (t *Recent) add(m roomlog.Message) {
	m.Reactions = slices.Clone(m.Reactions)
	if len(t.messages) == roomlog.HistoryPage {
		copy(t.messages, t.messages[1:])
		t.messages = t.messages[:roomlog.HistoryPage-1]
	}
	t.messages = append(t.messages, m)
	t.frame = wire.Frame{}
}

func (t *Recent) react(e roomlog.Event, on bool) {
	i := slices.IndexFunc(t.messages, func(m roomlog.Message) bool { return m.ID == e.MessageID })
	if i < 0 || !t.messages[i].DeletedAt.IsZero() {
		return
	}
	m := &t.messages[i]
	at := slices.IndexFunc(m.Reactions, func(r roomlog.Reaction) bool { return r.MemberID == e.ActorID && r.Emoji == e.Reaction })
	switch {
	case on && at < 0:
		m.Reactions = append(m.Reactions, roomlog.Reaction{MessageID: m.ID, MemberID: e.ActorID, Username: e.ActorName, Emoji: e.Reaction})
	case !on && at >= 0:
		m.Reactions = slices.Delete(m.Reactions, at, at+1)
	}
	t.frame = wire.Frame{}
}

// Rename puts a member's new name on what they wrote, on replies to it and on
// their reactions.
func (t *Recent) Rename(memberID, before, after string) {
	for i := range t.messages {
		if relabel(&t.messages[i], memberID, before, after) {
			t.frame = wire.Frame{}
		}
	}
}

// relabel puts a member's new name into m. A reply holds no id but only the name
// of whom it answers; a name belongs to one member for ever.
func relabel(m *roomlog.Message, memberID, before, after string) bool {
	changed := false
	if m.SenderID == memberID && m.SenderName != after {
		m.SenderName, changed = after, true
	}
	if m.ReplyName != "" && m.ReplyName == before {
		m.ReplyName, changed = after, true
	}
	for i := range m.Reactions {
		if m.Reactions[i].MemberID == memberID {
			m.Reactions[i].Username, changed = after, true
		}
	}
	return changed
}

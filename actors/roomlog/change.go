package roomlog

import (
	"time"

	"muster/store/roomlog"
)

// changesMessages says whether an event changes messages that are in memory, so that
// the replay buffer must not send them as they were.
func changesMessages(kind roomlog.EventKind) bool {
	switch kind {
	case roomlog.MessageDeleted, roomlog.MessageEdited, roomlog.MessagePreview, roomlog.MessageMedia:
		return true
	}
	return false
}

// change applies an event to m if it is the message that was deleted, edited, got a
// preview or has its media described anew, or a reply to it. It reports whether m changed.
func change(m *roomlog.Message, e roomlog.Event) bool {
	switch e.Kind {
	case roomlog.MessageDeleted:
		return blank(m, e.MessageID, e.At)
	case roomlog.MessageEdited:
		return e.Edit != nil && e.Edit.Text != "" && edit(m, e)
	case roomlog.MessagePreview:
		if m.ID != e.MessageID || e.Preview == nil || *e.Preview == (roomlog.LinkPreview{}) || !m.DeletedAt.IsZero() {
			return false
		}
		m.Preview = e.Preview
		return true
	case roomlog.MessageMedia:
		if m.ID != e.MessageID || e.Upload == nil || !m.DeletedAt.IsZero() {
			return false
		}
		m.Upload = e.Upload
		return true
	}
	return false
}

// blank strips m if it is the message that was deleted or a reply to it.
func blank(m *roomlog.Message, id string, at time.Time) bool {
	switch id {
	case m.ID:
		m.Text, m.MediaURL, m.ThumbnailURL, m.Upload = "", "", "", nil
		m.ReplyTo, m.ReplyName, m.ReplyText, m.ReplyDeleted = "", "", "", false
		m.Reactions, m.Mentions, m.MentionsAll, m.Preview = nil, nil, false, nil
		if m.DeletedAt.IsZero() {
			m.DeletedAt = at
		}
		return true
	case m.ReplyTo:
		m.ReplyText, m.ReplyDeleted = "", true
		return true
	}
	return false
}

// edit gives m the new text, or a reply to it the new quote. A preview was of the
// old text.
func edit(m *roomlog.Message, e roomlog.Event) bool {
	switch e.MessageID {
	case m.ID:
		if !m.DeletedAt.IsZero() {
			return false
		}
		m.Text, m.EditedAt, m.Preview = e.Edit.Text, e.At, nil
		m.Mentions, m.MentionsAll = e.Edit.Mentions, e.Edit.MentionsAll
		return true
	case m.ReplyTo:
		if m.ReplyDeleted {
			return false
		}
		m.ReplyText = roomlog.ReplyQuote(e.Edit.Text)
		return true
	}
	return false
}

// changeEvent brings an earlier event about the same message up to date: what was
// deleted is in it no more, and an edit has the text of the last one, as media has its
// last words. It reports whether earlier changed.
func changeEvent(earlier *roomlog.Event, e roomlog.Event) bool {
	if earlier.MessageID != e.MessageID {
		return false
	}
	switch {
	case earlier.Edit != nil && e.Kind == roomlog.MessageDeleted:
		earlier.Edit = &roomlog.Edit{}
	case earlier.Edit != nil && e.Kind == roomlog.MessageEdited && e.Edit != nil:
		earlier.Edit = e.Edit
	case earlier.Preview != nil && (e.Kind == roomlog.MessageDeleted || e.Kind == roomlog.MessageEdited):
		earlier.Preview = &roomlog.LinkPreview{}
	case earlier.Preview != nil && e.Kind == roomlog.MessagePreview && e.Preview != nil:
		earlier.Preview = e.Preview
	case earlier.Upload != nil && e.Kind == roomlog.MessageDeleted:
		earlier.Upload = nil
	case earlier.Upload != nil && e.Kind == roomlog.MessageMedia && e.Upload != nil:
		earlier.Upload = e.Upload
	default:
		return false
	}
	return true
}

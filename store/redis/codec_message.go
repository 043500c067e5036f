// The messages and rooms inside events.

package redis

import (
	"encoding/json"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"muster/store"
	"muster/store/roomlog"
)

func appendMessage(to []byte, m *roomlog.Message) []byte {
	to = appendText(to, 1, m.ID)
	to = appendInt(to, 2, m.Seq)
	to = appendText(to, 3, string(m.Kind))
	to = appendText(to, 4, m.Text)
	to = appendText(to, 5, m.MediaURL)
	to = appendText(to, 6, m.ThumbnailURL)
	to = appendText(to, 7, m.SenderID)
	to = appendText(to, 8, m.SenderName)
	to = appendText(to, 9, m.ClientMsgID)
	to = appendText(to, 10, m.ReplyTo)
	to = appendText(to, 11, m.ReplyName)
	to = appendText(to, 12, m.ReplyText)
	to = appendFlag(to, 13, m.ReplyDeleted)
	to = appendFlag(to, 14, m.Flagged)
	to = appendTime(to, 15, m.CreatedAt)
	to = appendTime(to, 16, m.DeletedAt)
	for _, r := range m.Reactions {
		to = appendNested(to, 17, func(to []byte) []byte {
			to = appendText(to, 1, r.MessageID)
			to = appendText(to, 2, r.MemberID)
			to = appendText(to, 3, r.Username)
			return appendText(to, 4, r.Emoji)
		})
	}
	to = appendTexts(to, 18, m.Mentions)
	to = appendFlag(to, 19, m.MentionsAll)
	to = appendTime(to, 20, m.EditedAt)
	if m.Upload != nil {
		to = appendUpload(to, 22, m.Upload)
	}
	if m.Preview != nil {
		to = appendNested(to, 21, func(to []byte) []byte { return appendPreview(to, m.Preview) })
	}
	return to
}

func readMessage(room string, body []byte) (roomlog.Message, bool) {
	m := roomlog.Message{Room: room}
	ok := eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			m.ID = f.text()
		case 2:
			m.Seq = f.int
		case 3:
			m.Kind = roomlog.MessageKind(f.text())
		case 4:
			m.Text = f.text()
		case 5:
			m.MediaURL = f.text()
		case 6:
			m.ThumbnailURL = f.text()
		case 7:
			m.SenderID = f.text()
		case 8:
			m.SenderName = f.text()
		case 9:
			m.ClientMsgID = f.text()
		case 10:
			m.ReplyTo = f.text()
		case 11:
			m.ReplyName = f.text()
		case 12:
			m.ReplyText = f.text()
		case 13:
			m.ReplyDeleted = f.flag()
		case 14:
			m.Flagged = f.flag()
		case 15:
			m.CreatedAt = f.time()
		case 16:
			m.DeletedAt = f.time()
		case 17:
			r, ok := readReaction(f.bytes)
			m.Reactions = append(m.Reactions, r)
			return ok
		case 18:
			m.Mentions = append(m.Mentions, f.text())
		case 19:
			m.MentionsAll = f.flag()
		case 20:
			m.EditedAt = f.time()
		case 22:
			u, ok := readUpload(f.bytes)
			m.Upload = u
			return ok
		case 21:
			p, ok := readPreview(f.bytes)
			m.Preview = &p
			return ok
		}
		return true
	})
	return m, ok
}

// appendUpload writes an upload as a field in JSON.
func appendUpload(to []byte, number protowire.Number, u *store.Upload) []byte {
	upload, _ := json.Marshal(u) // plain fields
	return appendText(to, number, string(upload))
}

func readUpload(body []byte) (*store.Upload, bool) {
	u := new(store.Upload)
	return u, json.Unmarshal(body, u) == nil
}

func readReaction(body []byte) (r roomlog.Reaction, ok bool) {
	ok = eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			r.MessageID = f.text()
		case 2:
			r.MemberID = f.text()
		case 3:
			r.Username = f.text()
		case 4:
			r.Emoji = f.text()
		}
		return true
	})
	return r, ok
}

func readEdit(body []byte) (e roomlog.Edit, ok bool) {
	ok = eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			e.Text = f.text()
		case 2:
			e.Mentions = append(e.Mentions, f.text())
		case 3:
			e.MentionsAll = f.flag()
		}
		return true
	})
	return e, ok
}

func appendPreview(to []byte, p *roomlog.LinkPreview) []byte {
	to = appendText(to, 1, p.URL)
	to = appendText(to, 2, p.Title)
	to = appendText(to, 3, p.Description)
	return appendText(to, 4, p.Image)
}

func readPreview(body []byte) (p roomlog.LinkPreview, ok bool) {
	ok = eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			p.URL = f.text()
		case 2:
			p.Title = f.text()
		case 3:
			p.Description = f.text()
		case 4:
			p.Image = f.text()
		}
		return true
	})
	return p, ok
}

// appendRoom writes a room's settings. Its id is not among them: the channel names it.
func appendRoom(to []byte, r *roomlog.Room) []byte {
	to = appendText(to, 1, r.DisplayName)
	to = appendText(to, 2, r.Description)
	to = appendFlag(to, 3, r.IsDefault)
	to = appendText(to, 4, string(r.AccessLevel))
	to = appendInt(to, 5, int64(r.SlowMode)) // nanoseconds
	return appendFlag(to, 6, r.ReadOnly)
}

func readRoom(room string, body []byte) (roomlog.Room, bool) {
	r := roomlog.Room{ID: room}
	ok := eachField(body, func(f field) bool {
		switch f.number {
		case 1:
			r.DisplayName = f.text()
		case 2:
			r.Description = f.text()
		case 3:
			r.IsDefault = f.flag()
		case 4:
			r.AccessLevel = roomlog.AccessLevel(f.text())
		case 5:
			r.SlowMode = time.Duration(f.int)
		case 6:
			r.ReadOnly = f.flag()
		}
		return true
	})
	return r, ok
}

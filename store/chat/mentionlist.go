package chat

import (
	"encoding/base64"
	"muster/store"
	"muster/store/roomlog"
	"strconv"
	"strings"
	"time"
)

// MentionsPage is the most of a member's mentions that one call lists.
const MentionsPage = 50

// MentionFound is a message that names a member, with its room.
type MentionFound struct {
	RoomName string
	Message  roomlog.Message
}

// MentionPosition is a place in a member's mentions, which are listed newest
// first: behind the message of that time and id.
type MentionPosition struct {
	At        time.Time // to the microsecond
	MessageID string
}

// Cursor is the position as clients pass it back; "" for nil.
func (p *MentionPosition) Cursor() string {
	if p == nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.At.UnixMicro(), 10) + " " + p.MessageID))
}

// ParseMentionCursor reads a Cursor; nil for "". It fails with Invalid.
func ParseMentionCursor(cursor string) (*MentionPosition, error) {
	if cursor == "" {
		return nil, nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(cursor)
	at, id, _ := strings.Cut(string(plain), " ")
	micros, bad := strconv.ParseInt(at, 10, 64)
	id, ok := store.CanonicalID(id)
	// Postgres has no times beyond some 290,000 years.
	if err != nil || bad != nil || !ok || micros < 0 || micros > 1<<52 {
		return nil, store.ErrCursor()
	}
	p := &MentionPosition{At: time.UnixMicro(micros).UTC(), MessageID: id}
	if p.Cursor() != cursor {
		return nil, store.ErrCursor()
	}
	return p, nil
}

package emergency

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"muster/store"
)

// Position is a message's place in the inbox: newest first. It names the sender, with whose
// erasure the message is deleted.
type Position struct {
	At           time.Time
	ID, MemberID string
}

// Cursor is the position as clients pass it back.
func (p Position) Cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s %s", p.At.UnixMicro(), p.ID, p.MemberID))
}

// ParseCursor reads a Cursor; nil for "". It fails with Invalid.
func ParseCursor(cursor string) (*Position, error) {
	if cursor == "" {
		return nil, nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(cursor)
	parts := strings.Split(string(plain), " ")
	if err != nil || len(parts) != 3 || !store.ValidID(parts[1]) || !store.ValidID(parts[2]) {
		return nil, store.ErrCursor()
	}
	micros, err := strconv.ParseInt(parts[0], 10, 64)
	const year9999 = 253402300800_000000
	if err != nil || micros < 0 || micros > year9999 {
		return nil, store.ErrCursor()
	}
	p := Position{At: time.UnixMicro(micros).UTC(), ID: parts[1], MemberID: parts[2]}
	if p.Cursor() != cursor {
		return nil, store.ErrCursor()
	}
	return &p, nil
}

package encrypted

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"muster/store"
)

// Position is an entry's place in a member's history: the one opened last comes first.
type Position struct {
	At time.Time
	ID string // of the message
}

// Cursor is the position as clients pass it back.
func (p Position) Cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", p.At.UnixMicro(), p.ID))
}

// ParseCursor reads a Cursor; nil for "". It fails with Invalid.
func ParseCursor(cursor string) (*Position, error) {
	if cursor == "" {
		return nil, nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(cursor)
	at, id, _ := strings.Cut(string(plain), " ")
	if err != nil || !store.ValidID(id) {
		return nil, store.ErrCursor()
	}
	micros, err := strconv.ParseInt(at, 10, 64)
	const year9999 = 253402300800_000000
	if err != nil || micros < 0 || micros > year9999 {
		return nil, store.ErrCursor()
	}
	p := Position{At: time.UnixMicro(micros).UTC(), ID: id}
	if p.Cursor() != cursor {
		return nil, store.ErrCursor()
	}
	return &p, nil
}

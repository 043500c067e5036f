package store

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// Every list refuses a cursor that it does not write so itself: one of another list, and
// another spelling of its own.

// ParseNumberCursor reads a cursor that is the number of a page's last line, between 1
// and most, written as a list writes it: no sign, no leading zeros. It fails with
// Invalid.
func ParseNumberCursor(cursor string, most int64) (int64, error) {
	n, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || n < 1 || n > most || strconv.FormatInt(n, 10) != cursor {
		return 0, ErrCursor()
	}
	return n, nil
}

// TimeCursor is a cursor of a time to the microsecond, and of words without spaces and capitals
// that find the row of that time.
func TimeCursor(at time.Time, words ...string) string {
	parts := append([]string{strconv.FormatInt(at.UnixMicro(), 10)}, words...)
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(parts, " ")))
}

// ParseTimeCursor reads a TimeCursor of so many words, of a time from 1970 to 9999. It fails
// with Invalid.
func ParseTimeCursor(cursor string, count int) (at time.Time, words []string, err error) {
	plain, err := base64.RawURLEncoding.DecodeString(cursor)
	micros, rest, _ := strings.Cut(string(plain), " ")
	words = strings.Split(rest, " ")
	n, bad := strconv.ParseInt(micros, 10, 64)
	const year9999 = 253402300800_000000
	if err != nil || bad != nil || n < 0 || n > year9999 || len(words) != count || strings.ToLower(rest) != rest {
		return at, nil, ErrCursor()
	}
	at = time.UnixMicro(n).UTC()
	if TimeCursor(at, words...) != cursor {
		return at, nil, ErrCursor()
	}
	return at, words, nil
}

// Position is a row's place in a list by time, newest first.
type Position struct {
	At time.Time
	ID string
}

// Cursor is the position as clients pass it back; "" for nil.
func (p *Position) Cursor() string {
	if p == nil {
		return ""
	}
	return TimeCursor(p.At, p.ID)
}

// ParsePosition reads the Cursor of a Position; nil for "". It fails with Invalid.
func ParsePosition(cursor string) (*Position, error) {
	if cursor == "" {
		return nil, nil
	}
	at, words, err := ParseTimeCursor(cursor, 1)
	if err != nil || !ValidID(words[0]) {
		return nil, ErrCursor()
	}
	return &Position{At: at, ID: words[0]}, nil
}

// ErrCursor is the failure for a cursor that its list did not give.
func ErrCursor() *Error {
	return NewErrorReason(Invalid, "cursor_invalid", "The cursor is not valid")
}

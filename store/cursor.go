package store

import "strconv"

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

// ErrCursor is the failure for a cursor that its list did not give.
func ErrCursor() *Error {
	return NewErrorReason(Invalid, "cursor_invalid", "The cursor is not valid")
}

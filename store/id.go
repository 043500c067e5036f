package store

import "strings"

// ValidID says whether id is a UUID in its usual written form (RFC 9562 section
// 4), in either case.
func ValidID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		default:
			return false
		}
	}
	return true
}

// CanonicalID is the one form of a UUID, in lower case; ok is false for
// anything else.
func CanonicalID(id string) (canonical string, ok bool) {
	if !ValidID(id) {
		return "", false
	}
	return strings.ToLower(id), true
}

// ErrBadID answers an id that cannot be one.
func ErrBadID() *Error { return NewError(Invalid, "This id is not valid") }

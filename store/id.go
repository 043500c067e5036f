package store

import (
	"regexp"
	"strings"
)

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

var roomID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// ValidRoomID says whether id has the form of a room id: 1 to 40 of a-z, 0-9
// and dash, not starting with a dash. A link to anything else falls back to
// the default room.
func ValidRoomID(id string) bool { return roomID.MatchString(id) }

// ErrRoomName answers a name of characters that no room's has.
func ErrRoomName() *Error {
	return NewErrorReason(Invalid, "room_name", "Room names may only contain a-z, 0-9 and hyphens")
}

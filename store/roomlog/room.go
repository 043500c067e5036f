package roomlog

import (
	"muster/store"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// AccessLevel says who may enter a room.
type AccessLevel string

const (
	// OpenAccess admits every member with chat enabled.
	OpenAccess AccessLevel = "all"
	// AdminAccess admits administrators and members with a room_access row; it
	// marks a private room.
	AdminAccess AccessLevel = "admin"
)

// RoomRole is what a member is in a room it was granted.
type RoomRole string

const (
	RoomMember    RoomRole = "member"
	RoomModerator RoomRole = "moderator" // may delete messages there
	RoomAdmin     RoomRole = "admin"     // may too
)

// Room is a chat room. ID is its slug and its name at once: one canonical form.
type Room struct {
	ID          string
	DisplayName string
	Description string
	IsDefault   bool
	AccessLevel AccessLevel
	// SlowMode is the least time between two messages of one member; 0 for none.
	SlowMode time.Duration
	ReadOnly bool // only moderators and administrators send
}

var roomLetters = regexp.MustCompile(`^[a-z0-9-]*$`)

// maxRoomID is the length of an id (store.ValidRoomID).
const maxRoomID = 40

// Lengths of what a room shows, in code points.
const (
	MaxRoomTitle       = 80
	MaxRoomDescription = 500
)

// NewRoom is a room as the back office makes it: private until somebody is
// granted access. The name is lower-cased and its spaces become
// hyphens; without a display name the name is shown. It fails with
// Invalid: room_name, room_title or room_description.
func NewRoom(name, displayName, description string) (Room, error) {
	r := Room{
		ID: roomName(name), DisplayName: strings.TrimSpace(displayName), Description: strings.TrimSpace(description),
		AccessLevel: AdminAccess,
	}
	if err := checkRoomID(r.ID); err != nil {
		return Room{}, err
	}
	if r.DisplayName == "" {
		r.DisplayName = r.ID
	}
	if err := r.checkTexts(); err != nil {
		return Room{}, err
	}
	return r, nil
}

// NumberedRoom is the id of the room of a name that comes after so many: the first has the
// name itself, the second den-2.
func NumberedRoom(name string, number int) string {
	if number == 1 {
		return name
	}
	suffix := "-" + strconv.Itoa(number)
	return name[:min(len(name), maxRoomID-len(suffix))] + suffix
}

// IsNumberedRoom is whether an id is that of a room of a name.
func IsNumberedRoom(id, name string) bool {
	number := 1
	if at := strings.LastIndexByte(id, '-'); id != name {
		number, _ = strconv.Atoi(id[at+1:])
	}
	return number > 0 && id == NumberedRoom(name, number)
}

// ErrRoomExists answers the name of another room.
func ErrRoomExists() *store.Error {
	return store.NewErrorReason(store.Conflict, "room_exists", "A room with this name already exists")
}

// MaxSlowMode bounds slow mode.
const MaxSlowMode = time.Hour

// RoomUpdate is a change of a room's settings; what is nil stays as it is.
type RoomUpdate struct {
	DisplayName     *string
	Description     *string
	SlowModeSeconds *int
	ReadOnly        *bool
}

// Apply gives the room with the change. It fails with Invalid: room_title,
// room_description or slow_mode_range.
func (u RoomUpdate) Apply(r Room) (Room, error) {
	if u.DisplayName != nil {
		r.DisplayName = strings.TrimSpace(*u.DisplayName)
	}
	if u.Description != nil {
		r.Description = strings.TrimSpace(*u.Description)
	}
	if u.ReadOnly != nil {
		r.ReadOnly = *u.ReadOnly
	}
	if s := u.SlowModeSeconds; s != nil {
		if *s < 0 || *s > int(MaxSlowMode/time.Second) {
			return Room{}, store.NewErrorReason(store.Invalid, "slow_mode_range", "Slow mode must be 0 to 3600 seconds")
		}
		r.SlowMode = time.Duration(*s) * time.Second
	}
	if err := r.checkTexts(); err != nil {
		return Room{}, err
	}
	return r, nil
}

func (r Room) checkTexts() error {
	if utf8.RuneCountInString(r.DisplayName) > MaxRoomTitle || !store.VisibleLine(r.DisplayName) {
		return store.NewErrorReason(store.Invalid, "room_title", "The display name must be one visible line of at most 80 characters")
	}
	if utf8.RuneCountInString(r.Description) > MaxRoomDescription {
		return store.NewErrorReason(store.Invalid, "room_description", "The description must be at most 500 characters")
	}
	if strings.ContainsFunc(r.Description, badInDescription) {
		return store.NewErrorReason(store.Invalid, "room_description", "The text contains a character that cannot be stored")
	}
	return nil
}

func badInDescription(r rune) bool { return unicode.IsControl(r) && r != '\n' }

// roomName brings a wanted name into the form of a room id as far as that goes
// without guessing: only the letters of ASCII have a lower case there.
func roomName(raw string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r >= 'A' && r <= 'Z':
			return r + ('a' - 'A')
		}
		return r
	}, strings.Trim(raw, " "))
}

// checkRoomID says what keeps id from being a room's.
func checkRoomID(id string) error {
	text := ""
	switch {
	case store.ValidRoomID(id):
		return nil
	case id == "":
		text = "A room needs a name"
	case !roomLetters.MatchString(id):
		return store.ErrRoomName()
	case id[0] == '-':
		text = "Room names must begin with a letter or a digit"
	default:
		text = "Room names must be 40 characters or less"
	}
	return store.NewErrorReason(store.Invalid, store.ErrRoomName().Reason, text)
}

// RoomAccess is a room that a member may enter, with the member's role there: an
// administrator is RoomAdmin everywhere, a member without a grant RoomMember.
type RoomAccess struct {
	Room
	Role RoomRole
}

// RoomSummary is a room as the back office lists it.
type RoomSummary struct {
	Room
	Members  int // who was granted access; everybody for an open room
	Messages int // that were not deleted
}

// RoomGrants is a room with a page of its access list, which is empty for a default room.
type RoomGrants struct {
	Room   Room
	Grants []RoomGrant
	Next   string // the cursor of the next page, "" at the end
}

// RoomGrant is one entry of a room's access list.
type RoomGrant struct {
	Room      string
	Member    store.Member
	Role      RoomRole
	GrantedAt time.Time
}

// MemberGrant is one room that was opened to a member.
type MemberGrant struct {
	Room, RoomName string
	Default        bool
	Role           RoomRole
	GrantedAt      time.Time
}

// Texts of the room door.
const (
	NoRoomAccess     = "You do not have access to this chat room"
	BannedFromChat   = "You are currently banned from chat"
	UsernameRequired = "Username required for chat access"
	MustJoinRoom     = "You must join a room first"
	RoomReadOnly     = "Only moderators can write in this room"
	RoomSlowMode     = "This room is in slow mode. Please wait before you send again."
	ModeratorsOnly   = "Only moderators of this room can do this"
)

// ErrNoRoomAccess answers for a room that is closed to the caller and for one
// that does not exist, alike.
func ErrNoRoomAccess() *store.Error {
	return store.NewErrorReason(store.Forbidden, "no_room_access", NoRoomAccess)
}

// FaceRequired is the message for a member whose face was not recognised.
const FaceRequired = "This is open only to members with a verified face"

// ErrFaceRequired answers a member whose face was not recognised at sign-in, where that
// is needed.
func ErrFaceRequired() *store.Error {
	return store.NewErrorReason(store.Forbidden, "face_required", FaceRequired)
}

// ErrBanned answers a member who is banned or has chat switched off.
func ErrBanned() *store.Error { return store.NewErrorReason(store.Forbidden, "banned", BannedFromChat) }

// ErrUsernameRequired answers a member without a chat username.
func ErrUsernameRequired() *store.Error {
	return store.NewErrorReason(store.Forbidden, "username_required", UsernameRequired)
}

// ErrReadOnly answers a send to a room in which only moderators and administrators
// send.
func ErrReadOnly() *store.Error {
	return store.NewErrorReason(store.Conflict, "read_only", RoomReadOnly)
}

// ErrSlowMode answers a send too soon after the member's last one in the room.
func ErrSlowMode(wait time.Duration) *store.Error {
	return &store.Error{Code: store.Limited, Reason: "slow_mode", Message: RoomSlowMode, RetryAfter: wait}
}

// ErrModeratorsOnly answers a member without a moderator's right in the room.
func ErrModeratorsOnly() *store.Error {
	return store.NewErrorReason(store.Forbidden, "moderators_only", ModeratorsOnly)
}

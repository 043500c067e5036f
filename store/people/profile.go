package people

import (
	"encoding/json"
	"muster/store"
	"muster/store/language"
	"muster/store/money"
	"muster/store/rank"
	"strings"
	"time"
	"unicode/utf8"
)

// Profile is what members see of a member. It never holds the name, the address, the
// phone or the points: only the member sees those.
type Profile struct {
	Bio       string
	ShowRank  bool // others are shown the rank
	Private   bool // others are shown the picture and the username only
	Skills    []SkillTag
	Badges    []rank.BadgeTag
	Picture   string // id, "" for none
	Views     int
	UpdatedAt time.Time // zero: never changed
}

// OwnProfile is a profile as its member sees it.
type OwnProfile struct {
	Profile
	Language    language.Tag // "" while none is chosen
	Contributed money.Cents  // what was not paid back of all contributions
}

// PublicProfile is a profile as other members see it.
type PublicProfile struct {
	Profile
	MemberID, Username string
	IsCreator          bool
	MemberSince        time.Time
	Merit              rank.Merit
	RecentMessages     int  // own messages of RecentMessagesAge that stand
	RecentContributor  bool // within the contributor window, not anonymously
	AsOf               store.AsOf
}

// RecentMessagesAge is how far back a profile counts messages.
const RecentMessagesAge = 72 * time.Hour

// ProfilePicture is what lists show of a member.
type ProfilePicture struct {
	MemberID, Username string
	Picture            string // id, "" for none
	RecentContributor  bool   // false of a private profile
}

// ProfileBatch is the most members of whom pictures can be asked at once.
const ProfileBatch = 100

// ProfileChange is a member's change of its own profile; nil fields stay.
type ProfileChange struct {
	Private, ShowRank *bool
	Bio               *string
	Skills            *SkillsChange
}

// MaxBio is the most characters of a bio.
const MaxBio = 500

// CleanBio prepares a bio as CleanText does a message; it may be empty. It fails
// with Invalid.
func CleanBio(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", store.NewErrorReason(store.Invalid, "bio_form", "Bio contains a character that cannot be stored")
	}
	if text = store.WithoutControls(text); store.Blank(text) {
		text = ""
	}
	if utf8.RuneCountInString(text) > MaxBio {
		return "", store.NewErrorReason(store.Invalid, "bio_too_long", "Bio must be 500 characters or less")
	}
	return text, nil
}

// ProfileChangedKind is the kind of the broadcast that a member's profile is another.
const ProfileChangedKind = "profile_changed"

// ProfileChanged is that broadcast's value. Links to pictures are made for each
// receiver, so it holds the picture's id ("" for none).
type ProfileChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
	Picture  string `json:"picture"`
}

// NewProfileChanged is the broadcast of a changed profile.
func NewProfileChanged(c ProfileChanged) (store.Broadcast, error) {
	return store.NewBroadcast("profile:"+c.UserID, ProfileChangedKind, c)
}

// AsProfileChanged reads the value of such a broadcast; ok is false for another.
func AsProfileChanged(b store.Broadcast) (c ProfileChanged, ok bool) {
	ok = b.Kind == ProfileChangedKind && json.Unmarshal(b.Value, &c) == nil
	return c, ok
}

// ErrNotEditable is the failure for a field that members do not change themselves.
func ErrNotEditable(field string) *store.Error {
	return store.NewErrorf(store.Invalid, "field_not_editable", "%s cannot be changed here", field)
}

// ErrProfileHidden is the failure for a profile that does not exist or is private.
func ErrProfileHidden() *store.Error {
	return store.NewErrorReason(store.NotFound, "profile_hidden", "Profile not found or is private")
}

// ErrBatchTooLarge is the failure for more than ProfileBatch members.
func ErrBatchTooLarge() *store.Error {
	return store.NewErrorReason(store.Invalid, "batch_too_large", "At most 100 usernames can be asked for at once")
}

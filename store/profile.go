package store

import "time"

// SkillTag is one tag on a member's profile.
type SkillTag struct {
	Text  string `json:"text"`
	Color string `json:"color"`
}

// BadgeTag is a badge that administrators gave to a member.
type BadgeTag struct {
	Text    string    `json:"text"`
	Emoji   string    `json:"emoji"`
	Color   string    `json:"color"`
	AddedAt time.Time `json:"addedAt"`
}

// Profile is what a member tells of itself. Never the name, the address, the phone
// or the points: those are the member's own.
type Profile struct {
	Bio                       string
	ShowRank                  bool // others are shown the rank
	Private                   bool // others are shown the picture and the username only
	Skills                    []SkillTag
	Badges                    []BadgeTag
	Picture, PictureThumbnail string // addresses, "" for none
	Views                     int
	UpdatedAt                 time.Time // zero: never changed
}

// OwnProfile is a profile as its member sees it.
type OwnProfile struct {
	Profile
	Contributed Cents // what was not paid back of all contributions
}

// PublicProfile is a profile as other members see it.
type PublicProfile struct {
	Profile
	MemberID, Username string
	IsCreator          bool
	MemberSince        time.Time
	Standing           Standing
	RecentMessages     int  // own messages of RecentMessagesAge that stand
	RecentContributor  bool // within the contributor window, not anonymously
}

// RecentMessagesAge is how far back a profile counts messages.
const RecentMessagesAge = 72 * time.Hour

// ProfilePicture is what lists show of a member.
type ProfilePicture struct {
	MemberID, Username        string
	Picture, PictureThumbnail string
	RecentContributor         bool // false of a private profile
}

// ProfileBatch is the most members of whom pictures can be asked at once.
const ProfileBatch = 100

// ProfileChange is a member's change of its own profile; nil fields stay.
type ProfileChange struct {
	Private, ShowRank *bool
}

// ErrProfileHidden is the failure for a profile that does not exist or is private.
func ErrProfileHidden() *Error {
	return NewErrorReason(NotFound, "profile_hidden", "Profile not found or is private")
}

// ErrBatchTooLarge is the failure for more than ProfileBatch members.
func ErrBatchTooLarge() *Error {
	return NewErrorReason(Invalid, "batch_too_large", "At most 100 usernames can be asked for at once")
}

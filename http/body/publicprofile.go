package body

import "time"

// BadgeTag is a badge on a public profile.
type BadgeTag struct {
	Text    string    `json:"text"`
	Emoji   string    `json:"emoji"`
	Color   string    `json:"color"`
	AddedAt time.Time `json:"addedAt"`
}

// PublicProfile is a member's profile as other members see it. Rank is null unless
// the member shows it.
type PublicProfile struct {
	UserID                     string     `json:"user_id"`
	Username                   string     `json:"username"`
	ProfilePictureURL          *string    `json:"profile_picture_url"`
	ProfilePictureThumbnailURL *string    `json:"profile_picture_thumbnail_url"`
	ImageURL                   *string    `json:"image_url"`
	Badges                     []Badge    `json:"badges"` // that the member earned and shows
	BadgeTags                  []BadgeTag `json:"badge_tags"`
	Rank                       *string    `json:"rank"`
	ShowRankPublic             bool       `json:"show_rank_public"`
	PublicBio                  string     `json:"public_bio"`
	SkillsTags                 []SkillTag `json:"skills_tags"`
	MemberSince                time.Time  `json:"member_since"`
	CreatedAt                  time.Time  `json:"created_at"`
	RecentMessageCount         int        `json:"recentMessageCount"`
	ProfileViewsCount          int        `json:"profile_views_count"`
	IsRecentContributor        bool       `json:"is_recent_contributor"`
	IsCreator                  bool       `json:"is_creator"`
}

// PublicProfileReply is the reply to GET /profile/public/{username}. AsOf is the position of
// the broadcasts at which it was read.
type PublicProfileReply struct {
	OK
	Profile PublicProfile `json:"profile"`
	AsOf    string        `json:"asOf"`
}

// ProfileBatch names members, at most 100.
type ProfileBatch struct {
	Usernames []string `json:"usernames"`
}

// ProfilePicture is what a list shows of a member.
type ProfilePicture struct {
	UserID                     string  `json:"user_id"`
	Username                   string  `json:"username"`
	ProfilePictureURL          *string `json:"profile_picture_url"`
	ProfilePictureThumbnailURL *string `json:"profile_picture_thumbnail_url"`
	ImageURL                   *string `json:"image_url"`
	IsRecentContributor        bool    `json:"is_recent_contributor"`
}

// ProfilePictures are profiles by lower-case username. AsOf is the position of the
// broadcasts at which they were read.
type ProfilePictures struct {
	OK
	Profiles map[string]ProfilePicture `json:"profiles"`
	AsOf     string                    `json:"asOf"`
}

// ChangeProfile changes the fields that are present. A tag is its text, or an object
// with one; its colour follows from the text. With SkillsBase, the tags that the
// member saw, only what differs from them is changed.
type ChangeProfile struct {
	PublicBio      *string `json:"public_bio,omitempty"`
	ProfilePrivate *bool   `json:"profile_private,omitempty"`
	ShowRankPublic *bool   `json:"show_rank_public,omitempty"`
	SkillsTags     *[]any  `json:"skills_tags,omitempty"`
	SkillsBase     *[]any  `json:"skills_tags_base,omitempty"`
}

// ChangeBio changes the caller's bio.
type ChangeBio struct {
	Bio *string `json:"bio"`
}

// SetLanguage chooses the language of mails, text messages and push notifications: the tag
// (BCP 47) of one of Config.Languages.
type SetLanguage struct {
	Language string `json:"language"`
}

// PictureUploaded is the reply to a new profile picture.
type PictureUploaded struct {
	OK
	ProfilePictureURL string `json:"profilePictureUrl"`
	ThumbnailURL      string `json:"thumbnailUrl"`
}

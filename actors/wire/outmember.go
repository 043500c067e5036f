package wire

import "time"

// Every frame of a broadcast has a field position, named here where clients use it: pages
// that were read at a lower one do not have the value yet (store.AsOf).

// ServerCostUpdate carries the current server cost in dollars, and the last line of the
// ledger that it sums up.
type ServerCostUpdate struct {
	CurrentCost float64 `json:"currentCost"`
	Line        int64   `json:"line"`
}

// IgnoredChanged is for a member's own sockets: the member ignores somebody, or no longer
// does.
type IgnoredChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
	Ignored  bool   `json:"ignored"`
	Position int64  `json:"position"`
}

// ContributorChanged says whether a member has contributed recently.
type ContributorChanged struct {
	UserID              string `json:"userId"`
	Username            string `json:"username"`
	IsRecentContributor bool   `json:"isRecentContributor"`
	Position            int64  `json:"position"`
}

// RankChanged says that a member has another rank. It does not say which one,
// because not every member shows it: whoever shows the rank reads it again.
type RankChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
}

// EarnedChanged says that a member shows other badges that it earned. It does not say which
// ones, and all receive the same: whoever shows them reads them again.
type EarnedChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
}

// ProfileChanged says that a member shows another picture, bio, tags or rank than
// before. The links are the receiver's own, null without a picture.
type ProfileChanged struct {
	UserID                     string  `json:"userId"`
	Username                   string  `json:"username"`
	ProfilePictureURL          *string `json:"profile_picture_url"`
	ProfilePictureThumbnailURL *string `json:"profile_picture_thumbnail_url"`
	Position                   int64   `json:"position"`
}

// BadgeTag is a badge that a member was given.
type BadgeTag struct {
	Text    string    `json:"text"`
	Emoji   string    `json:"emoji"`
	Color   string    `json:"color"`
	AddedAt time.Time `json:"addedAt"`
}

// BadgesChanged brings the badges that a member has now.
type BadgesChanged struct {
	UserID    string     `json:"userId"`
	Username  string     `json:"username"`
	BadgeTags []BadgeTag `json:"badge_tags"`
	Position  int64      `json:"position"`
}

// BadgeEarned says to a member's own sockets that the member has earned a badge.
type BadgeEarned struct {
	UserID   string `json:"userId"`
	ID       string `json:"id"`
	Name     string `json:"name"`
	Position int64  `json:"position"`
}

// AdminChanged says to administrators that what a tab of the back office shows has
// changed: UserID is whom it is about and By who did it, "" for nobody.
type AdminChanged struct {
	Part   string `json:"part"`
	UserID string `json:"userId"`
	By     string `json:"by"`
}

// CommunityChanged brings what every page shows of the community's settings.
type CommunityChanged struct {
	CommunityName string `json:"communityName"`
	SupportEmail  string `json:"supportEmail"`
}

// CampaignProgress says to administrators how far a notification campaign is.
type CampaignProgress struct {
	CampaignID  string `json:"campaignId"`
	Status      string `json:"status" ts:"CampaignStatus"`
	QueuedCount int    `json:"queuedCount"`
	Sent        int    `json:"sent"`
	Failed      int    `json:"failed"`
	Unknown     int    `json:"unknown"`
	Progress    int    `json:"progress"` // percent
	Position    int64  `json:"position"`
}

// ReceiptChanged says to the sender how far an emergency message has come.
type ReceiptChanged struct {
	ID      string `json:"id"`
	Receipt string `json:"receipt" ts:"EmergencyReceipt"`
}

// Watching answers watch.
type Watching struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
	IsAdmin  bool   `json:"isAdmin"`
}

// StandingChanged says to a member's own sockets that the member has other rights
// than before. BannedUntil is null without a ban that ends by itself.
type StandingChanged struct {
	IsAdmin     bool       `json:"isAdmin"`
	ChatEnabled bool       `json:"chatEnabled"`
	BannedUntil *time.Time `json:"bannedUntil"`
}

// PointsChanged brings to a member's own sockets how many points the member has now.
type PointsChanged struct {
	Points int `json:"points"`
}

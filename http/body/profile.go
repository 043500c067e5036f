package body

import "time"

// Badge is a badge that members earn.
type Badge struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// SkillTag is one tag on a member's profile.
type SkillTag struct {
	Text  string `json:"text"`
	Color string `json:"color"`
}

// OwnProfile is a member's own profile. Fields that exist under two names have the
// same value; dollars have at most 2 decimals.
type OwnProfile struct {
	UserID                     string     `json:"user_id"`
	Name                       string     `json:"name"`
	Username                   *string    `json:"username"`
	Email                      *string    `json:"email"`
	Phone                      *string    `json:"phone"`
	Rank                       string     `json:"rank"`
	Points                     int        `json:"points"`
	TotalPointsEarned          int        `json:"total_points_earned"`
	Badges                     []Badge    `json:"badges"`
	BadgeTags                  []BadgeTag `json:"badge_tags"`
	ProfilePictureURL          *string    `json:"profile_picture_url"`
	ProfilePictureThumbnailURL *string    `json:"profile_picture_thumbnail_url"`
	ImageURL                   *string    `json:"image_url"`
	PublicBio                  string     `json:"public_bio"`
	ShowRankPublic             bool       `json:"show_rank_public"`
	SkillsTags                 []SkillTag `json:"skills_tags"`
	IsGuardian                 bool       `json:"is_guardian"`
	TotalContributed           float64    `json:"total_contributed"`
	ContributionAmount         float64    `json:"contribution_amount"`
	ProfileViewsCount          int        `json:"profile_views_count"`
	CreatedAt                  time.Time  `json:"created_at"`
	UpdatedAt                  time.Time  `json:"updated_at"`
	MemberSince                time.Time  `json:"member_since"`
	FaceRecognitionEnabled     bool       `json:"face_recognition_enabled"`
	FaceRecognitionStatus      string     `json:"face_recognition_status"`
	IsAdmin                    bool       `json:"is_admin"`
	ProfilePrivate             bool       `json:"profile_private"`
	Language                   string     `json:"language"` // tag (BCP 47), "" while none is chosen
}

// Profile is the reply to GET /profile/me.
type Profile struct {
	OK
	Profile OwnProfile `json:"profile"`
}

// UsernameEligibility says when the caller may change its username.
// DaysRemaining is rounded up; LockDays is the lock after a change made now.
type UsernameEligibility struct {
	OK
	CanChange         bool       `json:"canChange"`
	NextAvailableDate *time.Time `json:"nextAvailableDate"`
	DaysRemaining     int        `json:"daysRemaining"`
	LockDays          int        `json:"lockDays"`
}

package body

import "time"

// ChangeFaceRequired is the body of PATCH /admin/users/{id}/face.
type ChangeFaceRequired struct {
	Required *bool `json:"required"`
}

// FaceAttemptsReset is the reply to POST /admin/users/{id}/face/reset-attempts: how
// many failed attempts there were.
type FaceAttemptsReset struct {
	OK
	Failed int `json:"failed"`
}

// FaceEnrollmentRemoved is the reply to DELETE /admin/users/{id}/face: whether there was
// an enrolled face.
type FaceEnrollmentRemoved struct {
	OK
	Removed bool `json:"removed"`
}

// EnrollFace is the body of POST /face/enroll. What describes the device is not kept.
type EnrollFace struct {
	ImageBase64      string `json:"imageBase64"`
	TempToken        string `json:"tempToken"`
	ScreenResolution string `json:"screenResolution,omitempty"`
	Timezone         string `json:"timezone,omitempty"`
	Language         string `json:"language,omitempty"`
	Consent          *bool  `json:"consent,omitempty"`
	ConsentVersion   string `json:"consentVersion,omitempty"` // of /config
}

// VerifyFace is the body of POST /face/verify.
type VerifyFace struct {
	ImageBase64      string `json:"imageBase64"`
	TempToken        string `json:"tempToken"`
	ScreenResolution string `json:"screenResolution,omitempty"`
	Timezone         string `json:"timezone,omitempty"`
	Language         string `json:"language,omitempty"`
}

// SkipFace is the body of POST /face/skip. SkipReason is of a verification only:
// "admin_skip" or "failed_attempts".
type SkipFace struct {
	SkipType         string `json:"skipType"` // "enrollment" or "verification"
	SkipReason       string `json:"skipReason,omitempty"`
	TempToken        string `json:"tempToken,omitempty"`
	ScreenResolution string `json:"screenResolution,omitempty"`
	Timezone         string `json:"timezone,omitempty"`
	Language         string `json:"language,omitempty"`
}

// FaceEnrolled is the reply to an enrolment.
type FaceEnrolled struct {
	OK
	Message string       `json:"message"`
	Session LoginSession `json:"session"`
}

// FaceVerified is the reply to a picture that was compared. Session is there when it was
// recognised; AttemptsLeft are those of the sign-in.
type FaceVerified struct {
	OK
	Verified     bool          `json:"verified"`
	Message      string        `json:"message"`
	Session      *LoginSession `json:"session,omitempty"`
	AttemptsLeft int           `json:"attemptsLeft"`
}

// FaceSkipped is the reply to a skip.
type FaceSkipped struct {
	OK
	Session LoginSession `json:"session"`
}

// FaceStarted is the reply to POST /face/start: a step as after a right code.
type FaceStarted struct {
	OK
	TempToken         string `json:"tempToken"`
	Step              string `json:"step"` // "enrollment" or "verification"
	PreviouslySkipped bool   `json:"previouslySkipped"`
	UserID            string `json:"userId"`
	IsAdmin           bool   `json:"isAdmin"`
}

// FaceData is the reply to GET /face/enrollment: what is kept about the caller's face.
type FaceData struct {
	OK
	Enrolled      bool         `json:"enrolled"`
	Required      bool         `json:"required"` // sign-in asks for it
	Engine        string       `json:"engine"`   // that made the template, "" without one
	EnrolledAt    *time.Time   `json:"enrolledAt"`
	Consent       *FaceConsent `json:"consent"` // null when the client did not say to what
	ConsentedAt   *time.Time   `json:"consentedAt"`
	Pictures      int          `json:"pictures"`      // that are kept, the enrolled one among them
	PicturesDays  int          `json:"picturesDays"`  // how long those of checks are kept; 0: as long as the enrolment
	NextDeletion  *time.Time   `json:"nextDeletion"`  // of the oldest picture of a check
	EnrolmentDays int          `json:"enrolmentDays"` // without a sign-in, after which all is deleted; 0: never
	Checks        int          `json:"checks"`
	LastCheck     *time.Time   `json:"lastCheck"`
	Skips         int          `json:"skips"`
	Views         []FaceView   `json:"views"` // newest first, at most 100
}

// FaceConsent is what a member agreed to: by which engine its face is compared, "" in a
// consent that named none, and for how many days pictures of checks and the enrolment
// without a sign-in are kept; 0: as long as the enrolment, and until it is removed.
type FaceConsent struct {
	Engine        string `json:"engine"`
	PicturesDays  int    `json:"picturesDays"`
	EnrolmentDays int    `json:"enrolmentDays"`
}

// FaceView is an administrator who looked at the caller's checks.
type FaceView struct {
	At   time.Time `json:"at"`
	By   *string   `json:"by"`   // username
	What string    `json:"what"` // "picture" or "history"
}

// FacePassword is the body of POST /admin/face/verify-password.
type FacePassword struct {
	Password string `json:"password"`
}

// FaceGrant opens the viewer until ValidUntil: Grant goes into the header
// X-Face-Admin-Password of its calls.
type FaceGrant struct {
	OK
	ValidUntil time.Time `json:"validUntil"`
	Grant      string    `json:"grant"`
}

// FaceUsers is the reply to GET /admin/face/enrolled-users.
type FaceUsers struct {
	OK
	Users        []FaceUser `json:"users"`
	NextCursor   *string    `json:"nextCursor"`
	URLsExpireAt time.Time  `json:"urlsExpireAt"`
}

// FaceUser is a member with an enrolled face.
type FaceUser struct {
	UserID             string        `json:"userId"`
	Name               string        `json:"name"`
	Username           *string       `json:"username"`
	Email              *string       `json:"email"`
	Phone              *string       `json:"phone"`
	EnrollmentImageURL *string       `json:"enrollmentImageUrl"`
	EnrolledAt         time.Time     `json:"enrolledAt"`
	LastUsed           *time.Time    `json:"lastUsed"`
	TotalScans         int           `json:"totalScans"`
	Stats              FaceUserStats `json:"stats"`
}

// FaceUserStats sum up a member's verifications, in percent.
type FaceUserStats struct {
	AverageConfidence  float64 `json:"averageConfidence"`
	TotalVerifications int     `json:"totalVerifications"`
	RecentPassRate     float64 `json:"recentPassRate"` // of 30 days
}

// FaceStatsReply is the reply to GET /admin/face/stats.
type FaceStatsReply struct {
	OK
	Stats FaceStats `json:"stats"`
}

// FaceStats sum up all members. RecentStats are of 30 days.
type FaceStats struct {
	TotalEnrolledUsers int         `json:"totalEnrolledUsers"`
	TotalVerifications int         `json:"totalVerifications"`
	RecentStats        RecentFaces `json:"recentStats"`
}

// RecentFaces sum up the verifications of 30 days, in percent: 0 without any.
type RecentFaces struct {
	TotalVerifications int     `json:"totalVerifications"`
	AverageConfidence  float64 `json:"averageConfidence"`
	PassRate           float64 `json:"passRate"`
}

// FaceHistory is the reply to GET /admin/face/user/{id}/verifications.
type FaceHistory struct {
	OK
	User          FaceHistoryUser  `json:"user"`
	Enrollment    *FaceEnrollment  `json:"enrollment"` // null without one
	Statistics    FaceStatistics   `json:"statistics"`
	Verifications []FaceCheckShown `json:"verifications"` // newest first
	Skips         []FaceSkipShown  `json:"skips"`         // newest first
	URLsExpireAt  time.Time        `json:"urlsExpireAt"`
}

// FaceHistoryUser is whose history it is.
type FaceHistoryUser struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Username *string `json:"username"`
	Email    *string `json:"email"`
	Phone    *string `json:"phone"`
}

// FaceEnrollment is an enrolment. Confidence is that the picture shows a face, in
// percent, and no likeness.
type FaceEnrollment struct {
	ImageURL   *string   `json:"imageUrl"`
	Confidence float64   `json:"confidence"`
	EnrolledAt time.Time `json:"enrolledAt"`
}

// FaceStatistics sum up a member's checks, in percent, and count its skips.
type FaceStatistics struct {
	TotalScans         int     `json:"totalScans"`
	TotalVerifications int     `json:"totalVerifications"`
	TotalSkips         int     `json:"totalSkips"`
	AverageConfidence  float64 `json:"averageConfidence"`
	PassRate           float64 `json:"passRate"`
}

// FaceCheckShown is a picture that was looked at. ImageURL is null once the picture was
// deleted; Confidence is null for a picture that was refused before it was compared.
type FaceCheckShown struct {
	ID                string         `json:"id"`
	Type              string         `json:"type"` // "enrollment" or "verification"
	ImageURL          *string        `json:"imageUrl"`
	Timestamp         time.Time      `json:"timestamp"`
	Confidence        *float64       `json:"confidence"`
	Distance          *float64       `json:"distance"` // between the templates, null where there are none
	Passed            bool           `json:"passed"`
	PossibleReplay    bool           `json:"possibleReplay"`
	ThresholdAnalysis FaceThresholds `json:"thresholdAnalysis"`
}

// FaceSkipShown is a step that was left out: an enrolment "later", a verification by
// "admin_skip" or after "failed_attempts".
type FaceSkipShown struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"` // "enrollment" or "verification"
	Reason    string    `json:"reason"`
	Timestamp time.Time `json:"timestamp"`
}

// FaceThresholds say which thresholds the unrounded confidence reaches.
type FaceThresholds struct {
	At30 bool `json:"at30"`
	At50 bool `json:"at50"`
	At70 bool `json:"at70"`
	At90 bool `json:"at90"`
}

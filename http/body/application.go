package body

import (
	"encoding/json"
	"time"
)

// StartApplication begins an application, or goes on with the browser's own.
type StartApplication struct {
	Email      string `json:"email"`
	Invitation string `json:"invitation,omitempty"` // code, where one is needed
}

// ApplicationStarted is the reply: a fresh draft unless the browser has proven before
// that an application is its own.
type ApplicationStarted struct {
	OK
	Application Application `json:"application"`
	CanEdit     bool        `json:"canEdit"`
	Message     string      `json:"message"`
}

// SaveApplication saves one stage. Data has the fields of the stage.
type SaveApplication struct {
	ApplicationID string         `json:"applicationId"`
	Stage         *int           `json:"stage"`
	Data          map[string]any `json:"data"`
	MoveToNext    bool           `json:"moveToNext"`
}

// ApplicationSaved is the reply, with the application as it is now.
type ApplicationSaved struct {
	OK
	Application Application `json:"application"`
	Message     string      `json:"message"`
}

// SendApplicationCode has a code sent to an address.
type SendApplicationCode struct {
	ApplicationID string `json:"applicationId"`
	Identifier    string `json:"identifier"`
	Type          string `json:"type"` // email or phone
}

// VerifyApplicationCode checks a code. By e-mail the reply has the application that the
// address has.
type VerifyApplicationCode struct {
	ApplicationID string `json:"applicationId"`
	Identifier    string `json:"identifier"`
	Code          string `json:"code"`
	Type          string `json:"type"` // email or phone
}

// ApplicationPhoto is the reply to an upload.
type ApplicationPhoto struct {
	OK
	PhotoURL     string `json:"photoUrl"`
	ThumbnailURL string `json:"thumbnailUrl"`
	Message      string `json:"message"`
}

// RemoveApplicationPhoto names the application whose photo goes.
type RemoveApplicationPhoto struct {
	ApplicationID string `json:"applicationId"`
}

// CheckApplication looks an application up, with a code where the browser has not proven
// that it is its own.
type CheckApplication struct {
	Email string `json:"email"`
	Code  string `json:"code,omitempty"`
}

// ApplicationStatus is the reply: without a proof it has no application, whether or not
// there is one.
type ApplicationStatus struct {
	OK
	Application  *Application `json:"application"`
	CodeRequired bool         `json:"codeRequired"`
	Message      string       `json:"message"`
}

// ExpediteApplication asks for a checkout of the fee of an expedited review.
type ExpediteApplication struct {
	ApplicationID string `json:"applicationId"`
}

// ApplicationExpedited names a checkout that an applicant came back from.
type ApplicationExpedited struct {
	SessionID     string `json:"sessionId"`
	ApplicationID string `json:"applicationId"`
}

// EraseApplication deletes the applicant's own application.
type EraseApplication struct {
	ApplicationID string `json:"applicationId"`
	Confirm       bool   `json:"confirm"`
}

// ApplicationCopies is everything about the applicant's own applications.
type ApplicationCopies struct {
	OK
	Applications []ApplicationCopy `json:"applications"`
}

// ApplicationCopy is everything about an application, for its applicant.
type ApplicationCopy struct {
	Application
	ApplicationRecords
}

// ApplicationRecords is what its applicant is not shown every day. Who decided is
// nobody's but the administrators'.
type ApplicationRecords struct {
	IPAddress     *string               `json:"ip_address"`
	NDAVersion    *string               `json:"nda_version"`
	TimeSpent     *float64              `json:"time_spent"`     // seconds, as the browser said
	QuestionTimes map[string]float64    `json:"question_times"` // likewise, by question
	Invitation    *string               `json:"invitation"`     // the code by which it was begun
	Decisions     []ApplicationDecision `json:"decisions"`      // oldest first
	Payments      []ApplicationFee      `json:"payments"`       // oldest first
}

// ApplicationFee is one payment for an expedited review.
type ApplicationFee struct {
	Amount   float64   `json:"amount"`
	Refunded float64   `json:"refunded"`
	Status   string    `json:"status"`
	PaidAt   time.Time `json:"paid_at"`
}

// MarshalJSON is Application's, with the records.
func (a ApplicationCopy) MarshalJSON() ([]byte, error) {
	type plain Application
	return withCreator(struct {
		plain
		ApplicationRecords
	}{plain(a.Application), a.ApplicationRecords}, a.Application)
}

// Application is an application as its applicant sees it.
type Application struct {
	ID              string     `json:"id"`
	Number          string     `json:"application_number"`
	Email           string     `json:"email"`
	Status          string     `json:"status"`
	CurrentStage    int        `json:"current_stage"`
	Expedited       bool       `json:"expedited"`
	SubmittedAt     *time.Time `json:"submitted_at"`
	ReviewedAt      *time.Time `json:"reviewed_at"`
	RejectionReason *string    `json:"rejection_reason"`
	CreatedAt       time.Time  `json:"created_at"`
	CanEdit         bool       `json:"can_edit"`

	FullName          *string    `json:"full_name"`
	Phone             *string    `json:"phone"`
	DateOfBirth       *string    `json:"date_of_birth"`
	AgeVerified       bool       `json:"age_verified"`
	StreetAddress     *string    `json:"street_address"`
	City              *string    `json:"city"`
	StateProvince     *string    `json:"state_province"`
	Country           *string    `json:"country"`
	EmailVerified     bool       `json:"email_verified"`
	PhoneVerified     bool       `json:"phone_verified"`
	PhotoURL          *string    `json:"photo_url"`
	PhotoThumbnailURL *string    `json:"photo_thumbnail_url"`
	PhotoUploadedAt   *time.Time `json:"photo_uploaded_at"`

	DiscoveryPlatform        *string `json:"discovery_platform"`
	FollowingSince           *string `json:"following_since"` // a date, of which the year counts
	TwitterUsername          *string `json:"twitter_username"`
	InstagramUsername        *string `json:"instagram_username"`
	SnapchatUsername         *string `json:"snapchat_username"`
	TikTokUsername           *string `json:"tiktok_username"`
	IsAFCMember              *bool   `json:"is_afc_member"`
	IsPhotodumpMember        *bool   `json:"is_photodump_member"`
	PhotodumpEmail           *string `json:"photodump_email"`
	HasFanfixChat            *bool   `json:"has_fanfix_chat"`
	FanfixUsername           *string `json:"fanfix_username"`
	HasUsedDonotenter        *bool   `json:"has_used_donotenter"`
	HasPlayedDonotenterGames *bool   `json:"has_played_donotenter_games"`
	DonotenterEmail          *string `json:"donotenter_email"`
	HasPurchased             *bool   `json:"has_purchased"`
	PurchaseDetails          *string `json:"purchase_details"`

	WhyJoin                *string `json:"why_join"`
	WhatAboutContent       *string `json:"what_about_content"`
	CommitmentLevel        *string `json:"commitment_level"`
	PersonalityDescription *string `json:"personality_description"`
	FavoriteRestaurant     *string `json:"favorite_restaurant"`
	CarDetails             *string `json:"car_details"`
	Occupation             *string `json:"occupation"`
	SpecialSkills          *string `json:"special_skills"`
	// The message to the creator also stands under a name with the creator's own.
	MessageToCreator    *string    `json:"message_to_creator"`
	CommunityExperience *string    `json:"community_experience"`
	RomanticDescription *string    `json:"romantic_description"`
	AssessmentOpenedAt  *time.Time `json:"assessment_opened_at"`

	NDAAgreed    bool       `json:"nda_agreed"`
	NDASignature *string    `json:"nda_signature"`
	NDASignedAt  *time.Time `json:"nda_signed_at"`

	// Creator is the name under which the message to the creator stands besides its own.
	Creator string `json:"-"`
}

// ApplicationReview is what administrators see besides.
type ApplicationReview struct {
	Version        int                   `json:"version"`
	IPAddress      *string               `json:"ip_address"`
	ReviewedBy     *string               `json:"reviewed_by"`
	ReviewedByName *string               `json:"reviewed_by_name"`
	MemberID       *string               `json:"member_id"`
	NDAVersion     *string               `json:"nda_version"`
	TimeSpent      *float64              `json:"time_spent"`     // seconds, as the browser said
	QuestionTimes  map[string]float64    `json:"question_times"` // likewise, by question
	Decisions      []ApplicationDecision `json:"decisions"`      // oldest first

	DueAt      *time.Time           `json:"due_at"`     // when the promised time of the review ends; null unless it waits
	ClaimedBy  *ApplicationClaim    `json:"claimed_by"` // who has it open
	Related    []RelatedApplication `json:"related"`    // others that may be of the same person
	Invitation *string              `json:"invitation"` // the code by which it came
	Unreadable bool                 `json:"unreadable"` // the birth date, the signature and the photo cannot be opened
}

// ApplicationClaim is an administrator who has an application open.
type ApplicationClaim struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	ClaimedAt time.Time `json:"claimed_at"`
}

// RelatedApplication is another application that has something in common with one.
type RelatedApplication struct {
	ID     string   `json:"id"`
	Number string   `json:"application_number"`
	Status string   `json:"status"` // incomplete before it is submitted
	Common []string `json:"common"` // full_name, phone, network
}

// AdminApplication is an application as administrators see it.
type AdminApplication struct {
	Application
	ApplicationReview
}

// ApplicationDecision is one decision of the history.
type ApplicationDecision struct {
	Status        string    `json:"status"`
	Before        string    `json:"before"`
	Reason        *string   `json:"reason"`
	DecidedBy     *string   `json:"decided_by"`
	DecidedByName *string   `json:"decided_by_name"`
	DecidedAt     time.Time `json:"decided_at"`
}

// MarshalJSON adds the message to the creator under the creator's own name.
func (a Application) MarshalJSON() ([]byte, error) {
	type plain Application
	return withCreator(plain(a), a)
}

// MarshalJSON is Application's, with the fields of administrators.
func (a AdminApplication) MarshalJSON() ([]byte, error) {
	type plain Application
	return withCreator(struct {
		plain
		ApplicationReview
	}{plain(a.Application), a.ApplicationReview}, a.Application)
}

// withCreator encodes a struct and adds one field to it.
func withCreator(v any, a Application) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil || a.Creator == "" {
		return raw, err
	}
	message, err := json.Marshal(a.MessageToCreator)
	if err != nil {
		return nil, err
	}
	name, err := json.Marshal("message_to_" + a.Creator)
	if err != nil {
		return nil, err
	}
	raw = append(raw[:len(raw)-1], ',')
	raw = append(append(append(raw, name...), ':'), message...)
	return append(raw, '}'), nil
}

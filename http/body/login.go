package body

import (
	"time"

	"muster/store"
)

// SendVerification requests a sign-in code; exactly one field is set.
type SendVerification struct {
	Email *string `json:"email,omitempty"`
	Phone *string `json:"phone,omitempty"`
}

// Verify signs in with a code.
type Verify struct {
	Identifier string `json:"identifier"`
	Code       string `json:"code"`
}

// User is the signed-in person as the browser stores it.
type User struct {
	ID                     string  `json:"id"`
	Name                   string  `json:"name"`
	Email                  *string `json:"email"`
	Phone                  *string `json:"phone"`
	Username               *string `json:"username"`
	FaceRecognitionEnabled bool    `json:"face_recognition_enabled"`
	FaceRecognitionStatus  string  `json:"face_recognition_status"`
}

// NewUser is a member as the browser stores it; faces says whether face checks are on.
func NewUser(m store.Member, faces bool) User {
	orNull := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	return User{
		ID: m.ID, Name: m.Name, Email: orNull(m.Email), Phone: orNull(m.Phone), Username: orNull(m.Username),
		FaceRecognitionEnabled: faces, FaceRecognitionStatus: FaceStatus(m.FaceEnrolled),
	}
}

// FaceStatus is the face_recognition_status of a person.
func FaceStatus(enrolled bool) string {
	if enrolled {
		return "enrolled"
	}
	return "not_enrolled"
}

// LoginSession is a bearer token and its person.
type LoginSession struct {
	Token        string `json:"token"`
	User         User   `json:"user"`
	FaceVerified bool   `json:"faceVerified"` // the face of whoever signed in was recognised
}

// Verified is the reply to a right code.
type Verified struct {
	OK
	Session                  *LoginSession `json:"session,omitempty"`
	RequiresFaceEnrollment   bool          `json:"requiresFaceEnrollment"`
	RequiresFaceVerification bool          `json:"requiresFaceVerification"`
	TempToken                *string       `json:"tempToken"`
	UserID                   string        `json:"userId"`
	PreviouslySkipped        bool          `json:"previouslySkipped"`
	IsAdmin                  bool          `json:"isAdmin"`
	UserType                 string        `json:"userType"` // "member" or "application"
	NextStep                 string        `json:"nextStep"` // "dashboard", "application_status", "face_enrollment" or "face_verification"
	// Language is the one (BCP 47) that a member before a face step has chosen; "" for none.
	Language string `json:"language,omitempty"`
}

// OpenSession is one signed-in browser in the member's own list.
type OpenSession struct {
	ID         string    `json:"id"`
	Device     string    `json:"device"`
	Address    string    `json:"address"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	Current    bool      `json:"current"`
}

// Sessions lists the caller's open sessions.
type Sessions struct {
	OK
	Sessions []OpenSession `json:"sessions"`
}

// SentMessage is one mail or SMS in the development outbox.
type SentMessage struct {
	ID        string    `json:"id"`
	Channel   string    `json:"channel"` // "email" or "sms"
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// Outbox lists the messages of the development outbox, newest first.
type Outbox struct {
	Messages []SentMessage `json:"messages"`
}

package body

import "time"

// SendVerification asks for a login code; exactly one field is given (AUTH-5,
// AUTH-6).
type SendVerification struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// Verify hands in a login code (AUTH-15).
type Verify struct {
	Identifier string `json:"identifier"`
	Code       string `json:"code"`
}

// User is what the browser stores of the person signed in (AUTH-34).
type User struct {
	ID                     string  `json:"id"`
	Name                   string  `json:"name"`
	Email                  *string `json:"email"`
	Phone                  *string `json:"phone"`
	Username               *string `json:"username"`
	FaceRecognitionEnabled bool    `json:"face_recognition_enabled"`
	FaceRecognitionStatus  string  `json:"face_recognition_status"`
}

// LoginSession is the bearer token with its person.
type LoginSession struct {
	Token string `json:"token"`
	User  User   `json:"user"`
}

// Verified answers a right code (AUTH-17 to AUTH-21).
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
	NextStep                 string        `json:"nextStep"` // "dashboard" or "application_status"
}

// OpenSession is one signed-in browser in the member's own list (AUTH-37).
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

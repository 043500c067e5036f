package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// SessionKind says whom a session speaks for.
type SessionKind string

const (
	// MemberSession opens member calls, and administrator calls for an administrator.
	MemberSession SessionKind = "member"
	// ApplicantSession opens only the application's own calls.
	ApplicantSession SessionKind = "application"
)

// SessionLimits bounds how long a session lives.
type SessionLimits struct {
	Idle time.Duration // since it was last seen
	Max  time.Duration // since it was made
}

// Session is one signed-in browser. The token itself is never stored: only its
// SHA-256 is.
type Session struct {
	ID         string // UUID
	Kind       SessionKind
	PersonID   string // the member's id, or the applicant's
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time // the earlier of the idle and the absolute limit
	Device     string    // shortened user agent, for the member's own list
	Address    string    // where it was made, for the member's own list
	// FaceVerified is true when the face of whoever signed in was recognised.
	FaceVerified bool
	SecondFactor SecondFactor
}

// Caller is who makes a call: a live session with its person as it is now.
type Caller struct {
	Session Session
	Member  Member // zero for an applicant
	Address string // where this call came from; "": not known
	// Language is the tag (BCP 47) of the one that the member has chosen; "": none.
	Language string
}

// tokenBytes is 256 bit.
const tokenBytes = 32

// NewToken makes an opaque bearer token of 256 random bits, 43 characters of
// unpadded base64url.
func NewToken() string {
	b := make([]byte, tokenBytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// TokenHash is what is stored of a token: its SHA-256. ok is false for a
// string that cannot be a token.
func TokenHash(token string) (hash []byte, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != tokenBytes {
		return nil, false
	}
	sum := sha256.Sum256([]byte(token))
	return sum[:], true
}

// NotAuthenticated is what a call or a socket without a live session is answered.
const NotAuthenticated = "Not authenticated"

// ErrSessionEnded answers a token or session that is unknown, expired or
// revoked: the one Unauthorized there is.
func ErrSessionEnded() *Error { return NewErrorReason(Unauthorized, "session_ended", NotAuthenticated) }

package face

import (
	"encoding/base64"
	"errors"
	"math"
	"strings"
	"time"

	"muster/store"
)

// Step is what a sign-in asks for after a right code.
type Step string

const (
	NoStep       Step = ""
	Enrollment   Step = "enrollment"
	Verification Step = "verification"
)

// Reasons of a skip.
const (
	SkipByAdmin       = "admin_skip"
	SkipAfterFailures = "failed_attempts"
	SkipLater         = "later" // of an enrolment
)

// Limits of the checks.
const (
	TokenLife       = 10 * time.Minute
	MostAttempts    = 3  // a sign-in
	MostDayAttempts = 10 // a member and day
	MostPictures    = 40 // a sign-in and hour, also those without a face
	MostPictureSize = 2 << 20
	GrantLife       = 15 * time.Minute
	MostPasswords   = 5 // in GrantLife, an administrator
	// RecentWindow is what the viewer calls recent.
	RecentWindow = 30 * 24 * time.Hour
	// MostHistory is how many checks and how many skips a member's history shows.
	MostHistory = 100
	// MostEnrolled is how many members one page of the viewer lists.
	MostEnrolled = 200
)

// Texts of the checks.
const (
	NoMoreAttempts = "Maximum verification attempts reached. Please try logging in again."
	tooManyToday   = "Too many face checks today. Please try again tomorrow."
	TooManyPics    = "Too many pictures. Please try logging in again."
	WrongPassword  = "Invalid password"
	TooManyTries   = "Too many attempts. Please try again later."
	unavailable    = "Face checks are not available right now. Please try again later."
	busy           = "Many faces are being checked right now. Please try again in a moment."
)

// replayDistance is below the distance of two pictures that were taken apart.
const replayDistance = 0.10

// MayBeReplay says whether a picture is so like the enrolled one that it may have been
// made from it.
func (c Comparison) MayBeReplay() bool { return !math.IsNaN(c.Distance) && c.Distance < replayDistance }

// AtLeast says whether a confidence reaches a threshold, on the unrounded numbers.
func AtLeast(confidence, threshold float64) bool { return confidence >= threshold }

// DecodePicture reads a picture in base64, with or without the prefix of a data URL. It
// fails with Invalid.
func DecodePicture(text string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(text, "data:"); ok {
		_, text, ok = strings.Cut(rest, ";base64,")
		if !ok {
			return nil, errPicture("picture_encoding", "The picture must be sent in base64.")
		}
	}
	if text == "" {
		return nil, errPicture("picture_missing", "No picture was sent.")
	}
	if base64.StdEncoding.DecodedLen(len(text)) > MostPictureSize+2 {
		return nil, errPicture("picture_too_large", "The picture is too large.")
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, errPicture("picture_encoding", "The picture must be sent in base64.")
	}
	if len(raw) > MostPictureSize {
		return nil, errPicture("picture_too_large", "The picture is too large.")
	}
	return raw, nil
}

func errPicture(reason, message string) *store.Error {
	return store.NewErrorReason(store.Invalid, reason, message)
}

// AsError is a failure of an engine as a member reads it: what is wrong with the
// picture is Invalid, everything else Unavailable.
func AsError(err error) error {
	if store.CodeOf(err) == store.Invalid {
		return err
	}
	for cause, e := range map[error]*store.Error{
		ErrNoFace:     errPicture("face_missing", "No face was found in the picture. Please try again."),
		ErrManyFaces:  errPicture("face_many", "There is more than one face in the picture. Please try again alone."),
		ErrTooSmall:   errPicture("face_small", "Your face is too small in the picture. Please come closer."),
		ErrTooBlurred: errPicture("face_blurred", "The picture is too blurred. Please hold still and try again."),
		ErrTurnedAway: errPicture("face_turned", "Please look straight into the camera and try again."),
	} {
		if errors.Is(err, cause) {
			return e
		}
	}
	if errors.Is(err, ErrBusy) {
		return &store.Error{Code: store.Unavailable, Reason: "face_busy", Message: busy, RetryAfter: 2 * time.Second, Err: err}
	}
	return &store.Error{Code: store.Unavailable, Reason: "face_unavailable", Message: unavailable, Err: err}
}

// Failures of the calls.
func ErrToken() *store.Error {
	return store.NewErrorReason(store.Unauthorized, "face_token_ended", "This step has ended. Please log in again.")
}

// ErrStep answers a token that was given for the other step.
func ErrStep() *store.Error {
	return store.NewErrorReason(store.Forbidden, "face_step", "This token is for another step")
}

// ErrOff answers while face checks are off.
func ErrOff() *store.Error {
	return store.NewErrorReason(store.Unavailable, "face_off", "Face checks are off").TurnedOff()
}

// ErrSkip answers a skip to which the caller has no right.
func ErrSkip() *store.Error {
	return store.NewErrorReason(store.Forbidden, "face_skip_refused", "This step cannot be skipped")
}

// ErrAttempts answers the attempt after the last one.
func ErrAttempts() *store.Error {
	return store.NewErrorReason(store.Limited, "face_attempts", NoMoreAttempts)
}

// ErrDayAttempts answers the attempt after the last one of a day.
func ErrDayAttempts(wait time.Duration) *store.Error {
	return &store.Error{Code: store.Limited, Reason: "face_attempts_day", Message: tooManyToday, RetryAfter: wait}
}

// ErrReplay answers a picture that came before.
func ErrReplay() *store.Error {
	return errPicture("face_replay", "This picture was used before. Please take a new one.")
}

// ErrEnrolled answers an enrolment over another.
func ErrEnrolled() *store.Error {
	return store.NewErrorReason(store.Conflict, "face_enrolled", "A face is enrolled already. Remove it first.")
}

// ErrNotEnrolled answers a verification without an enrolment.
func ErrNotEnrolled() *store.Error {
	return store.NewErrorReason(store.Conflict, "face_not_enrolled", "No face is enrolled. Please log in again.")
}

// ErrConsent answers an enrolment with a refused or outdated consent.
func ErrConsent() *store.Error {
	return errPicture("face_consent", "Please read the consent and agree to it first.")
}

// ErrPassword answers a wrong password of the viewer.
func ErrPassword() *store.Error {
	return store.NewErrorReason(store.Forbidden, "face_password_wrong", WrongPassword)
}

// ErrGrant answers a call of the viewer without a live grant.
func ErrGrant() *store.Error {
	return store.NewErrorReason(store.Forbidden, "face_grant_ended", "Please enter the face viewer's password again")
}

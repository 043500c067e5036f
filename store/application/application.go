package application

import (
	"crypto/rand"
	"encoding/hex"
	"time"

	"muster/store"
	"muster/store/language"
)

// Status is how an application stands with the administrators.
type Status string

const (
	Pending  Status = "pending"
	Accepted Status = "accepted"
	Rejected Status = "rejected"
	OnHold   Status = "on_hold"
	Reapply  Status = "reapply"
)

// Stages: 0 is the disclaimer, 1 to 4 are forms, 5 is complete.
const (
	Disclaimer     = 0
	Identification = 1
	Background     = 2
	Assessment     = 3
	Agreement      = 4
	Complete       = 5
)

// Application is one application as the server knows it.
type Application struct {
	ID        string
	Number    string // shown to people; it opens nothing
	Status    Status
	Stage     int // the furthest that may be saved
	Expedited bool
	Version   int // one higher with each change

	// ExpeditedAt is when the fee was paid, zero for an application that is not expedited.
	ExpeditedAt time.Time
	// DueAt is when the promised time of the review ends, zero unless it waits for one.
	DueAt time.Time

	CreatedAt   time.Time
	SubmittedAt time.Time // zero: not yet
	Address     string    // network address from which it was submitted

	ReviewedAt     time.Time // of the last decision, zero: none
	ReviewedBy     string    // member id
	ReviewedByName string
	Reason         string       // of the last decision, shown to the applicant
	MemberID       string       // the member that an acceptance made or found, "" for none
	Invitation     string       // code by which it was begun, "" for none
	Language       language.Tag // of the applicant's browser at the last save

	Person     Person
	Email      string // as entered: lower case
	Phone      string // as entered: E.164
	PhotoID    string // "" for none
	PhotoAt    time.Time
	Fan        *Fan     // stage 2, nil: not saved
	Answers    *Answers // stage 3, nil: not saved
	Signature  Signature
	AnswersAt  time.Time // when stage 3 was opened first
	ProvenMail string    // the e-mail address that was verified, "" for none
	ProvenSMS  string    // the phone that was verified, "" for none

	// Unreadable says that the birth date, the signature's name and the photo cannot be
	// opened: their key is missing, or they are damaged.
	Unreadable bool
}

// EmailVerified says whether the address that was entered is the one that was verified.
func (a *Application) EmailVerified() bool { return a.Email != "" && a.Email == a.ProvenMail }

// PhoneVerified says the same of the phone.
func (a *Application) PhoneVerified() bool { return a.Phone != "" && a.Phone == a.ProvenSMS }

// Submitted says whether administrators have it.
func (a *Application) Submitted() bool { return !a.SubmittedAt.IsZero() }

// Decided says whether the review has ended: not of one that is on hold or was sent back.
func (a *Application) Decided() bool { return a.Status == Accepted || a.Status == Rejected }

// CanEdit says whether the applicant may change it: until it is submitted, and again
// once it was sent back.
func (a *Application) CanEdit() bool { return !a.Submitted() || a.Status == Reapply }

// CheckErase accepts an application that its applicant may delete. An accepted one goes
// with the member. It fails with Conflict.
func (a *Application) CheckErase() error {
	if a.Status == Accepted && a.MemberID != "" {
		return store.NewErrorReason(store.Conflict, "application_of_member", "YOU ARE A MEMBER - DELETE YOUR ACCOUNT IN YOUR PROFILE, THIS APPLICATION GOES WITH IT")
	}
	return nil
}

// NewID draws 128 random bits in the form of a UUID.
func NewID() string {
	var b [16]byte
	rand.Read(b[:])
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// numberAlphabet has no characters that are taken for each other. Its length divides 256,
// so each character of a number is as likely as the others.
const numberAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// NewNumber draws the number of an application, APP-XXXX-XXXX.
func NewNumber() string {
	var b [8]byte
	rand.Read(b[:])
	for i := range b {
		b[i] = numberAlphabet[int(b[i])%len(numberAlphabet)]
	}
	return "APP-" + string(b[:4]) + "-" + string(b[4:])
}

// Texts of the calls.
const (
	WrongCode = "INVALID CODE"
	NotFound  = "NO APPLICATION FOUND"
)

// ErrNotFound answers for an application that is not there and for one that the caller
// has not proven to be its own, alike.
func ErrNotFound() *store.Error {
	return store.NewErrorReason(store.NotFound, "application_not_found", NotFound)
}

// ErrWrongCode is the same for a wrong, used, replaced, expired or dead code.
func ErrWrongCode() *store.Error {
	return store.NewErrorReason(store.Invalid, "code_invalid", WrongCode)
}

// ErrAddressTaken refuses a verified address that another application or a member has.
func ErrAddressTaken(channel store.Channel) *store.Error {
	if channel == store.SMS {
		return store.NewErrorReason(store.Conflict, "phone_taken", "THIS PHONE BELONGS TO ANOTHER APPLICATION")
	}
	return store.NewErrorReason(store.Conflict, "email_taken", "THIS E-MAIL BELONGS TO ANOTHER APPLICATION OR MEMBER")
}

// ErrClosed refuses a change by the applicant while administrators have the application.
func ErrClosed() *store.Error {
	return store.NewErrorReason(store.Conflict, "application_closed", "THIS APPLICATION HAS BEEN SUBMITTED AND CANNOT BE CHANGED")
}

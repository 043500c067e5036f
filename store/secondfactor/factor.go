package secondfactor

import (
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
)

// Kind is what a factor is.
type Kind string

const (
	TOTP    Kind = "totp" // codes of an authenticator app
	Passkey Kind = "passkey"
)

// Factor is a factor that a member has set up.
type Factor struct {
	ID         string // UUID
	Kind       Kind
	Name       string // of a passkey, as its member calls it
	CreatedAt  time.Time
	LastUsedAt *time.Time // nil: never since
}

// Factors is what a member has set up.
type Factors struct {
	Factors       []Factor // the oldest first
	RecoveryCodes int      // that were not used yet
}

// MostPasskeys bounds the passkeys of a member.
const MostPasskeys = 10

// maxName is the longest name of a passkey, in characters.
const maxName = 60

// CheckName trims the name of a passkey. It fails with Invalid.
func CheckName(raw string) (string, error) {
	name := strings.TrimSpace(raw)
	if utf8.RuneCountInString(name) > maxName || name != "" && !store.VisibleLine(name) {
		return "", store.NewErrorReason(store.Invalid, "passkey_name", "The name must be one line of at most 60 characters")
	}
	return name, nil
}

// ErrWrong answers a code that is wrong, or a recovery code that was used.
func ErrWrong() *store.Error {
	return store.NewErrorReason(store.Invalid, "factor_wrong", "This code is not right")
}

// ErrUsed answers a code of the app that was accepted before.
func ErrUsed() *store.Error {
	return store.NewErrorReason(store.Invalid, "factor_used", "This code was used already. Please wait for the next one.")
}

// ErrUnknown answers a factor that the member does not have.
func ErrUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "factor_unknown", "There is no such second factor")
}

// ErrExists answers setting up a second app.
func ErrExists() *store.Error {
	return store.NewErrorReason(store.Conflict, "factor_exists", "An authenticator app is set up already. Remove it first.")
}

// ErrNotBegun answers confirming an app that was not begun.
func ErrNotBegun() *store.Error {
	return store.NewErrorReason(store.Conflict, "factor_not_begun", "Please begin again to set up the app")
}

// ErrTooMany answers one passkey too many.
func ErrTooMany() *store.Error {
	return store.NewErrorReason(store.Conflict, "passkeys_too_many", "You have ten passkeys. Remove one first.")
}

// ErrPasskey answers what is no right answer of a passkey of this site.
func ErrPasskey() *store.Error {
	return store.NewErrorReason(store.Invalid, "passkey_refused", "This passkey was not accepted")
}

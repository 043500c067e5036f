package store

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Username limits and the lock on changing it.
const (
	MinUsername = 3
	MaxUsername = 20
	// FirstUsernameLock is how long the first username stays; ChangedUsernameLock
	// how long every later one does.
	FirstUsernameLock   = 30 * 24 * time.Hour
	ChangedUsernameLock = 365 * 24 * time.Hour
)

// Texts of the username modal. The rank page says the same in its own words
// (ErrorOnRankPage).
const (
	UsernameTooShort = "Username must be at least 3 characters"
	UsernameTooLong  = "Username must be 20 characters or less"
	UsernameForm     = "Username can only contain letters, numbers, and underscore"
	UsernameReserved = "Username cannot contain reserved terms"
	UsernameTaken    = "Username is already taken"
	UsernameLocked   = "Username cannot be changed yet"
	UsernameSame     = "This is your username already"

	usernameLockedUntil = UsernameLocked + " (next change: %s)"
)

// usernameOnRankPage are the rank page's own words, by the reason of an error.
var usernameOnRankPage = map[string]string{
	"username_too_short": "Username must be between 3 and 20 characters",
	"username_too_long":  "Username must be between 3 and 20 characters",
	"username_form":      "Username can only contain lowercase letters, numbers, and underscore",
	"username_reserved":  "Username contains reserved terms",
}

// ErrorOnRankPage is an error about a username in the words of the rank page.
func ErrorOnRankPage(err error) error {
	if words, ok := usernameOnRankPage[AsError(err).Reason]; ok {
		return NewErrorReason(Invalid, AsError(err).Reason, words)
	}
	return err
}

// ErrUsernameTaken answers for a name in use and for one held back.
func ErrUsernameTaken() *Error { return NewErrorReason(Conflict, "username_taken", UsernameTaken) }

// ErrUsernameSame answers a change to the name that the member has.
func ErrUsernameSame() *Error { return NewErrorReason(Conflict, "username_same", UsernameSame) }

// officials are names nobody may take, in any look-alike:
// the sender of system messages and what sounds like the people in charge.
// Words of three letters and fewer would refuse too many honest names as
// substrings, so officialWhole are refused only as the whole name.
var (
	officials     = []string{"system", "admin", "moderator", "official", "support"}
	officialWhole = []string{"mod", "mods", "owner", "staff", "root", "bot", "server", "all", "everyone", "here", "null", "undefined", "deleted"}
)

// usernameForm is judged before lower-casing: the Kelvin sign's lower case is a
// plain k.
var usernameForm = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// IsUsernameForm says whether a text has only the characters of a username.
func IsUsernameForm(text string) bool { return usernameForm.MatchString(text) }

// CheckUsername trims and lower-cases a wanted username and gives its one
// stored form. It fails with Invalid and one of the texts above; reserved are
// the community's own reserved terms.
func CheckUsername(raw string, reserved []string) (string, error) {
	raw = strings.TrimSpace(raw)
	name := strings.ToLower(raw)
	switch {
	case len([]rune(raw)) < MinUsername:
		return "", NewErrorReason(Invalid, "username_too_short", UsernameTooShort)
	case len([]rune(raw)) > MaxUsername:
		return "", NewErrorReason(Invalid, "username_too_long", UsernameTooLong)
	case !IsUsernameForm(raw):
		return "", NewErrorReason(Invalid, "username_form", UsernameForm)
	case reservedUsername(name, reserved):
		return "", NewErrorReason(Invalid, "username_reserved", UsernameReserved)
	}
	return name, nil
}

// reservedUsername says whether name contains a reserved term, also with
// underscores between or digits standing for letters.
func reservedUsername(name string, reserved []string) bool {
	name = strings.ReplaceAll(name, "_", "")
	for _, whole := range officialWhole {
		if len(name) == len(whole) && looksLike(name, whole) {
			return true
		}
	}
	for _, terms := range [][]string{officials, reserved} {
		for _, term := range terms {
			term = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(term), "_", ""))
			for i := 0; term != "" && i+len(term) <= len(name); i++ {
				if looksLike(name[i:i+len(term)], term) {
					return true
				}
			}
		}
	}
	return false
}

// digitLetters are the letters that a digit can stand for.
var digitLetters = map[byte]string{
	'0': "o", '1': "il", '2': "z", '3': "e", '4': "a", '5': "s", '6': "gb", '7': "t", '8': "b", '9': "g",
}

// looksLike says whether part, as long as term, may be read as term.
func looksLike(part, term string) bool {
	for i := range len(part) {
		if part[i] != term[i] && strings.IndexByte(digitLetters[part[i]], term[i]) < 0 {
			return false
		}
	}
	return true
}

// UsernameEligibility is when a member may take another username.
type UsernameEligibility struct {
	CanChange     bool
	NextAvailable time.Time // zero when CanChange
	DaysRemaining int       // whole days, rounded up; 0 when CanChange
	LockDays      int       // the lock that the next change brings, in days
}

// UsernameEligible decides from when the present username was taken (zero: no
// name yet) and how often it was changed since the first one.
func UsernameEligible(takenAt time.Time, changes int, now time.Time) UsernameEligibility {
	if takenAt.IsZero() {
		return UsernameEligibility{CanChange: true, LockDays: days(FirstUsernameLock)}
	}
	next := takenAt.Add(usernameLock(changes))
	e := UsernameEligibility{CanChange: !now.Before(next), LockDays: days(ChangedUsernameLock)}
	if !e.CanChange {
		e.NextAvailable = next
		e.DaysRemaining = days(next.Sub(now))
	}
	return e
}

// usernameLock is how long a username stays that was reached by changes
// changes after the first one.
func usernameLock(changes int) time.Duration {
	if changes == 0 {
		return FirstUsernameLock
	}
	return ChangedUsernameLock
}

// days counts begun days.
func days(d time.Duration) int {
	const day = 24 * time.Hour
	return int((d + day - 1) / day)
}

// ErrUsernameLocked answers a change before its time, with the next
// date.
func ErrUsernameLocked(e UsernameEligibility, now time.Time) *Error {
	return &Error{
		Code: Conflict, Reason: "username_locked",
		Message:    fmt.Sprintf(usernameLockedUntil, e.NextAvailable.UTC().Format("2 January 2006")),
		Format:     usernameLockedUntil,
		Values:     []any{e.NextAvailable},
		RetryAfter: e.NextAvailable.Sub(now),
	}
}

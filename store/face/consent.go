package face

import (
	"fmt"
	"strings"
	"time"
)

// consentText is the version of the sentences that a member agrees to before the first
// picture. It changes with them.
const consentText = "2026-12"

// Consent is what a member agrees to. The sentences name its engine and its periods, so
// what changes one of them makes another consent, which members who read the former have
// not given.
type Consent struct {
	Engine        string // by its name in the settings
	PicturesDays  int    // how long the pictures of checks are kept, 0: as long as the enrolment
	EnrolmentDays int    // how long an enrolment is kept without a sign-in, 0: until it is removed
}

// Version names the sentences with everything that they say.
func (c Consent) Version() string {
	return fmt.Sprintf("%s-%s-%d-%d", consentText, c.Engine, c.PicturesDays, c.EnrolmentDays)
}

// EngineOf is the engine in the version of a consent, "" in one that named none.
func EngineOf(version string) string {
	if parts := strings.Split(version, "-"); len(parts) == 5 { // two of the text, two of days
		return parts[2]
	}
	return ""
}

// DaysOf is a period in days. A part of a day is a day: a consent must not promise less
// than is kept, and nothing but 0 is 0.
func DaysOf(period time.Duration) int {
	const day = 24 * time.Hour
	return int((period + day - 1) / day)
}

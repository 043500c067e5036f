package store

import "time"

// SecondFactor is what a session has to do with its member's second factor.
type SecondFactor string

const (
	// NoSecondFactor is none set up, and none asked for.
	NoSecondFactor SecondFactor = ""
	// SecondFactorMissing is none set up by an administrator of whom one is required.
	SecondFactorMissing SecondFactor = "missing"
	// SecondFactorDue is one set up that was not proven in the session yet.
	SecondFactorDue SecondFactor = "due"
	// SecondFactorProven was proven in the session, longer than SecondFactorFreshFor ago.
	SecondFactorProven SecondFactor = "proven"
	// SecondFactorFresh was proven just now.
	SecondFactorFresh SecondFactor = "fresh"
)

// SecondFactorFreshFor is for how long a proof opens dangerous acts.
const SecondFactorFreshFor = 10 * time.Minute

// MayAdminister fails with Forbidden for a caller who is no administrator (admins_only),
// and for one whose session lacks the second factor (second_factor_missing,
// second_factor_due).
func (c Caller) MayAdminister() error {
	if !c.Member.IsAdmin {
		return ErrAdminsOnly()
	}
	switch c.Session.SecondFactor {
	case SecondFactorMissing:
		return NewErrorReason(Forbidden, "second_factor_missing", "Administrators need a second factor. Please set one up.")
	case SecondFactorDue:
		return NewErrorReason(Forbidden, "second_factor_due", "Please confirm your second factor.")
	}
	return nil
}

// HasFreshProof fails with Forbidden (second_factor_again) for a caller who has a second
// factor and has not proven it just now. Dangerous acts ask for that.
func (c Caller) HasFreshProof() error {
	if s := c.Session.SecondFactor; s == SecondFactorDue || s == SecondFactorProven {
		return NewErrorReason(Forbidden, "second_factor_again", "Please confirm your second factor again.")
	}
	return nil
}

package application

import (
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
)

// maxReason is the longest reason of a decision, in characters.
const maxReason = 2000

// Decision is what an administrator decides.
type Decision struct {
	Status  Status
	Reason  string
	Version *int // of the application that was looked at; nil: not said
	Confirm bool // an acceptance may be withdrawn
}

// Decide changes the status at now and says whether anything changed: the same decision
// again is none. It fails with Invalid for another status or a long reason, and with
// Conflict for an application that was not submitted or has changed, and for an
// acceptance that would be withdrawn without confirmation.
func (a *Application) Decide(d Decision, by string, now time.Time) (changed bool, err error) {
	reason := clean(d.Reason)
	switch d.Status {
	case Accepted:
		reason = "" // of an earlier decision, which the acceptance ends
	case Rejected, OnHold, Reapply:
	default:
		return false, store.NewErrorReason(store.Invalid, "status_invalid", "The status must be accepted, rejected, on_hold or reapply")
	}
	if store.Blank(reason) {
		reason = ""
	}
	switch {
	case utf8.RuneCountInString(reason) > maxReason:
		return false, store.NewErrorReason(store.Invalid, "reason_too_long", "A reason has at most 2000 characters")
	case !a.Submitted():
		return false, store.NewErrorReason(store.Conflict, "application_not_submitted", "This application has not been submitted")
	case d.Version != nil && *d.Version != a.Version:
		return false, store.NewErrorReason(store.Conflict, "application_changed", "This application has changed meanwhile. Please look at it again.")
	case d.Status == a.Status && reason == a.Reason:
		return false, nil
	case a.Status == Accepted && d.Status != Accepted && !d.Confirm:
		return false, store.NewErrorReason(store.Conflict, "confirm_withdrawal", "This takes the membership away. Please confirm.")
	}
	if d.Status == Reapply {
		a.Stage = Identification // from where the applicant goes through it again
	}
	a.Status, a.Reason, a.ReviewedAt, a.ReviewedBy = d.Status, reason, now, by
	a.setDue()
	a.Version++
	return true, nil
}

// StatusFilter is which applications a list shows: a status, one of the filters below, or
// "" for all.
type StatusFilter string

// Filters beside the statuses.
const (
	Incomplete StatusFilter = "incomplete" // what was not submitted
	Submitted  StatusFilter = "submitted"  // everything else
)

// ParseFilter reads a filter; it fails with Invalid for another one.
func ParseFilter(raw string) (StatusFilter, error) {
	switch f := StatusFilter(strings.TrimSpace(raw)); f {
	case "", Incomplete, Submitted, StatusFilter(Pending), StatusFilter(Accepted), StatusFilter(Rejected), StatusFilter(OnHold), StatusFilter(Reapply):
		return f, nil
	}
	return "", store.NewErrorReason(store.Invalid, "status_invalid", "status must be pending, accepted, rejected, on_hold, reapply, submitted or incomplete")
}

// PageSize is how many applications one page of the list has.
const PageSize = 50

// PastDecision is one decision as the history keeps it.
type PastDecision struct {
	Status    Status    `json:"status"`
	Before    Status    `json:"before"`
	Reason    string    `json:"reason"`
	DecidedBy string    `json:"decidedBy"` // member id
	Name      string    `json:"name"`      // of that member
	DecidedAt time.Time `json:"decidedAt"`
}

package application

import "time"

// What is promised about the review.
const (
	expeditedReview = 24 * time.Hour
	standardReview  = 7 // business days
)

// DueSoon is how long before its end a promised time is short: for an expedited
// application, and for another one.
const (
	ExpeditedDueSoon = 4 * time.Hour
	StandardDueSoon  = 24 * time.Hour
)

// Expedite notes that the fee was paid at now, and says whether that changed anything. It
// is no new version: who decides meanwhile need not look again.
func (a *Application) Expedite(now time.Time) (changed bool) {
	if a.Expedited {
		return false
	}
	a.Expedited, a.ExpeditedAt = true, now
	a.setDue()
	return true
}

// EndExpedite notes that the fee was paid back or lost in a dispute, and says whether that changed
// anything. It is no new version either.
func (a *Application) EndExpedite() (changed bool) {
	if !a.Expedited {
		return false
	}
	a.Expedited, a.ExpeditedAt = false, time.Time{}
	a.setDue()
	return true
}

// setDue sets by when the review is promised: a day after an expedited application was
// submitted and paid for, else seven business days after it was submitted, in the zone of
// that time. What does not wait for a decision is not due.
func (a *Application) setDue() {
	switch {
	case !a.Submitted() || a.Status != Pending:
		a.DueAt = time.Time{}
	case a.Expedited:
		from := a.SubmittedAt
		if a.ExpeditedAt.After(from) {
			from = a.ExpeditedAt
		}
		a.DueAt = from.Add(expeditedReview)
	default:
		a.DueAt = afterBusinessDays(a.SubmittedAt, standardReview)
	}
}

// afterBusinessDays is the same time of day so many days later that are neither Saturday
// nor Sunday.
func afterBusinessDays(from time.Time, days int) time.Time {
	at := from
	for days > 0 {
		at = at.AddDate(0, 0, 1)
		if day := at.Weekday(); day != time.Saturday && day != time.Sunday {
			days--
		}
	}
	return at
}

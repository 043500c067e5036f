package application

import (
	"time"

	"muster/store"
	"muster/store/money"
)

// ExpediteFee is what a review within a day costs.
const ExpediteFee = money.Cents(50_00)

// CheckExpedite accepts an application whose review may be paid for: one that is not
// expedited already and that the administrators have still to decide on. It fails with
// Conflict.
func (a *Application) CheckExpedite() error {
	switch {
	case a.Expedited:
		return store.NewErrorReason(store.Conflict, "already_expedited", "THIS APPLICATION IS ALREADY MARKED FOR EXPEDITED REVIEW")
	case a.Submitted() && a.Status != Pending && a.Status != Reapply:
		return store.NewErrorReason(store.Conflict, "application_decided", "THIS APPLICATION HAS ALREADY BEEN DECIDED")
	}
	return nil
}

// Fee is one payment for an expedited review.
type Fee struct {
	Amount, Refunded money.Cents
	Status           money.ContributionStatus
	PaidAt           time.Time // zero: not paid
}

// Became is what became of the application of a fee: its Status, or one of those below.
type Became string

// What became of an application beside its statuses.
const (
	NotSubmitted Became = "not_submitted"
	Deleted      Became = "deleted"
)

// FeeFilter chooses paid fees. Zero fields choose all.
type FeeFilter struct {
	Unused      bool
	Application string // id of the one that they were paid for
}

// PaidFee is a fee as administrators list it.
type PaidFee struct {
	Fee
	ID                  string
	Application, Number string // "" once the application is deleted
	Became              Became
	// Unused says that no review waited for a decision since the fee was paid, or that one
	// was paid before it, and that some of it was neither paid back nor disputed.
	Unused bool
}

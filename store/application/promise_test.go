package application

import (
	"testing"
	"time"
)

// A review is promised within seven business days, an expedited one within a day of the
// payment; what is decided or was not submitted is not due.
func TestPromisedTime_AREV3(t *testing.T) {
	at := func(s string) time.Time {
		moment, err := time.Parse("2006-01-02 15:04", s)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	for submitted, due := range map[string]string{
		"2026-03-13 09:30": "2026-03-24 09:30", // Friday
		"2026-03-14 09:30": "2026-03-24 09:30", // Saturday
		"2026-03-15 09:30": "2026-03-24 09:30", // Sunday
		"2026-03-16 09:30": "2026-03-25 09:30", // Monday
		"2026-12-31 23:59": "2027-01-11 23:59",
	} {
		a := Application{Status: Pending, SubmittedAt: at(submitted)}
		if a.setDue(); a.DueAt != at(due) {
			t.Errorf("submitted at %s it is due at %s, want %s", submitted, a.DueAt, due)
		}
	}
	a := Application{Status: Pending}
	if !a.Expedite(at("2026-03-13 10:00")) || a.Expedite(at("2026-03-14 10:00")) || !a.DueAt.IsZero() {
		t.Errorf("paid before it is submitted: %+v", a)
	}
	a.SubmittedAt = at("2026-03-20 10:00")
	if a.setDue(); a.DueAt != at("2026-03-21 10:00") {
		t.Errorf("expedited, then submitted: %s", a.DueAt)
	}
	a = Application{Status: Pending, SubmittedAt: at("2026-03-13 09:30")}
	if a.Expedite(at("2026-03-17 10:00")); a.DueAt != at("2026-03-18 10:00") {
		t.Errorf("submitted, then expedited: %s", a.DueAt)
	}
	if _, err := a.Decide(Decision{Status: OnHold}, "chief", today); err != nil || !a.DueAt.IsZero() {
		t.Errorf("on hold: %v, %s", err, a.DueAt)
	}
}

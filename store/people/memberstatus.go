package people

import (
	"muster/store"
	"time"
)

// LongestBan bounds a ban that ends by itself. The page offers 1, 6, 24, 72, 168 and 720
// hours, and any date.
const LongestBan = 10 * 365 * 24 * time.Hour

// ChatAccess is what an administrator decides about a member's chat.
type ChatAccess struct {
	Enabled bool
	// BannedUntil is when a temporary ban ends; the zero time means none.
	BannedUntil time.Time
	// Confirmed says that it is meant although the member is an administrator.
	Confirmed bool
	// Reason is kept in the audit log, for administrators; "" for none.
	Reason string
}

// Bans says whether the decision keeps the member out of chat.
func (a ChatAccess) Bans() bool { return !a.Enabled || !a.BannedUntil.IsZero() }

// Check fails with Invalid for a ban that does not end after now (ban_past) or
// ends later than the longest one (ban_too_long).
func (a ChatAccess) Check(now time.Time) error {
	switch {
	case a.BannedUntil.IsZero():
		return nil
	case !a.BannedUntil.After(now):
		return store.NewErrorReason(store.Invalid, "ban_past", "A ban must end in the future")
	case a.BannedUntil.After(now.Add(LongestBan)):
		return store.NewErrorReason(store.Invalid, "ban_too_long", "A ban lasts at most ten years")
	}
	return nil
}

// ApplyTo gives the status s after the decision. Enabling clears a ban. A ban ends by
// itself, so one that comes with chat switched off leaves the switch as it is: switched
// off for good is the decision without an end.
func (a ChatAccess) ApplyTo(s store.MemberStatus) store.MemberStatus {
	if a.Enabled || a.BannedUntil.IsZero() {
		s.ChatEnabled = a.Enabled
	}
	s.BannedUntil = a.BannedUntil
	return s
}

// ErrOwnAdmin answers an administrator who would give up the own right.
func ErrOwnAdmin() *store.Error {
	return store.NewErrorReason(store.Conflict, "own_admin", "You cannot remove your own administrator right")
}

// ErrLastAdmin answers whoever would leave the community without an
// administrator.
func ErrLastAdmin() *store.Error {
	return store.NewErrorReason(store.Conflict, "last_admin", "The last administrator cannot be removed")
}

// ErrConfirmAdmin answers a decision that keeps an administrator out of chat
// and was not confirmed.
func ErrConfirmAdmin() *store.Error {
	return store.NewErrorReason(store.Conflict, "confirm_admin", "This member is an administrator. Please confirm.")
}

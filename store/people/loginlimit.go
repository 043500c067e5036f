package people

import (
	"muster/store"
	"time"
)

// LoginLimits bounds the codes that are requested and the guesses.
type LoginLimits struct {
	ResendAfter  time.Duration // least time between two codes of one identifier
	SendsPerHour int           // of one identifier, rolling
	SendsPerDay  int

	AddressPerHour     int // codes requested from one network address
	AddressPerDay      int
	MailsPerHour       int // of the whole installation
	TextsPerHour       int
	TextsPerCountryDay int // to one calling code: toll fraud

	CodeLife        time.Duration
	TriesPerCode    int
	FailuresPerHour int // of one identifier across codes, rolling
	FailuresPerDay  int
	// CookielessPerHour bounds the failures of callers without an attempt cookie.
	CookielessPerHour int
	// ConsecutiveFailures locks the identifier for unknown browsers for Lockout.
	ConsecutiveFailures int
	Lockout             time.Duration
}

// DefaultLoginLimits are the limits of a production node.
var DefaultLoginLimits = LoginLimits{
	ResendAfter: time.Minute, SendsPerHour: 5, SendsPerDay: 20,
	AddressPerHour: 60, AddressPerDay: 300,
	MailsPerHour: 10_000, TextsPerHour: 2_000, TextsPerCountryDay: 5_000,
	CodeLife: 10 * time.Minute, TriesPerCode: 5,
	FailuresPerHour: 10, FailuresPerDay: 50, CookielessPerHour: 5,
	ConsecutiveFailures: 100, Lockout: 24 * time.Hour,
}

// LoginBucket has the sends and failures of one identifier. All unknown browsers share
// one bucket and each known device has its own, so that a stranger cannot lock the
// owner out. It is one row, locked while it is checked. Times are those of the last
// 24 h, oldest first.
type LoginBucket struct {
	KnownDevice         bool // the bucket of a known device
	Sends               []time.Time
	Failures            []time.Time
	Cookieless          []time.Time // failures without an attempt cookie
	ConsecutiveFailures int         // failures since the last success
	BlockedUntil        time.Time
}

// AddSend counts a code requested at now, or fails with Limited.
func (b *LoginBucket) AddSend(now time.Time, l LoginLimits) error {
	b.Sends = dropOlder(store.ClampTimes(b.Sends, now, l.ResendAfter), now, 24*time.Hour)
	wait := longestOf(
		waitFor(b.Sends, 1, l.ResendAfter, now),
		waitFor(b.Sends, l.SendsPerHour, time.Hour, now),
		waitFor(b.Sends, l.SendsPerDay, 24*time.Hour, now),
	)
	if wait > 0 {
		return &store.Error{Code: store.Limited, Reason: "code_limit", Message: TooManySends, RetryAfter: wait}
	}
	b.Sends = append(b.Sends, now)
	return nil
}

// AllowAttempt fails with Limited when no code may be tried at now; cookieless says
// that the caller has no attempt cookie of the code.
func (b *LoginBucket) AllowAttempt(now time.Time, l LoginLimits, cookieless bool) error {
	b.Failures = dropOlder(store.ClampTimes(b.Failures, now, 0), now, 24*time.Hour)
	b.Cookieless = dropOlder(store.ClampTimes(b.Cookieless, now, 0), now, time.Hour)
	wait := longestOf(
		waitFor(b.Failures, l.FailuresPerHour, time.Hour, now),
		waitFor(b.Failures, l.FailuresPerDay, 24*time.Hour, now),
	)
	if cookieless {
		wait = longestOf(wait, waitFor(b.Cookieless, l.CookielessPerHour, time.Hour, now))
	}
	if !b.KnownDevice {
		wait = longestOf(wait, b.BlockedUntil.Sub(now))
	}
	if wait > 0 {
		return &store.Error{Code: store.Limited, Reason: "attempt_limit", Message: TooManyAttempts, RetryAfter: wait}
	}
	return nil
}

// AddFailure counts a wrong code at now. After ConsecutiveFailures of them unknown
// browsers wait for Lockout, and the count restarts, so nobody is locked out for ever.
func (b *LoginBucket) AddFailure(now time.Time, l LoginLimits, cookieless bool) {
	b.Failures = append(b.Failures, now)
	if cookieless {
		b.Cookieless = append(b.Cookieless, now)
	}
	b.ConsecutiveFailures++
	if b.ConsecutiveFailures >= l.ConsecutiveFailures {
		b.ConsecutiveFailures, b.BlockedUntil = 0, now.Add(l.Lockout)
	}
}

// Reset ends the row of failures after a right code.
func (b *LoginBucket) Reset() { b.ConsecutiveFailures = 0 }

// dropOlder drops the times older than window.
func dropOlder(times []time.Time, now time.Time, window time.Duration) []time.Time {
	for len(times) > 0 && !times[0].Add(window).After(now) {
		times = times[1:]
	}
	return times
}

// waitFor is how long after now fewer than most of times lie inside the rolling
// window, 0 when that is so at now.
func waitFor(times []time.Time, most int, window time.Duration, now time.Time) time.Duration {
	if len(times) < most {
		return 0
	}
	return max(0, times[len(times)-most].Add(window).Sub(now))
}

func longestOf(waits ...time.Duration) time.Duration {
	var most time.Duration
	for _, w := range waits {
		most = max(most, w)
	}
	return most
}

// Codes are the limits of each sign-in code.
func (l LoginLimits) Codes() CodeLimits { return CodeLimits{Life: l.CodeLife, Tries: l.TriesPerCode} }

package store

import "time"

// LoginLimits bounds codes asked for and codes tried.
type LoginLimits struct {
	ResendAfter  time.Duration // least time between two codes of one identifier
	SendsPerHour int           // of one identifier, rolling
	SendsPerDay  int

	AddressPerHour     int // codes asked for from one network address
	AddressPerDay      int
	MailsPerHour       int // of the whole installation
	TextsPerHour       int
	TextsPerCountryDay int // to one calling code: toll fraud

	CodeLife        time.Duration
	TriesPerCode    int
	FailuresPerHour int // of one identifier across codes, rolling
	FailuresPerDay  int
	// LoosePerHour bounds the failures of callers without an attempt cookie.
	LoosePerHour int
	// FailuresInRow closes the identifier to new browsers for Lockout.
	FailuresInRow int
	Lockout       time.Duration
}

// DefaultLoginLimits are the limits the promises are stated for.
var DefaultLoginLimits = LoginLimits{
	ResendAfter: time.Minute, SendsPerHour: 5, SendsPerDay: 20,
	AddressPerHour: 60, AddressPerDay: 300,
	MailsPerHour: 10_000, TextsPerHour: 2_000, TextsPerCountryDay: 5_000,
	CodeLife: 10 * time.Minute, TriesPerCode: 5,
	FailuresPerHour: 10, FailuresPerDay: 50, LoosePerHour: 5,
	FailuresInRow: 100, Lockout: 24 * time.Hour,
}

// LoginBucket remembers the sends and failures of one identifier: one bucket
// is shared by all new browsers, each known device has one of its own, so that
// a stranger cannot lock the owner out. It is one row, locked while it
// is judged. Times are those of the last 24 h, oldest first.
type LoginBucket struct {
	Known        bool // of a known device
	Sends        []time.Time
	Failures     []time.Time
	Loose        []time.Time // failures without an attempt cookie
	InRow        int         // failures since the last success
	BlockedUntil time.Time
}

// Send notes a code asked for at now, or fails with Limited.
func (b *LoginBucket) Send(now time.Time, l LoginLimits) error {
	b.Sends = within(b.Sends, now, 24*time.Hour)
	wait := longest(
		waitFor(b.Sends, 1, l.ResendAfter, now),
		waitFor(b.Sends, l.SendsPerHour, time.Hour, now),
		waitFor(b.Sends, l.SendsPerDay, 24*time.Hour, now),
	)
	if wait > 0 {
		return &Error{Code: Limited, Reason: "code_limit", Message: TooManySends, RetryAfter: wait}
	}
	b.Sends = append(b.Sends, now)
	return nil
}

// MayTry fails with Limited when no code may be tried at now; loose says that
// the caller has no attempt cookie.
func (b *LoginBucket) MayTry(now time.Time, l LoginLimits, loose bool) error {
	b.Failures = within(b.Failures, now, 24*time.Hour)
	b.Loose = within(b.Loose, now, time.Hour)
	wait := longest(
		waitFor(b.Failures, l.FailuresPerHour, time.Hour, now),
		waitFor(b.Failures, l.FailuresPerDay, 24*time.Hour, now),
	)
	if loose {
		wait = longest(wait, waitFor(b.Loose, l.LoosePerHour, time.Hour, now))
	}
	if !b.Known {
		wait = longest(wait, b.BlockedUntil.Sub(now))
	}
	if wait > 0 {
		return &Error{Code: Limited, Reason: "attempt_limit", Message: TooManyAttempts, RetryAfter: wait}
	}
	return nil
}

// Fail notes a wrong code at now. After FailuresInRow of them new browsers
// wait for Lockout; then the count begins anew, so nobody is closed out for
// ever.
func (b *LoginBucket) Fail(now time.Time, l LoginLimits, loose bool) {
	b.Failures = append(b.Failures, now)
	if loose {
		b.Loose = append(b.Loose, now)
	}
	b.InRow++
	if b.InRow >= l.FailuresInRow {
		b.InRow, b.BlockedUntil = 0, now.Add(l.Lockout)
	}
}

// Succeed notes a right code.
func (b *LoginBucket) Succeed() { b.InRow = 0 }

// within drops the times older than window.
func within(times []time.Time, now time.Time, window time.Duration) []time.Time {
	for len(times) > 0 && !times[0].Add(window).After(now) {
		times = times[1:]
	}
	return times
}

// waitFor is how long after now until fewer than most of times lie inside the
// rolling window; 0 when it is so already.
func waitFor(times []time.Time, most int, window time.Duration, now time.Time) time.Duration {
	if len(times) < most {
		return 0
	}
	return max(0, times[len(times)-most].Add(window).Sub(now))
}

func longest(waits ...time.Duration) time.Duration {
	var most time.Duration
	for _, w := range waits {
		most = max(most, w)
	}
	return most
}

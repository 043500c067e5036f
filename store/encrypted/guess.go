package encrypted

import (
	"time"

	"muster/store"
)

// GuessLimit bounds wrong guesses within the last minute and the last day.
type GuessLimit struct{ Minute, Day int }

// Limits of wrong decrypt codes. Several members may share an address.
var (
	Guesses        = GuessLimit{Minute: 10, Day: 100}
	AddressGuesses = GuessLimit{Minute: 30, Day: 300}
)

// Wait is for how long no guess is looked at after the wrong ones at these times, which
// are in order; 0 when one may be made.
func (l GuessLimit) Wait(wrong []time.Time, now time.Time) time.Duration {
	wrong = store.ClampTimes(wrong, now, time.Minute)
	return max(guessWait(wrong, l.Minute, time.Minute, now), guessWait(wrong, l.Day, 24*time.Hour, now))
}

// guessWait is the time until fewer than most of the times are within window.
func guessWait(times []time.Time, most int, window time.Duration, now time.Time) time.Duration {
	if len(times) < most {
		return 0
	}
	return max(times[len(times)-most].Add(window).Sub(now), 0)
}

// Counted is the guesses with one more at now, without those that no limit needs any
// more.
func (l GuessLimit) Counted(wrong []time.Time, now time.Time) []time.Time {
	wrong = store.ClampTimes(wrong[max(len(wrong)-l.Day+1, 0):], now, time.Minute)
	for len(wrong) > 0 && !wrong[0].After(now.Add(-24*time.Hour)) {
		wrong = wrong[1:]
	}
	return append(wrong[:len(wrong):len(wrong)], now)
}

// ErrTooManyGuesses answers every code while too many wrong ones were tried.
func ErrTooManyGuesses(wait time.Duration) *store.Error {
	return &store.Error{Code: store.Limited, Reason: "too_many_codes", Message: "Too many wrong codes. Please wait before trying again.", RetryAfter: max(wait, time.Second)}
}

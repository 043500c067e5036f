package store

import (
	"errors"
	"slices"
	"time"
)

// LimitReached is the cause of a Limited error: the name of the limit, for metrics
// and the log.
type LimitReached string

// Error names the limit, for the log.
func (l LimitReached) Error() string { return "limit " + string(l) }

// LimitOf names the limit behind a Limited error: of its cause, else its reason.
func LimitOf(err error) string {
	var limit LimitReached
	if errors.As(err, &limit) {
		return string(limit)
	}
	return AsError(err).ReasonOrCode()
}

// ClampTimes moves times that are later than now to age before now. They are from before the
// clock was set back, as when the database fails over to a host that is behind: they go on
// counting, but not until the old time comes round again.
func ClampTimes(times []time.Time, now time.Time, age time.Duration) []time.Time {
	var clamped []time.Time
	for i, at := range times {
		if !at.After(now) {
			continue
		}
		if clamped == nil {
			clamped = slices.Clone(times)
		}
		clamped[i] = now.Add(-age)
	}
	if clamped == nil {
		return times
	}
	slices.SortFunc(clamped, time.Time.Compare)
	return clamped
}

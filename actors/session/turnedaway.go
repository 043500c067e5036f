// The log lines about members who are turned away in an outage.
package session

import (
	"sync/atomic"
	"time"
)

// TurnedAwayEvery is the least time between two such log lines.
const TurnedAwayEvery = 10 * time.Second

// turnedAway counts the members who were asked to try again since the last log line.
type turnedAway struct {
	times       atomic.Int64
	announcedAt atomic.Int64 // Unix ns; 0 before
}

// noteTurnedAway logs why a member has to try again: at once, and then at most once
// in TurnedAwayEvery, because in an outage everybody comes again and again.
func (s *Shared) noteTurnedAway(cause error) {
	if s.Node.Base.Err() != nil {
		return
	}
	s.turnedAway.times.Add(1)
	now, last := s.Node.Now().UnixNano(), s.turnedAway.announcedAt.Load()
	if age := now - last; last != 0 && age >= 0 && age < int64(TurnedAwayEvery) || !s.turnedAway.announcedAt.CompareAndSwap(last, now) {
		return
	}
	s.Node.Logger.Warn("members have to try again, because the database did not answer for them: is it slow, full or frozen?",
		"error", cause, "times", s.turnedAway.times.Swap(0))
}

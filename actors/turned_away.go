// The log lines about members who are turned away in an outage.
package actors

import "sync/atomic"

// turnedAway counts the members who were asked to try again since the last log line.
type turnedAway struct {
	times       atomic.Int64
	announcedAt atomic.Int64 // Unix ns; 0 before
}

// noteTurnedAway logs why a member has to try again: at once, and then at most once
// in turnedAwayEvery, because in an outage everybody comes again and again.
func (h *Hub) noteTurnedAway(cause error) {
	if h.node.Base.Err() != nil {
		return
	}
	h.turnedAway.times.Add(1)
	now, last := h.node.Now().UnixNano(), h.turnedAway.announcedAt.Load()
	if age := now - last; last != 0 && age >= 0 && age < int64(turnedAwayEvery) || !h.turnedAway.announcedAt.CompareAndSwap(last, now) {
		return
	}
	h.node.Logger.Warn("members are told to try again, because the database did not answer for them: is it slow, full or frozen?",
		"error", cause, "times", h.turnedAway.times.Swap(0))
}

package room

import (
	"sync/atomic"

	"muster/actors/runtime"
)

// Handle is one instance of a live room as other actors and goroutines refer to it. The
// room writes what they read of it; ID, Ref and Gone never change once others have it.
type Handle struct {
	ID    string
	Ref   runtime.Ref
	Quota Quota
	Gone  chan struct{} // closed once the room's actor has stopped

	applied atomic.Int64 // number of the last event applied
	online  atomic.Int64 // people in the room on all nodes
	open    atomic.Bool  // open to every member when it was read
	changed atomic.Bool  // its settings may have changed since it was read
	ready   atomic.Bool  // it has been read from the log
}

// NewHandle makes the handle of a room that is about to begin.
func NewHandle(id string) *Handle { return &Handle{ID: id, Gone: make(chan struct{})} }

// Applied is the number of the last event applied.
func (h *Handle) Applied() int64 { return h.applied.Load() }

// Online is the number of people in the room on all nodes.
func (h *Handle) Online() int { return int(h.online.Load()) }

// Ready says whether the room has been read from the log.
func (h *Handle) Ready() bool { return h.ready.Load() }

// OpenToAll says whether every member may enter. It is not known any more once the
// settings may have changed.
func (h *Handle) OpenToAll() bool { return h.open.Load() && !h.changed.Load() }

// SettingsChanged notes that the room's settings may have changed since it was read.
func (h *Handle) SettingsChanged() { h.changed.Store(true) }

// Limits of what waits for the log in one room.
const (
	MaxPendingAppends = 4000
	maxPendingBytes   = 1 << 20
)

// Quota counts the commands that wait for the log in one room.
type Quota struct{ appends, bytes atomic.Int64 }

// Reserve counts one command of size bytes; it reports false when too much
// waits already.
func (q *Quota) Reserve(size int64) bool {
	if q.appends.Add(1) > MaxPendingAppends {
		q.appends.Add(-1)
		return false
	}
	if q.bytes.Add(size) > maxPendingBytes {
		q.Release(size)
		return false
	}
	return true
}

// Release gives back what Reserve took.
func (q *Quota) Release(size int64) {
	q.appends.Add(-1)
	q.bytes.Add(-size)
}

// Waiting is the number of commands that wait.
func (q *Quota) Waiting() int { return int(q.appends.Load()) }

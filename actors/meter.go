// Measurements of the package for an operator.
package actors

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// Meter receives measurements of this node. Its methods are called for every
// message and from many goroutines, so they must not block. No argument names a
// member or a room.
type Meter interface {
	// Received counts a frame of a browser by its type. A frame that could not be
	// decoded is counted as "malformed" or "unknown_type".
	Received(kind string)
	// Recorded reports one transaction of a log writer: the number of commands,
	// how long the oldest had waited before it began, and how long it took. err is
	// set when nothing was recorded.
	Recorded(acts int, waited, took time.Duration, err error)
	// Judged counts a command by its result: "" when it was appended or had been
	// before, else the code of the refusal. A command that was not recorded in
	// time, or that found the queue full, counts as store.Unavailable.
	Judged(kind store.EventKind, code store.Code)
	// Passed reports how long the oldest command of a batch took for one stage.
	Passed(stage Stage, took time.Duration)
	// CaughtUp reports that a room read this many missed events from the log.
	CaughtUp(events int)
}

// Stage is a part of a message's path.
type Stage string

const (
	Committed Stage = "committed" // from the arrival of the command to the commit
	Announced Stage = "announced" // from the commit to the outboxes of this node
)

// Stats are the counts of the hub at one moment.
type Stats struct {
	People  int       // in chat
	Rooms   int       // live on this node
	Waiting int       // commands that wait for the log, in all live rooms
	Polled  time.Time // when the log last answered a poll; zero before the first answer
}

// Stats returns the counts.
func (h *Hub) Stats() Stats {
	rooms := *h.rooms.Load()
	s := Stats{People: h.OnlineCount(), Rooms: len(rooms)}
	for _, r := range rooms {
		s.Waiting += int(r.quota.appends.Load())
	}
	if at := h.polled.Load(); at != 0 {
		s.Polled = time.Unix(0, at)
	}
	return s
}

// received reports one frame to the meter.
func (h *Hub) received(in wire.In, err error) {
	switch {
	case h.cfg.Meter == nil:
	case err != nil:
		h.cfg.Meter.Received(err.Error())
	default:
		h.cfg.Meter.Received(in.Type())
	}
}

// judged reports one answered command to the meter.
func (h *Hub) judged(kind store.EventKind, code store.Code) {
	if h.cfg.Meter != nil {
		h.cfg.Meter.Judged(kind, code)
	}
}

// passed reports a stage that began at began to the meter.
func (h *Hub) passed(stage Stage, began time.Time) {
	if h.cfg.Meter != nil {
		h.cfg.Meter.Passed(stage, h.now().Sub(began))
	}
}

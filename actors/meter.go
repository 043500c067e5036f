// What an operator may measure of the live part, in the store's words.
package actors

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// Meter is told what happens on this node. Its methods are called on the way of
// every message, from many goroutines: they must not block. Nothing it is told
// names a member or a room.
type Meter interface {
	// Received counts a frame of a browser by its type; one that could not be
	// read by the decoder's word, "malformed" or "unknown_type".
	Received(kind string)
	// Recorded tells of one transaction of a scribe: its acts, how long the
	// oldest of them had waited to be taken up, and how long the log took. err
	// is set when nothing was recorded.
	Recorded(acts int, waited, took time.Duration, err error)
	// Judged counts an act by what the log said: "" for appended or found there
	// already, else the code of the refusal. An act that was not recorded in
	// time, or found the way to the log full, is store.Unavailable.
	Judged(kind store.EventKind, code store.Code)
	// Passed tells how long the oldest act of a batch took for one stage.
	Passed(stage Stage, took time.Duration)
	// CaughtUp counts a room that read events it had missed from the log.
	CaughtUp(events int)
}

// Stage is a part of a message's way.
type Stage string

const (
	Committed Stage = "committed" // from its arrival to the commit
	Announced Stage = "announced" // from the commit to the outboxes of this node
)

// Stats are the hub's figures at one moment.
type Stats struct {
	People  int       // in chat
	Rooms   int       // live on this node
	Waiting int       // acts on their way to the log, in all live rooms
	Polled  time.Time // when the log last answered where it stands; zero before the first answer
}

// Stats reads the figures.
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

// received tells the meter of one decoded frame.
func (h *Hub) received(in wire.In, err error) {
	switch {
	case h.cfg.Meter == nil:
	case err != nil:
		h.cfg.Meter.Received(err.Error())
	default:
		h.cfg.Meter.Received(in.Type())
	}
}

// judged tells the meter of one answered act.
func (h *Hub) judged(kind store.EventKind, code store.Code) {
	if h.cfg.Meter != nil {
		h.cfg.Meter.Judged(kind, code)
	}
}

// passed tells the meter of one stage that began at began.
func (h *Hub) passed(stage Stage, began time.Time) {
	if h.cfg.Meter != nil {
		h.cfg.Meter.Passed(stage, h.now().Sub(began))
	}
}

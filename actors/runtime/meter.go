// Measurements of the actors for an operator.
package runtime

import (
	"time"

	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
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
	Judged(kind roomlog.EventKind, code store.Code)
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

// Received reports one frame to the meter.
func (n *Node) Received(in wire.In, err error) {
	switch {
	case n.meter == nil:
	case err != nil:
		n.meter.Received(err.Error())
	default:
		n.meter.Received(in.Type())
	}
}

// Judged reports one answered command to the meter.
func (n *Node) Judged(kind roomlog.EventKind, code store.Code) {
	if n.meter != nil {
		n.meter.Judged(kind, code)
	}
}

// Passed reports a stage that began at began to the meter.
func (n *Node) Passed(stage Stage, began time.Time) {
	if n.meter != nil {
		n.meter.Passed(stage, n.Now().Sub(began))
	}
}

// Recorded reports one transaction of a log writer to the meter.
func (n *Node) Recorded(acts int, waited, took time.Duration, err error) {
	if n.meter != nil {
		n.meter.Recorded(acts, waited, took, err)
	}
}

// CaughtUp reports missed events that a room has read to the meter.
func (n *Node) CaughtUp(events int) {
	if n.meter != nil {
		n.meter.CaughtUp(events)
	}
}

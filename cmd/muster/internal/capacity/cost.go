package capacity

import (
	"errors"
	"math"
	"time"
)

// What things cost in CPU of a node, fitted to nine measurements on two virtual cores
// (measurements.md of loadtest; the test of this file has them). A socket is written to at
// most once in writePause, however many messages its room has: writes a second of a socket in
// a room of r messages a second are r / (1 + r·writePause), the formula of a counter that is
// dead for a while after each event.
const (
	cpuPerWrite    = 10.8e-6 // seconds, one write to one socket
	cpuPerDelivery = 0.07e-6 // one message copied to one reader
	cpuPerMessage  = 160e-6  // decoded, judged, sent to the log, applied
	writePause     = 56 * time.Millisecond
	cpuPerConnect  = 0.16e-3 // sign-in, join and history of one socket
)

// What things take of Postgres and of the machines.
const (
	cpuPerStored = 0.2e-3  // CPU seconds of Postgres for a message
	nodeCommits  = 500     // most commits a second of a node: with more messages each commit has more of them
	messageWAL   = 4 << 10 // bytes of WAL of a message in a commit of its own
	socketMemory = 13 << 10
	nodeMemory   = 192 << 20 // what lives without sockets, and garbage
	indexMemory  = 300       // bytes that should stay in memory of a message of the last days
	messageDisk  = 365       // bytes, for ever
	sendDisk     = 150       // bytes, for SENDS_KEPT
	eventDisk    = 125       // bytes, for EVENTS_KEPT
	frameBytes   = 400       // of a message on its way to a reader, with TLS and TCP
)

// Load is what a community asks of its nodes at its busiest hour.
type Load struct {
	Online int     // members with an open socket
	Rooms  int     // over which they are spread evenly
	Rate   float64 // messages a second of all together
}

// Check says why a load cannot be planned.
func (l Load) Check() error {
	if l.Online < 1 || l.Rooms < 1 || l.Rooms > l.Online || !(l.Rate > 0) || math.IsInf(l.Rate, 0) {
		return errors.New("at least one member online, one room, no more rooms than members online, and more than 0 messages a second")
	}
	return nil
}

// readers are the members in the room of a message.
func (l Load) readers() float64 { return float64(l.Online) / float64(l.Rooms) }

// Deliveries are the messages that readers get, a second.
func (l Load) Deliveries() float64 { return l.Rate * l.readers() }

// writes are the writes to sockets, a second.
func (l Load) writes() float64 {
	room := l.Rate / float64(l.Rooms)
	return float64(l.Online) * room / (1 + room*writePause.Seconds())
}

// nodeCPU is the CPU of all nodes together in cores. Each node with readers of a room applies
// each of its messages.
func (l Load) nodeCPU(nodes int) float64 {
	applied := math.Min(float64(nodes), math.Max(1, l.readers()))
	return cpuPerWrite*l.writes() + cpuPerDelivery*l.Deliveries() + cpuPerMessage*l.Rate*applied
}

// postgresCPU is the CPU of Postgres in cores.
func (l Load) postgresCPU() float64 { return cpuPerStored * l.Rate }

// commits are the most commits of messages a second, each of which waits for an fsync.
func (l Load) commits(nodes int) float64 { return math.Min(l.Rate, nodeCommits*float64(nodes)) }

// bytesOut is the traffic to readers, bytes a second.
func (l Load) bytesOut() float64 { return frameBytes * l.Deliveries() }

// What a hub is made with, and every limit of the live part.
package actors

import (
	"log/slog"
	"time"

	"muster/store"
)

// Config plugs a hub into the rest of the node.
type Config struct {
	Log           Log
	Admission     Admission
	Bus           Bus           // nil: one node
	SharedLimiter SharedLimiter // nil: one node
	// Clock is the one clock of every rule here; nil means time.Now.
	Clock func() time.Time
	// After runs f once after d unless stopped; nil means time.AfterFunc. It
	// must agree with Clock.
	After func(d time.Duration, f func()) (stop func())
	// DefaultRoom is entered by a join_chat without a room; "" means "general".
	DefaultRoom string
	GIFHosts    []string // nil means store.DefaultGIFHosts
	Rate        float64  // messages a second of one member; 0 means 1
	Burst       int      // messages at once; 0 means 5
	LogWriters  int      // writers to the log; 0 means 2
	Logger      *slog.Logger
	Meter       Meter // nil: nothing is measured
}

// Limits (WS-4, WS-8, WS-19, WS-34, WS-36; architecture.md sections 2 and 3).
const (
	joinDeadline        = 5 * time.Second
	typingLife          = 5 * time.Second
	typingTick          = 150 * time.Millisecond
	entrySilence        = time.Second      // automatic entry of a room
	returnWindow        = 60 * time.Second // back within it: no toast
	LargeRoom           = 100              // people above which presence is coalesced
	largeRoomWindow     = 250 * time.Millisecond
	toastGap            = time.Second // between two toasts of a crowd
	socketsPerMember    = 20
	pendingFrames       = 32     // frames of one socket waiting to be handled
	slotBytes           = 3 << 9 // of a frame that take the place of another: 48 KiB may wait in all
	pollEvery           = time.Second
	pollCurrentFor      = 4 * time.Second         // without an answer to the poller: rights may have been taken away (P7: 5 s)
	revalidateTime      = 2 * time.Second         // for those whose rights may have been taken away to be looked at
	queryTime           = 5 * time.Second         // one question to the log or ledger
	openTime            = 10 * time.Second        // reading a room
	appendTime          = 15 * time.Second        // one transaction of a scribe
	sendPatience        = 4500 * time.Millisecond // until a send is answered with an error: with the ways its sender knows within 5 s (P19)
	maxPendingAppends   = 4000                    // of one room
	maxPendingBytes     = 1 << 20                 // of one room
	maxBatch            = 256
	smallBatch          = 2                    // in a transaction that is followed by a rest
	fullBatch           = 64                   // that end a rest
	batchDelay          = 4 * time.Millisecond // of rest
	ReplayEvents        = 512
	ReplayBytes         = 256 << 10
	pageEvents          = 200      // events read at once
	resumeLow           = 64 << 10 // bytes queued when the next page is read
	resumePatience      = 10 * time.Second
	roomIdle            = 10 * time.Minute       // a room without anybody leaves memory
	idleRoomTick        = time.Minute            // between two looks for such rooms
	presenceTick        = 250 * time.Millisecond // between two looks for silent nodes: with the 9 s of silence it stays below 10 (P6)
	typingRepeat        = time.Second            // least time between two hints that a member still types
	recheckRetry        = time.Second            // after a recheck the ledger could not answer
	expiryRetry         = time.Minute            // least time to a look at a session that is due to run out
	parallelQueries     = 64                     // questions to the store at once
	admissionWorkers    = 2                      // questions of the porters at once
	smallAdmissionBatch = 4                      // in a question that is followed by a rest
	admissionDelay      = 4 * time.Millisecond
	maxAdmissionBatch   = 128  // in one of them
	maxAdmissionQueue   = 8192 // visits of one node that wait
	memberMemory        = 60 * time.Second
)

func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.After == nil {
		c.After = func(d time.Duration, f func()) func() {
			t := time.AfterFunc(d, f)
			return func() { t.Stop() }
		}
	}
	if c.DefaultRoom == "" {
		c.DefaultRoom = "general"
	}
	if c.GIFHosts == nil {
		c.GIFHosts = store.DefaultGIFHosts
	}
	if c.Rate <= 0 {
		c.Rate = 1
	}
	if c.Burst <= 0 {
		c.Burst = 5
	}
	if c.LogWriters <= 0 {
		c.LogWriters = 2
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	return c
}

// The configuration of a hub, and the limits of the package.
package actors

import (
	"log/slog"
	goruntime "runtime"
	"time"

	"muster/actors/runtime"
	"muster/store/roomlog"
)

// Config plugs a hub into the rest of the node.
type Config struct {
	Log           Log
	Admission     Admission
	Costs         Costs        // nil: no server cost
	Contributors  Contributors // nil: nobody is marked as a contributor
	Activities    Activities   // nil: administrators watch rooms and presence only
	Host, Build   string       // of this node, for operators
	ClientBuild   string       // of the pages this node serves; "" without a built client
	Campaigns     Campaigns    // nil: this node sends no campaigns
	Sender        CampaignSender
	Bus           Bus           // nil: one node
	MediaLinks    MediaLinks    // nil: no media is sent or shown
	SharedLimiter SharedLimiter // nil: one node
	// Clock is the clock of every rule in this package; nil means time.Now.
	Clock func() time.Time
	// LinkClock is the clock by which links are made, the same on all nodes. It never waits;
	// nil means Clock.
	LinkClock func() time.Time
	// After runs f once after d unless stopped; nil means time.AfterFunc. It
	// must agree with Clock.
	After func(d time.Duration, f func()) (stop func())
	// DefaultRoom is entered by a join_chat without a room; "" means "general".
	DefaultRoom string
	GIFHosts    []string // nil means roomlog.DefaultGIFHosts
	Rate        float64  // messages a second of one member; 0 means 1
	Burst       int      // messages at once; 0 means 5
	LogWriters  int      // log writers; 0 means one for two cores, 1 to 4
	Logger      *slog.Logger
	Meter       runtime.Meter // nil: nothing is measured

	roomActivityRate int // of the poller
}

// Limits of the hub.
const (
	roomIdle      = 10 * time.Minute // after which an empty room leaves memory
	idleRoomTick  = time.Minute      // between two checks for such rooms
	failureMemory = time.Minute      // after which a failed room starts anew
)

// presenceTick is the time between two checks for silent nodes. Nodes are
// dropped after 9 s of silence, so their people are gone within 10 s.
const presenceTick = 250 * time.Millisecond

func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.LinkClock == nil {
		c.LinkClock = c.Clock
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
		c.GIFHosts = roomlog.DefaultGIFHosts
	}
	if c.Rate <= 0 {
		c.Rate = 1
	}
	if c.Burst <= 0 {
		c.Burst = 5
	}
	if c.LogWriters <= 0 {
		c.LogWriters = min(max(goruntime.GOMAXPROCS(0)/2, 1), 4)
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	return c
}

package http

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"muster/store"
)

// adminReads bounds what the reads of the back office take from chat, with which they
// share the machine and the database: few run at once, so that slow ones leave the other
// calls their connections, and where many go on reading, a place rests after each. Who
// reads alone never waits, and neither does a page that asks for several things.
type adminReads struct {
	places   chan struct{}
	waiting  atomic.Int64
	chatRate func() int // events a second in the rooms of this node

	mu   sync.Mutex
	work time.Duration // of late
	at   time.Time     // when work was right
}

const (
	// adminReadsAtOnce is less than half of the connections of calls.
	adminReadsAtOnce = 4
	// adminReadBurst is how much work is done before places rest. Work is forgotten
	// forgetsWork times slower than time goes by, and twice the burst at most is known.
	adminReadBurst = 500 * time.Millisecond
	forgetsWork    = 8
	// adminReadRest is how long a place rests while others wait: so many times as long as
	// the read took, of which longestReadCounted at most counts. All places together work
	// for half of the time then. Each read costs more than its time in the place, so one
	// that was short rests for leastReadRest: of those all places do 250 a second, and
	// twenty callers wait 80 ms each.
	adminReadRest      = 7
	longestReadCounted = 50 * time.Millisecond
	leastReadRest      = 15 * time.Millisecond
	// While busyChat events a second happen in rooms, a place rests for leastRestInChat, and
	// a read counts for as much as is forgotten between two: after eighty at once they are
	// given 20 a second. Chat's p99 beside twenty callers without a pause is 14.2 ms then and
	// 11.9 without them; with 250 a second it was 22 and 10 (medians of 15 and of six turns).
	busyChat         = 10
	leastRestInChat  = 200 * time.Millisecond
	leastReadCounted = leastRestInChat / (adminReadsAtOnce * forgetsWork)
)

func newAdminReads(chatRate func() int) *adminReads {
	return &adminReads{places: make(chan struct{}, adminReadsAtOnce), chatRate: chatRate, at: time.Now()}
}

func errBackOfficeBusy() error {
	return store.NewErrorReason(store.Unavailable, "busy", "The back office is busy, please try again")
}

// adminPlace is the place of one read.
type adminPlace struct {
	of    *adminReads
	began time.Time
}

// begin waits for a place, of which the read calls end when it has its answer. It fails
// with Unavailable when ctx ends first.
func (r *adminReads) begin(ctx context.Context) (*adminPlace, error) {
	r.waiting.Add(1)
	defer r.waiting.Add(-1)
	select {
	case r.places <- struct{}{}:
	case <-ctx.Done():
		return nil, errBackOfficeBusy()
	}
	return &adminPlace{of: r, began: time.Now()}, nil
}

func (p *adminPlace) end() {
	r, took, rest := p.of, min(time.Since(p.began), longestReadCounted), leastReadRest
	if r.chatRate() >= busyChat {
		took, rest = max(took, leastReadCounted), leastRestInChat
	}
	if !r.tired(took) || r.waiting.Load() == 0 {
		<-r.places
		return
	}
	time.AfterFunc(max(adminReadRest*took, rest), func() { <-r.places })
}

// tired notes a read, and says whether there was much work of late.
func (r *adminReads) tired(took time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	r.work = min(max(r.work-now.Sub(r.at)/forgetsWork, 0)+took, 2*adminReadBurst)
	r.at = now
	return r.work > adminReadBurst
}

// isAdminRead is true of a route whose calls adminReads bounds: not of one that sends a
// file, which takes as long as the caller's connection does.
func (r route) isAdminRead() bool {
	return r.who.name == admin.name && r.method == "GET" && r.reply.kind == jsonReplyKind
}

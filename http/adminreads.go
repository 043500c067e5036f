package http

import (
	"context"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"muster/store"
)

const (
	// adminReadsAtOnce is less than half of the connections of calls, so slow reads leave
	// the others to members.
	adminReadsAtOnce = 4
	// One administrator's reads leave half of adminReadsAtOnce to the other administrators.
	adminReadsAtOnceEach = 2
	// A person opens a page of six reads every few seconds. A script is limited to
	// adminReadRate a second after adminReadBurst calls.
	adminReadRate  = 50
	adminReadBurst = 300
	// Beyond adminReadsPerCore a second for each core, the reads of all administrators wait
	// their turn: they take that much from the members' messages and no more.
	adminReadsPerCore = 20
)

// adminReads limits the reads of the back office on this node: how often each
// administrator reads, and how many reads run at once.
type adminReads struct {
	running *semaphore.Weighted
	pace    *rate.Limiter

	mu    sync.Mutex
	users map[string]*adminReader // by id; there are few administrators
}

// adminReader is the limits of one administrator.
type adminReader struct {
	rate    *rate.Limiter
	running *semaphore.Weighted
}

func newAdminReads() *adminReads {
	perSecond := adminReadsPerCore * runtime.GOMAXPROCS(0)
	return &adminReads{
		running: semaphore.NewWeighted(adminReadsAtOnce), pace: rate.NewLimiter(rate.Limit(perSecond), perSecond), users: map[string]*adminReader{},
	}
}

func errBackOfficeBusy() error {
	return store.NewErrorReason(store.Unavailable, "busy", "The back office is busy, please try again")
}

// admit counts a read of an administrator and waits for that administrator's own earlier
// reads. The caller calls release after the reply. It fails with Limited beyond the rate,
// and with Unavailable when ctx ends first.
func (r *adminReads) admit(ctx context.Context, administrator string) (release func(), err error) {
	r.mu.Lock()
	reader := r.users[administrator]
	if reader == nil {
		reader = &adminReader{rate.NewLimiter(adminReadRate, adminReadBurst), semaphore.NewWeighted(adminReadsAtOnceEach)}
		r.users[administrator] = reader
	}
	r.mu.Unlock()
	now := time.Now()
	reserved := reader.rate.ReserveN(now, 1)
	if wait := reserved.DelayFrom(now); wait > 0 {
		reserved.CancelAt(now)
		return nil, &store.Error{
			Code: store.Limited, Reason: "too_many_reads", Message: "Too many requests. Please wait before trying again.", RetryAfter: wait,
		}
	}
	if reader.running.Acquire(ctx, 1) != nil {
		return nil, errBackOfficeBusy()
	}
	return func() { reader.running.Release(1) }, nil
}

// run runs a read in its turn when fewer than adminReadsAtOnce run. It fails with
// Unavailable when ctx ends first.
func (r *adminReads) run(ctx context.Context, read func() (any, error)) (any, error) {
	if r.pace.Wait(ctx) != nil || r.running.Acquire(ctx, 1) != nil {
		return nil, errBackOfficeBusy()
	}
	defer r.running.Release(1)
	return read()
}

// The poller: once a second it asks the log, in one query, whether a live room
// or the site is behind. It alone reads the site log.
package poller

import (
	"context"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"muster/actors/room"
	"muster/actors/runtime"
)

// Times and limits of the poller.
const (
	Every          = time.Second
	CurrentFor     = 4 * time.Second // an older poll may miss that somebody lost a right; after 5 s they must not be shown anything
	RevalidateTime = 2 * time.Second // longest wait for the sessions that may have lost a right to be checked
	pageEvents     = 200             // entries of the site log read at once
)

// Poller is one goroutine. It loses nothing while the log is down, because
// it asks again at the next poll.
type Poller struct {
	Config
	polled                atomic.Int64  // when the log was asked what it answered last, Unix ns; 0 before
	sockets               atomic.Int64  // in chat when activity in rooms was last announced
	siteGrewHere          chan struct{} // this node committed a site event
	siteGrewOnAnotherNode chan struct{} // another node committed a site event
	tick                  chan struct{}
	nextTurn              chan struct{} // the next rooms are announced
	cursor                int64         // last site event sent to the hub; -1 before the first poll
	announced             int64         // last site event announced to the other nodes
	ctx                   context.Context
	cancel                context.CancelFunc
	done                  chan struct{}
	failed                bool  // a query failed since the last whole poll; logged once
	broadcasts            int64 // broadcasts are read after this position
	broadcastsFailed      bool
	marks                 int64 // marks of members are read after this position
	readFailed            bool  // the last read of marks or movements failed
	movements             movements
	epoch                 int64 // timeline of the server that was polled last
}

// New makes a poller that has not begun.
func New(cfg Config) *Poller {
	if cfg.RoomActivityRate <= 0 {
		cfg.RoomActivityRate = RoomActivityRate
	}
	p := &Poller{Config: cfg, siteGrewHere: make(chan struct{}, 1), siteGrewOnAnotherNode: make(chan struct{}, 1), tick: make(chan struct{}, 1), nextTurn: make(chan struct{}, 1), cursor: -1, epoch: cfg.Epoch, done: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(cfg.Node.Base)
	return p
}

// Start begins to poll.
func (p *Poller) Start() { go p.run() }

// Stop ends the poller; it is closed when that has happened.
func (p *Poller) Stop() <-chan struct{} {
	p.cancel()
	return p.done
}

// Polled is when the log was asked what it answered last; zero before the first answer.
func (p *Poller) Polled() time.Time {
	if at := p.polled.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// IsCurrent reports whether the log has answered what it was asked lately.
func (p *Poller) IsCurrent() bool {
	age := p.Node.Now().UnixNano() - p.polled.Load()
	return age >= 0 && age <= int64(CurrentFor) // a negative age means that the clock was set back
}

// NoteSockets notes how many sockets activity in rooms is announced to.
func (p *Poller) NoteSockets(n int) { p.sockets.Store(int64(n)) }

// SiteChanged has the site log read now, because this node committed an event.
func (p *Poller) SiteChanged() { signal(p.siteGrewHere) }

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (p *Poller) run() {
	defer close(p.done)
	for {
		// The timer is set before the poll, however long that takes.
		stop := p.Node.After(Every, func() { signal(p.tick) })
		p.guarded(p.poll)
		for turn := true; turn; {
			turn = false
			select {
			case <-p.ctx.Done():
				stop()
				return
			case <-p.tick:
			case <-p.Log.TimelineRose(): // until the poll, members are sent numbers that another server may have given away
			case <-p.siteGrewOnAnotherNode:
				p.guarded(func() { p.readSite() })
			case <-p.siteGrewHere:
				p.guarded(func() { p.readSite() })
				p.announceSite()
			case <-p.nextTurn:
				p.guarded(p.takeTurn)
				turn = true
			}
		}
		stop()
	}
}

// SiteReached has the site log read now because another node announced an
// event, unless this node has applied it already.
func (p *Poller) SiteReached(seq int64) {
	if seq > p.Hub.SiteSeq() {
		signal(p.siteGrewOnAnotherNode)
	}
}

// Trigger starts a poll now, because the bus may have missed something.
func (p *Poller) Trigger() { signal(p.tick) }

// announceSite announces to the other nodes how far the site log has come. It compares
// with announced, not with the position before the read, because an earlier
// poll may have read the event already.
func (p *Poller) announceSite() {
	if p.Bus != nil && p.cursor > p.announced {
		p.announced = p.cursor
		p.Bus.PublishSite(p.cursor)
	}
}

// guarded recovers from a panic of f, so that the poller goes on.
func (p *Poller) guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			p.Node.Logger.Error("the log poller panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// poll asks for the last numbers of every live room and of the site log.
func (p *Poller) poll() {
	rooms := p.Hub.Rooms()
	ids := make([]string, 0, len(rooms))
	for id, h := range rooms {
		if h.Ready() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ctx, cancel := context.WithTimeout(p.ctx, runtime.QueryTime)
	defer cancel()
	fresh := p.IsCurrent()
	if !p.sameServer(ctx) {
		return
	}
	asked := p.Node.Now()
	heads, site, err := p.Log.Heads(ctx, ids)
	if p.noteError(err) {
		return
	}
	if p.cursor >= 0 && (!fresh || site > p.cursor) {
		asked = p.Node.Now()
		if !p.readSite() {
			return // it may say that somebody has lost a right
		}
		if !fresh {
			p.revalidate()
		}
	}
	p.noteAnswer()
	p.polled.Store(asked.UnixNano()) // an answer is as old as its question
	for id, head := range heads {
		if h := rooms[id]; h != nil && head > h.Applied() {
			runtime.Tell(h.Ref, room.Behind{Head: head})
		}
	}
	if p.cursor < 0 {
		p.cursor = site
		p.Hub.SiteKnown(site)
	}
	p.readBroadcasts()
	p.readMarks()
	p.readMovements()
}

// readSite sends every site event after the cursor to the hub, in order; false when some
// could not be read. A page that is not full is the last one.
func (p *Poller) readSite() bool {
	for p.cursor >= 0 {
		ctx, cancel := context.WithTimeout(p.ctx, runtime.QueryTime)
		events, err := p.Log.SiteEvents(ctx, p.cursor, pageEvents)
		cancel()
		if p.noteError(err) {
			return false
		}
		for _, e := range events {
			p.cursor = e.Seq
			p.movements.forgetRights(e)
			p.Hub.Site(e)
		}
		if len(events) < pageEvents {
			return true
		}
	}
	return true
}

// noteError says whether a query failed. Repeated failures are logged once.
func (p *Poller) noteError(err error) bool {
	if err != nil && !p.failed && p.ctx.Err() == nil {
		p.Node.Logger.Warn("the log does not answer: nothing is stored and nothing new is shown until it does; is the database up, full or frozen?", "error", err)
	}
	p.failed = p.failed || err != nil
	return err != nil
}

// noteAnswer logs, once every query of a poll has been answered, the end of failures.
func (p *Poller) noteAnswer() {
	if p.failed {
		p.Node.Logger.Info("the log answers again")
	}
	p.failed = false
}

// noteRead records whether a read beside the logs failed: it does not count as a
// failure of the poll. Repeated failures are logged once.
func (p *Poller) noteRead(err error) {
	if err != nil && !p.readFailed && p.ctx.Err() == nil {
		p.Node.Logger.Warn("what members have read and other rooms' activity cannot be read, trying again every second", "error", err)
	}
	p.readFailed = err != nil
}

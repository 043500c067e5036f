package presence

import (
	"slices"
	"time"

	"muster/actors/wire"
)

// LargeRoom is the number of people above which notices are sampled.
const LargeRoom = 100

// Notice is a frame that says that somebody came or left, not sent yet.
type Notice struct {
	Frame func(count int) wire.Out
	About string // the member, who is not sent it
}

// Coalescer holds the notices of one room, or of the whole chat, back for a
// moment. A small place is sent each at once, but when many come at once all of the
// last second together: each socket is then written to once for all of them, and of a
// member who comes and goes all the time only the last notice is sent. Above
// LargeRoom people only the newest is sent, once in a window of a second: that leaves
// counts right within two.
type Coalescer struct {
	pending   []Notice
	burstAt   time.Time // when all SmallRoomBurst may be sent at once again
	at        time.Time // when pending is sent
	last      time.Time // when something was sent last
	lastToast time.Time
}

// A small place is sent SmallRoomBurst notices at once, then those of a Window together. 100
// people who come within three seconds are 4,950 frames; sent one by one they
// were most of what a node wrote while 100 such rooms filled. With a window of 250 ms
// for rooms of more than a hundred, 10,000 who joined one took 55 % of the node's CPU, and
// 30,000 in a hundred rooms all of it.
const (
	SmallRoomBurst = 8
	Window         = time.Second
	toastGap       = time.Second // between two toasts above LargeRoom people
)

// windowEnd is the end of the window that last is in. All places have the same
// windows, so that a socket's notices of its room and of the chat leave with one
// write. Truncate forgets the monotonic clock: a time it gave could be hours away
// after a jump of the machine's clock.
func windowEnd(last time.Time) time.Time {
	return last.Add(Window - last.Sub(last.Truncate(Window)))
}

// Next is when the notices are sent; zero when there are none.
func (c *Coalescer) Next() time.Time {
	if len(c.pending) == 0 {
		return time.Time{}
	}
	return c.at
}

// Due says whether something is to be sent now.
func (c *Coalescer) Due(now time.Time) bool { return len(c.pending) > 0 && !c.at.After(now) }

// Put adds a notice; above LargeRoom people it replaces what waits.
func (c *Coalescer) Put(now time.Time, people int, n Notice) {
	was := len(c.pending)
	if people > LargeRoom || was == LargeRoom {
		c.pending = c.pending[:0]
	} else {
		c.pending = slices.DeleteFunc(c.pending, func(o Notice) bool { return o.About == n.About })
	}
	if c.pending = append(c.pending, n); was > 0 {
		return
	}
	c.at = now
	if people > LargeRoom || !c.mayBurst(now) {
		c.at = windowEnd(c.last)
	}
	if c.at.Before(now) {
		c.at = now
	}
}

// mayBurst says whether a notice may be sent at once, and counts it.
func (c *Coalescer) mayBurst(now time.Time) bool {
	next := now
	if c.burstAt.After(now) && c.burstAt.Sub(now) <= SmallRoomBurst*Window {
		next = c.burstAt
	}
	if next = next.Add(Window); next.Sub(now) > SmallRoomBurst*Window {
		return false
	}
	c.burstAt = next
	return true
}

// Toast says whether an arrival that deserves a toast gets one among so many
// people.
func (c *Coalescer) Toast(now time.Time, people int) bool {
	if people <= LargeRoom {
		return true
	}
	if now.Sub(c.lastToast) < toastGap {
		return false
	}
	c.lastToast = now
	return true
}

// Take gives what is to be sent now; the counts in it are those of now.
func (c *Coalescer) Take(now time.Time, count int) Batch {
	frames, about := make([]wire.Frame, len(c.pending)), make(map[string]int, len(c.pending))
	for i, n := range c.pending {
		frames[i], about[n.About] = wire.Encode(n.Frame(count)), i
	}
	c.pending, c.last = nil, now
	return Batch{wire.Together(frames), about}
}

// Batch is notices for everybody in a place, encoded once.
type Batch struct {
	frames wire.Frames
	about  map[string]int // the place of a member's own notice
}

// PushTo pushes the batch to one socket, without what is about its own member.
func (b Batch) PushTo(out Outbox, member string) {
	own, found := b.about[member]
	if !found {
		out.PushAll(b.frames)
		return
	}
	out.PushAll(b.frames.Cut(0, own))
	out.PushAll(b.frames.Cut(own+1, len(b.about)))
}

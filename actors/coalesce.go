// The crowd: who came and went is told so that a storm of it costs everybody
// little (WS-7, P21).
package actors

import (
	"slices"
	"time"

	"muster/actors/wire"
)

// Notice is a frame of coming or going that is not told yet.
type Notice struct {
	Frame func(count int) wire.Out
	About string // the member it is about, who is not told
}

// Coalescer holds back who came and went, in a room or in the whole chat. A small
// one is told of each at once, but in a storm everything of the last calmGap
// together: every socket is then written to once for all of it, and of one who
// comes and goes all the time only the last is told. Above crowd people only the
// newest is told, at most once every crowdPause, and a toast at most every
// toastGap.
type Coalescer struct {
	pending   []Notice
	calm      bucket    // of tellings at once
	at        time.Time // when pending is told
	last      time.Time // when something was told last
	LastToast time.Time
}

// Tellings of a small place: calmBurst at once, then one every calmGap. 100 people
// who come within three seconds are 4,950 frames; told one by one they were most
// of what a node wrote while 100 such rooms filled.
const (
	calmBurst = 8
	calmGap   = time.Second
)

// hugeRoom is the number of people from which a frame to each of them every
// crowdTick is too much: while 10,000 joined, that took 55 % of the node's CPU.
const hugeRoom = 1000

// window is the time between two frames of coming and going; a second still
// leaves counts right within two.
func window(people int) time.Duration {
	if people > hugeRoom {
		return time.Second
	}
	return largeRoomWindow
}

// windowEnd is when a storm is told of next. All rooms and the whole chat share their
// beats, so that what one socket is told of both leaves with one call. Truncate
// forgets the monotonic clock: a moment it gave could be hours away after a jump
// of the machine's clock.
func windowEnd(last time.Time, pause time.Duration) time.Time {
	return last.Add(pause - last.Sub(last.Truncate(pause)))
}

// Next is when something is due; zero for nothing.
func (c *Coalescer) Next() time.Time {
	if len(c.pending) == 0 {
		return time.Time{}
	}
	return c.at
}

// Put adds what is to be told; in a crowd it takes the place of what waits.
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
	if people > LargeRoom {
		c.at = windowEnd(c.last, window(people))
	} else if _, ok := c.calm.take(now, 1/calmGap.Seconds(), calmBurst); !ok {
		c.at = windowEnd(c.last, calmGap)
	}
	if c.at.Before(now) {
		c.at = now
	}
}

// Take gives what is to be told now; the counts in it are those of now.
func (c *Coalescer) Take(now time.Time, count int) Batch {
	t := Batch{frames: make([]wire.Frame, len(c.pending)), notices: c.pending}
	for i, n := range c.pending {
		t.frames[i] = wire.Encode(n.Frame(count))
	}
	c.pending, c.last = nil, now
	return t
}

// Batch is news for everybody.
type Batch struct {
	frames  []wire.Frame
	notices []Notice // of each frame
}

// PushTo tells one socket, but not of its own member.
func (t Batch) PushTo(out Outbox, member string) {
	for i, f := range t.frames {
		if t.notices[i].About != member {
			out.Push(f)
		}
	}
}

// The crowd: who came and went is told so that a storm of it costs everybody
// little (WS-7, P21).
package actors

import (
	"slices"
	"time"

	"muster/actors/wire"
)

// news is a frame of coming or going that is not told yet.
type news struct {
	frame func(count int) wire.Out
	but   string // the member it is about, who is not told
}

// crowdState holds back who came and went, in a room or in the whole chat. A small
// one is told of each at once, but in a storm everything of the last calmGap
// together: every socket is then written to once for all of it, and of one who
// comes and goes all the time only the last is told. Above crowd people only the
// newest is told, at most once every crowdPause, and a toast at most every
// toastGap.
type crowdState struct {
	pending   []news
	calm      bucket    // of tellings at once
	at        time.Time // when pending is told
	last      time.Time // when something was told last
	lastToast time.Time
}

// Tellings of a small place: calmBurst at once, then one every calmGap. 100 people
// who come within three seconds are 4,950 frames; told one by one they were most
// of what a node wrote while 100 such rooms filled.
const (
	calmBurst = 8
	calmGap   = time.Second
)

// throng is the number of people from which a frame to each of them every
// crowdTick is too much: while 10,000 joined, that took 55 % of the node's CPU.
const throng = 1000

// crowdPause is the time between two frames of coming and going; a second still
// leaves counts right within two.
func crowdPause(people int) time.Duration {
	if people > throng {
		return time.Second
	}
	return crowdTick
}

// beat is when a storm is told of next. All rooms and the whole chat share their
// beats, so that what one socket is told of both leaves with one call. Truncate
// forgets the monotonic clock: a moment it gave could be hours away after a jump
// of the machine's clock.
func beat(last time.Time, pause time.Duration) time.Time {
	return last.Add(pause - last.Sub(last.Truncate(pause)))
}

// next is when something is due; zero for nothing.
func (c *crowdState) next() time.Time {
	if len(c.pending) == 0 {
		return time.Time{}
	}
	return c.at
}

// put adds what is to be told; in a crowd it takes the place of what waits.
func (c *crowdState) put(now time.Time, people int, n news) {
	was := len(c.pending)
	if people > crowd || was == crowd {
		c.pending = c.pending[:0]
	} else {
		c.pending = slices.DeleteFunc(c.pending, func(o news) bool { return o.but == n.but })
	}
	if c.pending = append(c.pending, n); was > 0 {
		return
	}
	c.at = now
	if people > crowd {
		c.at = beat(c.last, crowdPause(people))
	} else if _, ok := c.calm.take(now, 1/calmGap.Seconds(), calmBurst); !ok {
		c.at = beat(c.last, calmGap)
	}
	if c.at.Before(now) {
		c.at = now
	}
}

// take gives what is to be told now; the counts in it are those of now.
func (c *crowdState) take(now time.Time, count int) telling {
	t := telling{frames: make([]wire.Frame, len(c.pending)), about: c.pending}
	for i, n := range c.pending {
		t.frames[i] = wire.Encode(n.frame(count))
	}
	c.pending, c.last = nil, now
	return t
}

// telling is news for everybody.
type telling struct {
	frames []wire.Frame
	about  []news // of each frame
}

// to tells one socket, but not of its own member.
func (t telling) to(out Outbox, member string) {
	for i, f := range t.frames {
		if t.about[i].but != member {
			out.Push(f)
		}
	}
}

package socket

import (
	"sync"
	"time"

	"muster/actors/wire"
)

// This file keeps the time of a shard's connections: pings, and whatever has a
// limit. There is no timer a connection.

const (
	sweepEvery = 250 * time.Millisecond
	slotEvery  = time.Second
	slots      = 20 // so each connection is pinged every 20 s
	// answerSlots after its ping a connection must have been heard. With the
	// 20 s before it that makes less than the 30 s after which a silent peer
	// must be gone.
	answerSlots = 9
	// messageWithin is the time a message may take from its first byte to its
	// last, once its rest is waited for.
	messageWithin = 10 * time.Second
)

// wheel holds a shard's connections in slots, one of which has its turn each
// second, and those with something to time.
type wheel struct {
	mu      sync.Mutex
	slots   [slots][]*conn
	next    int // where the next connection goes
	hand    int
	due     int64 // when the hand moves
	watched map[*conn]struct{}
}

func (w *wheel) init() { w.watched = make(map[*conn]struct{}) }

// register puts c on the wheel.
func (sh *shard) register(c *conn) {
	w := &sh.wheel
	w.mu.Lock()
	defer w.mu.Unlock()
	c.slot = int32(w.next)
	c.index = int32(len(w.slots[w.next]))
	w.slots[w.next] = append(w.slots[w.next], c)
	w.next = (w.next + 1) % slots
}

// remove takes c off the wheel.
func (sh *shard) remove(c *conn) {
	w := &sh.wheel
	w.mu.Lock()
	defer w.mu.Unlock()
	slot := w.slots[c.slot]
	last := len(slot) - 1
	slot[c.index] = slot[last]
	slot[c.index].index = c.index
	slot[last] = nil
	w.slots[c.slot] = slot[:last]
	delete(w.watched, c)
}

// watch has the sweeps look at c until it has nothing to time.
func (sh *shard) watch(c *conn) {
	sh.wheel.mu.Lock()
	defer sh.wheel.mu.Unlock()
	sh.wheel.watched[c] = struct{}{}
}

// connections is everybody on the wheel.
func (sh *shard) connections() []*conn {
	w := &sh.wheel
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []*conn
	for _, slot := range w.slots {
		all = append(all, slot...)
	}
	return all
}

// sweep does what is due at now. A late sweep moves the hand by one slot only:
// after the process stood still, the answers that wait in the kernel are read
// before anybody is taken for dead.
func (sh *shard) sweep(now int64) {
	w := &sh.wheel
	w.mu.Lock()
	var ping, check []*conn
	if now >= w.due {
		w.due = max(w.due+int64(slotEvery), now)
		if now >= w.due {
			w.due = now + int64(slotEvery)
		}
		w.hand = (w.hand + 1) % slots
		ping = append(ping, w.slots[w.hand]...)
		check = append(check, w.slots[(w.hand+slots-answerSlots)%slots]...)
	}
	watched := make([]*conn, 0, len(w.watched))
	for c := range w.watched {
		watched = append(watched, c)
	}
	clear(w.watched)
	w.mu.Unlock()

	for _, c := range check {
		c.checkAlive()
	}
	for _, c := range ping {
		c.heardSincePing.Store(false)
		c.mu.Lock()
		c.push(pingFrame, 0, false)
	}
	for _, c := range watched {
		if c.checkLimits(now) {
			sh.watch(c)
		}
	}
	sh.shrinkQueues(time.Now())
}

// shrinkQueues takes the long queues back from those who were busy and are not any more.
func (sh *shard) shrinkQueues(now time.Time) {
	still := sh.shrinkable[:0]
	for _, c := range sh.shrinkable {
		c.mu.Lock()
		switch {
		case c.state == stateClosed:
			c.shrinkable = false
		case len(c.queue) == 0 && now.Sub(c.rate.at) > time.Second:
			c.queue, c.busy, c.shrinkable = nil, false, false
		default:
			still = append(still, c)
		}
		c.mu.Unlock()
	}
	clear(sh.shrinkable[len(still):])
	sh.shrinkable = still
}

// checkAlive drops a peer that has been silent since its ping. One that is slow
// to take its bytes cannot have had the ping: its queue's age judges it.
func (c *conn) checkAlive() {
	if c.heardSincePing.Load() {
		return
	}
	c.mu.Lock()
	spared := c.flusher == flushWriter || c.state != stateOpen
	c.mu.Unlock()
	if !spared {
		c.server.dead.Add(1)
		c.abort()
	}
}

// checkLimits ends what has taken too long, and says whether anything is still
// to be timed.
func (c *conn) checkLimits(now int64) bool {
	c.mu.Lock()
	switch midway := c.partialSince.Load(); {
	case c.state == stateClosed:
		c.mu.Unlock()
		return false
	case c.state != stateOpen:
		late := now >= c.closeBy
		c.mu.Unlock()
		if late {
			c.abort()
		}
		return !late
	case c.holdsTooOld(now):
		c.tooSlow()
		return true
	case midway != 0 && now-midway > int64(messageWithin):
		c.beginClose(closeFrame(wire.CloseAbuse, "message took too long"))
		return true
	default:
		keep := c.flusher == flushWriter || midway != 0
		c.mu.Unlock()
		return keep
	}
}

// The inward side: one pub/sub connection, heard by one goroutine, made again
// whenever it breaks or falls silent.

package redis

import (
	"context"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// receive keeps a connection until the bus ends.
func (b *Bus) receive() {
	pause := time.Duration(0)
	for b.ctx.Err() == nil {
		if b.runSubscription() {
			pause = 0
		}
		pause = min(max(2*pause, retryLeast), retryMost)
		select {
		case <-time.After(jitter(pause)):
		case <-b.ctx.Done():
		}
	}
}

// subscription is one pub/sub connection.
type subscription struct {
	bus       *Bus
	pubsub    *goredis.PubSub
	rooms     map[string]bool // rooms subscribed to; of the tuning goroutine
	lastEcho  atomic.Int64    // when the node last heard itself, in Unix nanoseconds
	confirmed bool            // it has heard itself; of the hearing goroutine
}

// runSubscription lives through one connection; it says whether anything was heard.
func (b *Bus) runSubscription() bool {
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	e := &subscription{bus: b, pubsub: b.client.Subscribe(ctx), rooms: map[string]bool{}}
	defer e.pubsub.Close()
	e.lastEcho.Store(time.Now().UnixNano())
	if !e.sync(ctx, b.siteChannel(), b.presenceChannel(), b.pingChannel()) {
		b.setState(Down)
		return false
	}
	signal(b.echoNow)
	tuned := make(chan struct{})
	go func() {
		defer close(tuned)
		e.maintain(ctx)
	}()
	for {
		// No time-out: one in the middle of a reply would tear the stream. watch
		// closes a connection that is silent for too long.
		got, err := e.pubsub.Receive(ctx)
		if err != nil {
			break
		}
		e.handle(got)
	}
	cancel()
	e.pubsub.Close()
	<-tuned
	if b.ctx.Err() == nil && b.State() != Silent {
		b.setState(Down)
	}
	return e.confirmed
}

// maintain subscribes as rooms come and go, and ends a connection on which the
// node does not hear itself.
func (e *subscription) maintain(ctx context.Context) {
	tick := time.NewTicker(silenceLimit / 12)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			e.pubsub.Close() // wakes the hearing goroutine
			return
		case <-e.bus.changed:
			if !e.sync(ctx) {
				e.pubsub.Close()
				return
			}
		case <-tick.C:
			if time.Since(time.Unix(0, e.lastEcho.Load())) > silenceLimit {
				e.bus.setState(Silent)
				e.pubsub.Close()
				return
			}
		}
	}
}

// sync subscribes to channels and to the rooms that live here, and ends the
// subscription of those that do not.
func (e *subscription) sync(ctx context.Context, channels ...string) bool {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	var drop []string
	e.bus.mu.Lock()
	for room := range e.bus.rooms {
		if !e.rooms[room] {
			e.rooms[room] = true
			channels = append(channels, e.bus.roomChannel(room))
		}
	}
	for room := range e.rooms {
		if !e.bus.rooms[room] {
			delete(e.rooms, room)
			drop = append(drop, e.bus.roomChannel(room))
		}
	}
	e.bus.mu.Unlock()
	if len(channels) > 0 && e.pubsub.Subscribe(ctx, channels...) != nil {
		return false
	}
	return len(drop) == 0 || e.pubsub.Unsubscribe(ctx, drop...) == nil
}

// handle handles one thing that came.
func (e *subscription) handle(got any) {
	b := e.bus
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("a hint was not taken", "panic", r, "stack", string(debug.Stack()))
			b.unreadable.Add(1)
			b.listener.Gap("")
		}
	}()
	switch m := got.(type) {
	case *goredis.Subscription:
		// Before the first echo everything counts as missed anyway.
		if room, ok := strings.CutPrefix(m.Channel, b.roomPrefix()); ok && m.Kind == "subscribe" && e.confirmed {
			b.listener.Gap(room)
		}
	case *goredis.Message:
		if m.Channel == b.pingChannel() {
			if now := time.Now(); !b.verifier.verify(m.Channel, []byte(m.Payload), now) {
				b.countRefused(now) // hearing is proven by nobody else, and by no old ping
				return
			}
			e.lastEcho.Store(time.Now().UnixNano())
			if !e.confirmed {
				e.confirmed = true
				b.connected.Add(1)
				b.setState(Up)
				b.listener.Gap("")
			}
			return
		}
		b.dispatch(m.Channel, m.Payload)
	}
}

// dispatch tells the listener of one hint. Own ones come back too and are
// skipped, whoever wrote them. What cannot be read and is yet believed counts
// as missed.
func (b *Bus) dispatch(channel, payload string) {
	if len(payload) >= numberAt && payload[0] == layout && payload[nodeAt:numberAt] == string(b.id[:]) {
		return
	}
	raw := []byte(payload)
	if now := time.Now(); !b.verifier.verify(channel, raw, now) {
		b.countRefused(now)
		return
	}
	b.received.Add(1)
	room, ofRoom := strings.CutPrefix(channel, b.roomPrefix())
	if b.hand(raw[kindAt], room, raw[bodyAt:len(raw)-macSize]) {
		return
	}
	b.unreadable.Add(1)
	if ofRoom {
		b.listener.Gap(room)
	} else {
		b.listener.Gap("")
	}
}

// setState notes the state and says so when it changed.
func (b *Bus) setState(s State) {
	was := b.state.Swap(s).(State)
	switch {
	case was == s:
	case s == Up:
		b.log.Info("the bus between nodes is up")
	default:
		b.log.Warn("the bus between nodes fails; the log is asked instead", "state", s)
	}
}

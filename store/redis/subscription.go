// The inward side: one pub/sub connection, read by one goroutine and made again
// whenever it breaks or falls silent.

package redis

import (
	"context"
	"errors"
	"net"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"muster/store"
)

// receive keeps a subscription until the bus ends.
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

// subscription is one pub/sub connection. Redis may take subscriptions and
// deliver nothing, so the node publishes an echo to itself and counts the
// subscription as working while echoes arrive.
type subscription struct {
	bus       *Bus
	pubsub    *goredis.PubSub
	rooms     map[string]bool // rooms subscribed to; of the goroutine in maintain
	watches   bool            // activity is subscribed to; of the same goroutine
	lastEcho  atomic.Int64    // when an echo last arrived, in Unix nanoseconds
	confirmed bool            // an echo has arrived; of the receiving goroutine
}

// runSubscription makes a subscription and reads it until it breaks. It says
// whether the subscription ever worked.
func (b *Bus) runSubscription() bool {
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	s := &subscription{bus: b, pubsub: b.client.Subscribe(ctx), rooms: map[string]bool{}}
	defer s.pubsub.Close()
	s.lastEcho.Store(time.Now().UnixNano())
	if err := s.sync(ctx, b.siteChannel(), b.presenceChannel(), b.echoChannel()); err != nil {
		b.setStateFor(Down, reason(err))
		return false
	}
	signal(b.echoNow)
	maintained := make(chan struct{})
	go func() {
		defer close(maintained)
		s.maintain(ctx)
	}()
	why := ""
	for {
		// Receive has no time-out: one in the middle of a reply would break the
		// stream. maintain closes a connection that is silent for too long.
		got, err := s.pubsub.Receive(ctx)
		if err != nil {
			why = reason(err)
			break
		}
		s.handle(got)
	}
	cancel()
	s.pubsub.Close()
	<-maintained
	if b.ctx.Err() == nil && b.State() != Silent {
		b.setStateFor(Down, why)
	}
	return s.confirmed
}

// maintain syncs the subscriptions as rooms come and go, and closes a connection
// on which no echo arrives.
func (s *subscription) maintain(ctx context.Context) {
	tick := time.NewTicker(silenceLimit / 12)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.pubsub.Close() // wakes the receiving goroutine
			return
		case <-s.bus.changed:
			if s.sync(ctx) != nil {
				s.pubsub.Close()
				return
			}
		case <-tick.C:
			if time.Since(time.Unix(0, s.lastEcho.Load())) > silenceLimit {
				s.bus.setState(Silent)
				s.pubsub.Close()
				return
			}
		}
	}
}

// sync subscribes to channels, to the rooms that are open on this node and to activity
// while it is watched here, and unsubscribes from the others.
func (s *subscription) sync(ctx context.Context, channels ...string) error {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	var drop []string
	s.bus.mu.Lock()
	for room := range s.bus.rooms {
		if !s.rooms[room] {
			s.rooms[room] = true
			channels = append(channels, s.bus.roomChannel(room))
		}
	}
	for room := range s.rooms {
		if !s.bus.rooms[room] {
			delete(s.rooms, room)
			drop = append(drop, s.bus.roomChannel(room))
		}
	}
	if s.watches != s.bus.watches {
		if s.watches = s.bus.watches; s.watches {
			channels = append(channels, s.bus.activityChannel())
		} else {
			drop = append(drop, s.bus.activityChannel())
		}
	}
	s.bus.mu.Unlock()
	if len(channels) > 0 {
		if err := s.pubsub.Subscribe(ctx, channels...); err != nil {
			return err
		}
	}
	if len(drop) > 0 {
		return s.pubsub.Unsubscribe(ctx, drop...)
	}
	return nil
}

// handle handles one thing that arrived.
func (s *subscription) handle(got any) {
	b := s.bus
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("redis: handling a message panicked, polling the log for what it said", "panic", r, "stack", string(debug.Stack()))
			b.unreadable.Add(1)
			b.listener.Gap("")
		}
	}()
	switch m := got.(type) {
	case *goredis.Subscription:
		// The first echo reports a gap in everything, so before it rooms need none.
		if room, ok := strings.CutPrefix(m.Channel, b.roomPrefix()); ok && m.Kind == "subscribe" && s.confirmed {
			b.listener.Gap(room)
		}
	case *goredis.Message:
		if m.Channel == b.echoChannel() {
			s.handleEcho(m)
		} else {
			b.dispatch(m.Channel, m.Payload)
		}
	}
}

// handleEcho notes an echo. It is verified like any message: neither a stranger
// nor an old echo shows that this subscription works.
func (s *subscription) handleEcho(m *goredis.Message) {
	b, now := s.bus, time.Now()
	if why := b.verifier.verify(m.Channel, []byte(m.Payload), now); why != "" {
		b.countRefused(why, now)
		return
	}
	s.lastEcho.Store(now.UnixNano())
	if !s.confirmed {
		s.confirmed = true
		b.connected.Add(1)
		b.setState(Up)
		b.listener.Gap("")
	}
}

// dispatch verifies one message and gives it to the listener. The node's own
// messages come back too and are dropped. After one that is damaged the log is
// asked for what it said; one of an unknown kind is left to the next poll, which
// comes within a second, because a newer build may send many of them.
func (b *Bus) dispatch(channel, payload string) {
	if len(payload) >= numberAt && payload[0] == layout && payload[nodeAt:seriesAt] == string(b.id[:seriesAt-nodeAt]) {
		return
	}
	raw := []byte(payload)
	now := time.Now()
	if why := b.verifier.verify(channel, raw, now); why != "" {
		b.countRefused(why, now)
		return
	}
	b.received.Add(1)
	room, ofRoom := strings.CutPrefix(channel, b.roomPrefix())
	if !ofRoom {
		room = ""
	}
	if b.deliver(raw[kindAt], room, raw[bodyAt:len(raw)-macSize]) == unreadable {
		b.unreadable.Add(1)
		b.listener.Gap(room)
	}
}

// setState notes the state and logs a change.
func (b *Bus) setState(s State) { b.setStateFor(s, "") }

// setStateFor is setState with the reason, where one is known. Each reason is logged once
// until the subscription is up again: what ends a connection seldom says what keeps the next
// one from being made.
func (b *Bus) setStateFor(s State, reason string) {
	was, first := b.state.Swap(s).(State), b.stateLogged.CompareAndSwap(false, true)
	attributes := []any{"state", s}
	if reason != "" {
		attributes = append(attributes, "reason", reason)
	}
	unknown := reason != "" && !slices.Contains(b.reasons, reason)
	if unknown {
		b.reasons = append(b.reasons, reason)
	}
	switch {
	case was == s && !first && !unknown:
	case s == Up:
		b.reasons = nil
		b.log.Info("redis: subscription is up")
	case first, was == s:
		b.log.Warn("redis: cannot be reached, polling the log until it answers", attributes...)
	default:
		b.log.Warn("redis: subscription lost, polling the log instead", attributes...)
	}
}

// reason says why no subscription came about, without names and addresses.
func reason(err error) string {
	var op *net.OpError
	fault := store.CertificateFault(err)
	switch {
	case fault != "":
		return fault
	case goredis.IsAuthError(err):
		return "it refuses the user or the password"
	case errors.As(err, &op) && op.Err != nil:
		return op.Err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	}
	return ""
}

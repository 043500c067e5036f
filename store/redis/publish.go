// The outward side: a bounded queue and one goroutine that empties it.

package redis

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/roomlog"
)

// Publish implements bus.Bus.
func (b *Bus) Publish(room string, events []roomlog.Event) {
	b.enqueue(b.roomChannel(room), appendEvents(b.head(kindEvents), events))
}

// PublishSite implements bus.Bus.
func (b *Bus) PublishSite(seq int64) {
	b.enqueue(b.siteChannel(), appendSite(b.head(kindSite), seq))
}

// PublishBroadcast implements bus.Bus. It uses the site's channel, which every
// node receives.
func (b *Bus) PublishBroadcast(value store.Broadcast) {
	b.enqueue(b.siteChannel(), appendBroadcast(b.head(kindBroadcast), value))
}

// PublishRead implements bus.Bus. It uses the site's channel: the member may be
// on any node.
func (b *Bus) PublishRead(s roomlog.ReadState) {
	b.enqueue(b.siteChannel(), appendRead(b.head(kindRead), s))
}

// PublishFlag implements bus.Bus. It uses the site's channel: only moderators may see
// a flag, and they may be on any node.
func (b *Bus) PublishFlag(f chat.Flag) {
	b.enqueue(b.siteChannel(), appendFlagged(b.head(kindFlag), f))
}

// PublishTyping implements bus.Bus.
func (b *Bus) PublishTyping(room string, t bus.Typing) {
	b.enqueue(b.roomChannel(room), appendTyping(b.head(kindTyping), t))
}

// PublishPresence implements bus.Bus.
func (b *Bus) PublishPresence(p bus.Presence) {
	b.enqueueJSON(b.presenceChannel(), kindPresence, p)
}

// PublishActivity implements bus.Bus. It uses a channel that only the nodes where
// somebody watches receive.
func (b *Bus) PublishActivity(a desk.ActivityBatch) {
	b.enqueueJSON(b.activityChannel(), kindActivity, a)
}

// PublishActivityWatch implements bus.Bus.
func (b *Bus) PublishActivityWatch(w desk.ActivityWatch) {
	b.enqueueJSON(b.siteChannel(), kindWatch, w)
}

// enqueueJSON queues a value as JSON.
func (b *Bus) enqueueJSON(channel string, kind byte, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		b.log.Error("redis: a message does not encode", "kind", string(kind), "error", err)
		return
	}
	b.enqueue(channel, append(b.head(kind), body...))
}

func (b *Bus) siteChannel() string            { return b.namespace + ":site" }
func (b *Bus) presenceChannel() string        { return b.namespace + ":presence" }
func (b *Bus) activityChannel() string        { return b.namespace + ":activity" }
func (b *Bus) echoChannel() string            { return b.namespace + ":ping:" + b.NodeID() }
func (b *Bus) roomChannel(room string) string { return b.roomPrefix() + room }
func (b *Bus) roomPrefix() string             { return b.namespace + ":room:" }

// head begins a payload; sign adds the number and the MAC.
func (b *Bus) head(kind byte) []byte {
	to := make([]byte, bodyAt, 512)
	to[0], to[kindAt] = layout, kind
	copy(to[nodeAt:], b.id[:])
	return to
}

// enqueue queues a message, or drops it when the queue is full.
func (b *Bus) enqueue(channel string, payload []byte) {
	size := int64(len(payload))
	if b.queued.Add(size) <= queueBytes {
		select {
		case b.queue <- message{channel, payload}:
			return
		default:
		}
	}
	b.queued.Add(-size)
	b.dropped.Add(1)
}

// send publishes the queue, many messages in one pipeline. What Redis does not
// take is dropped: the other nodes read it from the log.
func (b *Bus) send() {
	tick := time.NewTicker(echoEvery)
	defer tick.Stop()
	pause := time.Duration(0)
	for {
		var batch []message
		select {
		case m := <-b.queue:
			batch = b.nextBatch(m)
		case <-tick.C:
			batch = b.echoMessage()
		case <-b.echoNow:
			batch = b.echoMessage()
		case <-b.closing:
			b.drain()
			return
		}
		if b.publishBatch(batch) {
			pause = 0
			continue
		}
		pause = min(max(2*pause, retryLeast), retryMost)
		select {
		case <-time.After(jitter(pause)):
		case <-b.closing:
			b.drain()
			return
		}
	}
}

// jitter spreads nodes that all lost Redis at once.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// echoMessage is what the node publishes to itself.
func (b *Bus) echoMessage() []message { return []message{{b.echoChannel(), b.head(kindEcho)}} }

// nextBatch takes what else is queued, up to one batch.
func (b *Bus) nextBatch(first message) []message {
	batch := []message{first}
	b.queued.Add(-int64(len(first.payload)))
	for len(batch) < batchMessages {
		select {
		case m := <-b.queue:
			b.queued.Add(-int64(len(m.payload)))
			batch = append(batch, m)
		default:
			return batch
		}
	}
	return batch
}

// drain publishes what is left when the bus ends, the node's leave among it.
func (b *Bus) drain() {
	for {
		select {
		case m := <-b.queue:
			if !b.publishBatch(b.nextBatch(m)) {
				return
			}
		default:
			return
		}
	}
}

func (b *Bus) publishBatch(batch []message) bool {
	ctx, cancel := context.WithTimeout(context.Background(), sendTime)
	defer cancel()
	pipe := b.client.Pipeline()
	for _, m := range batch {
		pipe.Publish(ctx, m.channel, b.signer.sign(m, time.Now()))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		b.dropped.Add(int64(len(batch)))
		return false
	}
	b.sent.Add(int64(len(batch)))
	return true
}

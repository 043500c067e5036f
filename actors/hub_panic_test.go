package actors

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"muster/store/bus"
	"muster/store/redis/redistest"
)

// brokenBus panics once, on the next digest.
type brokenBus struct {
	*redistest.Node
	armed atomic.Bool
}

func (b *brokenBus) PublishPresence(p bus.Presence) {
	if p.Kind == bus.PresenceDigest && b.armed.Swap(false) {
		panic("broken")
	}
	b.Node.PublishPresence(p)
}

// The hub survives a panic, and what it does every few seconds goes on. The tick that failed
// had not set the timer of the next one: no digest left the node any more, so the others
// counted nobody on it until it was started anew, and it forgot no silent node.
func TestP6TicksGoOnAfterAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cluster{exchange: redistest.NewNetwork()}
		log, admission := newMemLog("general"), newMemAdmission()
		there := w.add(t, log, admission)
		broken := &brokenBus{Node: w.exchange.AddNode()}
		here := &harness{t: t, log: log, admission: admission, hub: NewHub(Config{Log: log, Admission: admission, Logger: quiet(), Bus: broken})}
		w.nodes, w.seats = append(w.nodes, here), append(w.seats, broken.Node)
		synctest.Wait()
		defer func() {
			for i, r := range w.nodes {
				r.stop()
				w.seats[i].Close()
			}
		}()
		here.inside("ann")
		there.inside("bob")
		after(settled)
		equal(t, "before", w.counts(), []int{2, 2})
		broken.armed.Store(true)
		after(3 * bus.PresenceTimeout)
		equal(t, "it panicked", broken.armed.Load(), false)
		equal(t, "after", w.counts(), []int{2, 2})
		after(time.Minute)
		equal(t, "later", w.counts(), []int{2, 2})
	})
}

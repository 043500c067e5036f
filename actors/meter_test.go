package actors

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// meterCounts is a meter that tests read.
type meterCounts struct {
	mu     sync.Mutex
	counts map[string]int
	stages map[runtime.Stage]time.Duration
	waited time.Duration
}

func newMeterCounts() *meterCounts {
	return &meterCounts{counts: map[string]int{}, stages: map[runtime.Stage]time.Duration{}}
}

func (m *meterCounts) add(what string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[what] += n
}

func (m *meterCounts) Received(kind string) { m.add("received "+kind, 1) }
func (m *meterCounts) Recorded(acts int, waited, _ time.Duration, err error) {
	m.add(fmt.Sprint("recorded ", err == nil), acts)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waited = max(m.waited, waited)
}
func (m *meterCounts) Judged(kind roomlog.EventKind, code store.Code) {
	m.add(fmt.Sprintf("judged %s %s", kind, code), 1)
}
func (m *meterCounts) Passed(stage runtime.Stage, took time.Duration) {
	m.add("passed "+string(stage), 1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stages[stage] = max(m.stages[stage], took)
}
func (m *meterCounts) CaughtUp(events int) { m.add("caught up", events) }

func (m *meterCounts) expect(t *testing.T, want map[string]int) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if !maps.Equal(m.counts, want) {
		t.Errorf("counted %v\nwant    %v", m.counts, want)
	}
}

// The meter counts every frame by its type, every command by its result, and each
// stage; its counts are those of the hub.
func TestMeterCountsWhatHappens(t *testing.T) {
	m := newMeterCounts()
	bubble(t, func(c *Config) { c.Meter = m }, func(r *harness) {
		ann := r.join("ann", "")
		r.join("bob", "")
		if s := r.hub.Stats(); s.People != 2 || s.Rooms != 1 || s.Waiting != 0 || s.Polled.IsZero() {
			t.Errorf("%+v", s)
		}
		ann.send(`{"type":"send_message","message":"hello"}`)
		ann.send(`{"type":"delete_message","messageId":"%s"}`, newID())
		ann.send(`{"type":"launch"}`)
		ann.send(`not json`)
		m.expect(t, map[string]int{
			"received join_chat": 2, "received send_message": 1, "received delete_message": 1,
			"received unknown_type": 1, "received malformed": 1,
			"recorded true": 2, "passed committed": 2, "passed announced": 1,
			"judged message ": 1, "judged message_deleted not_found": 1,
		})
	})
}

// An append that fails is counted as such, and events of another node that are
// read from the log as caught up.
func TestMeterCountsAnOutageAndWhatWasMissed(t *testing.T) {
	m := newMeterCounts()
	bubble(t, func(c *Config) { c.Meter = m }, func(r *harness) {
		ann := r.join("ann", "")
		r.log.byAnotherNode("general", "id-bob", "from another node")
		after(2 * time.Second)
		r.log.set(func(l *memLog) { l.down = errors.New("away") })
		ann.send(`{"type":"send_message","message":"hello"}`)
		m.expect(t, map[string]int{
			"received join_chat": 1, "received send_message": 1,
			"caught up": 1, "recorded false": 1, "judged message unavailable": 1,
		})
	})
}

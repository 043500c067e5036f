// The conformance suite of every bus.

package redistest

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/roomlog"
)

// Harness is one kind of bus under test.
type Harness struct {
	// Node makes one more node; it ends with the test.
	Node func(t *testing.T) bus.Bus
	// Break stops delivery, Repair lets it go on.
	Break, Repair func()
}

// patience is how long something that must happen may take.
const patience = 30 * time.Second

// Conform runs the suite; each test gets a bus of its own from begin.
func Conform(t *testing.T, begin func(t *testing.T) Harness) {
	t.Run("AllOthersReceive", func(t *testing.T) { testAllOthersReceive(t, begin(t)) })
	t.Run("OnlySubscribedRooms", func(t *testing.T) { testOnlySubscribedRooms(t, begin(t)) })
	t.Run("ActivityWhereWatched", func(t *testing.T) { testActivityWhereWatched(t, begin(t)) })
	t.Run("OrderOfOneNode", func(t *testing.T) { testOrder(t, begin(t)) })
	t.Run("Recovery", func(t *testing.T) { testRecovery(t, begin(t)) })
}

// Recorder is a listener that keeps a line of everything it receives.
type Recorder struct {
	mu      sync.Mutex
	lines   []string
	rooms   [][]roomlog.Event
	changed chan struct{}
}

func newRecorder() *Recorder { return &Recorder{changed: make(chan struct{}, 1)} }

func (e *Recorder) note(format string, args ...any) {
	e.mu.Lock()
	e.lines = append(e.lines, fmt.Sprintf(format, args...))
	e.mu.Unlock()
	select {
	case e.changed <- struct{}{}:
	default:
	}
}

// Gap implements bus.Listener.
func (e *Recorder) Gap(room string) { e.note("gap %q", room) }

// RoomEvents implements bus.Listener.
func (e *Recorder) RoomEvents(room string, events []roomlog.Event) {
	e.mu.Lock()
	e.rooms = append(e.rooms, events)
	e.mu.Unlock()
	for _, one := range events {
		e.note("event %s %d", room, one.Seq)
	}
}

// SiteReached implements bus.Listener.
func (e *Recorder) SiteReached(seq int64) { e.note("site %d", seq) }

// Broadcast implements bus.Listener.
func (e *Recorder) Broadcast(b store.Broadcast) {
	e.note("broadcast %s %s %s %d", b.Subject, b.Kind, b.Value, b.Seq)
}

// Read implements bus.Listener.
func (e *Recorder) Read(s roomlog.ReadState) { e.note("read %+v", s) }

// Flag implements bus.Listener.
func (e *Recorder) Flag(f chat.Flag) { e.note("flag %+v", f) }

// Activity implements bus.Listener.
func (e *Recorder) Activity(b desk.ActivityBatch) { e.note("activity %+v", b) }

// ActivityWatched implements bus.Listener.
func (e *Recorder) ActivityWatched(w desk.ActivityWatch) { e.note("watched %+v", w) }

// RoomTyping implements bus.Listener.
func (e *Recorder) RoomTyping(room string, t bus.Typing) { e.note("typing %s %+v", room, t) }

// Presence implements bus.Listener.
func (e *Recorder) Presence(p bus.Presence) { e.note("presence %+v", p) }

// count is how often a line was received.
func (e *Recorder) count(what string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for _, s := range e.lines {
		if s == what {
			n++
		}
	}
	return n
}

// until waits until a line was received at least n times.
func (e *Recorder) until(t *testing.T, what string, n int) {
	t.Helper()
	timeout := time.After(patience)
	for e.count(what) < n {
		select {
		case <-e.changed:
		case <-timeout:
			e.mu.Lock()
			defer e.mu.Unlock()
			t.Fatalf("%q not received %d times; the last of %d: %q", what, n, len(e.lines), e.lines[max(0, len(e.lines)-20):])
		}
	}
}

// join makes a node that has subscribed to rooms.
func join(t *testing.T, k Harness, rooms ...string) (bus.Bus, *Recorder) {
	t.Helper()
	bus, recorder := k.Node(t), newRecorder()
	bus.Listen(recorder)
	recorder.until(t, `gap ""`, 1)
	for _, room := range rooms {
		bus.Subscribe(room)
		recorder.until(t, fmt.Sprintf("gap %q", room), 1)
	}
	return bus, recorder
}

// Message is a whole event of a message.
func Message(room string, seq int64) roomlog.Event {
	at := time.Date(2026, 3, 1, 12, 0, 0, int(seq)*1000, time.UTC)
	return roomlog.Event{Room: room, Seq: seq, Kind: roomlog.MessageSent, At: at, ActorID: "0190e0b8-0000-7000-8000-000000000001", ActorName: "ann", Message: &roomlog.Message{
		ID: "0190e0b8-0000-7000-8000-000000000002", Room: room, Seq: seq, Kind: roomlog.TextMessage,
		Text: "a text of a usual length with a \u00fc and a \U0001F600 in it", SenderID: "0190e0b8-0000-7000-8000-000000000001", SenderName: "ann",
		ClientMsgID: "0190e0b8-0000-7000-8000-000000000003", CreatedAt: at,
	}}
}

func testAllOthersReceive(t *testing.T, k Harness) {
	a, atA := join(t, k, "general")
	b, atB := join(t, k, "general")
	c, atC := join(t, k, "general")
	if a.NodeID() == b.NodeID() || b.NodeID() == c.NodeID() || a.NodeID() == "" {
		t.Fatalf("node ids %q %q %q", a.NodeID(), b.NodeID(), c.NodeID())
	}
	events := []roomlog.Event{Message("general", 1), {
		Room: "general", Seq: 2, Kind: roomlog.ReactionAdded, At: time.Unix(5, 0).UTC(), MessageID: "m", ActorID: "x", ActorName: "bob", Reaction: "👍",
	}}
	p := bus.Presence{Node: a.NodeID(), Kind: bus.PresenceBatch, Version: 7, Changes: []bus.PresenceChange{
		{Room: "general", MemberID: "x", Name: "bob", Here: true, Toast: true}, {MemberID: "y"},
	}}
	typing := bus.Typing{MemberID: "x", Name: "bob", On: true}
	a.Publish("general", events)
	a.PublishSite(41)
	a.PublishBroadcast(store.Broadcast{Subject: "server", Kind: "server_cost", Value: []byte(`{"cents":1}`), Seq: 5})
	read := roomlog.ReadState{MemberID: "x", Room: "general", LastRead: 7, Unread: 2, Mentions: 1}
	a.PublishRead(read)
	flag := chat.Flag{Room: "general", MessageID: "m", Flagged: true, To: []string{"x", "y"}}
	a.PublishFlag(flag)
	a.PublishTyping("general", typing)
	a.PublishPresence(p)
	for _, recorder := range []*Recorder{atB, atC} {
		recorder.until(t, "event general 2", 1)
		recorder.until(t, "site 41", 1)
		recorder.until(t, `broadcast server server_cost {"cents":1} 5`, 1)
		recorder.until(t, fmt.Sprintf("read %+v", read), 1)
		recorder.until(t, fmt.Sprintf("flag %+v", flag), 1)
		recorder.until(t, fmt.Sprintf("typing general %+v", typing), 1)
		recorder.until(t, fmt.Sprintf("presence %+v", p), 1)
		if len(recorder.rooms) != 1 || !reflect.DeepEqual(recorder.rooms[0], events) {
			t.Fatalf("received %+v, published %+v", recorder.rooms, events)
		}
	}
	// The last message that b publishes arrives at a after every message of its own that a
	// could have received.
	b.PublishSite(42)
	atA.until(t, "site 42", 1)
	for _, own := range []string{"event general 1", "site 41", fmt.Sprintf("presence %+v", p), fmt.Sprintf("typing general %+v", typing)} {
		if atA.count(own) != 0 {
			t.Errorf("a node received its own %q", own)
		}
	}
}

func testOnlySubscribedRooms(t *testing.T, k Harness) {
	a, _ := join(t, k)
	b, atB := join(t, k, "general", "gone")
	b.Unsubscribe("gone")
	// Unsubscribe does not wait: it holds once a later Subscribe does.
	b.Subscribe("later")
	atB.until(t, `gap "later"`, 1)
	for {
		before := atB.count("event gone 1")
		a.Publish("gone", []roomlog.Event{Message("gone", 1)})
		a.Publish("side", []roomlog.Event{Message("side", 1)})
		a.PublishTyping("side", bus.Typing{MemberID: "x"})
		said := atB.count("event general 1")
		a.Publish("general", []roomlog.Event{Message("general", 1)})
		atB.until(t, "event general 1", said+1)
		if atB.count("event gone 1") == before {
			break
		}
	}
	for _, s := range atB.lines {
		if strings.Contains(s, " side ") {
			t.Errorf("received %q of a room that is not subscribed to", s)
		}
	}
}

// Every node hears what is watched, and only nodes that watch hear what happens.
func testActivityWhereWatched(t *testing.T, k Harness) {
	a, _ := join(t, k)
	b, atB := join(t, k)
	c, atC := join(t, k)
	watch := desk.ActivityWatch{Node: b.NodeID(), Filters: []desk.ActivityFilter{{Kinds: []desk.ActivityKind{"message"}, Member: "x", Room: "general"}}}
	b.PublishActivityWatch(watch)
	b.WatchActivity(true)
	atC.until(t, fmt.Sprintf("watched %+v", watch), 1)
	batch := desk.ActivityBatch{LeftOut: map[string]int{"message |x|general": 3}, Activities: []desk.Activity{
		{ID: "m", At: time.Unix(5, 0).UTC(), Kind: "message", Actor: desk.ActivityPerson{ID: "x", Username: "bob"}, Room: "general", Detail: desk.ActivityDetail{MessageID: "m", MessageType: "text"}},
	}}
	line := fmt.Sprintf("activity %+v", batch)
	for seq := int64(1); atB.count(line) == 0; seq++ { // WatchActivity does not wait
		a.PublishActivity(batch)
		a.PublishSite(seq)
		atB.until(t, fmt.Sprintf("site %d", seq), 1)
		atC.until(t, fmt.Sprintf("site %d", seq), 1)
	}
	c.PublishActivityWatch(desk.ActivityWatch{Node: c.NodeID()})
	atB.until(t, fmt.Sprintf("watched %+v", desk.ActivityWatch{Node: c.NodeID()}), 1)
	if atC.count(line) != 0 {
		t.Error("a node where nobody watches received what happened")
	}
}

func testOrder(t *testing.T, k Harness) {
	const n = 2000
	a, _ := join(t, k)
	_, atB := join(t, k, "general")
	for seq := range int64(n) {
		a.Publish("general", []roomlog.Event{Message("general", seq+1)})
	}
	atB.until(t, fmt.Sprintf("event general %d", n), 1)
	last := int64(0)
	for _, events := range atB.rooms {
		for _, e := range events {
			if e.Seq != last+1 {
				t.Fatalf("event %d after %d", e.Seq, last)
			}
			last = e.Seq
		}
	}
}

func testRecovery(t *testing.T, k Harness) {
	a, _ := join(t, k)
	_, atB := join(t, k, "general")
	k.Break()
	for seq := range int64(20000) { // far more than any queue holds; no call waits
		a.Publish("general", []roomlog.Event{Message("general", seq+1)})
	}
	k.Repair()
	atB.until(t, `gap ""`, 2)
	timeout := time.After(patience)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for atB.count("event general 30000") == 0 {
		a.Publish("general", []roomlog.Event{Message("general", 30000)})
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatal("nothing arrives after the bus was repaired")
		}
	}
}

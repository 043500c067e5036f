package redis

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"muster/store"
	"muster/store/redis/redistest"
)

// witness is a listener that notes everything.
type witness struct {
	mu   sync.Mutex
	said []string
}

func (w *witness) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, fmt.Sprintf(format, args...))
}

func (w *witness) Gap(room string)                        { w.note("gap %q", room) }
func (w *witness) SiteReached(seq int64)                  { w.note("site %d", seq) }
func (w *witness) RoomTyping(room string, _ store.Typing) { w.note("typing %s", room) }
func (w *witness) Presence(p store.Presence)              { w.note("presence %s", p.Kind) }
func (w *witness) RoomEvents(room string, events []store.Event) {
	for _, e := range events {
		w.note("event %s %d", room, e.Seq)
	}
}

func (w *witness) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.said)
}

// scene is a node that hears the room "general", one of its community that
// sends nothing by itself, and a stranger with a connection to their Redis.
type scene struct {
	t        *testing.T
	server   *redistest.Server
	hears    *Bus
	witness  *witness
	speaks   *Bus
	stranger *goredis.Client
	before   int // lines of the witness before the test's own
}

func stage(t *testing.T) *scene {
	server := redistest.Start(t)
	s := &scene{
		t: t, server: server, hears: open(t, server.URL()), witness: &witness{}, speaks: open(t, server.URL()),
		stranger: goredis.NewClient(&goredis.Options{Addr: server.Addr(), DisableIdentity: true}),
	}
	t.Cleanup(func() { s.stranger.Close() })
	s.hears.Listen(s.witness)
	eventually(t, "up", func() bool { return s.hears.State() == Up && len(s.witness.all()) == 1 })
	s.hears.Subscribe("general")
	eventually(t, "the room is heard", func() bool { return len(s.witness.all()) == 2 })
	s.before = 2
	return s
}

// genuine is a hint as the speaking node would send it now.
func (s *scene) genuine(channel string, kind byte, body []byte) []byte {
	return s.speaks.signer.sign(message{channel, append(s.speaks.head(kind), body...)}, time.Now())
}

func (s *scene) general() string { return s.hears.roomChannel("general") }

func (s *scene) event(seq int64) []byte {
	return s.genuine(s.general(), kindEvents, appendEvents(nil, []store.Event{redistest.Message("general", seq)}))
}

func (s *scene) presence(p store.Presence) []byte {
	p.Node = s.speaks.NodeID()
	body, err := json.Marshal(p)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.genuine(s.hears.presenceChannel(), kindPresence, body)
}

func (s *scene) publish(channel string, payload []byte) {
	s.t.Helper()
	if n, err := s.stranger.Publish(s.t.Context(), channel, payload).Result(); err != nil || n != 1 {
		s.t.Fatalf("%d hear it: %v", n, err)
	}
}

// heard fails unless the node was told exactly this, and refused so many. What
// was published last must be something that is told.
func (s *scene) heard(refused int64, want ...string) {
	s.t.Helper()
	eventually(s.t, want[len(want)-1], func() bool { return slices.Contains(s.witness.all()[s.before:], want[len(want)-1]) })
	if got := s.witness.all()[s.before:]; !slices.Equal(got, want) {
		s.t.Errorf("told %q, want %q", got, want)
	}
	if c := s.hears.Counts(); c.Refused != refused || c.Unreadable != 0 {
		s.t.Errorf("%+v, want %d refused", c, refused)
	}
}

// P1 phantom 0: what a stranger writes to a node's channels is told to nobody,
// hides no event that has its number, and asks the log for nothing.
func TestForgedHintsShowAndHideNothing(t *testing.T) {
	s := stage(t)
	body := appendEvents(nil, []store.Event{redistest.Message("general", 1)})
	old := append([]byte("\x01STRANGERe"), body...)
	bare := append(s.speaks.head(kindEvents), body...)
	binary.BigEndian.PutUint64(bare[numberAt:], uint64(time.Now().UnixNano()))
	guess := append(slices.Clone(bare), make([]byte, macSize)...)
	typing := append(s.speaks.head(kindTyping), appendTyping(nil, store.Typing{MemberID: "x", Name: "GHOST", On: true})...)
	n := int64(0)
	for _, forged := range [][]byte{old, bare, guess, typing, {}, []byte("\x02"), []byte("\x03whatever comes after it"), []byte(strings.Repeat("\x02", 40))} {
		s.publish(s.general(), forged)
		n++
	}
	site := binary.AppendVarint(s.speaks.head(kindSite), 1<<62)
	s.publish(s.hears.siteChannel(), append(site, make([]byte, macSize)...))
	ghosts := append(s.speaks.head(kindPresence), `{"node":"STRANGER","kind":"whole","version":9223372036854775807,"changes":[{"m":"ghost"}]}`...)
	s.publish(s.hears.presenceChannel(), append(ghosts, make([]byte, macSize)...))
	s.publish(s.general(), s.event(1))
	s.heard(n+2, "event general 1")
}

// A genuine hint that never came is not believed with any one byte of it
// changed, cut short, made longer, or on another channel; as it was it is.
func TestAlteredHintsAreRefused(t *testing.T) {
	s := stage(t)
	whole := s.event(1)
	n := int64(0)
	for i := range whole {
		altered := slices.Clone(whole)
		altered[i] ^= 1
		s.publish(s.general(), altered)
		s.publish(s.general(), whole[:i])
		n += 2
	}
	s.publish(s.general(), append(slices.Clone(whole), 0))
	s.hears.Subscribe("side")
	eventually(t, "the other room is heard", func() bool { return len(s.witness.all()) == s.before+1 })
	s.before++
	s.publish(s.hears.roomChannel("side"), whole)
	s.publish(s.hears.siteChannel(), whole)
	s.publish(s.hears.presenceChannel(), whole)
	s.publish(s.general(), whole)
	s.heard(n+4, "event general 1")
}

// What was recorded and is published again is told once: a goodbye of a node
// that lives, an old whole, a question, typing. So is what a node sent before
// the last that was heard of it, and what is too far from the clock.
func TestReplayedHintsAreRefused(t *testing.T) {
	s := stage(t)
	missed := s.presence(store.Presence{Kind: store.PresenceSnapshot, Version: 1})
	typing := s.genuine(s.general(), kindTyping, appendTyping(nil, store.Typing{MemberID: "x", Name: "bob", On: true}))
	ask, bye := s.presence(store.Presence{Kind: store.PresenceSnapshotRequest}), s.presence(store.Presence{Kind: store.PresenceLeave})
	event := s.event(1)
	for range 3 {
		s.publish(s.general(), typing)
		s.publish(s.hears.presenceChannel(), ask)
		s.publish(s.hears.presenceChannel(), bye)
		s.publish(s.general(), event)
	}
	s.publish(s.hears.presenceChannel(), missed)
	other := open(t, s.server.URL())
	for _, off := range []time.Duration{-2 * maxAge, 2 * maxAge} {
		clock := signer{mac: newMAC(testKey)}
		s.publish(s.general(), clock.sign(message{s.general(), append(other.head(kindTyping), appendTyping(nil, store.Typing{})...)}, time.Now().Add(off)))
	}
	s.publish(s.general(), s.event(2))
	s.heard(8+1+2, "typing general", "presence ask", "presence bye", "event general 1", "event general 2")
}

// Nodes of another community or database on the same Redis are not believed,
// even under the same name.
func TestAnotherKeyIsRefused(t *testing.T) {
	s := stage(t)
	foreign, err := Open(Config{URL: s.server.URL(), Namespace: "test", Key: []byte(strings.Repeat("f", 32)), Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { foreign.Close(context.Background()) })
	foreign.Listen(&witness{})
	eventually(t, "the foreign one is up", func() bool { return foreign.State() == Up })
	foreign.Publish("general", []store.Event{redistest.Message("general", 1)})
	foreign.PublishTyping("general", store.Typing{MemberID: "x", Name: "bob", On: true})
	foreign.PublishSite(9)
	foreign.PublishPresence(store.Presence{Node: foreign.NodeID(), Kind: store.PresenceSnapshot, Version: 1})
	eventually(t, "all of it came", func() bool { return s.hears.Counts().Refused == 4 })
	s.publish(s.general(), s.event(1))
	s.heard(4, "event general 1")
}

// A node of the community that says something of another room, or of a message
// without one, is not told on; the log is asked. An event of a kind that only the
// other node knows is told on like any other.
func TestEventsAreOfTheirRoom(t *testing.T) {
	s := stage(t)
	stray, odd, inner := redistest.Message("side", 1), redistest.Message("general", 1), redistest.Message("general", 1)
	odd.Message = nil
	inner.Message.Room = "side"
	for i, e := range []store.Event{stray, odd, inner} {
		s.publish(s.general(), s.genuine(s.general(), kindEvents, appendEvents(nil, []store.Event{redistest.Message("general", 1), e})))
		eventually(t, "asked for", func() bool { return s.hears.Counts().Unreadable == int64(i+1) && len(s.witness.all()) == s.before+i+1 })
	}
	for _, line := range s.witness.all()[s.before:] {
		if line != `gap "general"` {
			t.Errorf("told %q", line)
		}
	}
	newer := store.Event{Room: "general", Seq: 7, Kind: "message_pinned", MessageID: "m"}
	s.publish(s.general(), s.genuine(s.general(), kindEvents, appendEvents(nil, []store.Event{newer})))
	eventually(t, "told on", func() bool { return slices.Contains(s.witness.all(), "event general 7") })
}

// A stranger's ping, or an old one again, does not prove that a node hears
// itself.
func TestForgedPingProvesNothing(t *testing.T) {
	b := open(t, "redis://127.0.0.1:1")
	l := &hollow{}
	b.listener = l
	e := &subscription{bus: b}
	ping := func(payload []byte) {
		e.handle(&goredis.Message{Channel: b.pingChannel(), Payload: string(payload)})
	}
	ping([]byte("x"))
	ping(append(b.head(kindPing), make([]byte, macSize)...))
	if b.State() != Down || l.gaps.Load() != 0 || e.lastEcho.Load() != 0 {
		t.Error("a forged ping was believed")
	}
	own := b.signer.sign(message{b.pingChannel(), b.head(kindPing)}, time.Now())
	ping(own)
	if b.State() != Up || l.gaps.Load() != 1 {
		t.Fatal("the node's own ping was not believed")
	}
	e.lastEcho.Store(0)
	ping(own)
	if e.lastEcho.Load() != 0 || b.Counts().Refused != 3 {
		t.Errorf("an old ping was believed: %+v", b.Counts())
	}
}

// Whoever sends masses fills no log: one line a minute. What a node remembers
// of others is bounded by who started within hintLife.
func TestRefusalsAreSaidOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		b, err := Open(Config{URL: "redis://127.0.0.1:1", Key: testKey, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close(t.Context())
		for range 2 {
			for range 1000 {
				b.dispatch(b.siteChannel(), "\x02canary")
			}
			time.Sleep(refusalLogEvery)
		}
		if n := strings.Count(log.String(), "refused="); n != 2 || b.Counts().Refused != 2000 || strings.Contains(log.String(), "canary") {
			t.Errorf("%d lines, %+v:\n%s", n, b.Counts(), log.String())
		}
		b.listener = &hollow{}
		for i := range 300 {
			from := &Bus{id: nodeID{byte(i), byte(i >> 8), 1}}
			out := signer{mac: newMAC(testKey)}
			sealed := out.sign(message{b.siteChannel(), binary.AppendVarint(from.head(kindSite), 1)}, time.Now())
			if b.dispatch(b.siteChannel(), string(sealed)); b.Counts().Received != int64(i+1) {
				t.Fatal("a genuine hint was refused")
			}
			time.Sleep(maxAge / 60)
		}
		if n := len(b.verifier.last); n > 62 {
			t.Errorf("%d starts are remembered", n)
		}
	})
}

// A key that proves nothing is none.
func TestShortKeyIsRefused(t *testing.T) {
	if _, err := Open(Config{URL: "redis://127.0.0.1:1", Key: testKey[1:]}); err == nil {
		t.Error("opened")
	}
}

// What the proof of one message costs at either end.
func BenchmarkProof(b *testing.B) {
	bus := &Bus{namespace: "muster:0123456789abcdef"}
	out, in := signer{mac: newMAC(testKey)}, verifier{mac: newMAC(testKey), last: map[nodeID]int64{}}
	channel := bus.roomChannel("general")
	plain := appendEvents(bus.head(kindEvents), []store.Event{redistest.Message("general", 123456)})
	b.Run("seal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out.sign(message{channel, plain}, time.Now())
		}
		b.ReportMetric(float64(len(plain)), "bytes")
	})
	b.Run("admit", func(b *testing.B) {
		b.ReportAllocs()
		sealed := out.sign(message{channel, plain}, time.Now())
		for b.Loop() {
			clear(in.last)
			if !in.verify(channel, sealed, time.Now()) {
				b.Fatal("refused")
			}
		}
	})
}

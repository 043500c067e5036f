package redis

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"muster/store/bus"
	"muster/store/logtest"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// P1 phantom 0: what a stranger writes to a node's channels reaches no listener,
// hides no event that has its number, and asks the log for nothing.
func TestForgedMessagesShowAndHideNothing(t *testing.T) {
	r := newHarness(t)
	body := appendEvents(nil, []roomlog.Event{redistest.Message("general", 1)})
	old := append([]byte("\x01STRANGERe"), body...)
	bare := append(r.sender.head(kindEvents), body...)
	binary.BigEndian.PutUint64(bare[numberAt:], uint64(time.Now().UnixNano()))
	guess := append(slices.Clone(bare), make([]byte, macSize)...)
	typing := append(r.sender.head(kindTyping), appendTyping(nil, bus.Typing{MemberID: "x", Name: "GHOST", On: true})...)
	n := int64(0)
	for _, forged := range [][]byte{old, bare, guess, typing, {}, []byte("\x03"), []byte("\x03whatever comes after it"), []byte(strings.Repeat("\x03", 40))} {
		r.publish(r.general(), forged)
		n++
	}
	site := appendSite(r.sender.head(kindSite), 1<<62)
	r.publish(r.receiver.siteChannel(), append(site, make([]byte, macSize)...))
	ghosts := append(r.sender.head(kindPresence), `{"node":"STRANGER","kind":"snapshot","version":9223372036854775807,"changes":[{"m":"ghost"}]}`...)
	r.publish(r.receiver.presenceChannel(), append(ghosts, make([]byte, macSize)...))
	r.publish(r.general(), r.event(1))
	r.received(n+2, "event general 1")
}

// A message that never arrived is refused with any one byte of it changed, cut
// short, made longer, or on another channel; as it was it is accepted.
func TestAlteredMessagesAreRefused(t *testing.T) {
	r := newHarness(t)
	whole := r.event(1)
	n := int64(0)
	for i := range whole {
		altered := slices.Clone(whole)
		altered[i] ^= 1
		r.publish(r.general(), altered)
		r.publish(r.general(), whole[:i])
		n += 2
	}
	r.publish(r.general(), append(slices.Clone(whole), 0))
	r.receiver.Subscribe("side")
	eventually(t, "the other room is subscribed to", func() bool { return len(r.recorder.all()) == r.before+1 })
	r.before++
	r.publish(r.receiver.roomChannel("side"), whole)
	r.publish(r.receiver.siteChannel(), whole)
	r.publish(r.receiver.presenceChannel(), whole)
	r.publish(r.general(), whole)
	r.received(n+4, "event general 1")
}

// What was recorded and is published again is accepted once: the leave of a node
// that lives, an old snapshot, a request, typing. So is what a node sent before
// the last message received of it, and what is too far from the clock.
func TestReplayedMessagesAreRefused(t *testing.T) {
	r := newHarness(t)
	missed := r.presence(bus.Presence{Kind: bus.PresenceSnapshot, Version: 1})
	typing := r.signed(r.general(), kindTyping, appendTyping(nil, bus.Typing{MemberID: "x", Name: "bob", On: true}))
	request, leave := r.presence(bus.Presence{Kind: bus.PresenceSnapshotRequest}), r.presence(bus.Presence{Kind: bus.PresenceLeave})
	event := r.event(1)
	for range 3 {
		r.publish(r.general(), typing)
		r.publish(r.receiver.presenceChannel(), request)
		r.publish(r.receiver.presenceChannel(), leave)
		r.publish(r.general(), event)
	}
	r.publish(r.receiver.presenceChannel(), missed)
	other := open(t, r.server.URL())
	for _, off := range []time.Duration{-2 * maxAge, 2 * maxAge} {
		clock := signer{mac: newMAC(testKey)}
		r.publish(r.general(), clock.sign(message{r.general(), append(other.head(kindTyping), appendTyping(nil, bus.Typing{})...)}, time.Now().Add(off)))
	}
	r.publish(r.general(), r.event(2))
	r.received(8+1+2, "typing general", fmt.Sprint("presence ", bus.PresenceSnapshotRequest), fmt.Sprint("presence ", bus.PresenceLeave),
		"event general 1", "event general 2")
}

// A node whose clock was five hours ahead and has gone back is heard at once, its own echo
// too, and nothing that it sent before is accepted again, also where the clock was ahead as
// well. It was refused until the others' clocks came near.
func TestClockThatWentBackIsHeard(t *testing.T) {
	for _, both := range []bool{false, true} {
		from := open(t, "redis://127.0.0.1:1")
		in := verifier{macs: newMACs([][]byte{testKey}), last: map[nodeID]accepted{}}
		now := time.Now()
		ahead := now.Add(5 * time.Hour)
		signed := func(at time.Time) []byte {
			return from.signer.sign(message{from.siteChannel(), appendSite(from.head(kindSite), 1)}, at)
		}
		accepted := func(payload []byte, at time.Time) bool { return in.verify(from.siteChannel(), payload, at) == "" }
		before, during := signed(now), signed(ahead)
		there := now
		if both {
			there = ahead
		}
		if !accepted(before, now) || accepted(during, there) != both {
			t.Fatalf("both %v: before and during", both)
		}
		now = now.Add(time.Minute)
		after := signed(now)
		if !accepted(after, now) || !accepted(signed(now), now) {
			t.Errorf("both %v: the node is not heard", both)
		}
		for _, again := range [][]byte{before, after} {
			if accepted(again, now) {
				t.Errorf("both %v: a message was accepted again", both)
			}
		}
		if both && accepted(during, ahead) {
			t.Error("what it sent while its clock was ahead was accepted again")
		}
		received := from.Counts().Received
		if from.dispatch(from.siteChannel(), string(after)); from.Counts() != (Counts{Received: received}) {
			t.Error("the node does not know its own message")
		}
	}
}

// A receiver whose clock jumps ahead meets a new node and goes back: what it had received of the
// others is not accepted again. It was forgotten meanwhile, as too old.
func TestClockThatWasAheadForgetsNothing(t *testing.T) {
	in := verifier{macs: newMACs([][]byte{testKey}), last: map[nodeID]accepted{}}
	now := time.Now()
	accepts := func(from *Bus, payload []byte, at time.Time) bool {
		return in.verify(from.siteChannel(), payload, at) == ""
	}
	send := func(from *Bus, at time.Time) []byte {
		return from.signer.sign(message{from.siteChannel(), appendSite(from.head(kindSite), 1)}, at)
	}
	ann, bob := open(t, "redis://127.0.0.1:1"), open(t, "redis://127.0.0.1:1")
	recorded, ahead := send(ann, now), now.Add(5*time.Hour)
	if !accepts(ann, recorded, now) || !accepts(bob, send(bob, ahead), ahead) {
		t.Fatal("refused")
	}
	if accepts(ann, recorded, now.Add(time.Second)) {
		t.Error("a message was accepted again")
	}
}

// A step back that the others' clocks allow for begins no new series.
func TestSmallStepBackGoesOnNumbering(t *testing.T) {
	from := open(t, "redis://127.0.0.1:1")
	head := func() message { return message{from.siteChannel(), appendSite(from.head(kindSite), 1)} }
	now := time.Now()
	first := from.signer.sign(head(), now)
	second := from.signer.sign(head(), now.Add(-maxAhead/2))
	if string(first[nodeAt:numberAt]) != string(second[nodeAt:numberAt]) || binary.BigEndian.Uint64(second[numberAt:]) != binary.BigEndian.Uint64(first[numberAt:])+1 {
		t.Errorf("%x, then %x", first[:kindAt], second[:kindAt])
	}
}

// Nodes with another secret on the same channels are refused, and both sides
// log what an operator has to look at.
func TestAnotherKeyIsRefused(t *testing.T) {
	r := newHarness(t)
	var foreignLog logtest.Buffer
	foreign := openLogged(t, r.server.URL(), []byte(strings.Repeat("f", 32)), &foreignLog)
	foreign.Listen(&recorder{})
	eventually(t, "the foreign one is up", func() bool { return foreign.State() == Up })
	foreign.Publish("general", []roomlog.Event{redistest.Message("general", 1)})
	foreign.PublishTyping("general", bus.Typing{MemberID: "x", Name: "bob", On: true})
	foreign.PublishSite(9)
	foreign.PublishPresence(bus.Presence{Node: foreign.NodeID(), Kind: bus.PresenceSnapshot, Version: 1})
	eventually(t, "all of it arrived", func() bool { return r.receiver.Counts().Refused == 4 })
	r.publish(r.general(), r.event(1))
	r.received(4, "event general 1")
	site := r.receiver.siteChannel()
	if err := r.stranger.Publish(t.Context(), site, r.signed(site, kindSite, appendSite(nil, 3))).Err(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "refused there too", func() bool { return foreign.Counts().Refused == 1 })
	for _, log := range []*logtest.Buffer{&r.log, &foreignLog} {
		eventually(t, "one log line", func() bool { return strings.Count(log.String(), "do all nodes share MUSTER_SECRET?") == 1 })
	}
}

// A message of a kind that only newer builds know is skipped: it neither disturbs
// the listener nor has the log asked, however many there are.
func TestUnknownKindsAreSkipped(t *testing.T) {
	r := newHarness(t)
	for range 3 {
		r.publish(r.general(), r.signed(r.general(), 'n', []byte("of a newer build")))
		r.publish(r.receiver.presenceChannel(), r.signed(r.receiver.presenceChannel(), 'n', nil))
	}
	r.publish(r.general(), r.event(1))
	r.received(0, "event general 1")
}

// An event of a kind that only the other node knows reaches the listener like any
// other. After a message event without its message, or bytes that are none, the
// log is asked.
func TestUnknownEventsArriveAndDamagedOnesAskTheLog(t *testing.T) {
	r := newHarness(t)
	newer := roomlog.Event{Room: "general", Seq: 7, Kind: "message_pinned", MessageID: "m"}
	r.publish(r.general(), r.signed(r.general(), kindEvents, appendEvents(nil, []roomlog.Event{newer})))
	r.received(0, "event general 7")
	empty := redistest.Message("general", 1)
	empty.Message = nil
	for i, body := range [][]byte{appendEvents(nil, []roomlog.Event{redistest.Message("general", 1), empty}), []byte("\xff\xff"), nil} {
		r.publish(r.general(), r.signed(r.general(), kindEvents, body))
		eventually(t, "asked for", func() bool {
			return r.receiver.Counts().Unreadable == int64(i+1) && len(r.recorder.all()) == r.before+1+i+1
		})
	}
	for _, line := range r.recorder.all()[r.before+1:] {
		if line != `gap "general"` {
			t.Errorf("received %q", line)
		}
	}
}

// A stranger's echo, or an old one again, does not show that the subscription
// works.
func TestForgedEchoShowsNothing(t *testing.T) {
	b := open(t, "redis://127.0.0.1:1")
	l := &gapCounter{}
	b.listener = l
	s := &subscription{bus: b}
	echo := func(payload []byte) {
		s.handle(&goredis.Message{Channel: b.echoChannel(), Payload: string(payload)})
	}
	echo([]byte("x"))
	echo(append(b.head(kindEcho), make([]byte, macSize)...))
	if b.State() != Down || l.gaps.Load() != 0 || s.lastEcho.Load() != 0 {
		t.Error("a forged echo was accepted")
	}
	own := b.signer.sign(message{b.echoChannel(), b.head(kindEcho)}, time.Now())
	echo(own)
	if b.State() != Up || l.gaps.Load() != 1 {
		t.Fatal("the node's own echo was refused")
	}
	s.lastEcho.Store(0)
	echo(own)
	if s.lastEcho.Load() != 0 || b.Counts().Refused != 3 {
		t.Errorf("an old echo was accepted: %+v", b.Counts())
	}
}

// Masses of refused messages fill no log: one line a minute for each reason. What
// a node remembers of others is bounded by those that were there within twice maxAge.
func TestRefusalsAreLoggedOnceAMinute(t *testing.T) {
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
				b.dispatch(b.siteChannel(), "\x03canary"+strings.Repeat("canary", 10))
			}
			time.Sleep(refusalLogEvery)
		}
		text := log.String()
		if n := strings.Count(text, "refused="); n != 4 || b.Counts().Refused != 4000 || strings.Contains(text, "canary") {
			t.Errorf("%d lines, %+v:\n%s", n, b.Counts(), text)
		}
		if strings.Count(text, "another build") != 2 || strings.Count(text, "MUSTER_SECRET") != 2 {
			t.Errorf("the reasons:\n%s", text)
		}
		b.listener = &gapCounter{}
		for i := range 300 {
			from := &Bus{id: nodeID{byte(i), byte(i >> 8), 1}}
			out := signer{mac: newMAC(testKey)}
			signed := out.sign(message{b.siteChannel(), appendSite(from.head(kindSite), 1)}, time.Now())
			if b.dispatch(b.siteChannel(), string(signed)); b.Counts().Received != int64(i+1) {
				t.Fatal("a node's own message was refused")
			}
			time.Sleep(maxAge / 60)
		}
		if n := len(b.verifier.last); n > 122 {
			t.Errorf("%d nodes are remembered", n)
		}
	})
}

// A key that is too short is refused.
func TestShortKeyIsRefused(t *testing.T) {
	if _, err := Open(Config{URL: "redis://127.0.0.1:1", Key: testKey[1:]}); err == nil {
		t.Error("opened")
	}
}

// What the MAC of one message costs at either end.
func BenchmarkMAC(b *testing.B) {
	bus := &Bus{namespace: "muster:0123456789abcdef"}
	out, in := signer{mac: newMAC(testKey)}, verifier{macs: newMACs([][]byte{testKey}), last: map[nodeID]accepted{}}
	channel := bus.roomChannel("general")
	plain := appendEvents(bus.head(kindEvents), []roomlog.Event{redistest.Message("general", 123456)})
	b.Run("sign", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out.sign(message{channel, plain}, time.Now())
		}
		b.ReportMetric(float64(len(plain)), "bytes")
	})
	b.Run("verify", func(b *testing.B) {
		b.ReportAllocs()
		signed := out.sign(message{channel, plain}, time.Now())
		for b.Loop() {
			clear(in.last)
			if why := in.verify(channel, signed, time.Now()); why != "" {
				b.Fatal(why)
			}
		}
	})
}

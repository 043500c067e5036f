package actors

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// countOutbox costs the minimum of a real outbox: one lock and one append.
type countOutbox struct {
	mu    sync.Mutex
	queue []wire.Frame
	saw   func(wire.Frame)
}

func (o *countOutbox) Push(f wire.Frame) {
	o.mu.Lock()
	o.queue = append(o.queue, f)
	if len(o.queue) == 64 {
		o.queue = o.queue[:0]
	}
	o.mu.Unlock()
	if o.saw != nil {
		o.saw(f)
	}
}
func (o *countOutbox) PushLazy(f wire.Frame) { o.Push(f) }
func (o *countOutbox) PushAll(frames wire.Frames) {
	for _, f := range frames.All() {
		o.Push(f)
	}
}
func (o *countOutbox) Close(wire.CloseCode, string)            {}
func (o *countOutbox) Deny(wire.Frame, wire.CloseCode, string) {}
func (o *countOutbox) Await(int, time.Duration) bool           { return true }
func (o *countOutbox) Joined() string                          { return "" }

// How long a room takes for one event with n members: apply and push.
func BenchmarkRoomFanOut(b *testing.B) {
	for _, n := range []int{20, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := &Hub{node: runtime.NewNode(time.Now, nil, nil, nil)}
			r := newRoom(h, &roomHandle{id: "r"})
			r.loaded, r.replay, r.recent = true, roomlog.NewReplay(0, nil), roomlog.NewRecent("r", nil)
			for i := range n {
				r.members.Enter(&countOutbox{}, fmt.Sprint(i), "n", false, time.Now())
			}
			b.ReportAllocs()
			seq := int64(0)
			for b.Loop() {
				seq++
				r.apply(roomlog.Announcement{Seq: seq, Frame: roomlog.Announce([]store.Event{sent(seq, "hello there")})[0].Frame, Event: sent(seq, "hello there")})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/member")
		})
	}
}

// One socket: connect, join_chat, room_joined, history, gone. The room is full.
func BenchmarkJoin(b *testing.B) {
	log, admission := newMemLog("general"), newMemAdmission()
	for i := range 50 {
		log.byAnotherNode("general", "id-old", fmt.Sprint("a message of a usual length, number ", i))
	}
	for i := range 20000 {
		admission.callers[fmt.Sprint("t", i)] = store.Caller{
			Session: store.Session{ID: fmt.Sprint("s", i), Kind: store.MemberSession},
			Member:  store.Member{ID: fmt.Sprint("m", i), Username: fmt.Sprint("u", i), Status: store.MemberStatus{ChatEnabled: true}},
		}
	}
	hub := NewHub(Config{Log: log, Admission: admission, Logger: quiet()})
	join := func(i int) *Session {
		var n atomic.Int64
		ready := make(chan struct{})
		out := &countOutbox{}
		out.saw = func(wire.Frame) {
			if n.Add(1) == 4 {
				close(ready)
			}
		}
		s := hub.Connect(out)
		s.Receive(fmt.Appendf(nil, `{"type":"join_chat","token":"t%d"}`, i%20000))
		<-ready
		return s
	}
	for i := range 1000 {
		join(i)
	}
	b.ReportAllocs()
	i := 1000
	for b.Loop() {
		join(i).Gone()
		i++
	}
	b.StopTimer()
	if err := hub.Stop(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// From Receive of a send to the push to the last of n members.
func BenchmarkSendToRoom(b *testing.B) {
	const n = 1000
	log, admission := newMemLog("general"), newMemAdmission()
	hub := NewHub(Config{Log: log, Admission: admission, Rate: 1e9, Burst: 1e9, Logger: quiet()})
	var entered, received atomic.Int64 // members who have the room's history; members who have the message
	full, everybody := make(chan struct{}), make(chan struct{}, 1)
	saw := func(f wire.Frame) {
		switch {
		case bytes.HasPrefix(f.Payload(), []byte(`{"type":"message_history"`)):
			if entered.Add(1) == n {
				close(full)
			}
		case bytes.HasPrefix(f.Payload(), []byte(`{"type":"message",`)):
			if received.Add(1)%n == 0 {
				everybody <- struct{}{}
			}
		}
	}
	var first *Session
	for i := range n {
		admission.set(func(l *memAdmission) {
			l.callers[fmt.Sprint("t", i)] = store.Caller{
				Session: store.Session{ID: fmt.Sprint("s", i), Kind: store.MemberSession},
				Member:  store.Member{ID: fmt.Sprint("m", i), Username: "u", Status: store.MemberStatus{ChatEnabled: true}},
			}
		})
		s := hub.Connect(&countOutbox{saw: saw})
		s.Receive(fmt.Appendf(nil, `{"type":"join_chat","token":"t%d"}`, i))
		if first == nil {
			first = s
		}
	}
	<-full
	b.ReportAllocs()
	for b.Loop() {
		first.Receive([]byte(`{"type":"send_message","message":"hello there"}`))
		<-everybody
	}
	b.StopTimer()
	if err := hub.Stop(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// The cost of encoding one event of another node, and its bytes.
func BenchmarkEventFrame(b *testing.B) {
	e := sent(123456, "a text of a usual length with a few letters in it")
	e.Message.ID, e.Message.SenderID, e.Message.ClientMsgID = newID(), newID(), newID()
	b.ReportAllocs()
	for b.Loop() {
		roomlog.EventFrame(e, nil)
	}
	b.ReportMetric(float64(roomlog.EventFrame(e, nil).Len()), "bytes")
}

// sent is a message numbered seq.
func sent(seq int64, text string) store.Event {
	id := fmt.Sprint("m", seq)
	return store.Event{Room: "r", Seq: seq, Kind: store.MessageSent, ActorID: "1", Message: &store.Message{
		ID: id, Room: "r", Seq: seq, Kind: store.TextMessage, Text: text, SenderID: "1", SenderName: "ann",
	}}
}

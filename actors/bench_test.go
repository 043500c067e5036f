package actors

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/actors/wire"
	"muster/store"
	"muster/store/language"
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
func (o *countOutbox) PushLazy(frames wire.Frames) { o.PushAll(frames) }
func (o *countOutbox) PushAll(frames wire.Frames) {
	for _, f := range frames.All() {
		o.Push(f)
	}
}
func (o *countOutbox) Close(wire.CloseCode, string)            {}
func (o *countOutbox) Deny(wire.Frame, wire.CloseCode, string) {}
func (o *countOutbox) Await(int, time.Duration) bool           { return true }
func (o *countOutbox) Language() (language.Tag, bool)          { return "", false }
func (o *countOutbox) Joined() string                          { return "" }

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

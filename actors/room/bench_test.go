package room

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/actors/presence"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/roomlog"
)

// countOutbox costs the minimum of a real outbox: one lock and one append.
type countOutbox struct {
	mu    sync.Mutex
	queue []wire.Frame
}

func (o *countOutbox) Push(f wire.Frame) {
	o.mu.Lock()
	o.queue = append(o.queue, f)
	if len(o.queue) == 64 {
		o.queue = o.queue[:0]
	}
	o.mu.Unlock()
}

func (o *countOutbox) PushAll(frames wire.Frames) {
	for _, f := range frames.All() {
		o.Push(f)
	}
}

// How long a room takes for one event with n members: apply and push.
func BenchmarkRoomFanOut(b *testing.B) {
	for _, n := range []int{20, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := New(Config{Node: runtime.NewNode(time.Now, nil, nil, nil), Hub: noHub{}}, NewHandle("r"), presence.Remote{})
			r.loaded, r.replay, r.recent = true, livelog.NewReplay(0, nil), livelog.NewRecent("r", nil)
			for i := range n {
				r.members.Enter(&countOutbox{}, fmt.Sprint(i), "n", false, time.Now())
			}
			b.ReportAllocs()
			seq := int64(0)
			for b.Loop() {
				seq++
				r.apply(livelog.Announcement{Seq: seq, Frame: livelog.Announce([]roomlog.Event{sent(seq, "hello there")})[0].Frame, Event: sent(seq, "hello there")})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/member")
		})
	}
}

// The cost of encoding one event of another node, and its bytes.
func BenchmarkEventFrame(b *testing.B) {
	id := func() string { return uuid.Must(uuid.NewV7()).String() }
	e := sent(123456, "a text of a usual length with a few letters in it")
	e.Message.ID, e.Message.SenderID, e.Message.ClientMsgID = id(), id(), id()
	b.ReportAllocs()
	for b.Loop() {
		livelog.EventFrame(e, nil)
	}
	b.ReportMetric(float64(livelog.EventFrame(e, nil).Len()), "bytes")
}

// sent is a message numbered seq.
func sent(seq int64, text string) roomlog.Event {
	id := fmt.Sprint("m", seq)
	return roomlog.Event{Room: "r", Seq: seq, Kind: roomlog.MessageSent, ActorID: "1", Message: &roomlog.Message{
		ID: id, Room: "r", Seq: seq, Kind: roomlog.TextMessage, Text: text, SenderID: "1", SenderName: "ann",
	}}
}

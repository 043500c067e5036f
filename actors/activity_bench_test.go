//go:build unix

package actors

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// What ten administrators who watch cost a node with 2,000 messages a second in 100
// rooms of 20 members, in processor time: turns with and without them alternate. The
// database and the sockets, which would make the share smaller, are left out.
func BenchmarkActivityWatched(b *testing.B) {
	const rooms, members, perSecond, watchers = 100, 20, 2000, 10
	var ids []string
	for i := range rooms {
		ids = append(ids, fmt.Sprint("r", i))
	}
	log, admission := newMemLog(append(ids, "general")...), newMemAdmission()
	hub := NewHub(Config{Log: log, Admission: admission, Logger: quiet(), Activities: &memActivities{}})
	defer func() { hub.Stop(context.Background()) }()
	var entered sync.WaitGroup
	connect := func(name, room string, admin bool) *Session {
		entered.Add(1)
		admission.set(func(l *memAdmission) {
			l.callers["token-"+name] = store.Caller{
				Session: store.Session{ID: "session-" + name, Kind: store.MemberSession},
				Member:  store.Member{ID: "id-" + name, Username: name, IsAdmin: admin, Status: store.MemberStatus{ChatEnabled: true}},
			}
		})
		s := hub.Connect(&countOutbox{saw: func(f wire.Frame) {
			if bytes.HasPrefix(f.Payload(), []byte(`{"type":"message_history"`)) {
				entered.Done()
			}
		}})
		s.Receive(fmt.Appendf(nil, `{"type":"join_chat","token":"token-%s","roomId":%q}`, name, room))
		return s
	}
	for _, room := range ids {
		for i := range members {
			connect(fmt.Sprint(room, "-", i), room, false)
		}
	}
	var administrators []*Session
	for i := range watchers {
		administrators = append(administrators, connect(fmt.Sprint("boss", i), "general", true))
	}
	entered.Wait()
	// The tap follows what the sessions ask for a moment later.
	await := func(watched bool) {
		for hub.eventTap.Watched() != watched {
			if b.Context().Err() != nil {
				b.FailNow()
			}
			runtime.Gosched()
		}
	}
	seqs := map[string]int64{}
	turn := func() time.Duration {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		began := cpu()
		for i := range 2 * perSecond {
			if i%(perSecond/100) == 0 {
				<-tick.C
			}
			room := ids[i%rooms]
			seqs[room]++
			e := sent(seqs[room], "a message of a usual length, as they are")
			e.Room, e.Message.Room, e.Message.ID = room, room, newID()
			hub.announce(room, []roomlog.Event{e}, time.Now())
		}
		return cpu() - began
	}
	turn() // everybody is announced meanwhile
	var shares []float64
	var without, with time.Duration
	for b.Loop() {
		none := turn()
		for _, s := range administrators {
			s.Receive([]byte(`{"type":"watch_activity"}`))
		}
		await(true)
		ten := turn()
		for _, s := range administrators {
			s.Receive([]byte(`{"type":"unwatch_activity"}`))
		}
		await(false)
		without, with = without+none, with+ten
		shares = append(shares, 100*(float64(ten)/float64(none)-1))
	}
	slices.Sort(shares)
	b.ReportMetric(float64(without.Microseconds())/2000/float64(b.N), "ms/s-without")
	b.ReportMetric(float64(with.Microseconds())/2000/float64(b.N), "ms/s-with")
	b.ReportMetric(shares[len(shares)/2], "%-more")
}

// cpu is the processor time of this process.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// sent is a message numbered seq.
func sent(seq int64, text string) roomlog.Event {
	id := fmt.Sprint("m", seq)
	return roomlog.Event{Room: "r", Seq: seq, Kind: roomlog.MessageSent, ActorID: "1", Message: &roomlog.Message{
		ID: id, Room: "r", Seq: seq, Kind: roomlog.TextMessage, Text: text, SenderID: "1", SenderName: "ann",
	}}
}

package actors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/store/roomlog"
)

// For every interleaving of local and foreign commits, repeated and reordered
// announcements, leaves, resumes and new entries into the same room, a client
// that keeps its last number sees every event once and in order.
func TestP4ResumeAndLiveMerge(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.SliceOfN(rapid.IntRange(0, 8), 5, 40).Draw(rt, "steps")
		gap := rapid.IntRange(0, 2*room.PageEvents).Draw(rt, "events before")
		var saw []int64
		var head int64
		synctest.Test(t, func(t *testing.T) {
			saw, head = interleave(t, steps, gap)
		})
		if fmt.Sprint(saw) != fmt.Sprint(numbers(1, head)) {
			rt.Fatalf("saw %v of %d events", saw, head)
		}
	})
}

func interleave(t *testing.T, steps []int, gap int) (saw []int64, head int64) {
	r := &harness{t: t, log: newMemLog("general", "side"), admission: newMemAdmission()}
	r.hub = NewHub(Config{Log: r.log, Admission: r.admission, Rate: 1e6, Burst: 1e6, Logger: quiet()})
	synctest.Wait()
	w := r.inside("writer")
	for i := range gap {
		r.log.byAnotherNode("general", "id-old", fmt.Sprint(i))
	}
	var last int64
	var b *browser
	back := map[int64]bool{} // numbers it asked from once more
	again := false           // the answer to that may begin
	collect := func() {
		for _, f := range b.take() {
			if f.kind() == "room_joined" {
				again = true
				if f["resumed"] != true {
					t.Errorf("not resumed from %d", last)
				}
			}
			for _, n := range seqs([]frame{f}) {
				if again && back[n-1] && n <= int64(len(saw)) {
					saw = saw[:n-1]
				}
				again = false
				saw = append(saw, n)
				last = n
			}
		}
	}
	r.member("bob")
	enter := func(settle bool) {
		b = r.connect()
		b.sess.Receive(fmt.Appendf(nil, `{"type":"join_chat","token":"token-bob","lastSeq":%d}`, last))
		if settle {
			synctest.Wait()
		}
	}
	enter(false)
	for i, step := range steps {
		switch step {
		case 0, 1: // a send here
			w.sess.Receive(fmt.Appendf(nil, `{"type":"send_message","message":"m%d"}`, i))
		case 2: // a commit of another node, not announced
			r.log.byAnotherNode("general", "id-old", "x")
		case 3: // one that is announced, twice
			e := r.log.byAnotherNode("general", "id-old", "y")
			if h := r.hub.live("general"); h != nil {
				runtime.Tell(h.Ref, room.Announced{Events: livelog.Announce([]roomlog.Event{e})})
				runtime.Tell(h.Ref, room.Announced{Events: livelog.Announce([]roomlog.Event{e})})
			}
		case 4: // two announced in the wrong order
			e1, e2 := r.log.byAnotherNode("general", "id-old", "1"), r.log.byAnotherNode("general", "id-old", "2")
			if h := r.hub.live("general"); h != nil {
				runtime.Tell(h.Ref, room.Announced{Events: livelog.Announce([]roomlog.Event{e2})})
				runtime.Tell(h.Ref, room.Announced{Events: livelog.Announce([]roomlog.Event{e1})})
			}
		case 5: // away and back
			b.sess.Gone()
			synctest.Wait()
			collect()
			enter(i%2 == 0)
		case 6: // the room fails
			if h := r.hub.live("general"); h != nil {
				runtime.Halt(h.Ref)
			}
		case 7:
			synctest.Wait()
		case 8: // it asks again, from further back
			synctest.Wait()
			collect()
			back[last/2] = true
			b.sess.Receive(fmt.Appendf(nil, `{"type":"join_room","roomId":"general","lastSeq":%d}`, last/2))
		}
	}
	after(time.Minute)
	collect()
	r.log.set(func(l *memLog) { head = int64(len(l.rooms["general"].events)) })
	r.stop()
	return saw, head
}

package presence

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/actors/wire"
)

func equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// socket is an Outbox that nobody reads.
type socket struct{ id int }

func (*socket) Push(wire.Frame)     {}
func (*socket) PushAll(wire.Frames) {}

// Members counts people whatever comes and goes.
func TestMembersModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r, now := NewMembers(), time.Unix(1000, 0)
		sockets := make([]*socket, 12)
		for i := range sockets {
			sockets[i] = &socket{i}
		}
		in := map[int]bool{}
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			i := rapid.IntRange(0, len(sockets)-1).Draw(rt, "socket")
			now = now.Add(time.Duration(rapid.IntRange(0, 2000).Draw(rt, "ms")) * time.Millisecond)
			if in[i] {
				r.Leave(sockets[i], now)
			} else {
				r.Enter(sockets[i], fmt.Sprint(i%4), "n", i%2 == 0, now)
			}
			in[i] = !in[i]
			r.Announce(now)
			r.Forget(now)
			people, count := map[int]bool{}, 0
			for j, on := range in {
				if on {
					people[j%4] = true
					count++
				}
			}
			if r.Count() != len(people) || len(r.Subscriptions) != count || len(r.bySocket) != count {
				rt.Fatalf("%d people, %d subscriptions; want %d, %d", r.Count(), len(r.Subscriptions), len(people), count)
			}
			for at, st := range r.Subscriptions {
				if st.index != at || r.bySocket[st.Out] != st {
					rt.Fatal("a subscription lost its index")
				}
			}
			for _, p := range r.waiting {
				if r.People[p.ID] != p || p.Announced || p.due.Before(r.Next()) {
					rt.Fatal("somebody waits who is gone, announced or due before the first")
				}
			}
		}
	})
}

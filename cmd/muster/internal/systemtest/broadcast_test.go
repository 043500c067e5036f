package systemtest

import (
	"fmt"
	"testing"

	"muster/actors"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/redis"
	"muster/store/redis/redistest"
)

// What is broadcast on one node is on the screens of all: over Redis at once,
// without one at the next poll, and whatever order the transactions commit in.
func TestBroadcastIsShownOnEveryNode(t *testing.T) {
	t.Parallel()
	for name, buses := range map[string]func(t *testing.T) []actors.Bus{
		"without Redis": func(*testing.T) []actors.Bus { return []actors.Bus{nil, nil} },
		"over Redis": func(t *testing.T) []actors.Bus {
			server := redistest.Start(t)
			return []actors.Bus{redisBus(t, server.URL()), redisBus(t, server.URL())}
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t)
			var hubs []*actors.Hub
			var pages []*page
			for i, bus := range buses(t) {
				hub := startNode(t, db, bus)
				if r, ok := bus.(*redis.Bus); ok {
					harness.Until(t, "the subscription is up", func() bool { return r.State() == redis.Up })
				}
				_, p := enter(t, hub, soldier(t, db, fmt.Sprint("member", i)), 0)
				hubs, pages = append(hubs, hub), append(pages, p)
			}
			shown := func(what string) {
				t.Helper()
				for _, p := range pages {
					p.until(t, what, func(f seen) bool { return f.Type == "server_cost" && f.Code == what })
				}
			}
			broadcast := func(subject, code string) []store.Broadcast {
				t.Helper()
				b, err := store.NewBroadcast(subject, "server_cost", map[string]string{"code": code})
				if err != nil {
					t.Fatal(err)
				}
				numbered, err := db.Broadcast(t.Context(), b)
				if err != nil {
					t.Fatal(err)
				}
				return numbered
			}
			hubs[0].Broadcast(broadcast("server_cost", "first")...)
			shown("first")
			// The node that committed it died before it could announce it.
			broadcast("server_cost", "second")
			shown("second")
			for _, p := range pages {
				p.mu.Lock()
				n := 0
				for _, f := range p.frames {
					if f.Type == "server_cost" {
						n++
					}
				}
				p.mu.Unlock()
				if n != 2 {
					t.Errorf("%d frames for 2 broadcasts", n)
				}
			}
		})
	}
}

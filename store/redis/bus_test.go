package redis

import (
	"strings"
	"sync/atomic"
	"testing"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

func TestRedisConforms(t *testing.T) {
	for name, broken := range map[string]func(s *redistest.Server) (brk, repair func()){
		"killed":   func(s *redistest.Server) (func(), func()) { return s.Kill, s.Run },
		"swallows": nil,
	} {
		t.Run(name, func(t *testing.T) {
			redistest.Conform(t, func(t *testing.T) redistest.Harness {
				server := redistest.Start(t)
				proxy := redistest.StartProxy(t, server)
				var nodes []*Bus
				k := redistest.Harness{
					Node: func(t *testing.T) bus.Bus {
						nodes = append(nodes, open(t, proxy.URL()))
						return nodes[len(nodes)-1]
					},
					Break: func() { proxy.Swallow(true) },
				}
				k.Repair = func() {
					for _, b := range nodes {
						eventually(t, "silence is noticed", func() bool { return b.State() == Silent })
					}
					proxy.Swallow(false)
				}
				if broken != nil {
					k.Break, k.Repair = broken(server)
				}
				return k
			})
		})
	}
}

// gapCounter is a listener that counts gaps.
type gapCounter struct{ gaps atomic.Int64 }

func (h *gapCounter) Gap(string)                         { h.gaps.Add(1) }
func (h *gapCounter) RoomEvents(string, []roomlog.Event) {}
func (h *gapCounter) SiteReached(int64)                  {}
func (h *gapCounter) Broadcast(store.Broadcast)          {}
func (h *gapCounter) Flag(chat.Flag)                     {}
func (h *gapCounter) Read(roomlog.ReadState)             {}
func (h *gapCounter) RoomTyping(string, bus.Typing)      {}
func (h *gapCounter) Presence(bus.Presence)              {}
func (h *gapCounter) Activity(desk.ActivityBatch)        {}
func (h *gapCounter) ActivityWatched(desk.ActivityWatch) {}

// P5: a Redis that answers everything and delivers nothing is noticed, and one
// that is gone or frozen too. After each of them messages arrive again.
func TestP5StateIsNoticed(t *testing.T) {
	server := redistest.Start(t)
	proxy := redistest.StartProxy(t, server)
	b := open(t, proxy.URL())
	if b.State() != Down {
		t.Fatalf("before the start: %s", b.State())
	}
	l := &gapCounter{}
	b.Listen(l)
	up := func() bool { return b.State() == Up }
	eventually(t, "up", up)

	gaps := l.gaps.Load()
	proxy.Swallow(true)
	eventually(t, "silent", func() bool { return b.State() == Silent })
	proxy.Swallow(false)
	eventually(t, "up after silence", up)
	eventually(t, "a gap is reported", func() bool { return l.gaps.Load() > gaps })

	server.Kill()
	eventually(t, "down", func() bool { return b.State() == Down })
	gaps = l.gaps.Load()
	server.Run()
	eventually(t, "up after the restart", up)
	eventually(t, "a gap is reported", func() bool { return l.gaps.Load() > gaps })

	server.Freeze()
	eventually(t, "not up while frozen", func() bool { return b.State() != Up })
	server.Thaw()
	eventually(t, "up after the thaw", up)
	if c := b.Counts(); c.Connected < 4 || c.Unreadable != 0 {
		t.Errorf("%+v", c)
	}
}

// SEC-4: the error for a URL that cannot be parsed shows nothing of it.
func TestSEC4BadURLShowsNoPassword(t *testing.T) {
	for _, url := range []string{"redis://:canary@host:port:port/x", "canary://x", "redis://h/canary"} {
		if _, err := Open(Config{URL: url, Key: testKey}); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%v", err)
		}
	}
}

// A site whose chat is alive: the real hub and the real sockets, on as many
// nodes as a test asks for.

package http

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/actors"
	"muster/http/socket"
)

// liveSite serves the calls and the chat on its first node, the chat alone on
// the others: they learn of the first one's acts from the site log.
type liveSite struct {
	*site
	nodes []string // addresses of the sockets
}

func newLiveSite(t testing.TB, nodes int) *liveSite {
	t.Helper()
	live := &liveSite{}
	live.site = newSite(t, func(c *Config) {
		for i := range nodes {
			hub := actors.NewHub(actors.Config{
				Log: c.Store, Ledger: c.Store, DefaultRoom: c.DefaultRoom, Rate: 1e6, Burst: 1e6, Logger: c.Logger,
			})
			sockets := socket.New(socket.Config{
				Connect:    func(out actors.Outbox) socket.Session { return hub.Connect(out) },
				PerAddress: -1, DrainSpread: time.Millisecond, Logger: c.Logger,
			})
			t.Cleanup(func() {
				ctx, cancel := context.WithTimeout(context.Background(), patience)
				defer cancel()
				if err := sockets.Drain(ctx); err != nil {
					t.Error(err)
				}
				sockets.Close()
				if err := hub.Stop(ctx); err != nil {
					t.Error(err)
				}
			})
			if i == 0 {
				c.Hub, c.Socket = hub, sockets
				continue
			}
			mux := http.NewServeMux()
			mux.Handle("/ws/chat", sockets)
			server := httptest.NewServer(mux)
			t.Cleanup(server.Close)
			live.nodes = append(live.nodes, server.URL)
		}
	})
	live.nodes = append([]string{live.base}, live.nodes...)
	return live
}

// under is the same site in the hands of a subtest.
func (l *liveSite) under(t testing.TB) *liveSite {
	inner, outer := *l.site, *l
	inner.t, outer.site = t, &inner
	return &outer
}

// patience bounds every wait; no test asserts how long a thing took.
const patience = 60 * time.Second

// heard is what a test reads of any frame.
type heard struct {
	Type   string `json:"type"`
	RoomID string `json:"roomId"`
	UserID string `json:"user_id"`
	Text   string `json:"message"`
	Seq    int64  `json:"seq"`
	Code   string `json:"code"`
}

// browser is one open socket. It keeps every frame and how the socket ended.
type browser struct {
	t    testing.TB
	conn *websocket.Conn

	mu     sync.Mutex
	frames []heard
	ended  bool
	code   websocket.StatusCode
	more   chan struct{} // closed and made anew with every change
}

// dial opens a socket on a node and joins the room.
func (l *liveSite) dial(node int, token, room string) *browser {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, strings.Replace(l.nodes[node], "http", "ws", 1)+"/ws/chat", nil)
	l.must(err)
	conn.SetReadLimit(4 << 20)
	b := &browser{t: l.t, conn: conn, more: make(chan struct{})}
	l.t.Cleanup(func() { conn.CloseNow() })
	go b.listen()
	b.say(map[string]any{"type": "join_chat", "token": token, "roomId": room})
	return b
}

func (b *browser) listen() {
	for {
		_, payload, err := b.conn.Read(context.Background())
		var f heard
		if err == nil {
			err = json.Unmarshal(payload, &f)
		}
		b.mu.Lock()
		if err == nil {
			b.frames = append(b.frames, f)
		} else {
			b.ended, b.code = true, websocket.CloseStatus(err)
		}
		close(b.more)
		b.more = make(chan struct{})
		b.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// say sends a frame; on a socket that has ended it does nothing.
func (b *browser) say(frame map[string]any) bool {
	payload, err := json.Marshal(frame)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return b.conn.Write(ctx, websocket.MessageText, payload) == nil
}

func (b *browser) text(room, text string) bool {
	return b.say(map[string]any{"type": "send_message", "message": text, "messageType": "text", "roomId": room})
}

// await waits until look is content with the frames so far and the end; it
// gives up, and says so, when patience runs out.
func (b *browser) await(what string, look func(frames []heard, ended bool) bool) error {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		b.mu.Lock()
		content, more, ended := look(b.frames, b.ended), b.more, b.ended
		b.mu.Unlock()
		switch {
		case content:
			return nil
		case ended:
			return fmt.Errorf("the socket ended (%d) before %s", b.code, what)
		}
		select {
		case <-more:
		case <-deadline.C:
			return fmt.Errorf("waited in vain for %s", what)
		}
	}
}

// until waits for a frame of the type that fits.
func (b *browser) until(kind string, fits func(heard) bool) {
	b.t.Helper()
	err := b.await(kind, func(frames []heard, _ bool) bool {
		for _, f := range frames {
			if f.Type == kind && fits(f) {
				return true
			}
		}
		return false
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) inRoom(room string) {
	b.t.Helper()
	b.until("room_joined", func(f heard) bool { return f.RoomID == room })
}

// closes waits for the end of the socket and checks what it was told last.
func (b *browser) closes(code websocket.StatusCode, why string) {
	b.t.Helper()
	if err := b.await("the end", func(_ []heard, ended bool) bool { return ended }); err != nil {
		b.t.Fatal(err)
	}
	last := heard{}
	if len(b.frames) > 0 {
		last = b.frames[len(b.frames)-1]
	}
	if b.code != code || last.Type != "error" || last.Text != why {
		b.t.Errorf("closed with %d after %+v, want %d %q", b.code, last, code, why)
	}
}

// after gives the frames that came after the first of a type.
func (b *browser) after(kind string) []heard {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, f := range b.frames {
		if f.Type == kind {
			return b.frames[i+1:]
		}
	}
	return nil
}

// A site with the real hub and the real sockets, on one or more nodes.

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
	"muster/actors/wire"
	"muster/http/socket"
	desks "muster/store/postgres/desk"
)

// liveSite serves calls and chat on its first node, and only chat on the others,
// which learn of changes from the site log.
type liveSite struct {
	*site
	nodes []string // addresses of the sockets
}

func newLiveSite(t testing.TB, nodes int, change ...func(*Config)) *liveSite {
	t.Helper()
	live := &liveSite{}
	live.site = newSite(t, func(c *Config) {
		for _, f := range change {
			f(c)
		}
		for i := range nodes {
			hub := actors.NewHub(actors.Config{
				Log: c.Log, Admission: c.Log, Activities: desks.New(c.Store), DefaultRoom: c.DefaultRoom, Rate: 1e6, Burst: 1e6, Logger: c.Logger,
			})
			sockets := socket.New(socket.Config{
				Connect:    func(out actors.Outbox) socket.Session { return hub.Connect(out) },
				PerAddress: -1, DrainSpread: time.Millisecond, Language: LanguageOf, Logger: c.Logger,
			})
			t.Cleanup(func() {
				ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
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

// withT is the same site for a subtest.
func (l *liveSite) withT(t testing.TB) *liveSite {
	inner, outer := *l.site, *l
	inner.t, outer.site = t, &inner
	return &outer
}

// testTimeout limits every wait; no test asserts how long something took.
const testTimeout = 60 * time.Second

// frame has the fields of any frame that tests read.
type frame struct {
	Type   string `json:"type"`
	RoomID string `json:"roomId"`
	UserID string `json:"user_id"`
	Text   string `json:"message"`
	Seq    int64  `json:"seq"`
	Code   string `json:"code"`
	// CurrentCost is that of server_cost_update.
	CurrentCost float64 `json:"currentCost"`

	MessageID string             `json:"messageId"`
	Metadata  wire.MediaMetadata `json:"metadata"`
	Messages  []wire.MessageBody `json:"messages"` // of message_history

	Kind  string              `json:"kind"`
	Actor wire.ActivityPerson `json:"actor"`
}

// socketClient is one open socket. It keeps all frames and the close code.
type socketClient struct {
	t    testing.TB
	conn *websocket.Conn

	mu      sync.Mutex
	frames  []frame
	ended   bool
	code    websocket.StatusCode
	changed chan struct{} // closed and replaced at every change
}

// dial opens a socket on a node and joins the room.
func (l *liveSite) dial(node int, token, room string) *socketClient {
	l.t.Helper()
	b := l.open(node)
	b.send(map[string]any{"type": "join_chat", "token": token, "roomId": room})
	return b
}

// open opens a socket on a node.
func (l *liveSite) open(node int, headers ...string) *socketClient {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	defer cancel()
	sent := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		sent.Set(headers[i], headers[i+1])
	}
	conn, _, err := websocket.Dial(ctx, strings.Replace(l.nodes[node], "http", "ws", 1)+"/ws/chat", &websocket.DialOptions{HTTPHeader: sent})
	l.must(err)
	conn.SetReadLimit(4 << 20)
	b := &socketClient{t: l.t, conn: conn, changed: make(chan struct{})}
	l.t.Cleanup(func() { conn.CloseNow() })
	go b.readFrames()
	return b
}

func (b *socketClient) readFrames() {
	for {
		_, payload, err := b.conn.Read(context.Background())
		var f frame
		if err == nil {
			err = json.Unmarshal(payload, &f)
		}
		b.mu.Lock()
		if err == nil {
			b.frames = append(b.frames, f)
		} else {
			b.ended, b.code = true, websocket.CloseStatus(err)
		}
		close(b.changed)
		b.changed = make(chan struct{})
		b.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// send sends a frame. It returns false when the socket has ended.
func (b *socketClient) send(frame map[string]any) bool {
	payload, err := json.Marshal(frame)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	defer cancel()
	return b.conn.Write(ctx, websocket.MessageText, payload) == nil
}

func (b *socketClient) sendText(room, text string) bool {
	return b.send(map[string]any{"type": "send_message", "message": text, "messageType": "text", "roomId": room})
}

// await waits until done returns true for the frames so far. It fails when the socket
// ends first or after testTimeout.
func (b *socketClient) await(what string, done func(frames []frame, ended bool) bool) error {
	deadline := time.NewTimer(testTimeout)
	defer deadline.Stop()
	for {
		b.mu.Lock()
		ok, more, ended := done(b.frames, b.ended), b.changed, b.ended
		b.mu.Unlock()
		switch {
		case ok:
			return nil
		case ended:
			return fmt.Errorf("the socket ended (%d) before %s", b.code, what)
		}
		select {
		case <-more:
		case <-deadline.C:
			return fmt.Errorf("no %s in time", what)
		}
	}
}

// waitFrame waits for a frame of the type that matches.
func (b *socketClient) waitFrame(kind string, matches func(frame) bool) {
	b.t.Helper()
	err := b.await(kind, func(frames []frame, _ bool) bool {
		for _, f := range frames {
			if f.Type == kind && matches(f) {
				return true
			}
		}
		return false
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *socketClient) waitJoined(room string) {
	b.t.Helper()
	b.waitFrame("room_joined", func(f frame) bool { return f.RoomID == room })
}

// wantClose waits for the end of the socket and checks its close code and last frame.
func (b *socketClient) wantClose(code websocket.StatusCode, why string) {
	b.t.Helper()
	if err := b.await("the end", func(_ []frame, ended bool) bool { return ended }); err != nil {
		b.t.Fatal(err)
	}
	last := frame{}
	if len(b.frames) > 0 {
		last = b.frames[len(b.frames)-1]
	}
	if b.code != code || last.Type != "error" || last.Text != why {
		b.t.Errorf("closed with %d after %+v, want %d %q", b.code, last, code, why)
	}
}

// framesAfter returns the frames after the first one of a type.
func (b *socketClient) framesAfter(kind string) []frame {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, f := range b.frames {
		if f.Type == kind {
			return b.frames[i+1:]
		}
	}
	return nil
}

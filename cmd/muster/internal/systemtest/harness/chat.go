package harness

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/store"
)

// Until polls for something that must come about.
func Until(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(40 * time.Second); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// Get reads one page; it must be answered with 200.
func Get(t *testing.T, url string) string {
	t.Helper()
	reply, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", url, reply.StatusCode, err)
	}
	return string(text)
}

// Write sends a frame and says whether it could be sent.
func Write(ctx context.Context, conn *websocket.Conn, frame map[string]any) bool {
	payload, err := json.Marshal(frame)
	if err != nil {
		return false
	}
	return conn.Write(ctx, websocket.MessageText, payload) == nil
}

// Await reads frames up to one of that kind.
func Await(ctx context.Context, t *testing.T, conn *websocket.Conn, kind string) map[string]any {
	t.Helper()
	f, err := await(ctx, conn, kind)
	if err != nil {
		t.Fatalf("waiting for %s: %v", kind, err)
	}
	return f
}

func await(ctx context.Context, conn *websocket.Conn, kind string) (map[string]any, error) {
	for {
		_, raw, err := conn.Read(ctx)
		if err != nil {
			return nil, err
		}
		var f map[string]any
		if err := json.Unmarshal(raw, &f); err != nil || f["type"] == kind {
			return f, err
		}
	}
}

// Closed reads until the server closes the socket and gives its code.
func Closed(ctx context.Context, conn *websocket.Conn) websocket.StatusCode {
	for {
		if _, _, err := conn.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

// comeAgain is how long Join waits after a refusal that says to try later.
const comeAgain = 250 * time.Millisecond

// Join opens a socket of a member in a room. When a node answers to try later, as it
// does when its database stalls, Join asks again, as a member's client does.
func (n *Node) Join(ctx context.Context, t *testing.T, member int, room string) *websocket.Conn {
	t.Helper()
	for {
		conn, _, err := websocket.Dial(ctx, "ws://"+n.Addr+"/ws/chat", nil)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetReadLimit(1 << 20)
		t.Cleanup(func() { conn.CloseNow() })
		Write(ctx, conn, map[string]any{"type": "join_chat", "token": n.Members[member].Token, "roomId": room})
		_, err = await(ctx, conn, "room_joined")
		if err == nil {
			return conn
		}
		var closed websocket.CloseError
		if !errors.As(err, &closed) || closed.Code != websocket.StatusTryAgainLater || closed.Reason != string(store.Unavailable) {
			t.Fatalf("joining: %v", err)
		}
		t.Logf("the node of %s was busy, member %d comes again; it complained:\n%s", n.Addr, member, n.Log.complaints())
		select {
		case <-ctx.Done():
			t.Fatalf("joining: %v", err)
		case <-time.After(comeAgain):
		}
	}
}

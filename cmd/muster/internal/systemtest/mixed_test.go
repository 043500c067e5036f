package systemtest

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres/storetest"
	"muster/store/redis/redistest"
)

// joinAt opens a member's socket in the room general, with lastSeq below 0 anew.
// The frames up to room_joined are read, and room_joined is given.
func (n *node) joinAt(ctx context.Context, token string, lastSeq int64) (*websocket.Conn, map[string]any) {
	n.t.Helper()
	conn, _, err := websocket.Dial(ctx, "ws://"+n.addr+"/ws/chat", nil)
	if err != nil {
		n.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	n.t.Cleanup(func() { conn.CloseNow() })
	frame := map[string]any{"type": "join_chat", "token": token, "roomId": "general"}
	if lastSeq >= 0 {
		frame["lastSeq"] = lastSeq
	}
	harness.Write(ctx, conn, frame)
	return conn, harness.Await(ctx, n.t, conn, "room_joined")
}

// During a rolling deploy a node of the next build stands beside one of this. An
// event of a kind that only the next one knew closed every socket of the room on
// the older node, and each resume across it; the new fields of their messages
// split presence in two.
func TestNodeBesideOneOfTheNextBuild(t *testing.T) {
	t.Parallel()
	path, err := nextBinary()
	if err != nil {
		t.Fatal(err)
	}
	database, redis := demoDatabase(t), redistest.Start(t)
	settings := stormSettings("DATABASE_URL="+database.URL(), "REDIS_URL="+redis.URL())
	previous, next := newNode(t, settings...), newNode(t, settings...)
	next.path = path
	previous.start()
	tokens := previous.tokens(5, 0)
	// As a migration of the next build would.
	if _, err := openStore(t, storetest.OwnerURL(database.URL())).Pool().Exec(t.Context(), `alter table room_events drop constraint room_events_kind_known`); err != nil {
		t.Fatal(err)
	}
	next.start()
	previous.linked(redis.URL())
	next.linked(redis.URL())
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()

	// Presence is shared, in both directions.
	a, _ := previous.joinAt(ctx, tokens[0], -1)
	b, _ := next.joinAt(ctx, tokens[1], -1)
	for _, conn := range []*websocket.Conn{a, b} {
		for harness.Await(ctx, t, conn, "user_joined_room")["onlineCount"] != 2.0 {
		}
	}

	// So are typing and messages, and the event that one side does not know.
	harness.Write(ctx, b, map[string]any{"type": "typing_start", "roomId": "general"})
	harness.Await(ctx, t, a, "typing_indicator")
	harness.Write(ctx, a, map[string]any{"type": "send_message", "message": "one", "roomId": "general"})
	harness.Await(ctx, t, a, "message")
	one := harness.Await(ctx, t, b, "message")
	base := one["seq"].(float64) // the room has messages of the demo
	harness.Write(ctx, b, map[string]any{"type": "add_reaction", "messageId": one["id"], "reaction": "🚀", "roomId": "general"})
	starred := func(conn *websocket.Conn, known bool) {
		t.Helper()
		f := harness.Await(ctx, t, conn, "message_starred")
		if f["seq"] != base+1 || f["roomId"] != "general" || known != (f["messageId"] == one["id"]) || !known && len(f) != 3 {
			t.Errorf("starred: %v", f)
		}
	}
	third := func(conn *websocket.Conn) {
		t.Helper()
		if f := harness.Await(ctx, t, conn, "message"); f["seq"] != base+2 || f["message"] != "three" {
			t.Errorf("the message after it: %v", f)
		}
	}
	starred(a, false)
	starred(b, true)
	harness.Write(ctx, b, map[string]any{"type": "send_message", "message": "three", "roomId": "general"})
	third(a)
	third(b)

	// A resume across it works on both.
	for i, n := range []*node{previous, next} {
		conn, joined := n.joinAt(ctx, tokens[2+i], int64(base))
		if joined["resumed"] != true {
			t.Errorf("not resumed: %v", joined)
		}
		starred(conn, n == next)
		third(conn)
	}

	// Neither socket was closed meanwhile.
	harness.Write(ctx, a, map[string]any{"type": "send_message", "message": "four", "roomId": "general"})
	for _, conn := range []*websocket.Conn{a, b} {
		if f := harness.Await(ctx, t, conn, "message"); f["seq"] != base+3 {
			t.Errorf("the last message: %v", f)
		}
	}

	// After a roll-back this build reads the log that the next one has written.
	next.kill()
	previous.kill()
	previous.start()
	conn, joined := previous.joinAt(ctx, tokens[4], int64(base))
	if joined["resumed"] != true {
		t.Errorf("not resumed after the roll-back: %v", joined)
	}
	starred(conn, false)
	third(conn)
	text, err := os.ReadFile(previous.log.Name())
	if err != nil || strings.Contains(string(text), "panic") || strings.Contains(string(text), "fail verification") {
		t.Errorf("the log of the older node has trouble: %v", err)
	}
}

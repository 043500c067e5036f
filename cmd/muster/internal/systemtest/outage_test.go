package systemtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"muster/actors/wire"
	"muster/store/postgres/storetest"
)

// outagePatience is how long a test waits for an answer that is promised within
// 5 s: a busy machine is no failure, silence is.
const outagePatience = 30 * time.Second

// talker is a member with one socket that must live through an outage.
type talker struct {
	t     *testing.T
	conn  *websocket.Conn
	acked map[string]string // client id → message id
}

func (n *node) talker(ctx context.Context, token string) *talker {
	n.t.Helper()
	conn, _, err := websocket.Dial(ctx, "ws://"+n.addr+"/ws/chat", nil)
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(4 << 20)
	k := &talker{t: n.t, conn: conn, acked: map[string]string{}}
	if !harness.Write(ctx, conn, map[string]any{"type": "join_chat", "token": token, "roomId": "load-1"}) {
		n.t.Fatal("join_chat could not be sent")
	}
	return k
}

// next reads one frame and notes what it acknowledges.
func (k *talker) next(ctx context.Context) (seen, error) {
	var frame seen
	_, payload, err := k.conn.Read(ctx)
	if err != nil {
		return frame, err
	}
	if err := json.Unmarshal(payload, &frame); err != nil {
		return frame, err
	}
	if frame.Type == "message" && frame.ClientMsgID != "" {
		if first := k.acked[frame.ClientMsgID]; first != "" && first != frame.ID {
			k.t.Errorf("one send, two messages: %s and %s", first, frame.ID)
		}
		k.acked[frame.ClientMsgID] = frame.ID
	}
	return frame, nil
}

// until reads up to a frame of the type.
func (k *talker) until(ctx context.Context, kind string) {
	k.t.Helper()
	for {
		frame, err := k.next(ctx)
		if err != nil {
			k.t.Errorf("no %s: %v", kind, err)
			return
		}
		if frame.Type == kind {
			return
		}
	}
}

// say sends each of ids and reads until every one has been answered, by its
// message or by an error that names it. It gives the codes of the errors.
func (k *talker) say(ctx context.Context, ids []string) (refused map[string]string) {
	k.t.Helper()
	refused = map[string]string{}
	for _, id := range ids {
		if !harness.Write(ctx, k.conn, map[string]any{"type": "send_message", "message": "of " + id, "clientMsgId": id}) {
			k.t.Error("the socket does not take a send")
			return refused
		}
	}
	open := map[string]bool{}
	for _, id := range ids {
		open[id] = true
	}
	for len(open) > 0 {
		frame, err := k.next(ctx)
		if err != nil {
			k.t.Errorf("%d of %d sends without an answer: %v", len(open), len(ids), err)
			return refused
		}
		if open[frame.ClientMsgID] && frame.Type == "error" {
			refused[frame.ClientMsgID] = frame.Code
		}
		delete(open, frame.ClientMsgID)
	}
	return refused
}

// A database that hangs, with its connections open, is reported as what it is.
// Calls get 503 and sends an error that names them, nobody gets the answer that the
// session had ended (which would sign every member out), sockets stay, and what
// is sent again afterwards is stored once.
func TestP19FrozenPostgresIsSaidHonestly(t *testing.T) {
	t.Parallel()
	const members, each = 3, 4
	database := demoDatabase(t)
	n := newNode(t, "DATABASE_URL="+database.URL(), "CHAT_RATE_PER_SECOND=1000", "CHAT_BURST=1000")
	n.start()
	tokens := n.tokens(members+1, 1)
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	var talkers []*talker
	before := make([]string, members)
	ids := make([][]string, members)
	for i := range members {
		k := n.talker(ctx, tokens[i])
		k.until(ctx, "message_history")
		before[i] = uuid.NewString()
		if refused := k.say(ctx, []string{before[i]}); len(refused) > 0 {
			t.Fatalf("refused before the outage: %v", refused)
		}
		for range each {
			ids[i] = append(ids[i], uuid.NewString())
		}
		talkers = append(talkers, k)
	}

	database.Freeze()
	during, done := context.WithTimeout(ctx, outagePatience)
	defer done()
	var running sync.WaitGroup
	for i, k := range talkers {
		running.Go(func() {
			for id, code := range k.say(during, ids[i]) {
				if code != "unavailable" {
					t.Errorf("send %s is answered by %q", id, code)
				}
			}
			for _, id := range ids[i] {
				if k.acked[id] != "" {
					t.Errorf("send %s is acknowledged by a database that hangs", id)
				}
			}
		})
	}
	for _, path := range []string{"/profile/me", "/chat/rooms", "/chat/user-status", "/chat/room/load-1/messages", "/chat/room/load-1/access"} {
		running.Go(func() { n.unavailable(during, tokens[0], path) })
	}
	running.Go(func() {
		late := n.talker(during, tokens[members])
		late.until(during, "error")
		_, err := late.next(during)
		var closed websocket.CloseError
		if !errors.As(err, &closed) || closed.Code != websocket.StatusCode(wire.CloseTryLater) {
			t.Errorf("join_chat ends with %v, not with close %d", err, wire.CloseTryLater)
		}
	})
	running.Wait()

	database.Thaw()
	n.ready()
	for i, k := range talkers {
		running.Go(func() {
			for again := ids[i]; len(again) > 0 && ctx.Err() == nil; {
				refused := k.say(ctx, again)
				again = nil
				for id, code := range refused {
					if code != "unavailable" {
						t.Errorf("send %s is answered by %q", id, code)
						return
					}
					again = append(again, id)
				}
			}
		})
	}
	running.Wait()
	if t.Failed() {
		return
	}
	stored := map[string][]string{}
	for _, m := range readHistory(t, n, tokens[0], "load-1") {
		stored[m.ClientMsgID] = append(stored[m.ClientMsgID], m.ID)
	}
	if len(stored) != members*(each+1) {
		t.Errorf("%d messages stored of %d sent", len(stored), members*(each+1))
	}
	for i, k := range talkers {
		for _, id := range append(ids[i], before[i]) {
			if len(stored[id]) != 1 || stored[id][0] != k.acked[id] {
				t.Errorf("send %s was acknowledged as %q and is stored as %v", id, k.acked[id], stored[id])
			}
		}
	}
}

// unavailable asks for a path while the database hangs.
func (n *node) unavailable(ctx context.Context, token, path string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s/api%s", n.addr, path), nil)
	if err != nil {
		n.t.Error(err)
		return
	}
	request.Header.Set("Authorization", "Bearer "+token)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		n.t.Errorf("%s: %v", path, err)
		return
	}
	defer reply.Body.Close()
	var body struct {
		Success bool   `json:"success"`
		Code    string `json:"code"`
	}
	err = json.NewDecoder(reply.Body).Decode(&body)
	if err != nil || reply.StatusCode != http.StatusServiceUnavailable || body.Success || body.Code != "unavailable" || reply.Header.Get("Retry-After") == "" {
		n.t.Errorf("%s: status %d, %+v, Retry-After %q, %v", path, reply.StatusCode, body, reply.Header.Get("Retry-After"), err)
	}
}

// Who is turned away because of the database comes again and is let in, and the node
// says why.
func TestWhoIsTurnedAwayComesAgain(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t)
	n := harness.Start(t, 1, 1, harness.OnDatabase(url))
	ctx, cancel := context.WithTimeout(t.Context(), outagePatience)
	lock, err := storetest.Owner(t, url)().Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Exec(ctx, `lock table sessions in access exclusive mode`); err != nil {
		t.Fatal(err)
	}
	logged := func() bool { return strings.Contains(n.Log.String(), `"msg":"members have to try again`) }
	var waiting sync.WaitGroup
	defer waiting.Wait()
	defer cancel()
	waiting.Go(func() {
		for tick := time.NewTicker(10 * time.Millisecond); ctx.Err() == nil && !logged(); <-tick.C {
		}
		lock.Rollback(context.WithoutCancel(ctx))
	})
	n.Join(ctx, t, 0, "load-1")
	if !logged() || !strings.Contains(n.Log.String(), "canceling statement due to lock timeout") {
		t.Errorf("the node says nothing of it: %s", n.Log)
	}
}

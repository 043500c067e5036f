package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/cmd/muster/internal/loadtest"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/blob/blobtest"
	"muster/store/postgres/storetest"
	"muster/store/redis/redistest"
)

// chatNodes are three nodes on one Postgres, one Redis and one folder of files.
// The first of their members is an administrator.
func chatNodes(t *testing.T) []*harness.Node {
	t.Helper()
	database, redis := storetest.URL(t), redistest.Start(t).URL()
	files := "file://" + filepath.ToSlash(t.TempDir())
	nodes := make([]*harness.Node, 3)
	for i := range nodes {
		nodes[i] = harness.Start(t, 4, 2, harness.OnDatabase(database), harness.WithRedis(redis), harness.WithFiles(files), harness.WithConnections(12))
	}
	if _, err := nodes[0].DB.Pool().Exec(t.Context(), `update member_standing set is_admin = true where member_id = $1`, nodes[0].Members[0].ID); err != nil {
		t.Fatal(err)
	}
	return nodes
}

// caller is one member's calls to any node.
type caller struct {
	t      *testing.T
	member loadtest.Member
}

// send makes a call; headers are name, value pairs.
func (c caller) send(n *harness.Node, method, path string, body io.Reader, headers ...string) (int, []byte) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, "http://"+n.Addr+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+c.member.Token)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Error(err)
		return 0, nil
	}
	defer reply.Body.Close()
	raw, err := io.ReadAll(reply.Body)
	if err != nil {
		c.t.Error(err)
	}
	return reply.StatusCode, raw
}

// json makes a call with a JSON body and reads what is answered.
func (c caller) json(n *harness.Node, method, path string, body map[string]any) (int, map[string]any) {
	c.t.Helper()
	raw, _ := json.Marshal(body)
	status, reply := c.send(n, method, path, bytes.NewReader(raw), "Content-Type", "application/json")
	var out map[string]any
	json.Unmarshal(reply, &out)
	return status, out
}

// A file that was uploaded on one node is sent on another and read, in ranges too, on
// all; its deletion closes it on all at once, also for who is reading it.
func TestMediaOnThreeNodes(t *testing.T) {
	t.Parallel()
	nodes := chatNodes(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	chief, plain := caller{t, nodes[0].Members[0]}, caller{t, nodes[0].Members[1]}
	film := blobtest.MP4("isom", blobtest.Tracks{Video: true, Audio: true}, false, 300_000)
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	w.WriteField("roomId", "load-1")
	part, _ := w.CreateFormFile("media", "film.mp4")
	part.Write(film)
	w.Close()
	status, raw := chief.send(nodes[0], "POST", "/api/chat-media/upload", &form, "Content-Type", w.FormDataContentType())
	var uploaded struct{ MediaURL string }
	if json.Unmarshal(raw, &uploaded); status != 200 || uploaded.MediaURL == "" {
		t.Fatalf("%d %s", status, raw)
	}
	conn := nodes[1].Join(ctx, t, 0, "load-1")
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "messageType": "video", "mediaData": map[string]any{"mediaUrl": uploaded.MediaURL}})
	message := harness.Await(ctx, t, conn, "message")["id"].(string)

	links := make([]string, len(nodes))
	for i, n := range nodes {
		status, page := plain.json(n, "GET", "/api/chat/room/load-1/messages", nil)
		all, _ := page["messages"].([]any)
		if status != 200 || len(all) != 1 {
			t.Fatalf("node %d: %d %v", i, status, page)
		}
		links[i], _ = all[0].(map[string]any)["media_url"].(string)
		// A link of one node opens on the next.
		next := nodes[(i+1)%len(nodes)]
		if status, whole := plain.send(next, "GET", links[i], nil); status != 200 || len(whole) != len(film) {
			t.Errorf("link of node %d: %d, %d bytes", i, status, len(whole))
		}
		if status, piece := plain.send(next, "GET", links[i], nil, "Range", "bytes=4-7"); status != 206 || string(piece) != "ftyp" {
			t.Errorf("range of node %d: %d %q", i, status, piece)
		}
	}
	harness.Write(ctx, conn, map[string]any{"type": "delete_message", "messageId": message, "roomId": "load-1"})
	harness.Await(ctx, t, conn, "message_deleted")
	for i, n := range nodes {
		for _, link := range links {
			for _, header := range [][]string{nil, {"Range", "bytes=4-7"}, {"If-None-Match", `"` + strings.Split(link, "/")[2] + `-file"`}} {
				if status, _ := plain.send(n, "GET", link, nil, header...); status != 404 {
					t.Errorf("node %d after the deletion: %d %v", i, status, header)
				}
			}
		}
		if status, reply := chief.json(n, "GET", "/api/chat/room/load-1/media", nil); status != 200 || len(reply["media"].([]any)) != 0 {
			t.Errorf("node %d lists %v", i, reply)
		}
	}
}

// What is done on three nodes at once is done once: edits and pins end alike on all,
// limits hold, and everybody's unread counts are the same wherever they are asked.
func TestParallelChangesOnThreeNodes(t *testing.T) {
	t.Parallel()
	nodes := chatNodes(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	chief, ann, bob := caller{t, nodes[0].Members[0]}, caller{t, nodes[0].Members[1]}, caller{t, nodes[0].Members[2]}
	together := func(do func(n *harness.Node, i int)) {
		var all sync.WaitGroup
		for i, n := range nodes {
			all.Go(func() { do(n, i) })
		}
		all.Wait()
	}

	// Bob has a socket on each node, in the other room: he receives the activity of this one.
	watching, writing := make([]*websocket.Conn, 3), make([]*websocket.Conn, 3)
	for i, n := range nodes {
		watching[i], writing[i] = n.Join(ctx, t, 2, "load-2"), n.Join(ctx, t, 1, "load-1")
	}
	var ids []string
	together(func(_ *harness.Node, i int) {
		for k := range 8 {
			text := fmt.Sprintf("%d of node %d", k, i)
			if k == 0 {
				text += " @load_3"
			}
			harness.Write(ctx, writing[i], map[string]any{"type": "send_message", "message": text})
		}
	})
	harness.Until(t, "24 messages are stored", func() bool {
		_, page := ann.json(nodes[0], "GET", "/api/chat/room/load-1/messages?limit=50", nil)
		all, _ := page["messages"].([]any)
		ids = nil
		for _, one := range all {
			ids = append(ids, one.(map[string]any)["id"].(string))
		}
		return len(all) == 24
	})
	named := false
	for i := range nodes { // the last one that comes has the room's head
		for {
			f := harness.Await(ctx, t, watching[i], "room_activity")
			named = named || f["mention"] == true
			if f["lastSeq"] == 24.0 {
				break
			}
		}
	}
	if !named {
		t.Error("nobody received the mention")
	}
	unread := func(want ...float64) {
		t.Helper()
		together(func(n *harness.Node, i int) {
			_, reply := bob.json(n, "GET", "/api/chat/rooms", nil)
			for _, one := range reply["rooms"].([]any) {
				if r := one.(map[string]any); r["id"] == "load-1" && (r["lastSeq"] != want[0] || r["lastReadSeq"] != want[1] || r["unread"] != want[2] || r["mentions"] != want[3]) {
					t.Errorf("node %d: %v %v %v %v, want %v", i, r["lastSeq"], r["lastReadSeq"], r["unread"], r["mentions"], want)
				}
			}
		})
	}
	unread(24, 0, 24, 3)
	together(func(n *harness.Node, i int) {
		if status, reply := bob.json(n, "POST", "/api/chat/room/load-1/read", map[string]any{"seq": 8 + 4*i}); status != 200 {
			t.Errorf("node %d: %d %v", i, status, reply)
		}
	})
	for i := range nodes { // it never goes back, whatever came last
		for harness.Await(ctx, t, watching[i], "read_state")["lastReadSeq"] != 16.0 {
		}
	}
	_, state := bob.json(nodes[1], "POST", "/api/chat/room/load-1/read", map[string]any{"seq": 1})
	unread(24, 16, 8, state["mentions"].(float64))

	// Three edits of one text: all nodes end with the same, and each event has a number.
	together(func(_ *harness.Node, i int) {
		harness.Write(ctx, writing[i], map[string]any{"type": "edit_message", "roomId": "load-1", "messageId": ids[0], "message": fmt.Sprint("edited on node ", i)})
	})
	last := make([]any, 3)
	for i := range nodes {
		for {
			f := harness.Await(ctx, t, writing[i], "message_edited")
			if last[i] = f["message"]; f["seq"] == 27.0 {
				break
			}
		}
	}
	_, page := ann.json(nodes[2], "GET", "/api/chat/room/load-1/messages?limit=50", nil)
	if text := page["messages"].([]any)[0].(map[string]any)["message"]; last[0] != last[1] || last[1] != last[2] || last[0] != text {
		t.Errorf("the nodes show %v, stored is %v", last, text)
	}

	// 24 pins at once: 20 are, four are refused.
	refused := make([]int, 3)
	together(func(n *harness.Node, i int) {
		for k := i; k < 24; k += 3 {
			status, reply := chief.json(n, "POST", "/api/chat/room/load-1/pins", map[string]any{"messageId": ids[k]})
			if status == 409 {
				refused[i]++
			} else if status != 200 {
				t.Errorf("%d %v", status, reply)
			}
		}
	})
	pinned := make([]string, 3)
	together(func(n *harness.Node, i int) {
		_, reply := bob.json(n, "GET", "/api/chat/room/load-1/pins", nil)
		pins, _ := reply["pins"].([]any)
		for _, pin := range pins {
			pinned[i] += fmt.Sprint(pin.(map[string]any)["message"].(map[string]any)["id"], " ")
		}
		if len(pins) != 20 {
			t.Errorf("node %d shows %d pins", i, len(pins))
		}
	})
	if pinned[0] != pinned[1] || pinned[1] != pinned[2] {
		t.Errorf("the nodes show other pins: %q", pinned)
	}
	if n := refused[0] + refused[1] + refused[2]; n != 4 {
		t.Errorf("%d pins were refused", n)
	}

	// Slow mode: of three sends on three nodes one is stored.
	if status, reply := chief.json(nodes[0], "PATCH", "/api/admin/rooms/load-2", map[string]any{"slow_mode_seconds": 600}); status != 200 {
		t.Fatalf("%d %v", status, reply)
	}
	together(func(_ *harness.Node, i int) {
		harness.Write(ctx, watching[i], map[string]any{"type": "send_message", "message": fmt.Sprint("slow ", i)})
	})
	slow := 0
	for i := range nodes {
		for {
			_, raw, err := watching[i].Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var f struct {
				Type, Message, Code string
				RetryAfter          float64
			}
			json.Unmarshal(raw, &f)
			if f.Type == "error" && f.Code == "slow_mode" && f.RetryAfter > 590 {
				slow++
			} else if f.Type != "message" || f.Message != fmt.Sprint("slow ", i) {
				continue
			}
			break
		}
	}
	_, page = ann.json(nodes[1], "GET", "/api/chat/room/load-2/messages?limit=50", nil)
	if all := page["messages"].([]any); len(all) != 1 || slow != 2 {
		t.Errorf("%d messages are stored, %d were refused", len(all), slow)
	}
}

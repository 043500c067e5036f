package security

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"muster/cmd/muster/internal/loadtest"
	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// secrets are words that must stand in no output.
type secrets struct {
	words map[string]string // word → what it was
	codes []string          // sign-in codes, which a duration may look like
}

// new makes one that also does as a room, a username or a part of an address.
func (c *secrets) new(what string) string {
	word := "cnry"
	for range 10 {
		word += string(rune('a' + rand.IntN(26)))
	}
	c.words[word] = what
	return word
}

// add takes a secret that a node made.
func (c *secrets) add(t *testing.T, what, word string) string {
	t.Helper()
	if len(word) < 6 {
		t.Fatalf("no %s was made", what)
	}
	c.words[word] = what
	return word
}

// loggedNumbers are fields of a log line that may hold the six digits of a code by chance.
var loggedNumbers = regexp.MustCompile(`"(?:time|took)":("[^"]*"|\d+)`)

// search looks for every secret in an output.
func (c *secrets) search(t *testing.T, where, text string) {
	t.Helper()
	for word, what := range c.words {
		if strings.Contains(text, word) {
			t.Errorf("%s: a %s is shown", where, what)
		}
	}
	quiet := loggedNumbers.ReplaceAllString(text, "")
	for _, code := range c.codes {
		if strings.Contains(quiet, `"`+code) || strings.Contains(quiet, " "+code) || strings.Contains(quiet, "="+code) {
			t.Errorf("%s: a code is shown", where)
		}
	}
}

// Through two nodes with every output on (logs at debug, metrics, traces), people sign
// in, talk, err and
// are administered, strangers send what is malformed, a load test runs and the
// database fails. None of the hundreds of secrets they carry stands anywhere.
func TestAUTH40NoSecretIsLogged(t *testing.T) {
	c := &secrets{words: map[string]string{}}
	database, bus := storetest.Private(t), redistest.Start(t)
	traces, spans := collector(t)
	secret := c.new("secret") + strings.Repeat("k", 32)
	key, err := store.NewSecret(secret)
	if err != nil {
		t.Fatal(err)
	}
	change := func(c *node.Config) {
		c.Database.URL, c.RedisURL, c.Secret, c.TracesTarget = database.URL(), bus.URL(), key, traces
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	}
	nodes := []*harness.Node{harness.Start(t, 3, 2, change), harness.Start(t, 0, 1, change)}
	for _, m := range nodes[0].Members {
		c.add(t, "token", m.Token)
	}
	ann := store.NewMember{Name: c.new("name"), Email: c.new("e-mail address") + "@example.org", Phone: "+15550104477", Username: c.new("username")}
	chief := store.NewMember{Name: c.new("name"), Email: c.new("e-mail address") + "@example.org", IsAdmin: true, Username: c.new("username")}
	c.words["5550104477"] = "phone number"
	var people []store.Member
	for _, one := range []store.NewMember{ann, chief} {
		m, err := members.New(nodes[0].DB.DB).AddMember(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, m)
	}

	// People sign in, by either address and on either node.
	here, there := c.stranger(t, "http://"+nodes[0].Addr), c.stranger(t, "http://"+nodes[1].Addr)
	here.signIn(ann.Email)
	there.signIn(ann.Phone)
	office := c.stranger(t, "http://"+nodes[1].Addr)
	office.signIn(chief.Email)
	here.call("POST", "/api/auth/send-verification", map[string]string{"email": c.new("unknown address") + "@example.org"}, 200)
	here.call("POST", "/api/auth/send-verification", map[string]string{"email": c.new("bad address")}, 400)
	c.talk(t, nodes[0], here.token, office)

	// Calls of every kind, with and without the right to make them.
	for _, path := range []string{"/api/profile/me", "/api/auth/session", "/api/chat/rooms", "/api/chat/online-count", "/api/chat/user-status",
		"/api/profile/username-change-eligibility", "/api/chat/messages", "/api/chat/check-username/" + c.new("wanted username"),
		"/api/chat/room/" + c.new("room") + "/access", "/api/chat/room/general/messages?before=" + c.new("cursor")} {
		here.call("GET", path, nil, 200, 400, 404)
	}
	here.call("POST", "/api/chat/set-username", map[string]string{"username": c.new("new username")}, 200, 400, 409, 429)
	here.call("GET", "/api/admin/rooms", nil, 403)
	here.call("GET", "/"+c.new("page"), nil, 200, 404) // the client may not be built
	here.call("GET", "/api/"+c.new("path"), nil, 404)
	here.call("POST", "/api/auth/verify", c.new("malformed body"), 400)
	here.call("POST", "/api/auth/verify", `{"identifier":["`+c.new("mistyped field")+`"]}`, 400)
	here.call(strings.ToUpper(c.new("method")), "/api/config", nil, 405)
	c.words["CNRY"] = "method"
	c.raw(t, nodes[0].Addr)

	// The back office.
	room := c.new("room")
	office.call("POST", "/api/admin/rooms", map[string]string{"name": room, "display_name": c.new("display name"), "description": c.new("description")}, 200)
	office.call("POST", "/api/admin/rooms", map[string]string{"name": room}, 409)
	for _, who := range []string{ann.Email, ann.Phone, ann.Username, c.new("stranger") + "@example.org"} {
		office.call("POST", "/api/admin/room-access", map[string]string{"user_email": who, "room_id": room, "access_level": "member"}, 200, 404)
	}
	office.call("DELETE", "/api/admin/room-access?user_id="+people[0].ID+"&room_id="+room, nil, 200)
	office.call("GET", "/api/admin/rooms", nil, 200)
	office.call("DELETE", "/api/admin/rooms/"+room, nil, 200)
	office.call("DELETE", "/api/admin/rooms/"+c.new("room"), nil, 404)
	office.call("PATCH", "/api/admin/users/"+people[0].ID+"/chat-access", map[string]any{"enabled": true, "bannedUntil": c.new("time")}, 400)
	office.call("PATCH", "/api/admin/users/"+people[0].ID+"/chat-access", map[string]any{"enabled": false}, 200)
	office.call("PATCH", "/api/admin/users/"+people[0].ID+"/admin-status", map[string]any{"isAdmin": true}, 200)
	office.call("PATCH", "/api/admin/users/"+c.new("id")+"/admin-status", map[string]any{"isAdmin": true}, 404)

	// Sessions are listed and ended.
	here.call("GET", "/api/auth/sessions", nil, 200)
	here.call("DELETE", "/api/auth/sessions/"+c.new("session"), nil, 404)
	here.call("DELETE", "/api/auth/sessions", nil, 200)
	there.call("GET", "/api/profile/me", nil, 401)
	here.call("POST", "/api/auth/logout", nil, 200)
	here.token = c.new("token")
	here.call("GET", "/api/profile/me", nil, 401)

	// A load test, printed as an operator sees it.
	var tokens, sockets []string
	for _, m := range nodes[0].Members {
		tokens = append(tokens, m.Token)
	}
	for _, n := range nodes {
		sockets = append(sockets, "ws://"+n.Addr+"/ws/chat")
	}
	var said strings.Builder
	report := loadtest.Run(t.Context(), loadtest.Plan{Nodes: sockets, Tokens: tokens, Sockets: len(tokens), Rooms: 1, Rate: 20,
		Duration: time.Second, Connects: 500}, func(line string) { said.WriteString(line) })
	report.Print(&said)
	if err := report.Verdict(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
	c.search(t, "load", said.String())

	// The bus and then the database fail under calls and sends.
	metrics := ""
	for _, h := range nodes {
		metrics += harness.Get(t, h.OpsURL("/metrics"))
	}
	bus.Kill()
	database.StopImmediate()
	office.call("POST", "/api/admin/rooms", map[string]string{"name": c.new("room")}, 503)
	office.call("POST", "/api/auth/send-verification", map[string]string{"email": ann.Email}, 503)
	office.call("GET", "/api/chat/room/"+c.new("room")+"/messages", nil, 503)
	for _, h := range nodes {
		metrics += harness.Get(t, h.OpsURL("/metrics"))
		if err := h.Traces.ForceFlush(t.Context()); err != nil {
			t.Error(err)
		}
	}
	database.Start()

	for i, h := range nodes {
		log := h.Log.String()
		c.search(t, fmt.Sprint("log ", i), log)
		if !strings.Contains(log, "/api/admin/rooms") && i == 1 || !strings.Contains(log, `"msg":"request"`) {
			t.Errorf("log %d does not say what happened", i)
		}
	}
	c.search(t, "metrics", metrics)
	c.search(t, "traces", spans())
	for where, words := range map[string]string{metrics: `muster_frames_received_total{type="malformed"} 4`, spans(): "/api/admin/rooms"} {
		if !strings.Contains(where, words) {
			t.Errorf("what is searched does not have %s", words)
		}
	}
	if n := len(c.words) + len(c.codes); n < 100 {
		t.Errorf("%d secrets", n)
	} else {
		t.Logf("%d secrets in %d bytes of log, %d of metrics, %d of traces", n, len(nodes[0].Log.String())+len(nodes[1].Log.String()), len(metrics), len(spans()))
	}
}

// talk joins the chat, says things of every kind and then what is malformed.
func (c *secrets) talk(t *testing.T, h *harness.Node, token string, office *stranger) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws://"+h.Addr+"/ws/chat?"+c.new("query key")+"=x", &websocket.DialOptions{
		HTTPHeader: http.Header{"User-Agent": {c.new("browser's name")}, "Cookie": {"a=" + c.new("cookie's value")}}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	harness.Write(ctx, conn, map[string]any{"type": "join_chat", "token": token, "roomId": "general", c.new("field"): c.new("value")})
	harness.Await(ctx, t, conn, "room_joined")
	message := ""
	for range 20 {
		harness.Write(ctx, conn, map[string]any{"type": "send_message", "message": c.new("message"), "clientMsgId": uuid.NewString(), "user_id": c.new("claim")})
		message, _ = harness.Await(ctx, t, conn, "message")["id"].(string)
	}
	gif := "https://" + roomlog.DefaultGIFHosts[0] + "/" + c.new("GIF") + ".gif"
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "messageType": "gif", "mediaData": map[string]any{"mediaUrl": gif, "metadata": map[string]any{c.new("metadata"): c.new("metadata")}}})
	harness.Await(ctx, t, conn, "message")
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "message": c.new("reply"), "replyToMessageId": message})
	harness.Await(ctx, t, conn, "message")
	harness.Write(ctx, conn, map[string]any{"type": "typing_start", "roomId": "general"})
	harness.Write(ctx, conn, map[string]any{"type": "add_reaction", "messageId": message, "reaction": "🎉"})
	harness.Await(ctx, t, conn, "reaction_added")
	harness.Write(ctx, conn, map[string]any{"type": "delete_message", "messageId": message})
	harness.Await(ctx, t, conn, "message_deleted")
	for _, frame := range []string{
		`{"type":"send_message","message":["` + c.new("mistyped message") + `"],"clientMsgId":"` + c.new("client id") + `"}`,
		`{"type":"` + c.new("type") + `"}`, c.new("no JSON"), `{"type":"join_room","roomId":{"` + c.new("mistyped room") + `":1}}`, `["` + c.new("array") + `"]`,
		`{"type":"join_room","roomId":"` + c.new("room") + `"}`, `{"type":"delete_message","messageId":"` + c.new("id") + `"}`,
		`{"type":"add_reaction","messageId":"` + message + `","reaction":"` + c.new("reaction") + `"}`,
		`{"type":"send_message","message":"` + c.new("long message") + strings.Repeat("x", 500) + `"}`,
	} {
		if err := conn.Write(ctx, websocket.MessageText, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		harness.Await(ctx, t, conn, "error")
	}
	for _, bad := range []string{c.new("not UTF-8") + "\xff", c.new("too long") + strings.Repeat("x", 17<<10)} {
		other, _, err := websocket.Dial(ctx, "ws://"+h.Addr+"/ws/chat", nil)
		if err != nil {
			t.Fatal(err)
		}
		other.Write(ctx, websocket.MessageText, []byte(bad))
		harness.Closed(ctx, other)
	}
	bad, _, err := websocket.Dial(ctx, "ws://"+h.Addr+"/ws/chat", nil)
	if err != nil {
		t.Fatal(err)
	}
	harness.Write(ctx, bad, map[string]any{"type": "join_chat", "token": c.new("wrong token")})
	if code := harness.Closed(ctx, bad); code != 4401 {
		t.Errorf("a wrong token: %d", code)
	}
	office.call("GET", "/ws/chat?token="+c.new("token in the address"), nil, 400)
}

// raw sends what no client library would.
func (c *secrets) raw(t *testing.T, addr string) {
	t.Helper()
	for _, request := range []string{
		c.new("no request") + "\r\n\r\n",
		"GET /" + c.new("path") + " HTTP/9.9\r\nHost: x\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: " + c.new("host") + "/\x01\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\n" + c.new("header") + "\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nX-Large: " + c.new("header's value") + strings.Repeat("x", 40<<10) + "\r\n\r\n",
		"POST /api/auth/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + c.new("encoding") + "\r\n\r\n",
		"GET http://" + c.new("host") + "/api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		"GET /ws/chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://" + c.new("origin") + "\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		_, _ = io.WriteString(conn, request)
		line := make([]byte, 12)
		if _, err := io.ReadFull(conn, line); err != nil || !strings.HasPrefix(string(line), "HTTP/1.") {
			t.Errorf("%.20q: %q, %v", request, line, err)
		}
		conn.Close()
	}
}

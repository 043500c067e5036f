package socket

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"muster/actors"

	"github.com/coder/websocket"
)

// Who may open a socket, and what becomes of those who may not.

func TestMessagesAndFramesPass(t *testing.T) { // WS-1
	st := open(t)
	ws := st.dial()
	m := st.member()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for i, text := range []string{"", "a", `{"type":"join_chat"}`, strings.Repeat("ä", 3000), strings.Repeat("z", 16<<10)} {
		if err := ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := receive(t, m.got); got != text {
			t.Fatalf("message %d: got %d bytes, want %d", i, len(got), len(text))
		}
	}
	for i, size := range []int{0, 200, 70_000} {
		m.out.Push(numbered(i, size))
		kind, b, err := ws.Read(ctx)
		if err != nil || kind != websocket.MessageText || numberOf(t, string(b)) != i {
			t.Fatalf("frame %d: %v %v", i, kind, err)
		}
	}
	if err := ws.Close(websocket.StatusNormalClosure, "bye"); err != nil {
		t.Fatalf("close handshake: %v", err)
	}
	receive(t, m.gone)
}

// A client may send its first frame together with the handshake: net/http has
// it in its buffer then, which we replace.
func TestBytesBehindTheHandshakeAreKept(t *testing.T) {
	st := open(t)
	p := st.raw(append(frame(fin|opText, "early"), frame(fin|opText, "bird")...)...)
	m := st.member()
	if a, b := receive(t, m.got), receive(t, m.got); a != "early" || b != "bird" {
		t.Fatalf("got %q, %q", a, b)
	}
	p.send(frame(fin|opText, "late"))
	if got := receive(t, m.got); got != "late" {
		t.Fatalf("got %q", got)
	}
}

func TestOrigin(t *testing.T) { // WS-5
	st := open(t)
	for _, c := range []struct {
		headers string
		want    int
	}{
		{"", 101},
		{"Origin: https://chat.example.org\r\n", 101},
		{"Origin: http://[::1]:5173\r\n", 101},
		{"Origin: null\r\n", 403},
		{"Origin:\r\n", 403},
		{"Origin: http://chat.example.org\r\n", 403},
		{"Origin: https://chat.example.org:8443\r\n", 403},
		{"Origin: https://chat.example.org.evil.example\r\n", 403},
		{"Origin: https://evil.example\r\n", 403},
		{"Origin: http://x\r\n", 403}, // the Host of the request, which the library would let in
		{"Origin: https://chat.example.org\r\nOrigin: https://evil.example\r\n", 403},
	} {
		if got := st.status(handshake + c.headers + "\r\n"); got != c.want {
			t.Errorf("%q: got %d, want %d", c.headers, got, c.want)
		}
	}
}

func TestNoTokenInTheAddress(t *testing.T) { // WS-4
	st := open(t)
	for query, want := range map[string]int{
		"": 101, "?room=general": 101,
		"?token=abc": 400, "?Token=": 400, "?access_token=abc": 400, "?a=1&session=abc": 400, "?x;token=abc": 400,
	} {
		request := strings.Replace(handshake, "/ws/chat", "/ws/chat"+query, 1) + "\r\n"
		if got := st.status(request); got != want {
			t.Errorf("%q: got %d, want %d", query, got, want)
		}
	}
}

// A body at a handshake hides no second request from anybody; the
// connection is not used again.
func TestNoBodyAtAHandshake(t *testing.T) {
	st := behind(t)
	hidden := "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
	for _, request := range []string{
		"POST /ws/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
		"GET /ws/chat HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
		handshake + "Content-Length: 5\r\n\r\nhello" + hidden,
		handshake + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
	} {
		nc, r := st.connection()
		if _, err := io.WriteString(nc, request); err != nil {
			t.Fatal(err)
		}
		if status, _ := answer(t, r); status != http.StatusBadRequest {
			t.Errorf("%q: got %d", request, status)
		}
		if rest, _ := io.ReadAll(r); len(rest) > 0 {
			t.Errorf("%q: it goes on with %q", request, rest)
		}
	}
}

func TestNotAHandshake(t *testing.T) {
	st := open(t)
	res, err := http.Get(st.web.URL + "/ws/chat")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusUpgradeRequired {
		t.Fatalf("got %s", res.Status)
	}
	if open := st.Stats().Open; open != 0 {
		t.Fatalf("%d sockets counted", open)
	}
}

// status sends a request and reads the status of its answer.
func (st *site) status(request string) int {
	st.t.Helper()
	nc, err := net.Dial("tcp", st.addr())
	if err != nil {
		st.t.Fatal(err)
	}
	defer func() { _ = nc.Close() }()
	if _, err := io.WriteString(nc, request); err != nil {
		st.t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(nc), nil)
	if err != nil {
		st.t.Fatal(err)
	}
	_ = res.Body.Close()
	if ext := res.Header.Get("Sec-WebSocket-Extensions") + res.Header.Get("Sec-WebSocket-Protocol"); ext != "" {
		st.t.Errorf("negotiated %q", ext)
	}
	return res.StatusCode
}

func TestNoExtensionNorSubprotocol(t *testing.T) {
	st := open(t)
	got := st.status(handshake + "Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Protocol: chat\r\n\r\n")
	if got != http.StatusSwitchingProtocols {
		t.Fatalf("got %d", got)
	}
}

func TestMaxSockets(t *testing.T) {
	st := open(t, func(c *Config, _ *site) { c.Max = 3 })
	var peers []*peer
	for range 3 {
		peers = append(peers, st.raw())
		st.member().out.Joined()
	}
	code, reason := st.raw().closed()
	if code != 1013 || !strings.Contains(reason, "full, retry in ") {
		t.Fatalf("the fourth: %d %q", code, reason)
	}
	_ = peers[0].Close()
	eventually(t, "one has left", func() bool { return st.Stats().Open == 2 })
	p := st.raw()
	m := st.member()
	p.send(frame(fin|opText, "in"))
	if got := receive(t, m.got); got != "in" {
		t.Fatalf("got %q", got)
	}
	if n := st.Stats().Refused; n != 1 {
		t.Fatalf("%d refused", n)
	}
}

// Only sockets that have not joined count against their address.
func TestSocketsOfOneAddress(t *testing.T) {
	st := open(t, func(c *Config, _ *site) {
		c.PerAddress = 2
		c.Address = func(r *http.Request) string { return r.Header.Get("X-From") }
	})
	from := func(address string) *peer {
		nc, err := net.Dial("tcp", st.addr())
		if err != nil {
			t.Fatal(err)
		}
		p := &peer{Conn: nc, t: t, r: bufio.NewReader(nc)}
		t.Cleanup(func() { _ = nc.Close() })
		p.send([]byte(handshake + "X-From: " + address + "\r\n\r\n"))
		if _, err := http.ReadResponse(p.r, nil); err != nil {
			t.Fatal(err)
		}
		return p
	}
	from("a")
	a1 := st.member()
	a2 := from("a")
	st.member()
	if code, reason := from("a").closed(); code != 1013 || !strings.Contains(reason, "this address") {
		t.Fatalf("the third of a: %d %q", code, reason)
	}
	from("b")
	st.member()
	for i, want := range []string{"a", ""} { // it counts once
		if got := a1.out.Joined(); got != want {
			t.Errorf("join %d comes from %q, want %q", i+1, got, want)
		}
	}
	from("a")
	st.member()
	if code, _ := from("a").closed(); code != 1013 {
		t.Fatalf("a is full again: %d", code)
	}
	_ = a2.Close()
	eventually(t, "the address has room", func() bool { return st.Stats().Unjoined == 2 })
	from("a")
	st.member()
	if st := st.Stats(); st.Open != 4 || st.Unjoined != 3 {
		t.Fatalf("%+v", st)
	}
}

func TestDefaultCaps(t *testing.T) {
	s := prepare(Config{})
	for range 20 {
		if why := s.limiter.admit("a"); why != admitted {
			t.Fatalf("got %q", why)
		}
	}
	if why := s.limiter.admit("a"); why != addressFull {
		t.Fatalf("got %q", why)
	}
}

// Past the sockets that are being refused politely a plain answer must do.
func TestRefusalsAreBounded(t *testing.T) {
	g := connLimiter{max: 1, unjoined: map[string]int{}}
	g.admit("a")
	for range refusedMax {
		if why := g.admit("a"); why != serverFull {
			t.Fatalf("got %q", why)
		}
	}
	if why := g.admit("a"); why != refusalsFull {
		t.Fatalf("got %q", why)
	}
	g.release(serverFull, false, "a")
	if why := g.admit("a"); why != serverFull {
		t.Fatalf("got %q", why)
	}
}

func TestCarriesToken(t *testing.T) {
	u, _ := url.Parse("/ws/chat?%74oken=1")
	if !carriesToken(u) {
		t.Fatal("an escaped key hides a token")
	}
}

// A session may close its socket from within Connect.
func TestCloseWithinConnect(t *testing.T) {
	st := open(t, func(c *Config, st *site) {
		c.Connect = func(out actors.Outbox) Session {
			m := &member{out: out, gone: make(chan struct{})}
			out.Push(numbered(1, 0))
			out.Close(4401, "no")
			st.members <- m
			return m
		}
	})
	p := st.raw()
	m := st.member()
	if code, _ := p.closed(); code != 4401 {
		t.Fatalf("got %d", code)
	}
	receive(t, m.gone)
}

// A sweep or a drain once found a socket whose answer to the handshake was not
// queued yet, and its ping or close frame went before the HTTP answer. So the
// answer leaves before anything else knows of the socket.
func TestNoFrameBeforeTheHandshakesAnswer(t *testing.T) {
	st := open(t)
	for _, sh := range st.shards {
		sh.wheel.mu.Lock()
	}
	nc, err := net.Dial("tcp", st.addr())
	if err != nil {
		t.Fatal(err)
	}
	defer st.member()
	defer func() {
		for _, sh := range st.shards {
			sh.wheel.mu.Unlock()
		}
	}()
	handshakeOn(t, nc)
}

// A session that panics while it is made left its socket open and counted.
func TestPanicInConnect(t *testing.T) {
	st := open(t, func(c *Config, _ *site) { c.Connect = func(actors.Outbox) Session { panic("no session") } })
	p := st.raw()
	if code, _ := p.closed(); code != 1011 {
		t.Errorf("got %d", code)
	}
	_ = p.Close()
	eventually(t, "it has left", func() bool { return st.Stats().Open == 0 })
	if n := st.Refusals()[Panicked]; n != 1 {
		t.Errorf("%d panics are counted", n)
	}
}

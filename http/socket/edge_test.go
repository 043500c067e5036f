package socket

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/actors"
	"muster/actors/wire"

	"github.com/coder/websocket"
	"go.uber.org/goleak"
)

// The fakes and clients of this package's tests.

func TestMain(m *testing.M) {
	if serveChild() {
		return
	}
	goleak.VerifyTestMain(m)
}

// patience bounds every wait; no test asserts how long a thing took.
const patience = time.Minute

// member is a session that records.
type member struct {
	out  actors.Outbox
	got  chan string
	gone chan struct{}
	do   func(m *member, text string)
}

func (m *member) Receive(payload []byte) {
	if m.do != nil {
		m.do(m, string(payload))
		return
	}
	m.got <- string(payload)
}

func (m *member) Gone() { close(m.gone) } // a second call would panic

// site is a running server and the sessions it made.
type site struct {
	*Server
	t       testing.TB
	web     *httptest.Server
	members chan *member
	now     *clock
	ticks   []chan time.Time // of each shard's loop
	still   bool             // no flush loops: the test calls pass and sweep
}

// clock is moved by hand.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

type setting func(*Config, *site)

func open(t testing.TB, settings ...setting) *site {
	st := &site{t: t, members: make(chan *member, 4096), now: &clock{at: time.Now()}}
	config := Config{
		Origins: []string{"https://chat.example.org", "http://[::1]:5173"}, PerAddress: -1,
		DrainSpread: time.Millisecond, Clock: st.now.Now, Logger: slog.New(slog.DiscardHandler),
	}
	config.Connect = func(out actors.Outbox) Session {
		m := &member{out: out, got: make(chan string, 64), gone: make(chan struct{})}
		st.members <- m
		return m
	}
	for _, set := range settings {
		set(&config, st)
	}
	st.Server = prepare(config)
	if !st.still {
		for _, sh := range st.shards {
			ticks := make(chan time.Time)
			st.ticks = append(st.ticks, ticks)
			st.loops.Go(func() { sh.run(ticks) })
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/ws/chat", st.Server)
	if st.web == nil {
		st.web = httptest.NewUnstartedServer(mux)
		st.web.Listener = st.FrontListener(st.web.Listener)
		st.web.Config.ErrorLog = st.ErrorLog()
		st.web.Start()
	} else {
		st.web.Config.Handler = mux
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		_ = st.Drain(ctx)
		st.Server.Close()
		st.web.CloseClientConnections()
		st.web.Close()
	})
	return st
}

// sweep has each shard's loop sweep once. A loop takes the second tick when it has
// done the first.
func (st *site) sweep() {
	for _, ticks := range st.ticks {
		ticks <- time.Time{}
		ticks <- time.Time{}
	}
	if st.still {
		for _, sh := range st.shards {
			sh.sweep(st.Server.now())
		}
	}
}

// pass moves the clock by d in steps, with a sweep after each. What a sweep
// queued has left before the next, as in real time it would have.
func (st *site) pass(d time.Duration) {
	const step = 250 * time.Millisecond
	for ; d > 0; d -= step {
		st.now.mu.Lock()
		st.now.at = st.now.at.Add(step)
		st.now.mu.Unlock()
		st.sweep()
		for _, c := range st.Server.connections() {
			eventually(st.t, "the loops have written", func() bool {
				c.mu.Lock()
				defer c.mu.Unlock()
				return c.flusher == flushWriter || len(c.queue) == 0
			})
		}
	}
}

func (st *site) addr() string { return st.web.Listener.Addr().String() }

func (st *site) member() *member {
	st.t.Helper()
	return receive(st.t, st.members)
}

func receive[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatal("waited in vain")
		panic("unreachable")
	}
}

// eventually waits for what other goroutines bring about.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	end := time.Now().Add(patience)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !is() {
		<-tick.C
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// dial connects with the library's client.
func (st *site) dial() *websocket.Conn {
	st.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, "ws://"+st.addr()+"/ws/chat", nil)
	if err != nil {
		st.t.Fatal(err)
	}
	ws.SetReadLimit(4 << 20)
	st.t.Cleanup(func() { _ = ws.CloseNow() })
	return ws
}

// peer is a client of bare frames.
type peer struct {
	net.Conn
	t     testing.TB
	r     *bufio.Reader
	pings int // received
}

const handshake = "GET /ws/chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

// raw connects by hand; early is sent together with the handshake.
func (st *site) raw(early ...byte) *peer {
	st.t.Helper()
	nc, err := net.Dial("tcp", st.addr())
	if err != nil {
		st.t.Fatal(err)
	}
	if !st.still {
		return handshakeOn(st.t, nc, early...)
	}
	open := make(chan *peer, 1)
	go func() { open <- handshakeOn(st.t, nc, early...) }()
	var p *peer
	eventually(st.t, "the handshake is answered", func() bool {
		for _, sh := range st.shards {
			sh.pass()
		}
		select {
		case p = <-open:
			return true
		default:
			return false
		}
	})
	for _, sh := range st.shards { // as if nothing had been written yet
		sh.frames.Store(0)
		sh.writes.Store(0)
	}
	return p
}

func handshakeOn(t testing.TB, nc net.Conn, early ...byte) *peer {
	t.Helper()
	return handshakeWith(t, nc, "", early...)
}

// handshakeWith sends more header fields.
func handshakeWith(t testing.TB, nc net.Conn, fields string, early ...byte) *peer {
	t.Helper()
	t.Cleanup(func() { _ = nc.Close() })
	_ = nc.SetDeadline(time.Now().Add(patience))
	if _, err := nc.Write(append([]byte(handshake+fields+"\r\n"), early...)); err != nil {
		t.Fatal(err)
	}
	p := &peer{Conn: nc, t: t, r: bufio.NewReader(nc)}
	res, err := http.ReadResponse(p.r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("handshake: %s", res.Status)
	}
	return p
}

const (
	fin   = 0x80
	opBin = 2
)

// frame is a masked frame.
func frame(first byte, payload string) []byte {
	b := []byte{first}
	switch n := len(payload); {
	case n <= 125:
		b = append(b, 0x80|byte(n))
	case n <= 0xffff:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	mask := [4]byte{1, 2, 3, 4}
	b = append(b, mask[:]...)
	for i := range len(payload) {
		b = append(b, payload[i]^mask[i%4])
	}
	return b
}

func (p *peer) send(frames ...[]byte) {
	p.t.Helper()
	for _, f := range frames {
		_ = p.SetWriteDeadline(time.Now().Add(patience)) // anew: of this step, however long the test is
		if _, err := p.Conn.Write(f); err != nil {
			p.t.Fatal(err)
		}
	}
}

// next reads the next frame that is no ping.
func (p *peer) next() (opcode byte, payload string, err error) {
	p.t.Helper()
	for {
		if opcode, payload, err = p.any(); opcode != opPing {
			return opcode, payload, err
		}
		p.pings++
	}
}

// any reads one frame; it fails on anything a server may not send.
func (p *peer) any() (opcode byte, payload string, err error) {
	p.t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(patience))
	var head [2]byte
	if _, err := io.ReadFull(p.r, head[:]); err != nil {
		return 0, "", err
	}
	n := uint64(head[1])
	var long [8]byte
	switch head[1] {
	case 126:
		_, err = io.ReadFull(p.r, long[6:])
		n = binary.BigEndian.Uint64(long[:])
	case 127:
		_, err = io.ReadFull(p.r, long[:])
		n = binary.BigEndian.Uint64(long[:])
	}
	if err != nil {
		return 0, "", err
	}
	if head[0]&0x70 != 0 || head[0]&fin == 0 || head[1]&0x80 != 0 || n > 8<<20 {
		p.t.Fatalf("not a frame of a server: %x, %d bytes: the stream lost its borders", head, n)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(p.r, b); err != nil {
		return 0, "", err
	}
	return head[0] & 0xf, string(b), nil
}

// closed reads until the close frame, then until the end of the stream.
func (p *peer) closed() (code int, reason string) {
	p.t.Helper()
	for {
		opcode, payload, err := p.next()
		if err != nil {
			p.t.Fatalf("ended without a close frame: %v", err)
		}
		if opcode != opClose {
			continue
		}
		if _, err := p.r.ReadByte(); err != io.EOF {
			p.t.Fatalf("after the close frame: %v", err)
		}
		return int(binary.BigEndian.Uint16([]byte(payload))), payload[2:]
	}
}

// numbered is a frame whose text ends in n; size pads it.
func numbered(n, size int) wire.Frame {
	return wire.Encode(wire.Error{Message: strings.Repeat("x", size), Error: fmt.Sprintf("#%d", n)})
}

func numberOf(t testing.TB, payload string) int {
	t.Helper()
	n, i := 0, strings.LastIndex(payload, "#")
	if _, err := fmt.Sscanf(payload[i+1:], "%d", &n); i < 0 || err != nil {
		t.Fatalf("not a numbered frame: %.80q", payload)
	}
	return n
}

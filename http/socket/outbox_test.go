package socket

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"muster/actors/wire"

	"github.com/coder/websocket"
)

// The way out: order, borders, bounds, closing.

// small connects with a receive buffer that fills soon.
func (st *site) small() *peer {
	st.t.Helper()
	d := net.Dialer{Control: func(_, _ string, rc syscall.RawConn) error {
		return rc.Control(func(fd uintptr) {
			_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 8<<10)
		})
	}}
	nc, err := d.Dial("tcp", st.addr())
	if err != nil {
		st.t.Fatal(err)
	}
	return handshakeOn(st.t, nc)
}

// stuff pushes to a peer that does not read until it is behind.
func (st *site) stuff(m *member, size int) (pushed int) {
	st.t.Helper()
	c := m.out.(*conn)
	before, same := 0, 0
	eventually(st.t, "the socket is full", func() bool {
		for c.queuedNow() < 200_000 {
			m.out.Push(numbered(pushed, size))
			pushed++
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.queued != before {
			before, same = c.queued, 0
		}
		same++
		// Who writes by waiting calls is always at it.
		return c.slow && (c.rc != nil && c.inflight == 0 || same == 50)
	})
	return pushed
}

// Frames of one connection leave in the order of Push, whoever pushes, and a
// room that pushes under its own order gives every connection the same.
func TestOrder(t *testing.T) {
	const pushers, each, sockets = 8, 250, 4
	st := open(t)
	var peers []*peer
	var outs []*member
	for range sockets {
		peers = append(peers, st.raw())
		outs = append(outs, st.member())
	}
	var order sync.Mutex
	var wg sync.WaitGroup
	next := 0
	for range pushers {
		wg.Go(func() {
			for range each {
				order.Lock()
				f := numbered(next, next%700)
				next++
				for _, m := range outs {
					m.out.Push(f)
				}
				order.Unlock()
			}
		})
	}
	for _, p := range peers {
		for want := range pushers * each {
			opcode, payload, err := p.next()
			if err != nil || opcode != opText || numberOf(t, payload) != want {
				t.Fatalf("want frame %d, got opcode %d %.40q %v", want, opcode, payload, err)
			}
		}
	}
	wg.Wait()
}

// Without an order of their own, each pusher's frames keep theirs.
func TestOrderOfEachPusher(t *testing.T) {
	const pushers, each = 8, 300
	st := open(t)
	p := st.raw()
	m := st.member()
	var wg sync.WaitGroup
	for pusher := range pushers {
		wg.Go(func() {
			for i := range each {
				m.out.Push(numbered(pusher*each+i, 100))
			}
		})
	}
	last := map[int]int{}
	for range pushers * each {
		_, payload, err := p.next()
		if err != nil {
			t.Fatal(err)
		}
		n := numberOf(t, payload)
		if n%each != last[n/each] {
			t.Fatalf("pusher %d: frame %d, want %d", n/each, n%each, last[n/each])
		}
		last[n/each]++
	}
	wg.Wait()
}

// What the socket did not take goes on where it stopped.
func TestRemainderContinues(t *testing.T) {
	st := open(t)
	p := st.small()
	m := st.member()
	n := st.stuff(m, 5000)
	for want := range n {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d of %d: %.40q %v", want, n, payload, err)
		}
	}
	eventually(t, "it has caught up", func() bool { return st.Stats().Slow == 0 })
	m.out.Push(numbered(n, 10))
	if _, payload, err := p.next(); err != nil || numberOf(t, payload) != n {
		t.Fatalf("afterwards: %q %v", payload, err)
	}
	if n := st.Stats().TooSlow; n != 0 {
		t.Fatalf("%d too slow", n)
	}
}

// Control frames of the library, and data frames were it to write any, keep to
// the borders of large frames that are being written.
func TestControlAmidLargeFrames(t *testing.T) {
	const rounds = 150
	st := open(t)
	p := st.small()
	m := st.member()
	c := m.out.(*conn)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range rounds {
			m.out.Push(numbered(i, 1000*(i%90)))
			m.out.Await(300_000, patience)
		}
	})
	wg.Go(func() {
		for i := range rounds {
			p.send(frame(fin|opPing, strings.Repeat("p", i%126)))
		}
	})
	wg.Go(func() {
		for i := range rounds {
			// Larger than the library's buffer: it arrives in pieces.
			text := fmt.Sprintf("library %s", strings.Repeat("l", 50*i))
			if err := c.ws.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
				t.Error(err)
			}
		}
	})
	pongs, texts, data := 0, 0, 0
	for pongs+texts+data < 3*rounds {
		opcode, payload, err := p.next()
		switch {
		case err != nil:
			t.Fatalf("after %d %d %d: %v", pongs, texts, data, err)
		case opcode == opPong:
			if len(payload) != pongs%126 {
				t.Fatalf("pong %d has %d bytes", pongs, len(payload))
			}
			pongs++
		case strings.HasPrefix(payload, "library "):
			if len(payload) != 8+50*data {
				t.Fatalf("frame %d of the library has %d bytes", data, len(payload))
			}
			data++
		default:
			if numberOf(t, payload) != texts {
				t.Fatalf("want frame %d: %.40q", texts, payload)
			}
			texts++
		}
	}
	wg.Wait()
}

func TestTooSlowByBytes(t *testing.T) { // WS-27, P22
	st := open(t)
	p := st.small()
	m := st.member()
	c := m.out.(*conn)
	n := 0
	for ; !c.isClosing(); n++ {
		m.out.Push(numbered(n, 10_000))
	}
	if c.queuedNow() > 80_000 {
		t.Fatalf("%d bytes kept", c.queuedNow())
	}
	receive(t, m.gone) // at once: the reader of a slow connection is not waited for
	read := 0
	for {
		opcode, payload, err := p.next()
		if err != nil {
			t.Fatal(err)
		}
		if opcode == opClose {
			if code := int(payload[0])<<8 | int(payload[1]); code != 4409 {
				t.Fatalf("got %d", code)
			}
			break
		}
		if numberOf(t, payload) != read {
			t.Fatalf("want frame %d: %.40q", read, payload)
		}
		read++
	}
	if read >= n {
		t.Fatalf("read all %d frames", n)
	}
	if n := st.Stats().TooSlow; n != 1 {
		t.Fatalf("%d too slow", n)
	}
}

func (c *conn) queuedNow() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.queued
}

func TestTooSlowByAge(t *testing.T) { // WS-27
	st := open(t)
	p := st.small()
	m := st.member()
	st.stuff(m, 5000)
	st.pass(queueAge - 2*time.Second)
	if m.out.(*conn).isClosing() {
		t.Fatal("closed too early")
	}
	st.pass(3 * time.Second)
	receive(t, m.gone)
	if code, _ := p.closed(); code != 4409 {
		t.Fatalf("got %d", code)
	}
}

// A peer that never reads again is cut, and all it held is given back.
func TestStoppedReaderIsCut(t *testing.T) {
	st := open(t)
	st.small()
	m := st.member()
	st.stuff(m, 5000)
	st.pass(queueAge + slowWithin + 2*time.Second)
	receive(t, m.gone)
	eventually(t, "it has left", func() bool {
		return st.Stats() == (Stats{Frames: st.Stats().Frames, Writes: st.Stats().Writes, TooSlow: 1})
	})
	if n := m.out.(*conn).queuedNow(); n != 0 {
		t.Fatalf("%d bytes kept", n)
	}
}

// 100 readers that stopped do not keep 100 others from any frame (P22).
func TestSlowReadersDelayNobody(t *testing.T) {
	const each, frames = 100, 80
	st := open(t)
	var stopped, normal []*member
	var peers []*peer
	for range each {
		st.small()
		stopped = append(stopped, st.member())
		peers = append(peers, st.raw())
		normal = append(normal, st.member())
	}
	var wg sync.WaitGroup
	step := make(chan struct{}, each)
	for _, p := range peers {
		wg.Go(func() {
			for want := range frames {
				_, payload, err := p.next()
				if err != nil || numberOf(t, payload) != want {
					t.Errorf("want frame %d: %.40q %v", want, payload, err)
					return
				}
				step <- struct{}{}
			}
		})
	}
	for i := range frames {
		f := numbered(i, 15_000) // 1.2 MB in all: more than a stopped one may hold
		for k := range each {
			stopped[k].out.Push(f)
			normal[k].out.Push(f)
		}
		// Every normal reader has it before the next is pushed, while the others
		// have not read one.
		for range each {
			receive(t, step)
		}
	}
	wg.Wait()
	if n := st.Stats().Slow; n < each/2 {
		t.Fatalf("only %d were slow: the test proves nothing", n)
	}
	for range (queueAge + slowWithin + 2*time.Second) / time.Second {
		st.pass(time.Second)
		for k, p := range peers {
			p.send(frame(fin|opText, "alive"))
			receive(t, normal[k].got)
		}
	}
	for _, m := range stopped {
		receive(t, m.gone)
	}
	eventually(t, "the normal ones remain", func() bool { return st.Stats().Open == each && st.Stats().Slow == 0 })
}

func TestCloseCodes(t *testing.T) {
	st := open(t)
	for _, code := range []wire.CloseCode{
		wire.CloseRestart, wire.CloseProtocol, wire.CloseNotUTF8, wire.CloseAbuse, wire.CloseTooBig, wire.CloseTryLater,
		wire.CloseSessionEnded, wire.CloseBanned, wire.CloseNoJoin, wire.CloseTooSlow,
	} {
		p := st.raw()
		m := st.member()
		for i := range 30 { // leaves before the close frame
			m.out.Push(numbered(i, 2000))
		}
		m.out.Close(code, "why")
		m.out.Close(1011, "the second does not count")
		m.out.Push(numbered(30, 0))
		for want := range 30 {
			if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
				t.Fatalf("want frame %d: %.40q %v", want, payload, err)
			}
		}
		if got, reason := p.closed(); got != int(code) || reason != "why" {
			t.Fatalf("got %d %q", got, reason)
		}
		receive(t, m.gone)
		if m.out.Await(1<<20, time.Millisecond) {
			t.Fatal("Await of a closed socket")
		}
	}
	// None answered the close frame: they are not waited for.
	st.pass(echoWithin + time.Second)
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 })
}

func TestLibraryClientSeesTheCloseCode(t *testing.T) {
	st := open(t)
	ws := st.dial()
	m := st.member()
	m.out.Close(wire.CloseSessionEnded, "session ended")
	_, _, err := ws.Read(context.Background())
	if code := websocket.CloseStatus(err); code != 4401 {
		t.Fatalf("got %v", err)
	}
	eventually(t, "its answer ends it", func() bool { return st.Stats().Open == 0 })
}

func TestNothingIsReceivedAfterClose(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	m.do = func(m *member, text string) {
		m.out.Close(4403, "")
		m.got <- text
	}
	p.send(append(frame(fin|opText, "one"), frame(fin|opText, "two")...))
	if code, _ := p.closed(); code != 4403 {
		t.Fatalf("got %d", code)
	}
	receive(t, m.gone)
	if got := receive(t, m.got); got != "one" || len(m.got) > 0 {
		t.Fatalf("got %q and %d more", got, len(m.got))
	}
}

func TestCloseOfAPeerThatDoesNotReadIsBounded(t *testing.T) {
	st := open(t)
	st.small()
	m := st.member()
	st.stuff(m, 5000)
	m.out.Close(1001, "restart")
	receive(t, m.gone)
	st.pass(closeWithin + time.Second)
	eventually(t, "it has left", func() bool { return st.Stats().Open == 0 })
}

func TestCloseReasonIsCutAtACodePoint(t *testing.T) {
	for _, reason := range []string{strings.Repeat("é", 100), strings.Repeat("x", 122) + "é", strings.Repeat("x", 500)} {
		f := closeFrame(1008, reason)
		got := string(f[4:])
		if len(got) > 123 || len(got) < 122 || !utf8.ValidString(got) || int(f[1]) != len(f)-2 {
			t.Fatalf("%d bytes: %q", len(got), got)
		}
	}
}

func TestAwait(t *testing.T) {
	st := open(t)
	p := st.small()
	m := st.member()
	if !m.out.Await(0, 0) {
		t.Fatal("an empty queue is low")
	}
	n := st.stuff(m, 5000)
	if m.out.Await(1000, time.Millisecond) {
		t.Fatal("nobody has read")
	}
	low := make(chan bool, 2)
	go func() { low <- m.out.Await(1000, patience) }()
	for range n {
		if _, _, err := p.next(); err != nil {
			t.Fatal(err)
		}
	}
	if !receive(t, low) {
		t.Fatal("it has caught up")
	}
	st.stuff(m, 5000)
	go func() { low <- m.out.Await(0, patience) }()
	go m.out.Close(1001, "")
	if receive(t, low) {
		t.Fatal("it has closed")
	}
}

// Over TLS there is no write that does not wait.
func TestTLS(t *testing.T) {
	st := open(t, func(_ *Config, st *site) {
		st.web = httptest.NewUnstartedServer(nil)
		st.web.StartTLS()
	})
	connect := func() (*peer, *member) {
		nc, err := tls.Dial("tcp", st.addr(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		return handshakeOn(t, nc), st.member()
	}
	p, m := connect()
	for i := range 300 {
		m.out.Push(numbered(i, 1000))
	}
	p.send(frame(fin|opText, "hello"))
	if got := receive(t, m.got); got != "hello" {
		t.Fatalf("got %q", got)
	}
	for want := range 300 {
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != want {
			t.Fatalf("want frame %d: %.40q %v", want, payload, err)
		}
	}
	m.out.Close(1001, "restart")
	p.send(frame(fin|opClose, "\x03\xe9"))
	if code, _ := p.closed(); code != 1001 {
		t.Fatalf("got %d", code)
	}
	receive(t, m.gone)

	_, m = connect() // never reads
	st.stuff(m, 15_000)
	st.pass(queueAge + slowWithin + 2*time.Second)
	receive(t, m.gone)
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 && st.Stats().Slow == 0 })
}

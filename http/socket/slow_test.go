package socket

import (
	"crypto/tls"
	"net"
	"net/http/httptest"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Peers that do not keep up, and connections that cannot be written without
// waiting.

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
		return c.flusher == flushWriter && (c.rc != nil && c.inflight == 0 || same == 50)
	})
	return pushed
}

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

func TestStoppedReaderIsCut(t *testing.T) {
	st := open(t)
	st.small()
	m := st.member()
	st.stuff(m, 5000)
	st.pass(queueAge + slowWithin + 2*time.Second)
	receive(t, m.gone)
	eventually(t, "it has left", func() bool {
		return st.Stats() == (Stats{Frames: st.Stats().Frames, Writes: st.Stats().Writes, TooSlow: 1, Accepted: 1})
	})
	if n := m.out.(*conn).queuedNow(); n != 0 {
		t.Fatalf("%d bytes kept", n)
	}
}

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

func TestAwait(t *testing.T) {
	st := open(t)
	p := st.small()
	m := st.member()
	if !m.out.Await(0, patience) { // the answer to the handshake may still wait
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

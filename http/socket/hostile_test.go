package socket

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/quick"
	"time"
)

// What a peer may send to do harm, and the close it gets.

func TestViolations(t *testing.T) {
	big := strings.Repeat("b", 16<<10)
	cases := []struct {
		name   string
		frames [][]byte
		want   int
	}{
		{"text not UTF-8", [][]byte{frame(fin|opText, "a\xffb")}, 1007},
		{"text cut inside a code point", [][]byte{frame(fin|opText, "\xc3")}, 1007},
		{"fragments not UTF-8 together", [][]byte{frame(opText, "\xc3"), frame(fin, "a")}, 1007},
		{"surrogate", [][]byte{frame(fin|opText, "\xed\xa0\x80")}, 1007},
		{"one byte over the limit", [][]byte{frame(fin|opText, big+"b")}, 1009},
		{"a megabyte", [][]byte{frame(fin|opText, strings.Repeat("m", 1<<20))}, 1009},
		{"over the limit in fragments", [][]byte{frame(opText, big[:9000]), frame(0, big[:9000]), frame(fin, "")}, 1009},
		{"binary", [][]byte{frame(fin|opBin, "x")}, 1003},
		{"unmasked", [][]byte{{fin | opText, 1, 'x'}}, 1002},
		{"opcode 3", [][]byte{frame(fin|3, "x")}, 1002},
		{"opcode 11", [][]byte{frame(fin|11, "")}, 1002},
		{"RSV1, as if compressed", [][]byte{frame(fin|0x40|opText, "x")}, 1002},
		{"RSV2", [][]byte{frame(fin|0x20|opText, "x")}, 1002},
		{"RSV3", [][]byte{frame(fin|0x10|opText, "x")}, 1002},
		{"control over 125", [][]byte{frame(fin|opPing, strings.Repeat("p", 126))}, 1002},
		{"fragmented control", [][]byte{frame(opPing, "p")}, 1002},
		{"continuation of nothing", [][]byte{frame(fin, "x")}, 1002},
		{"message inside a message", [][]byte{frame(opText, "x"), frame(fin|opText, "y")}, 1002},
		{"close of one byte", [][]byte{frame(fin|opClose, "x")}, 1002},
		{"close with a forbidden code", [][]byte{frame(fin|opClose, "\x03\xed")}, 1002},
	}
	st := open(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := st.raw()
			m := st.member()
			p.t = t
			p.send(c.frames...)
			// An answer to our close frame keeps the end orderly, as a browser would.
			p.send(frame(fin|opClose, ""))
			if code, _ := p.closed(); code != c.want {
				t.Fatalf("got %d, want %d", code, c.want)
			}
			receive(t, m.gone)
			select {
			case text := <-m.got:
				t.Fatalf("delivered %d bytes", len(text))
			default:
			}
		})
	}
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 })
}

func TestFragmentsMakeOneMessage(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	p.send(frame(opText, "\xc3"), frame(fin|opPing, "in between"), frame(0, ""), frame(fin, "\xa4!"))
	if got := receive(t, m.got); got != "ä!" {
		t.Fatalf("got %q", got)
	}
	if opcode, payload, err := p.next(); opcode != opPong || payload != "in between" || err != nil {
		t.Fatalf("got %d %q %v", opcode, payload, err)
	}
	limit := strings.Repeat("f", 16<<10)
	p.send(frame(opText, limit[:10_000]), frame(fin, limit[10_000:]))
	if got := receive(t, m.got); got != limit {
		t.Fatalf("got %d bytes", len(got))
	}
}

// coder/websocket takes the end of the stream inside a message for its end.
func TestTruncatedMessageIsNotDelivered(t *testing.T) {
	st := open(t)
	for _, cut := range [][]byte{
		frame(fin|opText, strings.Repeat("t", 4000))[:2<<10+8], // at the border of our first buffer
		frame(opText, "no final frame"),
		frame(fin|opText, "abc")[:4],
	} {
		p := st.raw()
		m := st.member()
		p.send(cut)
		if err := p.Conn.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		receive(t, m.gone)
		select {
		case text := <-m.got:
			t.Fatalf("delivered %d bytes of a truncated message", len(text))
		default:
		}
	}
}

func TestPeersCloseIsAnswered(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	m.out.Push(numbered(1, 100_000))
	p.send(frame(fin|opText, "last words"), frame(fin|opClose, "\x03\xe8bye"))
	if got := receive(t, m.got); got != "last words" {
		t.Fatalf("got %q", got)
	}
	if code, reason := p.closed(); code != 1000 || reason != "bye" {
		t.Fatalf("got %d %q", code, reason)
	}
	receive(t, m.gone)
	eventually(t, "it has left", func() bool { return st.Stats().Open == 0 })
}

// A message that is begun and not ended ends its socket, however it dawdles.
func TestSlowMessages(t *testing.T) {
	for name, begin := range map[string][]byte{
		"half a header":     frame(fin|opText, "x")[:1],
		"half a payload":    frame(fin|opText, "0123456789")[:9],
		"no final fragment": frame(opText, "x"),
		"half a ping":       frame(fin|opPing, "0123456789")[:9],
	} {
		t.Run(name, func(t *testing.T) {
			st := open(t)
			p := st.raw()
			m := st.member()
			p.send(begin)
			c := m.out.(*conn)
			eventually(t, "it is timed", func() bool { return c.partialSince.Load() != 0 })
			st.pass(messageWithin - 2*time.Second)
			if c.isClosing() {
				t.Fatal("closed too early")
			}
			st.pass(4 * time.Second)
			if code, _ := p.closed(); code != 1008 {
				t.Fatalf("got %d", code)
			}
			receive(t, m.gone)
		})
	}
}

// The time a session takes, and the end of one message in the same read as the
// start of the next, do not count against a peer.
func TestSteadyMessagesAreNotSlow(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	f := frame(fin|opText, strings.Repeat("s", 300))
	p.send(f[:100])
	for range 40 {
		p.send(append(append([]byte(nil), f[100:]...), f[:100]...))
		receive(t, m.got)
		st.pass(time.Second)
	}
	p.send(f[100:])
	receive(t, m.got)
}

func TestControlFlood(t *testing.T) {
	for name, f := range map[string][]byte{
		"pings":           frame(fin|opPing, ""),
		"empty fragments": frame(0, ""),
	} {
		t.Run(name, func(t *testing.T) {
			st := open(t)
			p := st.raw()
			m := st.member()
			p.send(frame(opText, ""), bytes.Repeat(f, floodMax+100))
			if code, _ := p.closed(); code != 1008 {
				t.Fatalf("got %d", code)
			}
			receive(t, m.gone)
		})
	}
	t.Run("but not over a long time", func(t *testing.T) {
		st := open(t)
		p := st.raw()
		m := st.member()
		for range 5 {
			p.send(bytes.Repeat(frame(fin|opPing, ""), floodMax/2))
			p.send(frame(fin|opText, "still here"))
			receive(t, m.got)
			st.pass(2 * time.Second)
		}
	})
}

// A session that panics costs its own socket only.
func TestSessionPanics(t *testing.T) {
	st := open(t)
	p, q := st.raw(), st.raw()
	m, n := st.member(), st.member()
	if m.out.(*conn).raw.RemoteAddr().String() != p.LocalAddr().String() {
		m, n = n, m
	}
	m.do = func(*member, string) { panic("session") }
	p.send(frame(fin|opText, "x"))
	if code, _ := p.closed(); code != 1011 {
		t.Fatalf("got %d", code)
	}
	receive(t, m.gone)
	q.send(frame(fin|opText, "fine"))
	if got := receive(t, n.got); got != "fine" {
		t.Fatalf("got %q", got)
	}
}

// Bytes of any kind, in any pieces, never harm the server.
func TestGarbage(t *testing.T) {
	st := open(t)
	err := quick.Check(func(junk []byte) bool {
		p := st.raw()
		m := st.member()
		_, _ = p.Conn.Write(junk)
		_ = p.Conn.(interface{ CloseWrite() error }).CloseWrite()
		_, _ = io.Copy(io.Discard, p.r)
		receive(t, m.gone)
		return true
	}, &quick.Config{MaxCount: 60})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 })
}

// FuzzStream: the place in a stream does not depend on how it is cut.
func FuzzStream(f *testing.F) {
	f.Add(append(frame(opText, "abc"), frame(fin, strings.Repeat("x", 300))...), uint8(3))
	f.Add(frame(fin|opClose, "\x03\xe8"), uint8(1))
	f.Add([]byte{fin | opText, 127, 255, 255, 255, 255, 255, 255, 255, 255, 1}, uint8(2))
	f.Fuzz(func(t *testing.T, b []byte, size uint8) {
		var whole, cut stream
		whole.pass(b)
		for len(b) > 0 {
			n := min(len(b), int(size)+1)
			cut.pass(b[:n])
			b = b[n:]
		}
		if whole != cut {
			t.Fatalf("%+v, in pieces %+v", whole, cut)
		}
	})
}

func TestStreamBorders(t *testing.T) {
	var s stream
	step := func(b []byte, border, midway bool) {
		t.Helper()
		s.pass(b)
		if s.atBorder() != border || s.inMessage() != midway {
			t.Fatalf("%+v", s)
		}
	}
	f := frame(opText, strings.Repeat("x", 70_000))
	step(f[:1], false, true)
	step(f[1:13], false, true)
	step(f[13:14], false, true)
	step(f[14:69_000], false, true)
	step(f[69_000:], true, true)
	step(frame(fin|opPing, "p"), true, true)
	if s.done != 0 || s.minor != 1 {
		t.Fatalf("%+v", s)
	}
	step(frame(fin, ""), true, false)
	step(closeFrame(1001, "x"), true, false)
	if s.done != 2 || !s.closed {
		t.Fatalf("%+v", s)
	}
}

package socket

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"muster/actors/wire"

	"github.com/coder/websocket"
)

// The way out: order, borders, closing.

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
					if next%3 == 0 {
						m.out.PushLazy(wire.Together([]wire.Frame{f}))
					} else {
						m.out.Push(f)
					}
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

func TestCloseReasonIsCutAtACodePoint(t *testing.T) {
	for _, reason := range []string{strings.Repeat("é", 100), strings.Repeat("x", 122) + "é", strings.Repeat("x", 500)} {
		f := closeFrame(1008, reason)
		got := string(f[4:])
		if len(got) > 123 || len(got) < 122 || !utf8.ValidString(got) || int(f[1]) != len(f)-2 {
			t.Fatalf("%d bytes: %q", len(got), got)
		}
	}
}

// Over TLS there is no write that does not wait.

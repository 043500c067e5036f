package socket

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// RFC 6455 by hand-written frames, in the order of the conformance suites that
// others use: framing, pings, reserved bits, opcodes, fragments, UTF-8, closes,
// limits. What is a violation is closed within a second.

// promptly is the promised bound; one of three tries must keep it, for the
// machine may be busy.
const (
	promptly = time.Second
	tries    = 3
)

// ends sends frames on a connection of its own and gives the code it is closed
// with; nothing of them may reach the session.
func (st *site) ends(t *testing.T, frames ...[]byte) (code int) {
	t.Helper()
	for try := 1; ; try++ {
		p := st.raw()
		m := st.member()
		p.t = t
		began := time.Now()
		for _, f := range frames {
			_, _ = p.Conn.Write(f) // it may be closed before the last
		}
		for code = 0; code == 0; {
			opcode, payload, err := p.next()
			if err != nil {
				t.Fatalf("ended without a close frame: %v", err)
			}
			if opcode == opClose {
				code = 1005
				if len(payload) >= 2 {
					code = int(binary.BigEndian.Uint16([]byte(payload)))
				}
			}
		}
		took := time.Since(began)
		_ = p.Close()
		receive(t, m.gone)
		select {
		case text := <-m.got:
			t.Fatalf("delivered %d bytes", len(text))
		default:
		}
		if took <= promptly {
			return code
		}
		if try == tries {
			t.Fatalf("closed after %v", took)
		}
	}
}

func saysBye(code uint16, reason string) []byte {
	return frame(fin|opClose, string(binary.BigEndian.AppendUint16(nil, code))+reason)
}

// header is a masked frame's header that claims a length of 64 bits.
func header(first byte, claims uint64) []byte {
	return append(binary.BigEndian.AppendUint64([]byte{first, 0x80 | 127}, claims), 1, 2, 3, 4)
}

func TestViolationsEndPromptly(t *testing.T) {
	st := open(t)
	x := strings.Repeat("x", 16<<10)
	cases := map[string]struct {
		frames [][]byte
		want   int
	}{
		"one byte too long":                    {[][]byte{frame(fin|opText, x+"x")}, 1009},
		"announces a gigabyte":                 {[][]byte{header(fin|opText, 1<<30)}, 1009},
		"announces one byte too many":          {[][]byte{header(fin|opText, 16<<10+1), []byte(x[:600])}, 1009},
		"claims a gigabyte":                    {[][]byte{header(fin|opText, 1<<30), []byte(x + x)}, 1009},
		"fragments beyond the limit":           {[][]byte{frame(opText, x[:9000]), frame(0, x[:9000]), frame(0, x)}, 1009},
		"a small fragment beyond the limit":    {[][]byte{frame(opText, x), frame(0, "x")}, 1009},
		"claims 2^63":                          {[][]byte{header(fin|opText, 1<<63), []byte(x)}, 1002},
		"unmasked":                             {[][]byte{{fin | opText, 2, 'h', 'i'}}, 1002},
		"unmasked after a masked one":          {[][]byte{frame(opText, "x"), {fin, 1, 'x'}}, 1002},
		"unmasked ping":                        {[][]byte{{fin | opPing, 0}}, 1002},
		"ping of 126":                          {[][]byte{frame(fin|opPing, x[:126])}, 1002},
		"ping that claims 64 KiB":              {[][]byte{header(fin|opPing, 65536)}, 1002},
		"close of 126":                         {[][]byte{saysBye(1000, x[:124])}, 1002},
		"ping in fragments":                    {[][]byte{frame(opPing, "x"), frame(fin, "x")}, 1002},
		"close in fragments":                   {[][]byte{frame(opClose, "\x03\xe8")}, 1002},
		"all reserved bits":                    {[][]byte{frame(fin|0x70|opText, "x")}, 1002},
		"a reserved bit on a ping":             {[][]byte{frame(fin|0x40|opPing, "x")}, 1002},
		"a reserved bit on a close":            {[][]byte{frame(fin|0x20|opClose, "\x03\xe8")}, 1002},
		"a reserved bit on a continuation":     {[][]byte{frame(opText, "x"), frame(fin|0x40, "x")}, 1002},
		"compressed without being agreed upon": {[][]byte{frame(fin|0x40|opText, "\xf2\x48\xcd\xc9\xc9\x07\x00")}, 1002},
		"continuation of nothing":              {[][]byte{frame(fin, "x")}, 1002},
		"endless continuation of nothing":      {[][]byte{frame(0, "x")}, 1002},
		"continuation after the end":           {[][]byte{frame(opText, ""), frame(fin, " "), frame(fin, "x")}, 1002},
		"text within a text":                   {[][]byte{frame(opText, "x"), frame(fin|opText, "x")}, 1002},
		"binary":                               {[][]byte{frame(fin|opBin, "x")}, 1003},
		"binary in fragments":                  {[][]byte{frame(opBin, "x"), frame(fin, "x")}, 1003},
		"a page of HTML":                       {[][]byte{[]byte("POST / HTTP/1.1\r\nHost: x\r\n\r\n")}, 1002},
	}
	for _, opcode := range []byte{3, 4, 5, 6, 7, 11, 12, 13, 14, 15} {
		cases[fmt.Sprint("opcode ", opcode)] = struct {
			frames [][]byte
			want   int
		}{[][]byte{frame(fin|opcode, "x")}, 1002}
	}
	delete(cases, "continuation after the end") // its first message is good: below
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if code := st.ends(t, c.frames...); code != c.want {
				t.Errorf("got %d, want %d", code, c.want)
			}
		})
	}
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 })
}

// UTF-8 in one piece and in fragments that end inside of a code point.
func TestUTF8InPieces(t *testing.T) {
	st := open(t)
	for _, good := range []string{
		"κόσμε", "\u0000", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\U00010000", "\U0010ffff", "\ud7ff", "\ue000", "\ufffd", "\ufeff", "a\U0001f468\u200d\U0001f469",
	} {
		p := st.raw()
		m := st.member()
		p.send(frame(fin|opText, good), frame(opText, ""))
		for i := range len(good) {
			p.send(frame(0, good[i:i+1]))
		}
		p.send(frame(fin, ""))
		for range 2 {
			if got := receive(t, m.got); got != good {
				t.Errorf("%q came as %q", good, got)
			}
		}
		_ = p.Close()
		receive(t, m.gone)
	}
	for _, bad := range []string{
		"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited", "\x80", "\xbf", "\xc0", "\xfe", "\xff", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf",
		"\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80", "\xf4\x90\x80\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xa0\x80\xed\xb0\x80",
		"\xce", "\xe1\xbd", "\xf0\x9f\x98", "a\xc3(", "\xe2\x28\xa1", "\xf0\x28\x8c\xbc",
	} {
		if code := st.ends(t, frame(fin|opText, bad)); code != 1007 {
			t.Errorf("%q: got %d", bad, code)
		}
		var pieces [][]byte
		for i := range len(bad) {
			first := byte(0)
			if i == 0 {
				first = opText
			}
			pieces = append(pieces, frame(first, bad[i:i+1]))
		}
		if code := st.ends(t, append(pieces, frame(fin, ""))...); code != 1007 {
			t.Errorf("%q in pieces: got %d", bad, code)
		}
	}
}

// A close is answered: with the same code when it may be sent, and as a
// violation when not.
func TestClosesAreAnswered(t *testing.T) {
	st := open(t)
	for _, code := range []uint16{1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999} {
		if got := st.ends(t, saysBye(code, "bye")); got != int(code) {
			t.Errorf("%d is answered by %d", code, got)
		}
	}
	for _, code := range []uint16{0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535} {
		if got := st.ends(t, saysBye(code, "")); got != 1002 {
			t.Errorf("%d is answered by %d", code, got)
		}
	}
	if got := st.ends(t, saysBye(1000, "\xff\xfe")); got != 1007 && got != 1000 { // the library checks no reason
		t.Errorf("a reason that is not UTF-8 is answered by %d", got)
	}
	if got := st.ends(t, frame(fin|opClose, "")); got != 1005 && got != 1000 {
		t.Errorf("an empty close is answered by %d", got)
	}
	if got := st.ends(t, saysBye(1000, strings.Repeat("r", 123)), frame(fin|opText, "behind it")); got != 1000 {
		t.Errorf("the longest reason is answered by %d", got)
	}
}

// Pings are answered with what they carried, also within a message; pongs that
// nobody asked for are nothing.
func TestPingsAreAnswered(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	pong := func(want string) {
		t.Helper()
		if opcode, payload, err := p.next(); opcode != opPong || payload != want || err != nil {
			t.Fatalf("got %d %q %v, want %q", opcode, payload, err, want)
		}
	}
	for _, load := range []string{"", "hello", "\x00\xff\xfe", strings.Repeat("\xfe", 125)} {
		p.send(frame(fin|opPing, load))
		pong(load)
	}
	p.send(frame(fin|opPong, "unasked"), frame(opText, "a"), frame(fin|opPong, ""), frame(fin|opPing, "within"), frame(fin, "b"))
	pong("within")
	if got := receive(t, m.got); got != "ab" {
		t.Fatalf("got %q", got)
	}
	octets := frame(fin|opPing, "by octets")
	for i := range octets {
		p.send(octets[i : i+1])
	}
	pong("by octets")
	var ten []byte
	for i := range 10 {
		ten = append(ten, frame(fin|opPing, fmt.Sprint(i))...)
	}
	p.send(ten)
	for i := range 10 {
		pong(fmt.Sprint(i))
	}
}

// Handshakes that are none.
func TestHandshakes(t *testing.T) {
	st := open(t)
	for name, c := range map[string]struct {
		old, new string
		want     int
	}{
		"as it should be":          {"", "", 101},
		"many things connected":    {"Connection: Upgrade", "Connection: keep-alive, Upgrade", 101},
		"in lower case":            {"Upgrade: websocket", "upgrade: WebSocket", 101},
		"no key":                   {"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "", 400},
		"short key":                {"dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ=", 400},
		"key that is no base64":    {"dGhlIHNhbXBsZSBub25jZQ==", "!!!!!!!!!!!!!!!!!!!!!!==", 400},
		"two keys":                 {"\r\nSec-WebSocket-Key:", "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key:", 400},
		"old version":              {"Version: 13", "Version: 8", 400},
		"no version":               {"Sec-WebSocket-Version: 13\r\n", "", 400},
		"no upgrade":               {"Upgrade: websocket\r\n", "", 426},
		"upgrade to another thing": {"Upgrade: websocket", "Upgrade: h2c", 426},
		"not connected":            {"Connection: Upgrade", "Connection: close", 426},
		"by POST":                  {"GET", "POST", 405},
		"by HTTP/1.0":              {"HTTP/1.1", "HTTP/1.0", 426},
	} {
		if got := st.status(strings.Replace(handshake, c.old, c.new, 1) + "\r\n"); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
	for _, offer := range []string{
		"permessage-deflate", "permessage-deflate; client_max_window_bits", "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
		"x-webkit-deflate-frame", "permessage-deflate, permessage-bzip2; q=1", strings.Repeat("permessage-deflate; ", 500) + "x",
	} {
		if got := st.status(handshake + "Sec-WebSocket-Extensions: " + offer + "\r\n\r\n"); got != 101 { // status checks that nothing is agreed upon
			t.Errorf("%.40s: got %d", offer, got)
		}
	}
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 })
}

// A socket costs at most 64 KiB while its peer holds the largest
// message back, in one frame or in fragments, and members beside them talk on.
func TestMemoryOfHeldBackMessages(t *testing.T) {
	const sockets, most = 400, 64 << 10
	st := open(t)
	good := st.raw()
	talker := st.member()
	largest := strings.Repeat("x", 16<<10)
	whole := frame(fin|opText, largest)
	for name, held := range map[string][]byte{
		"one frame":       whole[:len(whole)-1],
		"fragments":       append(frame(opText, largest[:8<<10]), frame(0, largest[8<<10:])...),
		"small fragments": append(frame(opText, ""), []byte(strings.Repeat(string(frame(0, largest[:64])), 256))...),
	} {
		t.Run(name, func(t *testing.T) {
			before := memory()
			var peers []net.Conn
			var members []*member
			for range sockets {
				p := st.raw()
				p.t = t
				members = append(members, st.member())
				p.send(held)
				peers = append(peers, p.Conn)
				p.r = bufio.NewReaderSize(nil, 16) // the client's buffer does not count
			}
			eventually(t, "all of it has come", func() bool {
				for _, m := range members {
					if m.out.(*conn).partialSince.Load() == 0 {
						return false
					}
				}
				return true
			})
			if each := (memory() - before) / sockets; each > most {
				t.Errorf("%d bytes a socket", each)
			} else {
				t.Logf("%d bytes a socket", each)
			}
			good.send(frame(fin|opText, "unharmed"))
			if got := receive(t, talker.got); got != "unharmed" {
				t.Errorf("got %q", got)
			}
			for i, p := range peers {
				_ = p.Close()
				receive(t, members[i].gone)
			}
		})
	}
}

// memory is what this process has in use.
func memory() int64 {
	debug.FreeOSMemory() // pools are emptied by the second collection
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// A peer that ends in the middle of any frame harms nothing, at any place of it.
func TestEndsAtEveryByte(t *testing.T) {
	st := open(t)
	for _, f := range [][]byte{frame(fin|opText, "abc"), frame(fin|opPing, "abc"), saysBye(1000, "x"), frame(fin|opText, strings.Repeat("x", 200))[:14]} {
		for cut := 1; cut < len(f); cut++ {
			p := st.raw()
			m := st.member()
			p.send(f[:cut])
			_ = p.Conn.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, p.r)
			receive(t, m.gone)
			select {
			case text := <-m.got:
				t.Errorf("%x: delivered %q", f[:cut], text)
			default:
			}
		}
	}
	eventually(t, "all have left", func() bool { return st.Stats().Open == 0 })
	p := st.raw()
	m := st.member()
	p.send(frame(fin|opText, "it serves on"))
	if got := receive(t, m.got); got != "it serves on" {
		t.Errorf("got %q", got)
	}
}

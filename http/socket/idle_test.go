package socket

import (
	"testing"
	"time"
)

// A message that came in two pieces and is whole starts no clock: who then only
// listens stays. Its time limit once went on running while the reader waited
// without the library, and closed the socket 10 s after a split join_chat.
func TestWholeMessageInPiecesIsNotTimed(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	f := frame(fin|opText, "in two pieces")
	p.send(f[:9])
	c := m.out.(*conn)
	eventually(t, "it is timed", func() bool { return c.partialSince.Load() != 0 })
	p.send(f[9:])
	receive(t, m.got)
	eventually(t, "it is not timed any more", func() bool { return c.partialSince.Load() == 0 })
	st.pass(messageWithin + 2*time.Second)
	if c.isClosing() {
		t.Fatal("closed")
	}
}

// An idle browser answers pings and is heard, though the library never
// sees the pongs; what is no pong of ours, or comes behind one, it does.
func TestPongsAreTakenOffWhileIdle(t *testing.T) {
	st := open(t)
	p := st.raw()
	m := st.member()
	c := m.out.(*conn)
	p.send(frame(fin|opText, "hello"))
	receive(t, m.got)
	for range 3 {
		c.heardSincePing.Store(false)
		p.send(frame(fin|opPong, ""))
		eventually(t, "it is heard", c.heardSincePing.Load)
	}
	c.heardSincePing.Store(false)
	p.send(append(frame(fin|opPong, ""), frame(fin|opText, "behind a pong")...))
	if got := string(receive(t, m.got)); got != "behind a pong" {
		t.Errorf("got %q", got)
	}
	p.send(append(frame(fin|opText, "before a pong"), frame(fin|opPong, "with a longer payload")...))
	if got := string(receive(t, m.got)); got != "before a pong" {
		t.Errorf("got %q", got)
	}
	p.send(frame(fin|opPong, "with a longer payload")[:9])
	if c.isClosing() {
		t.Error("closed")
	}
}

func TestPongLen(t *testing.T) {
	whole := frame(fin|opPong, "1234")
	for n := range len(whole) {
		if got := pongLen(whole[:n]); got != 0 {
			t.Errorf("%d bytes of a pong: %d", n, got)
		}
	}
	for what, c := range map[string]struct {
		frame []byte
		want  int
	}{
		"whole": {whole, len(whole)}, "with more": {append(whole, 1, 2), len(whole)}, "empty": {frame(fin|opPong, ""), 6},
		"not final": {frame(opPong, ""), 0}, "unmasked": {[]byte{fin | opPong, 0, 0, 0, 0, 0}, 0}, "text": {frame(fin|opText, ""), 0},
		"reserved bit": {frame(fin|0x40|opPong, ""), 0},
	} {
		if got := pongLen(c.frame); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
}

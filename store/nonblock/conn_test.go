package nonblock_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/net/nettest"

	"muster/store/nonblock"
)

// open gives both ends of a connection, the dialled one as Dial makes it.
func open(t *testing.T, network, address string) (dialled, accepted net.Conn) {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	coming := make(chan net.Conn, 1)
	go func() {
		nc, err := listener.Accept()
		if err != nil {
			t.Error(err)
		}
		coming <- nc
	}()
	dialled, err = nonblock.Dial(new(net.Dialer))(t.Context(), network, listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, plain := dialled.(syscall.Conn); plain {
		t.Fatal("dialled as usual")
	}
	return dialled, <-coming
}

// What net.Conn promises holds: deadlines, closing from another goroutine, data
// that is not mixed up, the end of the stream.
func TestConn(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			nettest.TestConn(t, func() (a, b net.Conn, stop func(), err error) {
				address := "127.0.0.1:0"
				if network == "unix" {
					address = filepath.Join(t.TempDir(), "s")
				}
				a, b = open(t, network, address)
				return a, b, func() { a.Close(); b.Close() }, nil
			})
		})
	}
}

// A write larger than every buffer waits for the reader and arrives whole.
func TestLargeWrite(t *testing.T) {
	a, b := open(t, "tcp", "127.0.0.1:0")
	defer b.Close()
	sent := make([]byte, 32<<20)
	rand.Read(sent)
	go func() {
		defer a.Close()
		if n, err := a.Write(sent); n != len(sent) || err != nil {
			t.Errorf("%d bytes written, %v", n, err)
		}
	}()
	got, err := io.ReadAll(b)
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes of %d, %v", len(got), len(sent), err)
	}
}

// Send takes what fits and says so without an error; Peek leaves what Skip takes.
func TestSendPeekSkip(t *testing.T) {
	a, b := open(t, "unix", filepath.Join(t.TempDir(), "s"))
	defer a.Close()
	defer b.Close()
	rc := nonblock.Raw(b)
	if rc == nil {
		t.Fatal("a Unix socket is none")
	}
	control := func(f func(fd uintptr)) {
		if err := rc.Control(f); err != nil {
			t.Fatal(err)
		}
	}
	p := make([]byte, 8)
	control(func(fd uintptr) {
		if n, come := nonblock.Peek(fd, p); come {
			t.Errorf("%d bytes from nowhere", n)
		}
	})
	if _, err := a.Write([]byte("abcdef")); err != nil {
		t.Fatal(err)
	}
	control(func(fd uintptr) {
		for _, want := range []string{"abcdef", "abcdef"} {
			if n, come := nonblock.Peek(fd, p); !come || string(p[:n]) != want {
				t.Errorf("peeked at %q", p[:n])
			}
		}
		nonblock.Skip(fd, p[:2])
		if n, _ := nonblock.Peek(fd, p); string(p[:n]) != "cdef" {
			t.Errorf("%q is left", p[:n])
		}
		for {
			n, err := nonblock.Send(fd, make([]byte, 64<<10))
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break // full
			}
		}
	})
	a.Close()
	control(func(fd uintptr) {
		nonblock.Skip(fd, p)
		if n, come := nonblock.Peek(fd, p); n != 0 || !come {
			t.Errorf("the end is not seen: %d, %v", n, come)
		}
		if _, err := nonblock.Send(fd, p); err == nil {
			t.Error("sent to nobody")
		}
	})
}

func TestDialFails(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if nc, err := nonblock.Dial(new(net.Dialer))(ctx, "tcp", "127.0.0.1:1"); err == nil || nc != nil {
		t.Errorf("%v, %v", nc, err)
	}
}

// A message is read and answered: beside the standard library's way.
func BenchmarkRoundTrip(b *testing.B) {
	for _, way := range []string{"net", "nonblock"} {
		b.Run(way, func(b *testing.B) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			defer listener.Close()
			go func() {
				if nc, err := listener.Accept(); err == nil {
					io.Copy(nc, nc)
				}
			}()
			dial := new(net.Dialer).DialContext
			if way == "nonblock" {
				dial = nonblock.Dial(new(net.Dialer))
			}
			nc, err := dial(b.Context(), "tcp", listener.Addr().String())
			if err != nil {
				b.Fatal(err)
			}
			defer nc.Close()
			p := make([]byte, 256)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := nc.Write(p); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(nc, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

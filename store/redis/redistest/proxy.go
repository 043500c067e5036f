// A proxy that lets everything through but, while it is set to, what was published:
// PING, SUBSCRIBE and PUBLISH are answered as if all were well.

package redistest

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy stands before a Server.
type Proxy struct {
	t         testing.TB
	listener  net.Listener
	to        string
	swallow   atomic.Bool
	cut       atomic.Bool
	swallowed atomic.Int64
	mu        sync.Mutex
	open      map[net.Conn]bool
	closed    bool
	running   sync.WaitGroup
}

// StartProxy starts a proxy before the server; it ends with the test.
func StartProxy(t testing.TB, s *Server) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	p := &Proxy{t: t, listener: listener, to: s.Addr(), open: map[net.Conn]bool{}}
	p.running.Go(p.accept)
	t.Cleanup(p.close)
	return p
}

// URL is the proxy's address as a node is given it.
func (p *Proxy) URL() string { return "redis://" + p.listener.Addr().String() }

// Swallow begins or ends swallowing what was published.
func (p *Proxy) Swallow(on bool) { p.swallow.Store(on) }

// Cut ends every connection and refuses new ones, or lets them in again.
func (p *Proxy) Cut(on bool) {
	p.cut.Store(on)
	if !on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.Close()
	}
}

// Swallowed is how many messages never came.
func (p *Proxy) Swallowed() int64 { return p.swallowed.Load() }

func (p *Proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		if p.cut.Load() {
			conn.Close()
			continue
		}
		server, err := net.Dial("tcp", p.to)
		if err != nil {
			conn.Close()
			continue
		}
		if !p.keep(conn, server) {
			return
		}
		p.running.Go(func() {
			io.Copy(server, conn)
			p.drop(conn, server)
		})
		p.running.Go(func() {
			p.replies(conn, server)
			p.drop(conn, server)
		})
	}
}

func (p *Proxy) keep(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		if p.closed {
			c.Close()
			continue
		}
		if p.open[c] = true; p.cut.Load() {
			c.Close() // cut while it was being made
		}
	}
	return !p.closed
}

func (p *Proxy) drop(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		c.Close()
		delete(p.open, c)
	}
}

func (p *Proxy) close() {
	p.mu.Lock()
	p.closed = true
	p.listener.Close()
	for c := range p.open {
		c.Close()
	}
	p.mu.Unlock()
	p.running.Wait()
}

// replies passes on what the server says, one whole reply at a time.
func (p *Proxy) replies(conn, server net.Conn) {
	from := bufio.NewReader(server)
	for {
		var reply bytes.Buffer
		if copyReply(&reply, from) != nil {
			return
		}
		raw := reply.Bytes()
		if p.swallow.Load() && (bytes.HasPrefix(raw, []byte("*3\r\n$7\r\nmessage\r\n")) || bytes.HasPrefix(raw, []byte(">3\r\n$7\r\nmessage\r\n"))) {
			p.swallowed.Add(1)
			continue
		}
		if _, err := conn.Write(raw); err != nil {
			return
		}
	}
}

// copyReply copies one value of the Redis protocol with everything inside it.
func copyReply(to *bytes.Buffer, from *bufio.Reader) error {
	line, err := from.ReadBytes('\n')
	if err != nil {
		return err
	}
	to.Write(line)
	n, _ := strconv.Atoi(string(bytes.TrimSpace(line[1:])))
	switch line[0] {
	case '$', '=', '!':
		if n >= 0 {
			_, err = io.CopyN(to, from, int64(n)+2)
		}
		return err
	case '%', '|':
		n *= 2
	case '*', '~', '>':
	default:
		return nil
	}
	for range n {
		if err := copyReply(to, from); err != nil {
			return err
		}
	}
	return nil
}

package systemtest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// manner is how a socket is cut.
type manner int

const (
	byReset  manner = iota + 1 // RST: the machine's network stack gave up
	byEnd                      // FIN without a WebSocket close: the browser was killed
	bySilent                   // nothing more is read, written or said; the node has to find out
)

func (m manner) String() string { return []string{"", "RST", "FIN", "silent"}[m] }

// parkedFor is how long a silent socket stays half open: longer than the 30 s
// within which a node must notice it.
const parkedFor = 40 * time.Second

// faultyConn is a client's TCP connection that can be cut in each manner.
type faultyConn struct {
	*net.TCPConn
	mu  sync.Mutex
	how manner
}

// dial opens a WebSocket whose TCP connection can be cut.
func dial(ctx context.Context, addr string) (*websocket.Conn, *faultyConn, error) {
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	var t *faultyConn
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		t = &faultyConn{TCPConn: conn.(*net.TCPConn)}
		return t, nil
	}}}
	conn, _, err := websocket.Dial(ctx, "ws://"+addr+"/ws/chat", &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		client.CloseIdleConnections()
		return nil, nil, err
	}
	return conn, t, nil
}

// cut cuts the connection, once.
func (t *faultyConn) cut(r *chaosHarness, m manner) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.how != 0 {
		return
	}
	t.how = m
	switch m {
	case byReset:
		t.SetLinger(0)
		t.TCPConn.Close()
	case byEnd:
		t.CloseWrite()
		t.SetReadDeadline(time.Unix(1, 0)) // Close follows, whatever the node does
	case bySilent:
		r.park(t.TCPConn)
		t.SetDeadline(time.Unix(1, 0))
	}
}

// Close leaves a silent connection open.
func (t *faultyConn) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.how == bySilent {
		return nil
	}
	return t.TCPConn.Close()
}

// manner names how it was cut, "" for not by us.
func (t *faultyConn) manner() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.how.String()
}

// faultyProxy stands between one node and Postgres. Held, it lets through what the
// node asks and keeps back what Postgres answers: what the node commits then
// is stored, and the node does not know.
type faultyProxy struct {
	listener net.Listener
	to       string // Postgres's Unix socket
	mu       sync.Mutex
	free     *sync.Cond
	held     bool
	severed  bool
	open     map[net.Conn]bool
	running  sync.WaitGroup
}

func newFaultyProxy(socket string) (*faultyProxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g := &faultyProxy{listener: listener, to: socket, open: map[net.Conn]bool{}}
	g.free = sync.NewCond(&g.mu)
	g.running.Go(g.accept)
	return g, nil
}

// hold begins or ends keeping answers back.
func (g *faultyProxy) hold(on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held = on
	g.free.Broadcast()
}

// cut ends the node's connections and refuses new ones, or lets them in again.
func (g *faultyProxy) cut(on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.severed = on; on {
		for c := range g.open {
			c.Close()
		}
	}
}

func (g *faultyProxy) accept() {
	for {
		node, err := g.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", g.to)
		if err != nil {
			node.(*net.TCPConn).SetLinger(0)
			node.Close()
			continue
		}
		g.mu.Lock()
		if g.open == nil {
			g.mu.Unlock()
			node.Close()
			server.Close()
			return
		}
		g.open[node], g.open[server] = true, true
		if g.severed {
			node.Close()
			server.Close()
		}
		g.mu.Unlock()
		g.running.Go(func() { g.pass(server, node, false) })
		g.running.Go(func() { g.pass(node, server, true) })
	}
}

// pass copies one direction until either side ends, then ends both.
func (g *faultyProxy) pass(to, from net.Conn, answers bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if answers {
			g.mu.Lock()
			for g.held {
				g.free.Wait()
			}
			g.mu.Unlock()
		}
		if n > 0 {
			if _, broken := to.Write(buffer[:n]); broken != nil {
				err = broken
			}
		}
		if err != nil {
			break
		}
	}
	to.Close()
	from.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, to)
	delete(g.open, from)
}

func (g *faultyProxy) close() {
	g.listener.Close()
	g.hold(false)
	g.mu.Lock()
	for c := range g.open {
		c.Close()
	}
	g.open = nil
	g.mu.Unlock()
	g.running.Wait()
}

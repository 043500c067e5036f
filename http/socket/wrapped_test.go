package socket

import (
	"bytes"
	"net"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
)

// wrapped is a connection that cannot be written without waiting. It notes which
// goroutines write.
type wrapped struct {
	net.Conn
	mu      *sync.Mutex
	writers map[string]bool
}

func (w *wrapped) Write(p []byte) (int, error) {
	stack := make([]byte, 64)
	id, _, _ := bytes.Cut(stack[:runtime.Stack(stack, false)], []byte("["))
	w.mu.Lock()
	w.writers[string(id)] = true
	w.mu.Unlock()
	return w.Conn.Write(p)
}

type wrapping struct {
	net.Listener
	mu      sync.Mutex
	writers map[string]bool
}

func (l *wrapping) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &wrapped{nc, &l.mu, l.writers}, nil
}

// A wrapped connection has one goroutine that writes, not a new one for each
// flush.
func TestWrappedConnectionHasOneWriter(t *testing.T) {
	l := &wrapping{Listener: listen(t), writers: map[string]bool{}}
	st := open(t, func(_ *Config, st *site) {
		st.web = httptest.NewUnstartedServer(nil)
		_ = st.web.Listener.Close()
		st.web.Listener = l
		st.web.Start()
	})
	p := st.raw()
	m := st.member()
	for i := range 50 {
		m.out.Push(numbered(i, 100))
		if _, payload, err := p.next(); err != nil || numberOf(t, payload) != i {
			t.Fatalf("want frame %d: %.40q %v", i, payload, err)
		}
	}
	m.out.Close(1001, "restart")
	p.send(frame(fin|opClose, "\x03\xe9"))
	if code, _ := p.closed(); code != 1001 {
		t.Errorf("got %d", code)
	}
	receive(t, m.gone)
	eventually(t, "it has left", func() bool { return st.Stats().Open == 0 })
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.writers) != 1 {
		t.Errorf("%d goroutines wrote", len(l.writers))
	}
}

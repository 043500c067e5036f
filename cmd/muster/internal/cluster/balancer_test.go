//go:build unix

package cluster

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// behind is a balancer over backends that are said to be ready, with the time
// limits that it has in a cluster.
func behind(t *testing.T, addrs ...string) (*balancer, *httptest.Server) {
	t.Helper()
	b := newBalancer(slog.New(slog.DiscardHandler))
	return b, inFront(t, b, addrs...)
}

func inFront(t *testing.T, b *balancer, addrs ...string) *httptest.Server {
	t.Helper()
	b.before(addrs)
	front := httptest.NewUnstartedServer(nil)
	front.Config = b.front
	front.Start()
	t.Cleanup(front.Close)
	t.Cleanup(b.nodes.CloseIdleConnections)
	return front
}

// dying accepts connections, reads a request and hangs up.
func dying(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			conn.Read(make([]byte, 1024))
			conn.Close()
		}
	}()
	return listener.Addr().String()
}

// What changes nothing is asked of another node when one dies over it; what
// may have been done is not done twice; what never arrived is sent to another node.
func TestBalancerRepeatsOnlyWhatIsSafe(t *testing.T) {
	live := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		io.WriteString(w, r.Method+" "+string(body))
	}))
	t.Cleanup(live.Close)
	addr := strings.TrimPrefix(live.URL, "http://")
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	for _, c := range []struct {
		name, other, method string
		failures            bool
	}{
		{"a read of a dying node", dying(t), http.MethodGet, false},
		{"a change of a dying node", dying(t), http.MethodPost, true},
		{"a change that found nobody", gone.Addr().String(), http.MethodPost, false},
	} {
		b, front := behind(t, c.other, addr)
		failed := 0
		for range 6 {
			for _, one := range b.backends {
				one.ready.Store(true)
			}
			var body io.Reader
			if c.method == http.MethodPost {
				body = strings.NewReader("once")
			}
			request, _ := http.NewRequest(c.method, front.URL, body)
			reply, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(reply.Body)
			reply.Body.Close()
			switch {
			case reply.StatusCode == http.StatusServiceUnavailable && strings.Contains(string(text), `"code":"unavailable"`):
				failed++
			case reply.StatusCode != http.StatusOK || !strings.HasPrefix(string(text), c.method):
				t.Errorf("%s: %d %s", c.name, reply.StatusCode, text)
			}
		}
		if failed > 0 != c.failures {
			t.Errorf("%s: %d of 6 failed", c.name, failed)
		}
		for i, one := range b.backends {
			if n := one.busy.Load(); n != 0 {
				t.Errorf("%s: node %d has %d requests for ever", c.name, i, n)
			}
		}
	}
}

// A node hears the address a request really came from, whatever it claims
// , and the host the browser asked for.
func TestBalancerBelievesNothing(t *testing.T) {
	heard := make(chan http.Header, 1)
	host := make(chan string, 1)
	live := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		heard <- r.Header
		host <- r.Host
	}))
	t.Cleanup(live.Close)
	_, front := behind(t, strings.TrimPrefix(live.URL, "http://"))
	request, _ := http.NewRequest(http.MethodGet, front.URL, nil)
	request.Header.Set("X-Forwarded-For", "203.0.113.9")
	request.Header.Set("Forwarded", "for=203.0.113.9")
	request.Host = "chat.example.org"
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	h := <-heard
	if got := h.Values("X-Forwarded-For"); len(got) != 1 || got[0] != "127.0.0.1" || h.Get("Forwarded") != "" {
		t.Errorf("the node heard %q, %q", got, h.Get("Forwarded"))
	}
	if got := <-host; got != "chat.example.org" {
		t.Errorf("host %q", got)
	}
}

// A socket outlives the time limits of the request that opened it.
func TestBalancerLeavesSocketsTheirTime(t *testing.T) {
	live := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.CloseNow()
		for {
			kind, text, err := conn.Read(r.Context())
			if err != nil || conn.Write(r.Context(), kind, text) != nil {
				return
			}
		}
	}))
	t.Cleanup(live.Close)
	const limit = 200 * time.Millisecond
	b := newBalancer(slog.New(slog.DiscardHandler))
	b.front.ReadTimeout, b.front.WriteTimeout = limit, limit
	front := inFront(t, b, strings.TrimPrefix(live.URL, "http://"))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, front.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	<-time.After(2 * limit) // it is what is tested
	if err := conn.Write(ctx, websocket.MessageText, []byte("late")); err != nil {
		t.Fatal(err)
	}
	if _, text, err := conn.Read(ctx); err != nil || string(text) != "late" {
		t.Fatalf("%q, %v", text, err)
	}
	if n := b.backends[0].busy.Load(); n != 1 {
		t.Errorf("the socket counts as %d requests", n)
	}
}

// Without a ready node the answer is 503 and never a made-up 401 or 200.
func TestBalancerWithoutNodes(t *testing.T) {
	b, front := behind(t, "127.0.0.1:1")
	b.backends[0].ready.Store(false)
	reply, err := http.Get(front.URL)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusServiceUnavailable || reply.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", reply.StatusCode, reply.Header)
	}
}

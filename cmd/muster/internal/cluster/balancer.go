//go:build unix

// The balancer of a cluster: it sends each request to the ready node with the
// fewest under way, and asks another one where that is safe.

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"sync/atomic"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/http/body"
)

const (
	checkEvery    = 250 * time.Millisecond
	checkPatience = 2 * time.Second
	dialPatience  = 2 * time.Second
	answerWithin  = node.AnswerLimit - 5*time.Second // the headers of an answer; then there is time to say so
)

// backend is one node as the balancer sees it.
type backend struct {
	ready atomic.Bool
	busy  atomic.Int64 // requests and sockets under way
	mu    sync.Mutex
	addr  string // "" while there is no process
}

// set says where the node listens from now on; it is not ready yet.
func (b *backend) set(addr string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.addr = addr
	b.ready.Store(false)
}

func (b *backend) at() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.addr
}

// balancer is the handler before the nodes. It believes nothing that a request
// says of its way here: it sends the nodes the address that the request came from.
type balancer struct {
	front    *http.Server
	backends []*backend
	proxy    *httputil.ReverseProxy
	nodes    *http.Transport
	log      *slog.Logger
	turn     atomic.Uint64
	stop     context.CancelFunc
	checks   sync.WaitGroup
}

func newBalancer(logger *slog.Logger) *balancer {
	b := &balancer{log: logger}
	b.nodes = &http.Transport{
		DialContext:         (&net.Dialer{Timeout: dialPatience}).DialContext,
		MaxIdleConnsPerHost: 256, IdleConnTimeout: 30 * time.Second, ResponseHeaderTimeout: answerWithin,
		DisableCompression: true,
	}
	b.proxy = &httputil.ReverseProxy{
		Transport: b,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", r.In.Host
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		ErrorHandler: unanswered,
		ErrorLog:     log.New(io.Discard, "", 0), // it would name addresses
	}
	b.front = node.NewServer(b)
	return b
}

// Balance is a balancer before nodes that are taken to be ready; whether they
// are is not asked again. Tests of attacks (systemtest/security) put it before a node of theirs.
func Balance(logger *slog.Logger, addrs ...string) *http.Server {
	b := newBalancer(logger)
	b.before(addrs)
	return b.front
}

// before puts the balancer before ready nodes.
func (b *balancer) before(addrs []string) {
	for _, addr := range addrs {
		one := &backend{}
		one.set(addr)
		one.ready.Store(true)
		b.backends = append(b.backends, one)
	}
}

// unanswered answers when no node could. When net/http has given the request up,
// its body did not come in time, or the caller left and hears nothing.
func unanswered(w http.ResponseWriter, r *http.Request, _ error) {
	if r.Context().Err() != nil {
		fail(w, http.StatusRequestTimeout, "The body took too long", "body_slow")
		return
	}
	w.Header().Set("Retry-After", "1")
	fail(w, http.StatusServiceUnavailable, "No server is ready, try again", "unavailable")
}

// fail answers in the shape of a node's failures.
func fail(w http.ResponseWriter, status int, text, code string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body.Failure{Message: text, Error: text, Code: code})
}

// ServeHTTP implements http.Handler.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(r.TransferEncoding) > 0 {
		// It may have had two lengths, as a node says (http/read.go): nothing
		// that came behind it is a request.
		w.Header().Set("Connection", "close")
	}
	b.proxy.ServeHTTP(w, r)
}

// errNoNode: every node was asked, or none is ready.
var errNoNode = errors.New("no node is ready")

// RoundTrip asks nodes until one answers. A request that a node may have acted
// on is not repeated: only one that did not reach it, or that changes nothing.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	var asked []*backend
	for {
		to := b.pick(asked)
		if to == nil {
			return nil, errNoNode
		}
		asked = append(asked, to)
		out := r.Clone(r.Context())
		out.URL.Host = to.at()
		if r.Body != nil {
			out.Body = io.NopCloser(r.Body) // a failed dial would close it; the proxy does at the end
		}
		to.busy.Add(1)
		answer, err := b.nodes.RoundTrip(out)
		if err == nil {
			answer.Body = counted(answer.Body, to)
			return answer, nil
		}
		to.busy.Add(-1)
		if r.Context().Err() != nil {
			return nil, err
		}
		var op *net.OpError
		unreached := errors.As(err, &op) && op.Op == "dial"
		if unreached {
			to.ready.Store(false)
		}
		if !unreached && !repeatable(r) {
			return nil, err
		}
	}
}

// repeatable says whether a request may be made twice: it changes nothing, and
// has no body that is gone.
func repeatable(r *http.Request) bool {
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
	return safe && (r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0)
}

// pick gives the ready node with the fewest requests, each in turn among
// equals; nil when all that are ready were asked.
func (b *balancer) pick(asked []*backend) *backend {
	var best *backend
	first := int(b.turn.Add(1) % uint64(len(b.backends)))
next:
	for i := range b.backends {
		one := b.backends[(first+i)%len(b.backends)]
		for _, before := range asked {
			if one == before {
				continue next
			}
		}
		if one.ready.Load() && (best == nil || one.busy.Load() < best.busy.Load()) {
			best = one
		}
	}
	return best
}

// counted takes the request off the node's count when its answer is through.
// An upgraded connection stays one that can be written to.
func counted(body io.ReadCloser, of *backend) io.ReadCloser {
	done := sync.OnceFunc(func() { of.busy.Add(-1) })
	if both, ok := body.(io.ReadWriteCloser); ok {
		return &countedSocket{both, done}
	}
	return &countedBody{body, done}
}

type countedBody struct {
	io.ReadCloser
	done func()
}

func (c *countedBody) Close() error {
	c.done()
	return c.ReadCloser.Close()
}

type countedSocket struct {
	io.ReadWriteCloser
	done func()
}

func (c *countedSocket) Close() error {
	c.done()
	return c.ReadWriteCloser.Close()
}

// begin asks every node all the time whether it is ready.
func (b *balancer) begin() {
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	for _, one := range b.backends {
		b.checks.Go(func() {
			tick := time.NewTicker(checkEvery)
			defer tick.Stop()
			for {
				b.check(ctx, one)
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			}
		})
	}
}

// check looks whether a node is ready.
func (b *balancer) check(ctx context.Context, one *backend) {
	addr := one.at()
	if addr == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, checkPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/readyz", nil)
	if err != nil {
		return
	}
	ready := false
	if answer, err := b.nodes.RoundTrip(request); err == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16))
		_ = answer.Body.Close()
		ready = answer.StatusCode == http.StatusOK
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.addr == addr && one.ready.Swap(ready) != ready {
		b.log.Info("node", "listen", addr, "ready", ready)
	}
}

// end stops asking.
func (b *balancer) end() {
	if b.stop != nil {
		b.stop()
	}
	b.checks.Wait()
	b.nodes.CloseIdleConnections()
}

package socket

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"

	"muster/actors/wire"
	"muster/store"

	"github.com/coder/websocket"
)

// This file makes a socket of a request: what is refused before the handshake, the
// handshake, and the session.

// ServeHTTP upgrades the request and returns; the socket lives on. It answers
// 400 for a body or a credential in the address, 403 for a foreign origin, 426
// and the like for what is no handshake. Past a cap or while draining the
// handshake is done and the socket closed with 1013, for a browser sees no other
// reason. The reason names the seconds to wait.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 || len(r.TransferEncoding) > 0 {
		// Two readers may disagree about where a body ends.
		w.Header().Set("Connection", "close")
		s.refusals.note(RefusedBody)
		http.Error(w, "no body expected", http.StatusBadRequest)
		return
	}
	if carriesToken(r.URL) {
		s.refusals.note(RefusedCredential)
		http.Error(w, "no credentials in the address", http.StatusBadRequest)
		return
	}
	if !s.originAllowed(r) {
		s.refusals.note(RefusedOrigin, "allowed", s.allowed)
		http.Error(w, "origin not allowed", http.StatusForbidden)
		return
	}
	from := s.address(r)
	network := store.ClientNetwork(from)
	decided := s.limiter.admit(network)
	if decided != admitted {
		s.refused.Add(1)
		s.refusals.note(decided.refusal())
	}
	if decided == refusalsFull {
		w.Header().Set("Retry-After", fmt.Sprint(delayHint()))
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	c := &conn{server: s, decided: decided, address: network, from: from, unjoined: decided == admitted}
	c.language, c.chosen = s.language(r)
	h := &hijacker{ResponseWriter: w, conn: c}
	ws, err := websocket.Accept(h, r, s.accept)
	if err != nil {
		if c.raw != nil {
			_ = c.raw.Close()
		}
		s.refusals.note(RefusedHandshake)
		s.limiter.release(decided, decided == admitted, network)
		return
	}
	ws.SetReadLimit(wire.MaxFrame)
	c.ws = ws
	if decided == admitted {
		s.accepted.Add(1)
	}
	s.start(c, h.answer())
}

// start begins the life of a connection. The handshake's answer is queued before the
// sweep and Drain know the connection, for nothing may precede it.
func (s *Server) start(c *conn, answer []byte) {
	c.shard = s.shards[s.nextShard.Add(1)%uint32(len(s.shards))]
	c.heardSincePing.Store(true)
	c.parts = 2 // the reader and the socket
	if c.rc == nil {
		c.parts++
		c.wake = make(chan struct{}, 1)
		go c.writeWrapped()
	}
	c.mu.Lock()
	c.push(answer, 0, false) // leaves with the session's first frame
	c.shard.register(c)
	c.session = noSession{}
	if c.decided == admitted {
		s.openSession(c)
	} else {
		c.Close(wire.CloseTryLater, fmt.Sprintf("%s, retry in %d s", c.decided, delayHint()))
	}
	go c.run()
}

// openSession makes the session. One that panics costs its own connection only.
func (s *Server) openSession(c *conn) {
	defer func() {
		if p := recover(); p != nil {
			s.refusals.panicked(p)
			c.Close(closeInternal, "internal error")
		}
	}()
	c.session = s.connect(c)
}

// noSession is the session of a refused socket.
type noSession struct{}

func (noSession) Receive([]byte) {}
func (noSession) Gone()          {}

// delayHint is the seconds a refused client should wait, spread so that they
// do not come back as one.
func delayHint() int { return 3 + rand.IntN(8) }

func remoteAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

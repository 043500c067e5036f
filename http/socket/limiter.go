package socket

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// This file decides who may open a socket: origin, address, caps.

// originAllowed checks the Origin header letter by letter against the
// configured ones (WS-5). A client without the header is no browser: its proof
// is the token. "null" is never configured, so it is refused like any other.
func (s *Server) originAllowed(r *http.Request) bool {
	switch origins := r.Header.Values("Origin"); len(origins) {
	case 0:
		return true
	case 1:
		return s.origins[origins[0]]
	default:
		return false
	}
}

// carriesToken says whether the address holds a credential: it would stand in
// logs and histories, so it is refused rather than ignored (WS-4). A query that
// cannot be read may hide one.
func carriesToken(u *url.URL) bool {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return true
	}
	for key := range query {
		key = strings.ToLower(key)
		if strings.Contains(key, "token") || key == "authorization" || key == "auth" || key == "session" || key == "jwt" {
			return true
		}
	}
	return false
}

// refusedMax bounds the sockets that are being told why they are refused; past
// it a plain 503 must do.
const refusedMax = 256

// connLimiter counts the sockets.
type connLimiter struct {
	max        int // admitted sockets; 0: no cap
	perAddress int // sockets of one address that have not joined; 0: no cap

	mu       sync.Mutex
	open     int
	refused  int
	unjoined map[string]int // by address
	draining bool
	empty    chan struct{} // closed when draining and nothing is open
}

// decision is what the gate says to a newcomer.
type decision string

const (
	admitted     decision = ""
	serverFull   decision = "full"
	addressFull  decision = "too many connections from this address"
	restarting   decision = "restarting"
	refusalsFull decision = "overflow" // not even a refusal can be sent
)

// admit counts a newcomer in: as admitted, or as refused until it left.
func (g *connLimiter) admit(address string) decision {
	g.mu.Lock()
	defer g.mu.Unlock()
	why := admitted
	switch {
	case g.draining:
		why = restarting
	case g.max > 0 && g.open >= g.max:
		why = serverFull
	case g.perAddress > 0 && g.unjoined[address] >= g.perAddress:
		why = addressFull
	}
	if why == admitted {
		g.open++
		g.unjoined[address]++
		return admitted
	}
	if g.refused >= refusedMax {
		return refusalsFull
	}
	g.refused++
	return why
}

// joined takes a socket off its address's count.
func (g *connLimiter) joined(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.dropUnjoined(address)
}

func (g *connLimiter) dropUnjoined(address string) {
	if g.unjoined[address]--; g.unjoined[address] <= 0 {
		delete(g.unjoined, address)
	}
}

// release takes a socket off every count it is still in.
func (g *connLimiter) release(why decision, unjoined bool, address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if why == admitted {
		g.open--
		if unjoined {
			g.dropUnjoined(address)
		}
	} else {
		g.refused--
	}
	g.signalEmpty()
}

// drain lets nobody in any more; the channel closes when everybody has left.
func (g *connLimiter) drain() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.draining = true
	if g.empty == nil {
		g.empty = make(chan struct{})
		g.signalEmpty()
	}
	return g.empty
}

func (g *connLimiter) signalEmpty() {
	if g.empty == nil || g.open+g.refused > 0 {
		return
	}
	select {
	case <-g.empty:
	default:
		close(g.empty)
	}
}

// count is the number of admitted sockets and of those that have not joined.
func (g *connLimiter) count() (open, unjoined int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.unjoined {
		unjoined += n
	}
	return g.open, unjoined
}

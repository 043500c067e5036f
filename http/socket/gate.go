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

// gate counts the sockets.
type gate struct {
	max        int // admitted sockets; 0: no cap
	perAddress int // sockets of one address that have not joined; 0: no cap

	mu       sync.Mutex
	admitted int
	refused  int
	unjoined map[string]int // by address
	draining bool
	empty    chan struct{} // closed when draining and nothing is open
}

// verdict is what the gate says to a newcomer.
type verdict string

const (
	admit    verdict = ""
	full     verdict = "full"
	crowded  verdict = "too many connections from this address"
	closing  verdict = "restarting"
	overflow verdict = "overflow" // not even a refusal can be sent
)

// enter counts a newcomer in: as admitted, or as refused until it left.
func (g *gate) enter(address string) verdict {
	g.mu.Lock()
	defer g.mu.Unlock()
	why := admit
	switch {
	case g.draining:
		why = closing
	case g.max > 0 && g.admitted >= g.max:
		why = full
	case g.perAddress > 0 && g.unjoined[address] >= g.perAddress:
		why = crowded
	}
	if why == admit {
		g.admitted++
		g.unjoined[address]++
		return admit
	}
	if g.refused >= refusedMax {
		return overflow
	}
	g.refused++
	return why
}

// joined takes a socket off its address's count.
func (g *gate) joined(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.dropUnjoined(address)
}

func (g *gate) dropUnjoined(address string) {
	if g.unjoined[address]--; g.unjoined[address] <= 0 {
		delete(g.unjoined, address)
	}
}

// leave takes a socket off every count it is still in.
func (g *gate) leave(why verdict, unjoined bool, address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if why == admit {
		g.admitted--
		if unjoined {
			g.dropUnjoined(address)
		}
	} else {
		g.refused--
	}
	g.announce()
}

// drain lets nobody in any more; the channel closes when everybody has left.
func (g *gate) drain() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.draining = true
	if g.empty == nil {
		g.empty = make(chan struct{})
		g.announce()
	}
	return g.empty
}

func (g *gate) announce() {
	if g.empty == nil || g.admitted+g.refused > 0 {
		return
	}
	select {
	case <-g.empty:
	default:
		close(g.empty)
	}
}

// count is the number of admitted sockets and of those that have not joined.
func (g *gate) count() (open, unjoined int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.unjoined {
		unjoined += n
	}
	return g.admitted, unjoined
}

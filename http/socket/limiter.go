package socket

import (
	"net/http"
	"net/url"
	"strings"
	"sync"

	"muster/http/socket/openfiles"
)

// This file decides who may open a socket: origin, address, caps.

// originAllowed checks the Origin header letter by letter against the
// configured ones. A client without the header is no browser: its proof
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
// logs and histories, so it is refused rather than ignored. A query that
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

// refusedMax bounds the sockets that are being sent the reason of their refusal; past
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

// decision is what becomes of a new connection; its text is sent to the client.
type decision string

const (
	admitted     decision = ""
	serverFull   decision = "full"
	addressFull  decision = "too many connections from this address"
	restarting   decision = "restarting"
	refusalsFull decision = "overflow" // not even a refusal can be sent
)

// refusal is the reason that is counted.
func (d decision) refusal() Refusal {
	switch d {
	case serverFull:
		return RefusedFull
	case addressFull:
		return RefusedAddress
	case restarting:
		return RefusedDraining
	default:
		return RefusedOverflow
	}
}

// admit counts a newcomer in: as admitted, or as refused until it left.
func (l *connLimiter) admit(address string) decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	decided := admitted
	switch {
	case l.draining:
		decided = restarting
	case l.max > 0 && l.open >= l.max:
		decided = serverFull
	case l.perAddress > 0 && l.unjoined[address] >= l.perAddress:
		decided = addressFull
	}
	if decided == admitted {
		l.open++
		l.unjoined[address]++
		return admitted
	}
	if l.refused >= refusedMax {
		return refusalsFull
	}
	l.refused++
	return decided
}

// joined takes a socket off its address's count.
func (l *connLimiter) joined(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dropUnjoined(address)
}

func (l *connLimiter) dropUnjoined(address string) {
	if l.unjoined[address]--; l.unjoined[address] <= 0 {
		delete(l.unjoined, address)
	}
}

// release takes a socket off every count it is still in.
func (l *connLimiter) release(decided decision, unjoined bool, address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if decided == admitted {
		l.open--
		if unjoined {
			l.dropUnjoined(address)
		}
	} else {
		l.refused--
	}
	l.signalEmpty()
}

// drain refuses everybody from now on. The channel closes when all have left.
func (l *connLimiter) drain() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draining = true
	if l.empty == nil {
		l.empty = make(chan struct{})
		l.signalEmpty()
	}
	return l.empty
}

func (l *connLimiter) signalEmpty() {
	if l.empty == nil || l.open+l.refused > 0 {
		return
	}
	select {
	case <-l.empty:
	default:
		close(l.empty)
	}
}

// count is the number of admitted sockets and of those that have not joined.
func (l *connLimiter) count() (open, unjoined int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range l.unjoined {
		unjoined += n
	}
	return l.open, unjoined
}

// filesBeside is what a node keeps open beside its sockets, at least: Postgres
// and Redis, calls over HTTP, and its own files.
const filesBeside = 256

// maxSockets is the cap for a configured one. Without one, a tenth of the open
// file limit and at least filesBeside stay free, so that the node can still work
// when it is full of sockets.
func maxSockets(configured int) int {
	if configured != 0 {
		return max(configured, 0)
	}
	files := openfiles.Limit()
	if files == 0 {
		return 0
	}
	return max(files-max(filesBeside, files/10), files/2)
}

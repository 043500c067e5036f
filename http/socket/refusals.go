package socket

import (
	"bytes"
	"fmt"
	"log"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// This file counts what goes wrong before a socket is open, and panics, for
// metrics and for the log. The log gets a line at once and then at most one a
// minute for each reason, and no addresses.

// Refusal is why a handshake was refused or a connection failed.
type Refusal string

const (
	RefusedBody       Refusal = "body"
	RefusedCredential Refusal = "credential_in_address"
	RefusedOrigin     Refusal = "origin"
	RefusedFull       Refusal = "full"
	RefusedAddress    Refusal = "address"
	RefusedDraining   Refusal = "draining"
	RefusedOverflow   Refusal = "overflow"
	RefusedHandshake  Refusal = "handshake"
	AcceptFailed      Refusal = "accept"
	Panicked          Refusal = "panic"
	otherFailure      Refusal = "other"
)

// advice is what the log says about a refusal: what it is, and what to do.
var advice = map[Refusal]string{
	RefusedBody:       "socket refused: a handshake with a body; a client or proxy is broken",
	RefusedCredential: "socket refused: a token in its address; clients send it in join_chat",
	RefusedOrigin:     "socket refused: origin not allowed: is MUSTER_PUBLIC_URL right?",
	RefusedFull:       "socket refused: the node is full: raise SOCKETS_MAX and the open file limit, or add a node",
	RefusedAddress:    "socket refused: too many of one address have not joined: a flood, or is the proxy missing in MUSTER_TRUSTED_PROXIES?",
	RefusedDraining:   "socket refused: the node is stopping: does the balancer ask /readyz?",
	RefusedOverflow:   "socket refused with 503: too many are being refused at once: a flood, or SOCKETS_MAX is too low",
	RefusedHandshake:  "socket refused: not a WebSocket handshake: does the proxy pass Upgrade on /ws/chat?",
	AcceptFailed:      "a connection was not accepted, trying again: at the open file limit raise it (LimitNOFILE, ulimit -n) or lower SOCKETS_MAX",
	Panicked:          "panic in a connection, which was closed: please report the stack",
	otherFailure:      "http server",
}

// refusals counts by reason.
type refusals struct {
	log   *slog.Logger
	clock func() time.Time

	mu     sync.Mutex
	count  map[Refusal]int64
	logged map[Refusal]logged
}

// logged is what the log has of a reason.
type logged struct {
	at    time.Time
	count int64
}

// refusalLogEvery is the least time between two lines about the same reason.
const refusalLogEvery = time.Minute

// note counts why, and logs it unless it was logged within the last minute.
func (r *refusals) note(why Refusal, details ...any) {
	r.mu.Lock()
	if r.count == nil {
		r.count, r.logged = make(map[Refusal]int64), make(map[Refusal]logged)
	}
	r.count[why]++
	now, before, count := r.clock(), r.logged[why], r.count[why]
	due := before.count == 0 || now.Sub(before.at) >= refusalLogEvery
	if due {
		r.logged[why] = logged{now, count}
	}
	r.mu.Unlock()
	if !due {
		return
	}
	line := r.log.Warn
	if why == Panicked {
		line = r.log.Error
	}
	line(advice[why], append([]any{"reason", string(why), "times", count - before.count}, details...)...)
}

// panicked notes a recovered panic. The value may quote a message, so only its
// type is logged.
func (r *refusals) panicked(value any) {
	r.note(Panicked, "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
}

// Refusals counts refused handshakes, failures to accept and panics since the
// start, by reason.
func (s *Server) Refusals() map[Refusal]int64 {
	counts := make(map[Refusal]int64, len(advice))
	s.refusals.mu.Lock()
	defer s.refusals.mu.Unlock()
	for why := range advice {
		counts[why] = s.refusals.count[why]
	}
	return counts
}

// ErrorLog is the ErrorLog of an http.Server that serves sockets: what it says is
// counted, and logged without addresses.
func (s *Server) ErrorLog() *log.Logger { return log.New(&s.refusals, "", 0) }

// Write takes one line of net/http.
func (r *refusals) Write(line []byte) (int, error) {
	text := string(bytes.TrimSpace(line))
	switch {
	case strings.HasPrefix(text, "http: Accept error"):
		_, cause, _ := strings.Cut(text, ": ")
		r.note(AcceptFailed, "error", withoutAddresses(cause))
	case strings.HasPrefix(text, "http: panic serving"):
		// The value may quote the request, so only the stack is logged.
		_, stack, _ := strings.Cut(text, "\ngoroutine ")
		r.note(Panicked, "stack", "goroutine "+stack)
	default:
		first, _, _ := strings.Cut(text, "\n")
		r.note(otherFailure, "error", withoutAddresses(first))
	}
	return len(line), nil
}

// withoutAddresses replaces the network addresses in a line.
func withoutAddresses(line string) string {
	words := strings.Fields(line)
	for i, word := range words {
		for part := range strings.SplitSeq(strings.Trim(word, ":,;.()"), "->") {
			_, withPort := netip.ParseAddrPort(part)
			_, alone := netip.ParseAddr(strings.Trim(part, "[]"))
			if withPort == nil || alone == nil {
				words[i] = "(address)"
			}
		}
	}
	return strings.Join(words, " ")
}

package socket

import (
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"muster/actors"
	actorruntime "muster/actors/runtime"
	"muster/store/language"

	"github.com/coder/websocket"
)

// HandshakeTimeout is what http.Server.ReadHeaderTimeout should be on the
// address that serves sockets: a slow handshake is cut there.
const HandshakeTimeout = 5 * time.Second

// Session is the member's side of one socket (actors.Session).
type Session interface {
	// Receive takes one complete text message: valid UTF-8, at most
	// wire.MaxFrame bytes. The bytes are used again when it returns.
	Receive(payload []byte)
	// Gone is called once, when nothing more will be received.
	Gone()
}

// Config is what a Server needs.
type Config struct {
	// Connect makes the session of a new socket. It may wait for the hub, but not
	// for a database or a peer. Never nil.
	Connect func(out actors.Outbox) Session
	// Origins are the browser origins that may connect, exactly as browsers
	// send them: "https://chat.example.org".
	Origins []string
	// Max is the greatest number of open sockets; 0 is what the open file limit
	// leaves room for, negative is no cap.
	Max int
	// PerAddress is the greatest number of sockets of one address, or of one /64
	// of IPv6, that have not joined; 0 is 20, negative is no cap.
	PerAddress int
	// Address is the client's address; nil takes the connection's.
	Address func(*http.Request) string
	// Language is the one that was chosen on the device, else what the browser accepts
	// best; nil is English.
	Language func(*http.Request) (tag language.Tag, chosen bool)
	// DrainSpread is the time over which Drain closes the sockets; 0 is 10 s.
	DrainSpread time.Duration
	// Clock times pings, ages and limits; nil is time.Now.
	Clock func() time.Time
	// Passed receives, once a flush, how long the longest waiting frame of it
	// took from its queue to the kernel; it must not block. Nil: not measured.
	Passed func(time.Duration)
	// Logger gets what an operator must know; nil is slog.Default.
	Logger *slog.Logger
}

// Server is the handler of /ws/chat. Mount it beside gin on a plain ServeMux,
// and give it connections as net/http accepts them: a net.Conn that is wrapped
// (TLS, limit listeners) works, but needs a second goroutine, which writes.
type Server struct {
	connect     func(out actors.Outbox) Session
	address     func(*http.Request) string
	language    func(*http.Request) (tag language.Tag, chosen bool)
	origins     map[string]bool
	allowed     string // the origins, for the log
	accept      *websocket.AcceptOptions
	drainSpread time.Duration
	clock       func() time.Time
	started     time.Time
	log         *slog.Logger
	passed      func(time.Duration)

	limiter   connLimiter
	shards    []*shard
	nextShard atomic.Uint32
	coarse    atomic.Int64 // time since started, as of the last pass or sweep
	stop      chan struct{}
	closeOnce sync.Once
	loops     sync.WaitGroup
	readers   *actorruntime.WorkerPool // reads what has come

	tooSlow, dead, refused, accepted atomic.Int64

	closes   closeStats
	refusals refusals
}

// New starts the flush loops, one a processor. Close ends them.
func New(config Config) *Server {
	s := prepare(config)
	for _, sh := range s.shards {
		s.loops.Go(func() {
			tick := time.NewTicker(sweepEvery)
			defer tick.Stop()
			sh.run(tick.C)
		})
	}
	return s
}

// prepare makes a Server whose loops do not run yet.
func prepare(config Config) *Server {
	s := &Server{
		connect:     config.Connect,
		address:     config.Address,
		language:    config.Language,
		origins:     make(map[string]bool),
		accept:      &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled},
		drainSpread: config.DrainSpread,
		clock:       config.Clock,
		log:         config.Logger,
		passed:      config.Passed,
		stop:        make(chan struct{}),
		readers:     actorruntime.NewWorkerPool(),
		limiter:     connLimiter{max: maxSockets(config.Max), perAddress: config.PerAddress, unjoined: make(map[string]int)},
	}
	// The library checks origins too, as patterns of path.Match.
	literal := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `*`, `\*`, `?`, `\?`)
	for _, origin := range config.Origins {
		s.origins[origin] = true
		s.accept.OriginPatterns = append(s.accept.OriginPatterns, literal.Replace(origin))
	}
	if s.address == nil {
		s.address = remoteAddress
	}
	if s.language == nil {
		s.language = func(*http.Request) (language.Tag, bool) { return language.English, false }
	}
	if s.limiter.perAddress == 0 {
		s.limiter.perAddress = 20
	}
	if s.drainSpread == 0 {
		s.drainSpread = 10 * time.Second
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.started = s.clock()
	s.refusals.log, s.refusals.clock = s.log, s.clock
	s.allowed = strings.Join(config.Origins, " ")
	for range runtime.GOMAXPROCS(0) {
		s.shards = append(s.shards, newShard(s))
	}
	return s
}

// now is the time since the start by the configured clock, in nanoseconds. The
// loops read it at once, and it never goes back.
func (s *Server) now() int64 {
	now := int64(s.clock().Sub(s.started))
	for {
		was := s.coarse.Load()
		if now <= was {
			return was
		}
		if s.coarse.CompareAndSwap(was, now) {
			return now
		}
	}
}

// Stats are counts since the start, for metrics.
type Stats struct {
	Open     int   // sockets now
	Unjoined int   // of them, those that have not joined
	Slow     int   // of them, those that do not keep up
	Frames   int64 // sessions' frames written
	Writes   int64 // calls that wrote them
	TooSlow  int64 // sockets closed with 4409
	Dead     int64 // sockets dropped because the peer fell silent
	Refused  int64 // sockets turned away at a cap or while draining
	Accepted int64 // sockets let in
}

// Stats reads the counts.
func (s *Server) Stats() Stats {
	st := Stats{TooSlow: s.tooSlow.Load(), Dead: s.dead.Load(), Refused: s.refused.Load(), Accepted: s.accepted.Load()}
	st.Open, st.Unjoined = s.limiter.count()
	for _, sh := range s.shards {
		st.Frames += sh.frames.Load()
		st.Writes += sh.writes.Load()
		st.Slow += int(sh.slow.Load())
	}
	return st
}

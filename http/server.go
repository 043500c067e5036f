package http

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/trace"

	"muster/store"
	"muster/store/postgres"
)

// Hub is what the edge asks of the live part (actors.Hub).
type Hub interface {
	// OnlineCount is the number of people in the whole chat, on all nodes.
	OnlineCount() int
	// SiteChanged says that a call on this node just committed a site event.
	SiteChanged()
}

// Config is what a Server needs.
type Config struct {
	Store  *postgres.DB
	Logins *postgres.Logins
	Hub    Hub
	Outbox *postgres.Outbox // dev only; nil: there is no /dev/outbox
	Socket http.Handler     // serves /ws/chat
	Client fs.FS            // the built client

	Brand       store.Brand
	DefaultRoom string
	GIFHosts    []string
	GIFSearch   bool
	FaceEngine  string // "off" until an engine runs
	Dev         bool

	// Redis says how the bus between nodes is: "up", "down" or "silent"; nil:
	// one node.
	Redis func() string

	Origins        []string       // browser origins that may call, exactly as browsers send them
	Secure         bool           // reached by https: cookies and HSTS follow
	TrustedProxies []netip.Prefix // whose X-Forwarded-For counts
	// Answered is told of every request by its route, "client" outside the
	// table; it must not block. Nil: nothing is measured.
	Answered func(method, route string, status int, took time.Duration)
	Tracer   trace.TracerProvider // nil: no spans are made
	Logger   *slog.Logger
}

// Server is the handler of everything the node serves.
type Server struct {
	config   Config
	log      *slog.Logger
	engine   *gin.Engine
	files    *files
	policy   string // the Content-Security-Policy of every answer
	draining atomic.Bool
	pulse    pulse // of Postgres
}

// The router says nothing of its own: what is logged is decided here.
func init() { gin.SetMode(gin.ReleaseMode) }

// New builds the router. It fails when a route of the table has no declared
// caller.
func New(config Config) (*Server, error) {
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	files, err := openFiles(config.Client)
	if err != nil {
		return nil, fmt.Errorf("read the client: %w", err)
	}
	s := &Server{config: config, log: config.Logger, files: files, policy: contentPolicy(config)}
	s.engine = gin.New()
	s.engine.HandleMethodNotAllowed = true
	s.engine.RedirectTrailingSlash = false
	s.engine.UseRawPath = true // so that an escaped slash stays inside its parameter
	if err := s.engine.SetTrustedProxies(nil); err != nil {
		return nil, err // address.go decides instead
	}
	if config.Tracer != nil {
		s.engine.Use(traced(config.Tracer))
	}
	s.engine.Use(s.observe, s.secure, s.origin, s.shape)
	s.engine.NoRoute(s.other)
	s.engine.NoMethod(s.wrongMethod)
	return s, s.mount(s.table())
}

// mount puts routes into the router. It fails for one that does not declare
// who may call it.
func (s *Server) mount(routes []route) error {
	for _, r := range routes {
		if r.who == undeclared || r.handle == nil {
			return errors.New("route " + r.method + " " + r.path + " has no declared caller or no handler")
		}
		s.engine.Handle(r.method, r.path, s.serve(r))
	}
	return nil
}

// ServeHTTP gives the socket its own way round the router, which would keep
// a day-long request in its pools. Its path is known as the router knows those
// of the table: as it was sent, without an escape.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = bound(w, r)
	if r.URL.Path == "/ws/chat" && r.URL.RawPath == "" && s.config.Socket != nil {
		s.config.Socket.ServeHTTP(w, r)
		return
	}
	if r.Method == http.MethodHead {
		// net/http leaves the body out by the request it read itself.
		get := *r
		get.Method = http.MethodGet
		r = &get
	}
	s.engine.ServeHTTP(w, r)
}

// Drain makes /readyz say that this node is going.
func (s *Server) Drain() { s.draining.Store(true) }

// Draining says whether Drain was called.
func (s *Server) Draining() bool { return s.draining.Load() }

// observe logs every request by its route, never by what it carried, and turns
// a panic into a JSON answer.
func (s *Server) observe(c *gin.Context) {
	began := time.Now()
	defer func() {
		if cause := recover(); cause != nil {
			s.panicked(c, cause)
		}
		level := slog.LevelInfo
		route, method, took := c.FullPath(), knownMethod(c.Request.Method), time.Since(began)
		switch route {
		case "":
			route, level = "client", slog.LevelDebug
		case "/healthz", "/readyz":
			level = slog.LevelDebug // a balancer asks all day long
		}
		s.log.LogAttrs(c.Request.Context(), level, "request",
			slog.String("method", method), slog.String("route", route),
			slog.Int("status", c.Writer.Status()), slog.Duration("took", took))
		if s.config.Answered != nil {
			s.config.Answered(method, route, c.Writer.Status(), took)
		}
	}()
	c.Next()
}

// knownMethod keeps what a stranger wrote as a method out of the log.
func knownMethod(method string) string {
	switch method {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
		return method
	}
	return "other"
}

package http

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/trace"

	"muster/actors"
	campaigncalls "muster/http/campaign"
	chatcalls "muster/http/chat"
	deskcalls "muster/http/desk"
	facecalls "muster/http/face"
	"muster/http/gateway"
	moneycalls "muster/http/money"
	peoplecalls "muster/http/people"
	rankcalls "muster/http/rank"
	"muster/store"
	"muster/store/blob"
	"muster/store/campaign"
	"muster/store/money"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	chats "muster/store/postgres/chat"
	emergencies "muster/store/postgres/emergency"
	messages "muster/store/postgres/encrypted"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// Hub is the part of actors.Hub that the calls use.
type Hub interface {
	chatcalls.Hub
	campaigncalls.Hub
	deskcalls.Hub
	moneycalls.Hub
	peoplecalls.Hub
	rankcalls.Hub
	// SiteChanged is called after this node has committed a site event.
	SiteChanged()
}

// Config configures a Server.
type Config struct {
	Store       *postgres.DB
	Log         *logs.Log
	Chat        *chats.Chat
	People      *members.People
	Logins      *members.Logins
	Points      *ranks.Points
	Emergencies *emergencies.Messages
	MyData      *members.MyData
	Encrypted   *messages.Messages
	Campaigns   *campaigns.Campaigns
	Payments    *payments.Payments // nil: without a provider

	Applications *applications.Applications
	Hub          Hub
	Outbox       *members.Outbox // development only; nil: no /dev/outbox
	Delivers     bool            // mail or texts leave for real, whether or not there is an outbox
	Socket       http.Handler    // serves /ws/chat
	Client       fs.FS           // the built client

	CampaignChannels []store.Channel       // by which campaigns can be sent
	CampaignSender   actors.CampaignSender // sends tests of campaigns
	Unsubscribe      campaign.UnsubscribeKey

	Media      *blob.Storage // files of uploads
	MediaLinks store.MediaLinks
	// Clock is the clock of links, of the log of limits and of the Date of replies. It does
	// not wait; nil means time.Now.
	Clock func() time.Time

	Brand       store.Brand
	DefaultRoom string
	GIFHosts    []string
	GIFs        roomlog.GIFProvider // nil: GIF support is not configured
	GIFService  string              // its name: "giphy", "sample" or ""
	// SampleGIF gives a sample GIF by its file name. Nil: no /dev/gifs/.
	SampleGIF func(file string) []byte
	PushKey   string // public key of push; "": push is off
	// PublicHost says whether a host may be a push service's; nil asks the resolver.
	PublicHost func(ctx context.Context, host string) bool
	Face       facecalls.Config
	// PaymentProvider is the name of the card payments' provider, "" for none;
	// TestPayments says that it moves no money.
	PaymentProvider string
	TestPayments    bool
	// TestCheckout serves the stand-in for the provider under TestCheckoutPath. Nil: there
	// is none.
	TestCheckout http.Handler
	Dev          bool

	// AnalyticsAge is how old the analytics of a reply may be; 0 asks every time.
	AnalyticsAge time.Duration

	// Redis returns the state of the bus between nodes: "up", "down" or
	// "silent". Nil: there is only this node.
	Redis func() string

	Origins        []string       // allowed origins, exactly as browsers send them
	Secure         bool           // clients use https: sets HSTS and secure cookies
	TrustedProxies []netip.Prefix // their X-Forwarded-For is trusted
	// ObserveRequest is called after every request and every handshake of
	// /ws/chat with its route, or "client" for the client's files. It must not block. Nil: nothing is measured.
	ObserveRequest func(method, route string, status int, took time.Duration)
	Tracer         trace.TracerProvider // nil: no traces
	Logger         *slog.Logger
}

// Server handles every request to the node.
type Server struct {
	config   Config
	log      *slog.Logger
	engine   *gin.Engine
	limits   limits
	byPath   map[string]*route // by method and path
	openAPI  func() openAPI
	files    *clientFiles
	policy   string // the Content-Security-Policy of every reply
	draining atomic.Bool
	database healthCache // whether Postgres answers

	sharedReads sharedReads
	adminReads  *adminReads
}

// gin logs nothing itself; logRequest does.
func init() { gin.SetMode(gin.ReleaseMode) }

// New builds the router. It fails when a route does not declare its caller
// or its policy.
func New(config Config) (*Server, error) {
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	if config.PublicHost == nil {
		config.PublicHost = gateway.PublicHost
	}
	if config.Payments == nil {
		config.Payments = payments.NewPayments(config.Store, nil, nil, money.PaymentRules{}, config.Logger)
	}
	files, err := readClientFiles(config.Client)
	if err != nil {
		return nil, fmt.Errorf("read the client: %w", err)
	}
	s := &Server{config: config, log: config.Logger, files: files, policy: contentPolicy(config), byPath: map[string]*route{}, adminReads: newAdminReads()}
	s.engine = gin.New()
	s.engine.HandleMethodNotAllowed = true
	s.engine.RedirectTrailingSlash = false
	s.engine.UseRawPath = true // an escaped slash stays inside its parameter
	if err := s.engine.SetTrustedProxies(nil); err != nil {
		return nil, err // address.go finds the client's address instead
	}
	if config.Tracer != nil {
		s.engine.Use(traceRequests(config.Tracer))
	}
	s.engine.Use(s.logRequest, s.setReplyHeaders, s.checkOrigin, s.validateRequest)
	s.engine.NoRoute(s.fallback)
	s.engine.NoMethod(s.methodNotAllowed)
	s.openAPI = sync.OnceValue(func() openAPI { return newOpenAPI(s.routes()) })
	return s, s.mount(s.routes())
}

// mount adds routes to the router. It fails for a route that does not declare its
// caller or its policy.
func (s *Server) mount(routes []route) error {
	for _, r := range routes {
		if err := r.check(); err != nil {
			return err
		}
		s.byPath[r.method+" "+r.path] = &r
		s.engine.Handle(r.method, r.path, s.handler(r))
	}
	return nil
}

// ServeHTTP passes /ws/chat to the socket server directly, because the router would
// keep a pooled context for as long as the socket lives. Like the router it compares
// the path as sent: an escaped path is not /ws/chat.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = limitBody(w, r)
	if r.URL.Path == socketPath && r.URL.RawPath == "" && s.config.Socket != nil {
		s.serveSocket(w, r)
		return
	}
	if r.Method == http.MethodHead {
		// net/http drops the body of a reply to HEAD by its own request.
		get := *r
		get.Method = http.MethodGet
		r = &get
	}
	s.engine.ServeHTTP(w, r)
}

// now is the clock of links, of the log of limits and of the Date of replies.
func (s *Server) now() time.Time { return s.config.Clock() }

// Drain makes /readyz reply 503, so that balancers send no new clients.
func (s *Server) Drain() { s.draining.Store(true) }

// Draining says whether Drain was called.
func (s *Server) Draining() bool { return s.draining.Load() }

// The attributes of a refused call in its line of the log: the reason, by a code, and
// the caller, by the ids of the member and the session.
const (
	failureKey = "failure"
	callerKey  = "caller"
)

// logRequest logs every request by its route and never by its path, query or body; one
// that was refused with the reason and the caller. It recovers a panic and replies in
// JSON.
func (s *Server) logRequest(c *gin.Context) {
	began := time.Now()
	defer func() {
		if cause := recover(); cause != nil {
			s.replyToPanic(c, cause)
		}
		level := slog.LevelInfo
		route, method, took := c.FullPath(), knownMethod(c.Request.Method), time.Since(began)
		switch route {
		case "":
			route, level = "client", slog.LevelDebug
		case "/healthz", "/readyz":
			level = slog.LevelDebug // balancers call these every second
		}
		about := []slog.Attr{
			slog.String("method", method), slog.String("route", route), slog.Int("status", c.Writer.Status()), slog.Duration("took", took),
		}
		if failure := c.GetString(failureKey); failure != "" {
			about = append(about, slog.String("failure", failure))
			if caller, ok := c.Value(callerKey).(store.Caller); ok {
				about = append(about, slog.String("person", caller.Session.PersonID), slog.String("session", caller.Session.ID))
			}
		}
		s.log.LogAttrs(c.Request.Context(), level, "request", about...)
		if s.config.ObserveRequest != nil {
			s.config.ObserveRequest(method, route, c.Writer.Status(), took)
		}
	}()
	c.Next()
}

// knownMethod keeps arbitrary method names out of logs and metrics.
func knownMethod(method string) string {
	switch method {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
		return method
	}
	return "other"
}

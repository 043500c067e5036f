package http

import (
	"context"
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
	communitycalls "muster/http/community"
	deskcalls "muster/http/desk"
	facecalls "muster/http/face"
	moneycalls "muster/http/money"
	peoplecalls "muster/http/people"
	rankcalls "muster/http/rank"
	"muster/store"
	"muster/store/blob"
	"muster/store/campaign"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	chats "muster/store/postgres/chat"
	communities "muster/store/postgres/community"
	emergencies "muster/store/postgres/emergency"
	messages "muster/store/postgres/encrypted"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	factors "muster/store/postgres/secondfactor"
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
	Languages    fs.FS           // the client's texts, one file a language; nil: the audit log is searched by its codes

	CampaignChannels []store.Channel       // by which campaigns can be sent
	CampaignSender   actors.CampaignSender // sends tests of campaigns
	Unsubscribe      campaign.UnsubscribeKey

	Media      *blob.Storage // files of uploads
	MediaLinks store.MediaLinks
	// Clock is the clock of links, of the log of limits and of the Date of replies. It does
	// not wait; nil means time.Now.
	Clock func() time.Time

	Community   *communities.Community
	Mail        communitycalls.Mail
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
	Factors    *factors.Factors
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
	config  Config
	log     *slog.Logger
	engine  *gin.Engine
	limits  limits
	byPath  map[string]*route // by method and path
	openAPI func() openAPI
	files   *clientFiles
	// auditWords are what screens call what the audit log stores.
	auditWords *deskcalls.AuditWords
	policy     string // the Content-Security-Policy of every reply
	draining   atomic.Bool
	database   healthCache // whether Postgres answers

	sharedReads sharedReads
	adminReads  *adminReads
}

// now is the clock of links, of the log of limits and of the Date of replies.
func (s *Server) now() time.Time { return s.config.Clock() }

// Drain makes /readyz reply 503, so that balancers send no new clients.
func (s *Server) Drain() { s.draining.Store(true) }

// Draining says whether Drain was called.
func (s *Server) Draining() bool { return s.draining.Load() }

// limits counts the calls that a limit refused, and logs each limit at once and then at
// most once a minute. Neither names the caller.
type limits struct {
	mu     sync.Mutex
	count  map[string]int64
	logged map[string]reportedLimit
}

// reportedLimit is what the log has heard of a limit.
type reportedLimit struct {
	at    time.Time
	count int64
}

// routeOf is the route that the router matched, nil for none.
func (s *Server) routeOf(c *gin.Context) *route {
	return s.byPath[c.Request.Method+" "+c.FullPath()]
}

// The attributes of a refused call in its line of the log: the reason, by a code, and
// the caller, by the ids of the member and the session.
const (
	failureKey = "failure"
	callerKey  = "caller"
)

package http

import (
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	deskcalls "muster/http/desk"
	"muster/http/gateway"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

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
	words, err := deskcalls.ReadAuditWords(config.Languages)
	if err != nil {
		return nil, fmt.Errorf("read the client's languages: %w", err)
	}
	s := &Server{config: config, auditWords: words, log: config.Logger, files: files, policy: contentPolicy(config), byPath: map[string]*route{}, adminReads: newAdminReads()}
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

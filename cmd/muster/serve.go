package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"muster/actors"
	"muster/client"
	musterhttp "muster/http"
	"muster/http/socket"
	"muster/store"
	"muster/store/postgres"
	"muster/store/queue"
	"muster/store/redis"
)

// house is a node's parts, in the order they are made.
type house struct {
	db       *database
	hub      *actors.Hub
	sockets  *socket.Server
	jobs     *queue.Queue
	edge     *musterhttp.Server
	server   *http.Server
	ops      *ops // nil: off
	metrics  *metrics
	bus      *redis.Bus               // nil: no other nodes
	busState func() string            // "up" while the bus carries; nil: no other nodes
	traces   *sdktrace.TracerProvider // nil: off
	linger   time.Duration            // how long calls are served after the first word of a stop
	log      *slog.Logger
}

// serve runs a node until ctx ends.
func (p program) serve(ctx context.Context, args []string, dev bool) error {
	if err := p.flags("serve", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	s, err := readSettings(p.environ)
	if err != nil {
		return err
	}
	c, err := s.check(dev)
	if err != nil {
		return err
	}
	if c.Host == "" && dev {
		c.Host = "127.0.0.1"
	}
	format := c.LogFormat
	if format == "" && !dev {
		format = "json"
	}
	logger := newLogger(p.err, format, c.LogLevel)
	logger.Info("settings", "version", version(), "effective", c.effective())
	for _, off := range append(c.off(), notBuilt(p.environ)) {
		logger.Warn("off", "what", off)
	}
	if line := c.exposed(); line != "" {
		logger.Warn("exposed", "what", line)
	}
	// Sockets are pinged (WS-26) and idle requests end by IdleTimeout; TCP's own
	// keep-alive would be four more calls for each connection.
	listening := net.ListenConfig{KeepAlive: -1}
	listener, err := listening.Listen(ctx, "tcp", net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
	if err != nil {
		return err
	}
	defer listener.Close()
	c.Port = listener.Addr().(*net.TCPAddr).Port
	h, err := c.build(ctx, logger)
	if err != nil {
		return err
	}
	p.welcome(c)
	return h.run(ctx, listener)
}

// build makes the parts of a node; when one fails, those before it are undone.
func (c checked) build(ctx context.Context, logger *slog.Logger) (*house, error) {
	h := &house{log: logger, linger: c.linger()}
	var tracer pgx.QueryTracer
	if c.Traces != "" {
		traces, err := openTraces(ctx, c.Traces)
		if err != nil {
			return nil, err
		}
		h.traces, tracer = traces, queryTracer(traces)
	}
	db, err := c.openDatabase(ctx, logger, false, tracer)
	if err != nil {
		return nil, errors.Join(err, h.endTraces(ctx))
	}
	h.db = db
	if err := h.furnish(ctx, c); err != nil {
		return nil, errors.Join(err, h.stop())
	}
	return h, nil
}

func (h *house) furnish(ctx context.Context, c checked) error {
	if err := h.db.openDefaultRoom(ctx, c.DefaultRoom); err != nil {
		return err
	}
	secret, err := c.secret, error(nil)
	var outbox *postgres.Outbox
	if c.dev {
		if c.Secret == "" {
			secret, err = dataSecret(c.DataDir)
		}
		outbox = postgres.NewOutbox(h.db.DB)
		err = errors.Join(err, seedDemo(ctx, h.db, c.DefaultRoom))
	}
	if err != nil {
		return err
	}
	mailer, sms := c.mailer, c.sms
	if outbox != nil && mailer == nil {
		mailer = outbox
	}
	if outbox != nil && sms == nil {
		sms = outbox
	}
	if h.jobs, err = queue.New(h.db.DB, slog.New(jobLog{h.log.Handler()})); err != nil {
		return err
	}
	codes := h.jobs.AddLoginCodes(queue.Delivery{
		Sealer: store.NewSealer(secret.Key("jobs")), Mailer: mailer, SMS: sms, Brand: c.brand(),
	})
	h.jobs.AddLoginSweep()
	if err := h.jobs.Start(ctx); err != nil {
		return err
	}
	hub := actors.Config{
		Log: h.db.DB, Admission: h.db.DB, DefaultRoom: c.DefaultRoom, GIFHosts: c.GIFHosts,
		Rate: c.ChatRate, Burst: c.ChatBurst, Logger: h.log,
	}
	var tracer trace.TracerProvider
	if h.traces != nil {
		tracer = h.traces
		hub.Log = tracedLog{h.db.DB, tracer.Tracer("muster")}
	}
	var passed func(time.Duration)
	var answered func(method, route string, status int, took time.Duration)
	if c.OpsAddr != "" {
		h.metrics = newMetrics()
		hub.Meter, passed, answered = h.metrics.meter, h.metrics.flushed, h.metrics.answered
	}
	if err := h.joinNodes(ctx, c.RedisURL, secret, &hub); err != nil {
		return err
	}
	h.hub = actors.NewHub(hub)
	origins := c.origins()
	h.sockets = socket.New(socket.Config{
		Connect: func(out actors.Outbox) socket.Session { return h.hub.Connect(out) },
		Origins: origins, Max: c.SocketsMax, PerAddress: c.SocketsEach,
		Address: musterhttp.ClientAddress(c.proxies), Passed: passed, Logger: h.log,
	})
	h.edge, err = musterhttp.New(musterhttp.Config{
		Store: h.db.DB, Hub: h.hub, Outbox: outbox, Socket: h.sockets, Client: client.Files(),
		Logins: postgres.NewLogins(h.db.DB, codes, store.NewLoginKeys(secret), c.loginLimits()),
		Brand:  c.brand(), DefaultRoom: c.DefaultRoom, GIFHosts: c.GIFHosts, FaceEngine: c.FaceEngine, Dev: c.dev,
		Origins: origins, Secure: c.public != nil && c.public.Scheme == "https", TrustedProxies: c.proxies,
		ObserveRequest: answered, Tracer: tracer, Redis: h.busState, Logger: h.log,
	})
	if err == nil && c.OpsAddr != "" {
		h.metrics.watch(h)
		h.ops, err = openOps(c.OpsAddr, h.edge, h.metrics.handler())
	}
	return err
}

// loginLimits are the promised limits; a development machine sends nothing and
// is one address for everybody.
func (c checked) loginLimits() store.LoginLimits {
	limits := store.DefaultLoginLimits
	if c.dev {
		limits.AddressPerHour = 2000
	}
	if c.SendsAddress > 0 {
		limits.AddressPerHour = c.SendsAddress
	}
	limits.AddressPerDay = 5 * limits.AddressPerHour
	return limits
}

// origins are the browser origins that may call: the public one, and in dev
// this machine under each of its names, the client's own server too.
func (c checked) origins() []string {
	var all []string
	if c.public != nil {
		all = append(all, originOf(c.public))
	}
	if !c.dev {
		return all
	}
	const vite, vitePreview = 5173, 4173
	ports := []int{c.Port, vite, vitePreview}
	if public, err := strconv.Atoi(c.publicPort()); err == nil {
		ports = append(ports, public) // a balancer's
	}
	for _, port := range ports {
		for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
			all = append(all, "http://"+host+":"+strconv.Itoa(port))
		}
	}
	return all
}

// publicPort is the port of a public URL on this machine, "" for any other.
func (c checked) publicPort() string {
	if c.public == nil || c.public.Hostname() != "localhost" && c.public.Hostname() != "127.0.0.1" {
		return ""
	}
	return c.public.Port()
}

// originOf is a URL's origin as browsers spell it: lower case, and without the
// port that its scheme has anyway (RFC 6454 section 6.1).
func originOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	usual := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(host, usual)
}

// newServer is an HTTP server with a node's time limits (promises 2c). They end
// where a WebSocket takes its connection over.
func newServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: socket.HandshakeTimeout,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      answerLimit,
		IdleTimeout:       75 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // it would name addresses
	}
}

// answerLimit is the time from a request's headers to the end of its answer.
const answerLimit = 30 * time.Second

// run serves until ctx ends or the listener fails, then stops everything.
func (h *house) run(ctx context.Context, listener net.Listener) error {
	h.server = newServer(h.edge)
	failed := make(chan error, 1)
	go func() { failed <- h.server.Serve(h.sockets.FrontListener(listener)) }()
	easeCollector()
	go tidyMemory(ctx)
	go h.db.Warm(ctx, h.hub.LogWriters())
	h.log.Info("ready", "listen", listener.Addr().String())
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	return errors.Join(err, h.stop())
}

// welcome tells a person who started a dev node where to go and as whom.
func (p program) welcome(c checked) {
	if !c.dev {
		return
	}
	at := "http://localhost:" + strconv.Itoa(c.Port)
	if c.public != nil {
		at = c.public.String()
	}
	fmt.Fprintf(p.out, "\nMuster listens at %s\nEvery mail and text, sign-in codes too: %s/dev/outbox\n\nSign in as\n", at, at)
	for _, m := range demoMembers {
		who := m.Email
		if who == "" {
			who = m.Phone
		}
		fmt.Fprintf(p.out, "  %-22s %s\n", who, m.about)
	}
	fmt.Fprintln(p.out)
}

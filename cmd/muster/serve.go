package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"muster/cmd/muster/internal/cluster"
	"muster/cmd/muster/internal/demo"
	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/telemetry"
	"muster/http/gateway"
	"muster/store"
	"muster/store/application"
	"muster/store/campaign"
)

// serve runs a node until ctx ends.
func (p program) serve(ctx context.Context, args []string, dev bool) error {
	var empty, few, lively bool
	name, define := "serve", func(*flag.FlagSet) {}
	if dev {
		name, define = "dev", func(f *flag.FlagSet) {
			f.BoolVar(&empty, "empty", false, "")
			f.BoolVar(&few, "few", false, "")
			f.BoolVar(&lively, "lively", false, "")
		}
	}
	if err := p.flags(name, args, define); err != nil {
		return err
	}
	if empty && (few || lively) {
		return fmt.Errorf("dev: --empty is without the members of --few and --lively; %w", errUsage)
	}
	c, err := p.checkedSettings(dev)
	if err != nil {
		return err
	}
	format := c.LogFormat
	if format == "" && !dev {
		format = "json"
	}
	logger := telemetry.NewLogger(p.err, format, c.LogLevel)
	logger.Info("settings", "version", version(), "effective", c.effective())
	for _, line := range pastSupport(readBuild(), time.Now()) {
		logger.Warn("past its time", "what", line)
	}
	for _, line := range misspelt(p.environ) {
		logger.Warn("ignored", "what", line)
	}
	for _, line := range c.idle() {
		logger.Warn("ignored", "what", line)
	}
	for _, off := range c.off() {
		logger.Warn("off", "what", off)
	}
	if line := c.exposed(); line != "" {
		logger.Warn("exposed", "what", line)
	}
	// Sockets are pinged and idle requests end by IdleTimeout; TCP's own
	// keep-alive would be four more calls for each connection.
	listening := net.ListenConfig{KeepAlive: -1}
	listener, err := c.listen(ctx, listening)
	if err != nil {
		return err
	}
	defer listener.Close()
	faces, end := c.faces(logger)
	defer end()
	var judged *demo.Judged
	if dev && !empty && c.newData() {
		// There is a processor for it while the database is made.
		var end func()
		judged, end = demo.Judge(ctx, faces.Engine)
		defer end()
	}
	config, err := c.node(faces, demo.Files{Judged: judged, Few: few})
	if err != nil {
		return err
	}
	people := demo.Members
	if empty {
		config.Seed, people = demo.Empty, people[:1]
	}
	n, err := node.New(ctx, config, logger)
	if err != nil {
		if ctx.Err() != nil {
			logger.Info("stopped before it was ready")
		}
		return err
	}
	p.welcome(c, people)
	if lively {
		guests := sync.WaitGroup{}
		looking, leave := context.WithCancel(ctx)
		guests.Go(func() {
			demo.Lively{DB: n.DB, Address: listener.Addr().String(), General: c.DefaultRoom, Log: logger}.Run(looking)
		})
		defer guests.Wait()
		defer leave()
	}
	return n.Run(ctx, listener)
}

// cluster runs several nodes and a balancer until ctx ends.
func (p program) cluster(ctx context.Context, args []string) error {
	count, few := 2, false
	err := p.flags("cluster", args, func(f *flag.FlagSet) {
		f.IntVar(&count, "nodes", 2, "")
		f.BoolVar(&few, "few", false, "")
	})
	if err != nil {
		return err
	}
	if count < 1 || count > cluster.MaxNodes {
		return fmt.Errorf("cluster: --nodes is 1 to %d; %w", cluster.MaxNodes, errUsage)
	}
	c, err := p.checkedSettings(true)
	if err != nil {
		return err
	}
	listener, err := c.listen(ctx, net.ListenConfig{})
	if err != nil {
		return err
	}
	defer listener.Close()
	config := cluster.Config{
		Nodes: count, Environ: p.environ, Database: c.database(), DefaultRoom: c.DefaultRoom,
		PublicURL: c.address(), OpsAddr: c.OpsAddr, Output: p.err,
		Logger:  func(to io.Writer) *slog.Logger { return telemetry.NewLogger(to, c.LogFormat, c.LogLevel) },
		Started: func() { p.welcome(c, demo.Members) },
	}
	secret := c.secret
	if c.Secret == "" {
		if secret, err = dataSecret(c.DataDir); err != nil {
			return err
		}
		config.SecretFile = filepath.Join(c.DataDir, "secret")
	}
	faces, end := c.faces(config.Logger(p.err))
	defer end()
	config.Seed = demo.Files{Secret: secret, MediaURL: c.MediaURL, DataDir: c.DataDir, Engine: faces.Engine, Few: few}.Seed
	return cluster.Run(ctx, config, listener)
}

// checkedSettings reads the environment and checks it for a node of this kind.
func (p program) checkedSettings(dev bool) (*checked, error) {
	c, err := readChecked(p.environ, dev)
	if err != nil {
		return nil, err
	}
	if c.Host == "" && dev {
		c.Host = "127.0.0.1"
	}
	return &c, nil
}

// newData is true of a node that makes its database: its data directory holds nothing.
func (c *checked) newData() bool {
	held, err := os.ReadDir(c.DataDir)
	return c.DatabaseURL == "" && len(held) == 0 && (err == nil || errors.Is(err, fs.ErrNotExist))
}

// listen listens where the settings say and notes the port that was found.
func (c *checked) listen(ctx context.Context, how net.ListenConfig) (net.Listener, error) {
	listener, err := how.Listen(ctx, "tcp", net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
	if err != nil {
		return nil, fmt.Errorf("PORT and MUSTER_HOST: %w", telemetry.CannotListen(err))
	}
	c.Port = listener.Addr().(*net.TCPAddr).Port
	return listener, nil
}

// database is how this process uses its database.
func (s settings) database() node.DatabaseConfig {
	reserved := s.Reserved
	if len(reserved) == 0 {
		reserved = defaultReserved
	}
	return node.DatabaseConfig{
		URL: s.DatabaseURL, OwnerURL: s.DatabaseOwner, AuditKept: &s.AuditKept, DataDir: s.DataDir, MaxConns: s.DatabaseConns, AllowUnsafe: s.AllowUnsafe, Reserved: reserved,
		Sessions: store.SessionLimits{Idle: s.SessionIdle, Max: s.SessionMax}, AdminSecondFactor: s.AdminFactor == "required", Zone: s.zone(), Contributor: s.Contributor,
	}
}

// node is what the settings make of a node.
func (c checked) node(faces node.Face, files demo.Files) (node.Config, error) {
	secret := c.secret
	if c.dev && c.Secret == "" {
		var err error
		if secret, err = c.savedSecret(); err != nil {
			return node.Config{}, err
		}
	}
	vapid := c.vapid
	if c.dev && vapid.PublicKey == "" {
		// The secret is made once, so the browsers that subscribed stay subscribed.
		var err error
		if vapid, err = gateway.DeriveVAPID(secret.Key("vapid"), c.vapidSubject()); err != nil {
			return node.Config{}, err
		}
	}
	payments, err := c.payments(c.dev, secret, c.address(), c.ownAddress())
	if err != nil {
		return node.Config{}, err
	}
	files.Secret, files.MediaURL, files.DataDir, files.Engine = secret, c.MediaURL, c.DataDir, faces.Engine
	return node.Config{
		LinkPreviews: c.Previews == "on",
		Dev:          c.dev, Version: version(), Port: c.Port, Public: c.public, Proxies: c.proxies,
		Database: c.database(), RedisURL: c.RedisURL, Secret: secret, Seed: files.Seed,
		MediaURL: c.MediaURL, MediaLife: c.MediaLife,
		Mailer: c.mailer, SMS: c.sms, LoginCodesPerAddress: c.SendsAddress, Community: c.community(), MailServer: c.mailServer(), MailFrom: c.MailFrom,
		Retention:   store.Retention{Events: c.EventsKept, Sends: c.SendsKept, Audit: c.AuditKept},
		DefaultRoom: c.DefaultRoom, VAPID: vapid, GIFs: c.gifs, Points: c.points, Emergency: c.emergency,
		Campaigns: campaign.Pace{MailPerSecond: c.MailRate, SMSPerSecond: c.SMSRate, MailPerDay: c.MailDaily, SMSPerDay: c.SMSDaily},
		Payments:  payments,
		Applications: node.Applications{
			Keep: application.Keep{Rejected: c.KeepRejected, Abandoned: c.KeepAbandoned},
		},
		Face:     faces,
		ChatRate: c.ChatRate, ChatBurst: c.ChatBurst, SocketsMax: c.SocketsMax, SocketsPerAddress: c.SocketsEach,
		OpsAddr: c.OpsAddr, TracesTarget: c.Traces,
	}, nil
}

// address is where browsers reach a dev node.
func (c checked) address() string {
	if c.public != nil {
		return c.public.String()
	}
	return "http://localhost:" + strconv.Itoa(c.Port)
}

// welcome prints for a person who started a dev node where to go and as whom.
func (p program) welcome(c *checked, people []demo.Member) {
	if !c.dev {
		return
	}
	at := c.address()
	kept := "Every mail and text, sign-in codes too"
	if c.mailer != nil || c.sms != nil {
		kept = "Mails and texts for which no real way is set"
	}
	fmt.Fprintf(p.out, "\nMuster listens at %s\n%s: %s/dev/outbox\n\nSign in as\n", at, kept, at)
	for _, m := range people {
		who := m.Email
		if who == "" {
			who = m.Phone
		}
		fmt.Fprintf(p.out, "  %-22s %s\n", who, m.About)
	}
	if c.FaceEngine != "off" && c.FacePassword == "" {
		fmt.Fprintf(p.out, "\nThe face viewer's password is %s\n", devFacePassword)
	}
	fmt.Fprintln(p.out)
}

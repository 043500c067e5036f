package node

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"muster/actors"
	musterhttp "muster/http"
	"muster/http/socket"
	"muster/http/testcheckout"
	"muster/store"
	"muster/store/blob"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	communities "muster/store/postgres/community"
	emergencies "muster/store/postgres/emergency"
	messages "muster/store/postgres/encrypted"
	faces "muster/store/postgres/face"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	factors "muster/store/postgres/secondfactor"
	"muster/store/queue"
	"muster/store/redis"

	"muster/cmd/muster/internal/telemetry"
	chats "muster/store/postgres/chat"
	desks "muster/store/postgres/desk"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// Node is a node's parts, in the order they are made.
type Node struct {
	Traces *sdktrace.TracerProvider // nil: off
	DB     *Database
	Ops    *telemetry.Ops // nil: off

	log         *slog.Logger
	roomLog     *logs.Log
	chat        *chats.Chat
	people      *members.People
	clock       *postgres.Clock // of links
	lameDuck    time.Duration
	outbox      *members.Outbox // nil: not a dev node
	logins      *members.Logins
	media       *blob.Storage
	jobs        *queue.Queue
	emergencies *emergencies.Messages
	campaigns   *campaigns.Campaigns
	sender      campaignSender
	myData      *members.MyData
	pushes      *queue.Pushes      // nil: push is off
	metrics     *telemetry.Metrics // nil: off
	bus         *redis.Bus         // nil: no other nodes
	payments    *payments.Payments
	points      *ranks.Points
	desk        *desks.Desk
	community   *communities.Community
	applied     *applications.Applications
	faces       *faces.Faces
	encrypted   *messages.Messages
	factors     *factors.Factors
	checkout    *testcheckout.Server // nil: payments are real, or off
	hub         *actors.Hub
	sockets     *socket.Server
	edge        *musterhttp.Server
	server      *http.Server
}

// New makes the parts of a node. When one fails, those before it are undone.
func New(ctx context.Context, c Config, logger *slog.Logger) (*Node, error) {
	n := &Node{log: logger, lameDuck: c.lameDuck()}
	if err := n.wireTraces(ctx, c); err != nil {
		return nil, err
	}
	db, err := OpenDatabase(ctx, c.Database, logger, n.queryTracer())
	if err != nil {
		return nil, errors.Join(err, n.endTraces(ctx))
	}
	if c.Secret, err = db.NumberSecret(ctx, c.Secret, false); err != nil {
		if store.CodeOf(err) == store.Forbidden {
			err = errors.New(store.AsError(err).Message)
		}
		return nil, errors.Join(unanswered(err), db.Close(context.WithoutCancel(ctx)), n.endTraces(ctx))
	}
	n.roomLog, n.chat, n.people = logs.New(db.DB), chats.New(db.DB), members.New(db.DB)
	if c.LinkPreviews {
		n.roomLog.QueuePreviews()
	}
	for _, subject := range []postgres.Subject{n.people, n.roomLog, n.chat} {
		db.Join(subject)
	}
	n.community = communities.New(db.DB, c.Community)
	db.Join(n.community)
	n.DB, n.clock = db, postgres.NewClock(db.DB, time.Now)
	if err := n.wire(ctx, c); err != nil {
		return nil, errors.Join(err, n.Stop())
	}
	return n, nil
}

// wire makes everything that stands on the database.
func (n *Node) wire(ctx context.Context, c Config) error {
	if err := n.community.Refresh(ctx); err != nil {
		return unanswered(err)
	}
	if err := n.wireMedia(ctx, c); err != nil {
		return err
	}
	if err := n.wireRooms(ctx, c); err != nil {
		return err
	}
	if err := n.wireJobs(ctx, c); err != nil {
		return err
	}
	n.wireCampaigns(c)
	n.wireMetrics(c)
	if err := n.wireBus(ctx, c); err != nil {
		return err
	}
	if err := n.wireChat(c); err != nil {
		return err
	}
	if err := n.wireWeb(c); err != nil {
		return err
	}
	return n.wireOps(c)
}

// wireRooms makes sure of the room that everybody enters, and of the demo of a
// dev node.
func (n *Node) wireRooms(ctx context.Context, c Config) error {
	if err := n.DB.OpenDefaultRoom(ctx, c.DefaultRoom); err != nil {
		return unanswered(err)
	}
	if !c.Dev || c.Seed == nil {
		return nil
	}
	began := time.Now()
	if err := c.Seed(ctx, n.DB, c.DefaultRoom); err != nil {
		return err
	}
	n.log.Info("demo ready", "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// Run serves until ctx ends or the listener fails, then stops everything.
func (n *Node) Run(ctx context.Context, listener net.Listener) error {
	n.server = NewServer(n.edge)
	n.server.ErrorLog = n.sockets.ErrorLog()
	failed := make(chan error, 1)
	go func() { failed <- n.server.Serve(n.sockets.FrontListener(listener)) }()
	tuneGC()
	go releaseMemory(ctx)
	go n.roomLog.Warm(ctx, n.hub.LogWriters())
	go n.rollUp(ctx)
	n.log.Info("ready", "listen", listener.Addr().String())
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	return errors.Join(err, n.Stop())
}

// The hub: the entry point of the package. It alone creates, supervises and
// ends rooms and sessions, and it keeps who is in chat.
package actors

import (
	"context"
	"time"

	"muster/actors/admission"
	"muster/actors/logwriter"
	"muster/actors/poller"
	"muster/actors/ratelimit"
	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
)

// NewHub starts a hub with its log writers, its admission batcher and its
// poller. Stop ends it.
func NewHub(cfg Config) *Hub {
	cfg = cfg.withDefaults()
	h := &Hub{
		cfg: cfg, system: runtime.NewSystem(cfg.Logger),
		node: runtime.NewNode(cfg.Clock, cfg.After, cfg.Logger, cfg.Meter), ended: make(chan struct{}),
	}
	h.siteSeq.Store(-1)
	h.epoch.Store(cfg.Log.Timeline())
	h.rooms.Store(&map[string]*room.Handle{})
	h.poller = poller.New(poller.Config{Node: h.node, Log: cfg.Log, Hub: pollerSide{h}, Epoch: h.epoch.Load(), Bus: cfg.Bus, RoomActivityRate: cfg.roomActivityRate})
	h.logWriters = logwriter.Start(cfg.LogWriters, h.node, cfg.Log, writerSide{h})
	h.sessions = &session.Shared{
		Node: h.node, Hub: sessionSide{h}, Log: cfg.Log, Writers: h.logWriters,
		Admission: admission.NewBatcher(h.node, cfg.Admission, h.siteSeq.Load),
		Rates:     ratelimit.New(cfg.Rate, cfg.Burst, cfg.SharedLimiter, cfg.Clock),
		Uploads:   cfg.MediaLinks, DefaultRoom: cfg.DefaultRoom, GIFHosts: cfg.GIFHosts,
	}
	h.ref = h.system.SpawnRoot("hub", newHubActor(h))
	h.poller.Start()
	runtime.Tell(h.ref, hubCloseIdleRooms{})
	runtime.Tell(h.ref, hubStartChildren{})
	runtime.Tell(h.ref, hubStatus{h.node.Now()})
	if cfg.Bus != nil {
		cfg.Bus.Listen(busListener{h})
		runtime.Tell(h.ref, hubPresenceTick{})
	}
	return h
}

// Connect accepts a new socket. It sends connected, and the browser has five
// seconds to send join_chat. A hub that is stopping closes the socket with
// 1001.
func (h *Hub) Connect(out Outbox) *session.Session {
	s := session.New(h.sessions, out)
	out.Push(wire.Encode(wire.Connected{ServerTime: livelog.Timestamp(h.node.Now()), Build: h.cfg.ClientBuild}))
	made := make(chan struct{})
	if !h.stopping.Load() {
		runtime.Tell(h.ref, hubConnect{s, made})
		select {
		case <-made:
			return s
		case <-h.ended:
		}
	}
	out.Close(wire.CloseRestart, "restart")
	s.End()
	return s
}

// OnlineCount is the number of people, not sockets, in chat on all nodes.
func (h *Hub) OnlineCount() int { return int(h.online.Load()) }

// LogWriters is the number of log writers on this node.
func (h *Hub) LogWriters() int { return len(h.logWriters) }

// SiteChanged says that this node has just committed a site event, so that the hub
// reads the site log at once and not at the next poll. It does not wait.
func (h *Hub) SiteChanged() { h.poller.SiteChanged() }

// Stop refuses new sockets and sends, finishes the appends under way, closes
// every socket with 1001 and ends all actors and goroutines. It returns ctx's
// error when that took too long; the hub is unusable afterwards either way.
func (h *Hub) Stop(ctx context.Context) error {
	if h.stopping.Swap(true) {
		return await(ctx, h.ended)
	}
	defer func() {
		h.node.End()
		go func() {
			<-h.ended
			h.system.Workers.Close()
		}()
	}()
	if err := await(ctx, h.poller.Stop()); err != nil {
		runtime.Poison(h.ref)
		return err
	}
	if err := h.logWriters.Finish(ctx); err != nil {
		runtime.Poison(h.ref)
		return err
	}
	for _, r := range *h.rooms.Load() {
		passed := make(chan struct{})
		runtime.Tell(r.Ref, runtime.Fence{Done: passed})
		if err := awaitEither(ctx, passed, time.Second); err != nil {
			break
		}
	}
	h.node.End()
	runtime.Poison(h.ref)
	if err := await(ctx, h.ended); err != nil {
		return err
	}
	idle := make(chan struct{})
	go func() {
		h.node.Wait()
		close(idle)
	}()
	return await(ctx, idle)
}

// ask waits for what the hub's actor, or a child of it, replies. It fails with Unavailable and
// these words when the hub stops or ctx ends first.
func ask[T any](ctx context.Context, h *Hub, reply <-chan T, unknown string) (answer T, err error) {
	select {
	case answer = <-reply:
		return answer, nil
	case <-h.ended:
	case <-ctx.Done():
	}
	return answer, store.NewError(store.Unavailable, unknown)
}

func await(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// awaitEither waits for done, but no longer than within, because a room that
// has ended never answers. It fails only when ctx ends.
func awaitEither(ctx context.Context, done <-chan struct{}, within time.Duration) error {
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	await(short, done)
	return ctx.Err()
}

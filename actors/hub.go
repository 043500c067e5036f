// The hub: the node's one door into chat. It alone makes, watches and ends
// rooms and sessions, and keeps who is in chat.
package actors

import (
	"context"
	"maps"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
)

// Hub is everything alive on this node. Its methods may be called from any
// goroutine.
type Hub struct {
	cfg        Config
	rates      rateLimiter
	system     *runtime.System
	ref        runtime.Ref
	logWriters []*logWriter
	admission  *admissionBatcher
	poller     *logPoller
	base       context.Context // of every question to the store
	cancel     context.CancelFunc
	querySlots chan struct{}  // bounds the questions at once
	running    sync.WaitGroup // jobs in flight
	ended      chan struct{}  // the hub's actor and all its children stopped
	stopping   atomic.Bool
	online     atomic.Int64
	siteSeq    atomic.Int64 // last site event applied; -1 before the first look
	polled     atomic.Int64 // when the log last answered the poller, Unix ns; 0 before
	rooms      atomic.Pointer[map[string]*roomHandle]
}

// NewHub starts a hub with its scribes and its poller. Stop ends it.
func NewHub(cfg Config) *Hub {
	cfg = cfg.withDefaults()
	h := &Hub{
		cfg: cfg, rates: rateLimiter{cfg.Rate, cfg.Burst, cfg.SharedLimiter, cfg.Clock}, system: runtime.NewSystem(cfg.Logger),
		querySlots: make(chan struct{}, parallelQueries), ended: make(chan struct{}),
	}
	h.base, h.cancel = context.WithCancel(context.Background())
	h.siteSeq.Store(-1)
	h.rooms.Store(&map[string]*roomHandle{})
	for range cfg.LogWriters {
		h.logWriters = append(h.logWriters, newLogWriter(h))
	}
	h.admission = newAdmissionBatcher(h)
	h.ref = h.system.SpawnRoot("hub", newHubActor(h))
	h.poller = newLogPoller(h)
	runtime.Tell(h.ref, hubCloseIdleRooms{})
	if cfg.Bus != nil {
		cfg.Bus.Listen(busListener{h})
		runtime.Tell(h.ref, hubPresenceTick{})
	}
	return h
}

// Connect takes one new socket in: it is told connected and has five seconds to
// send join_chat (WS-1, WS-4). A hub that stops closes it with 1001.
func (h *Hub) Connect(out Outbox) *Session {
	s := newSession(h, out)
	out.Push(wire.Encode(wire.Connected{ServerTime: roomlog.Timestamp(h.now())}))
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
	s.end()
	return s
}

// OnlineCount is how many people, not sockets, are in chat on all nodes
// (DASH-5).
func (h *Hub) OnlineCount() int { return int(h.online.Load()) }

// LogWriters is how many writers the log has on this node.
func (h *Hub) LogWriters() int { return len(h.logWriters) }

// SiteChanged tells the hub that this node just committed a site event: the
// site log is read now and not only at the next poll. It does not wait.
func (h *Hub) SiteChanged() { h.poller.siteChanged() }

// Stop refuses new sockets and sends, finishes what is already on its way into
// the log, closes every socket with 1001 and ends all actors and goroutines
// (WS-30, P20). It returns ctx's error when that took too long; the hub is
// unusable afterwards either way.
func (h *Hub) Stop(ctx context.Context) error {
	if h.stopping.Swap(true) {
		return await(ctx, h.ended)
	}
	defer func() {
		h.cancel()
		go func() {
			<-h.ended
			h.system.Workers.Close()
		}()
	}()
	h.poller.cancel()
	if err := await(ctx, h.poller.done); err != nil {
		runtime.Poison(h.ref)
		return err
	}
	for _, s := range h.logWriters {
		close(s.quit)
	}
	for _, s := range h.logWriters {
		if err := await(ctx, s.done); err != nil {
			runtime.Poison(h.ref)
			return err
		}
	}
	for _, r := range *h.rooms.Load() {
		passed := make(chan struct{})
		runtime.Tell(r.ref, runtime.Fence{Done: passed})
		if err := awaitEither(ctx, passed, time.Second); err != nil {
			break
		}
	}
	h.cancel()
	runtime.Poison(h.ref)
	if err := await(ctx, h.ended); err != nil {
		return err
	}
	idle := make(chan struct{})
	go func() {
		h.running.Wait()
		close(idle)
	}()
	return await(ctx, idle)
}

func await(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// awaitEither waits for done, but no longer than within: a room that ended
// answers nothing.
func awaitEither(ctx context.Context, done <-chan struct{}, within time.Duration) error {
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	await(short, done)
	return ctx.Err()
}

func (h *Hub) now() time.Time { return h.cfg.Clock() }

// live is the room's present incarnation, or nil.
func (h *Hub) live(room string) *roomHandle { return (*h.rooms.Load())[room] }

// job does something slow in a goroutine and tells the answer; a canceled one
// still answers. A panic ends the actor that waits for the answer.
func (h *Hub) job(ctx context.Context, to runtime.Ref, work func(context.Context) any) {
	h.running.Add(1)
	go func() {
		defer h.running.Done()
		defer func() {
			if r := recover(); r != nil {
				h.cfg.Logger.Error("job panicked", "actor", to.ID(), "panic", r, "stack", string(debug.Stack()))
				runtime.Halt(to)
			}
		}()
		runtime.Tell(to, work(ctx))
	}()
}

// queryStore puts one question to the store. At most parallelAsks are open at once;
// waiting for a place counts against within, so that an outage is answered.
func queryStore[T any](ctx context.Context, h *Hub, within time.Duration, question func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case h.querySlots <- struct{}{}:
		defer func() { <-h.querySlots }()
		return question(ctx)
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// events reads one page of a room's log.
func (h *Hub) events(ctx context.Context, room string, after int64) ([]store.Event, error) {
	return queryStore(ctx, h, queryTime, func(ctx context.Context) ([]store.Event, error) {
		return h.cfg.Log.Events(ctx, room, after, pageEvents)
	})
}

// publishRooms shows the live rooms to those who are not the hub's actor.
func (h *Hub) publishRooms(rooms map[string]*roomHandle) {
	seen := maps.Clone(rooms)
	h.rooms.Store(&seen)
}

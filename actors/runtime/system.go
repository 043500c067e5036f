// This file alone touches the actor library. It offers Tell, Spawn, Halt and
// Poison, and forbids the rest: nil messages block a mailbox for ever, futures
// and receive time-outs race, and a supervisor's restart blanks the state. So a
// panic stops the actor instead, and its parent decides what follows.
package runtime

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// Logic is what an actor does. One goroutine at a time calls its methods.
type Logic interface {
	// Receive handles one message.
	Receive(self Self, msg any)
	// Stopping is called once, before the actor's children stop.
	Stopping()
	// Stopped is called once, after its children stopped.
	Stopped()
}

// ChildStopped says to an actor that one of its children has stopped, for any
// reason.
type ChildStopped struct{ ID string }

// Fence is a message whose Done is closed once the actor has handled every
// message before it.
type Fence struct{ Done chan<- struct{} }

// Ref is the address of an actor. The zero Ref is no actor.
type Ref struct {
	pid      *actor.PID
	root     *actor.RootContext
	survives bool // its panics, as an actor of SpawnRoot does
}

// ID is unique in the system and never used twice.
func (r Ref) ID() string { return r.pid.GetId() }

// Tell puts msg into the actor's mailbox; delivery is at most once. A nil
// message is dropped, and so is a message to the zero Ref.
func Tell(to Ref, msg any) {
	if msg == nil || to.pid == nil {
		return
	}
	to.root.Send(to.pid, msg)
}

// Halt stops the actor without handling what still waits in its mailbox.
func Halt(to Ref) {
	if to.pid != nil {
		to.root.Stop(to.pid)
	}
}

// Poison stops the actor once it has handled what waits in its mailbox.
func Poison(to Ref) {
	if to.pid != nil {
		to.root.Poison(to.pid)
	}
}

// Self is an actor's view of itself while it handles a message.
type Self struct {
	Ref    Ref
	ctx    actor.Context
	system *System
}

// Spawn makes a child that stops on its first panic.
func (s Self) Spawn(kind string, b Logic) Ref {
	pid := s.ctx.SpawnPrefix(s.system.props(kind, b, false), kind)
	return Ref{pid: pid, root: s.system.actors.Root}
}

// System is one actor system, inside this node only.
type System struct {
	actors  *actor.ActorSystem
	Workers *WorkerPool
	log     *slog.Logger
}

// NewSystem makes a system without actors, whose library logs to log.
func NewSystem(log *slog.Logger) *System {
	return &System{log: log, Workers: NewWorkerPool(), actors: actor.NewActorSystem(
		actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
			return slog.New(libraryLog{log.Handler()})
		}),
		actor.WithDeadLetterRequestLogging(false),
		actor.WithDeadLetterThrottleInterval(10*time.Millisecond),
	)}
}

// SpawnRoot makes an actor without a parent. It survives its own panics,
// dropping the message that caused one: without it nothing else could live.
func (s *System) SpawnRoot(kind string, b Logic) Ref {
	pid := s.actors.Root.SpawnPrefix(s.props(kind, b, true), kind)
	return Ref{pid: pid, root: s.actors.Root, survives: true}
}

func (s *System) props(kind string, b Logic, survives bool) *actor.Props {
	return actor.PropsFromProducer(
		func() actor.Actor { return &panicGuard{kind: kind, inner: b, system: s, survives: survives} },
		actor.WithMailbox(actor.UnboundedLockfree()),
		actor.WithDispatcher(s.Workers),
	)
}

// panicGuard stands between the library and a Logic: it recovers panics.
type panicGuard struct {
	kind     string
	inner    Logic
	system   *System
	survives bool
	dead     bool
}

// Receive implements the library's Actor.
func (g *panicGuard) Receive(ctx actor.Context) {
	defer g.rescue(ctx)
	switch msg := ctx.Message().(type) {
	case *actor.Started, *actor.Restarting:
	case *actor.Stopping:
		g.inner.Stopping()
	case *actor.Stopped:
		g.inner.Stopped()
	case *actor.Terminated:
		g.inner.Receive(g.self(ctx), ChildStopped{msg.Who.GetId()})
	case Fence:
		close(msg.Done)
	default:
		if !g.dead {
			g.inner.Receive(g.self(ctx), msg)
		}
	}
}

func (g *panicGuard) self(ctx actor.Context) Self {
	return Self{Ref: Ref{ctx.Self(), g.system.actors.Root, g.survives}, ctx: ctx, system: g.system}
}

// rescue logs a panic with its stack and stops the actor. The message itself
// is not logged: it may hold what a member wrote.
func (g *panicGuard) rescue(ctx actor.Context) {
	r := recover()
	if r == nil {
		return
	}
	g.system.log.Error("actor panicked", "kind", g.kind, "actor", ctx.Self().GetId(), "panic", r, "stack", string(debug.Stack()))
	if !g.survives {
		g.dead = true
		ctx.Stop(ctx.Self())
	}
}

// libraryLog lets only the library's warnings and errors through, without the
// messages it would print with them.
type libraryLog struct{ slog.Handler }

// Enabled implements slog.Handler.
func (m libraryLog) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && m.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (m libraryLog) Handle(ctx context.Context, r slog.Record) error {
	quiet := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		if a.Key != "message" {
			quiet.AddAttrs(a)
		}
		return true
	})
	return m.Handler.Handle(ctx, quiet)
}

// WithAttrs implements slog.Handler.
func (m libraryLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return libraryLog{m.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (m libraryLog) WithGroup(name string) slog.Handler { return libraryLog{m.Handler.WithGroup(name)} }

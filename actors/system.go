// This file alone touches the actor library. It offers tell, spawn, stop and
// poison, and forbids the rest: nil messages wedge a mailbox, futures and
// receive time-outs race, and a supervisor's restart blanks state, so a panic
// stops the actor instead and its maker decides.
package actors

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// behaviour is what an actor of ours does; all three are called by its one
// goroutine.
type behaviour interface {
	// receive handles one message.
	receive(self self, msg any)
	// stopping is called once, before the actor's children stop.
	stopping()
	// stopped is called once, after its children stopped.
	stopped()
}

// childGone tells an actor that a child of it has stopped, for any reason.
type childGone struct{ id string }

// fence is closed once the actor has handled everything before it.
type fence struct{ done chan<- struct{} }

// ref is the address of an actor. The zero ref is nobody.
type ref struct {
	pid  *actor.PID
	root *actor.RootContext
}

// id is unique in the system and never used twice.
func (r ref) id() string { return r.pid.GetId() }

// tell puts msg into the actor's mailbox; delivery is at most once. Nothing is
// sent to nobody, and nothing that is nil.
func tell(to ref, msg any) {
	if msg == nil || to.pid == nil {
		return
	}
	to.root.Send(to.pid, msg)
}

// halt stops the actor without handling what still waits in its mailbox.
func halt(to ref) {
	if to.pid != nil {
		to.root.Stop(to.pid)
	}
}

// poison stops the actor once it has handled what waits in its mailbox.
func poison(to ref) {
	if to.pid != nil {
		to.root.Poison(to.pid)
	}
}

// self is an actor's view of itself while it handles a message.
type self struct {
	ref    ref
	ctx    actor.Context
	system *system
}

// spawn makes a child that stops on its first panic.
func (s self) spawn(kind string, b behaviour) ref {
	pid := s.ctx.SpawnPrefix(s.system.props(kind, b, false), kind)
	return ref{pid, s.system.actors.Root}
}

// system is one actor system, inside this node only.
type system struct {
	actors *actor.ActorSystem
	crew   *Crew
	log    *slog.Logger
}

func newSystem(log *slog.Logger) *system {
	return &system{log: log, crew: NewCrew(), actors: actor.NewActorSystem(
		actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
			return slog.New(mute{log.Handler()})
		}),
		actor.WithDeadLetterRequestLogging(false),
		actor.WithDeadLetterThrottleInterval(10*time.Millisecond),
	)}
}

// spawnRoot makes an actor without a parent. It survives its own panics,
// dropping the message that caused one: without it nothing else could live.
func (s *system) spawnRoot(kind string, b behaviour) ref {
	pid := s.actors.Root.SpawnPrefix(s.props(kind, b, true), kind)
	return ref{pid, s.actors.Root}
}

func (s *system) props(kind string, b behaviour, survives bool) *actor.Props {
	return actor.PropsFromProducer(
		func() actor.Actor { return &guard{kind: kind, inner: b, system: s, survives: survives} },
		actor.WithMailbox(actor.UnboundedLockfree()),
		actor.WithDispatcher(s.crew),
	)
}

// guard stands between the library and a behaviour: it recovers panics.
type guard struct {
	kind     string
	inner    behaviour
	system   *system
	survives bool
	dead     bool
}

// Receive implements the library's Actor.
func (g *guard) Receive(ctx actor.Context) {
	defer g.rescue(ctx)
	switch msg := ctx.Message().(type) {
	case *actor.Started, *actor.Restarting:
	case *actor.Stopping:
		g.inner.stopping()
	case *actor.Stopped:
		g.inner.stopped()
	case *actor.Terminated:
		g.inner.receive(g.self(ctx), childGone{msg.Who.GetId()})
	case fence:
		close(msg.done)
	default:
		if !g.dead {
			g.inner.receive(g.self(ctx), msg)
		}
	}
}

func (g *guard) self(ctx actor.Context) self {
	return self{ref: ref{ctx.Self(), g.system.actors.Root}, ctx: ctx, system: g.system}
}

// rescue logs a panic with its stack and stops the actor. The message itself
// is not logged: it may hold what a member wrote.
func (g *guard) rescue(ctx actor.Context) {
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

// mute lets only the library's warnings and errors through, without the
// messages it would print with them.
type mute struct{ slog.Handler }

// Enabled implements slog.Handler.
func (m mute) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && m.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (m mute) Handle(ctx context.Context, r slog.Record) error {
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
func (m mute) WithAttrs(attrs []slog.Attr) slog.Handler { return mute{m.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (m mute) WithGroup(name string) slog.Handler { return mute{m.Handler.WithGroup(name)} }

package face

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"muster/store"
)

const (
	mostWaiting  = 8
	turnDeadline = 10 * time.Second
)

// refusals are what an engine says of a picture or of its own load.
var refusals = [...]error{
	ErrNoFace, ErrManyFaces, ErrTooSmall, ErrTooBlurred, ErrTurnedAway, ErrBusy, ErrUnavailable,
}

// turns is an engine that looks at few pictures at once.
type turns struct {
	engine  Engine
	running chan struct{} // one element for each picture that is looked at
	waiting chan struct{} // and for each of them and of those that wait
}

// InTurns lets an engine look at half as many pictures at once as there are processors,
// since one picture keeps two of them busy. Eight more wait, the next fails with ErrBusy.
// After 10 s a picture fails, and so does everything unexpected, a panic too: the error is
// one of those above or Invalid.
func InTurns(engine Engine) Engine {
	atOnce := max(runtime.GOMAXPROCS(0)/2, 1)
	return &turns{engine, make(chan struct{}, atOnce), make(chan struct{}, atOnce+mostWaiting)}
}

func (t *turns) ID() string { return t.engine.ID() }

// Ready asks the engine without waiting for a turn.
func (t *turns) Ready(ctx context.Context) error {
	_, err := recovered(func() (struct{}, error) { return struct{}{}, t.engine.Ready(ctx) })
	return expected(err)
}

func (t *turns) Enrol(ctx context.Context, picture Picture) (Enrolment, error) {
	return inTurn(ctx, t, func(ctx context.Context) (Enrolment, error) { return t.engine.Enrol(ctx, picture) })
}

func (t *turns) Compare(ctx context.Context, enrolled Reference, picture Picture) (Comparison, error) {
	return inTurn(ctx, t, func(ctx context.Context) (Comparison, error) { return t.engine.Compare(ctx, enrolled, picture) })
}

// inTurn waits for a turn and runs work in it. An engine that does not heed the deadline
// keeps its turn until it ends, but the caller does not wait for it.
func inTurn[T any](ctx context.Context, t *turns, work func(context.Context) (T, error)) (T, error) {
	var none T
	select {
	case t.waiting <- struct{}{}:
	default:
		return none, ErrBusy
	}
	ctx, cancel := context.WithTimeout(ctx, turnDeadline)
	defer cancel()
	select {
	case t.running <- struct{}{}:
	case <-ctx.Done():
		<-t.waiting
		return none, expected(ctx.Err())
	}
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		defer func() { <-t.running; <-t.waiting }()
		value, err := recovered(func() (T, error) { return work(ctx) })
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil {
			return none, expected(a.err)
		}
		return a.value, nil
	case <-ctx.Done():
		return none, expected(ctx.Err())
	}
}

// recovered turns a panic into an error.
func recovered[T any](work func() (T, error)) (value T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("face: the engine panicked: %v", r)
		}
	}()
	return work()
}

// expected is err when it is one that an engine may give, and ErrUnavailable with err
// otherwise.
func expected(err error) error {
	if err == nil || store.CodeOf(err) == store.Invalid {
		return err
	}
	for _, refusal := range refusals {
		if errors.Is(err, refusal) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

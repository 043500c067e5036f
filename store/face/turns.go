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

// Turns is an engine that looks at few pictures at once.
type Turns struct {
	engine  Engine
	running chan struct{} // one element for each picture that is looked at
	places  chan struct{} // one for each check that has a place
}

// AtOnce is how many pictures are looked at at once: half as many as there are processors,
// and one at least.
func AtOnce() int { return max(runtime.GOMAXPROCS(0)/2, 1) }

// InTurns lets an engine look at AtOnce pictures at once. A call waits for its turn. After
// 10 s it fails, and so does everything unexpected, a panic too: the error is one of Refusals
// or Invalid.
func InTurns(engine Engine) *Turns {
	return &Turns{engine, make(chan struct{}, AtOnce()), make(chan struct{}, AtOnce()+mostWaiting)}
}

// TakePlace takes a place in the queue for one check, before anything is done for it; leave
// gives it back. It fails with ErrBusy when eight checks wait besides those that are looked
// at.
func (t *Turns) TakePlace() (leave func(), err error) {
	select {
	case t.places <- struct{}{}:
		return func() { <-t.places }, nil
	default:
		return nil, ErrBusy
	}
}

// Full says whether TakePlace fails now. Who asks before a picture is received saves the
// node receiving one that it cannot look at.
func (t *Turns) Full() bool { return len(t.places) == cap(t.places) }

// ID is the engine's.
func (t *Turns) ID() string { return t.engine.ID() }

// Ready asks the engine without waiting for a turn.
func (t *Turns) Ready(ctx context.Context) error {
	_, err := recovered(func() (struct{}, error) { return struct{}{}, t.engine.Ready(ctx) })
	return expected(err)
}

// Read is the engine's, in a turn.
func (t *Turns) Read(ctx context.Context, sent []byte) (Picture, error) {
	return inTurn(ctx, t, func(ctx context.Context) (Picture, error) { return t.engine.Read(ctx, sent) })
}

// Enrol is the engine's, in a turn.
func (t *Turns) Enrol(ctx context.Context, picture Picture) (Enrolment, error) {
	return inTurn(ctx, t, func(ctx context.Context) (Enrolment, error) { return t.engine.Enrol(ctx, picture) })
}

// Compare is the engine's, in a turn.
func (t *Turns) Compare(ctx context.Context, enrolled Reference, picture Picture) (Comparison, error) {
	return inTurn(ctx, t, func(ctx context.Context) (Comparison, error) { return t.engine.Compare(ctx, enrolled, picture) })
}

// inTurn waits for a turn and runs work in it. An engine that does not heed the deadline
// keeps its turn until it ends, but the caller does not wait for it.
func inTurn[T any](ctx context.Context, t *Turns, work func(context.Context) (T, error)) (T, error) {
	var none T
	ctx, cancel := context.WithTimeout(ctx, turnDeadline)
	defer cancel()
	select {
	case t.running <- struct{}{}:
	case <-ctx.Done():
		return none, expected(ctx.Err())
	}
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		defer func() { <-t.running }()
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
	for _, refusal := range Refusals {
		if errors.Is(err, refusal) {
			return err
		}
	}
	return Unavailable(err)
}

package face

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"muster/store"
)

// scripted is an engine that does what a test says.
type scripted struct {
	enrol func(context.Context) (Enrolment, error)
	ready func() error
}

func (s scripted) ID() string                  { return "scripted" }
func (s scripted) Ready(context.Context) error { return s.ready() }

func (s scripted) Read(ctx context.Context, sent []byte) (Picture, error) {
	_, err := s.enrol(ctx)
	return Picture{JPEG: sent}, err
}

func (s scripted) Enrol(ctx context.Context, _ Picture) (Enrolment, error) { return s.enrol(ctx) }

func (s scripted) Compare(ctx context.Context, _ Reference, _ Picture) (Comparison, error) {
	_, err := s.enrol(ctx)
	return Comparison{Confidence: 99}, err
}

// Half as many pictures as there are processors are looked at, eight more checks may have
// a place, and the next is refused before anything is done for it.
func TestTurnsLetFewPicturesInAndRefuseTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		atOnce := AtOnce()
		var running, most, done atomic.Int32
		finish := make(chan struct{})
		engine := InTurns(scripted{enrol: func(context.Context) (Enrolment, error) {
			most.Store(max(most.Load(), running.Add(1)))
			<-finish
			running.Add(-1)
			done.Add(1)
			return Enrolment{}, nil
		}})
		check := func() error {
			leave, err := engine.TakePlace()
			if err != nil {
				return err
			}
			defer leave()
			if _, err := engine.Read(t.Context(), nil); err != nil {
				return err
			}
			_, err = engine.Enrol(t.Context(), Picture{})
			return err
		}
		answers := make(chan error, atOnce+mostWaiting)
		for range atOnce + mostWaiting {
			go func() { answers <- check() }()
		}
		synctest.Wait()
		if err := check(); !errors.Is(err, ErrBusy) || !engine.Full() {
			t.Errorf("one more than may wait: %v, full: %v", err, engine.Full())
		}
		if n := int(running.Load()); n != atOnce {
			t.Errorf("%d are looked at, want %d", n, atOnce)
		}
		close(finish)
		for range atOnce + mostWaiting {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
		if int(most.Load()) != atOnce || int(done.Load()) != 2*(atOnce+mostWaiting) {
			t.Errorf("%d at once, %d done", most.Load(), done.Load())
		}
		if err := check(); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// An engine that hangs costs its turn, not the time of those who ask.
func TestTurnsEndAfterTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		engine := InTurns(scripted{enrol: func(context.Context) (Enrolment, error) { <-hang; return Enrolment{}, nil }})
		began := time.Now()
		_, err := engine.Compare(t.Context(), Reference{}, Picture{})
		if !errors.Is(err, ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != turnDeadline {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := engine.Enrol(ctx, Picture{}); !errors.Is(err, context.Canceled) {
			t.Errorf("who does not wait any more: %v", err)
		}
		close(hang)
	})
}

func TestTurnsMakeTheUnexpectedUnavailable(t *testing.T) {
	foreign := errors.New("disk on fire")
	for name, c := range map[string]struct {
		enrol func(context.Context) (Enrolment, error)
		want  error
	}{
		"a refusal":     {func(context.Context) (Enrolment, error) { return Enrolment{}, ErrTooBlurred }, ErrTooBlurred},
		"another error": {func(context.Context) (Enrolment, error) { return Enrolment{}, foreign }, ErrUnavailable},
		"a panic":       {func(context.Context) (Enrolment, error) { panic("out of range") }, ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			engine := InTurns(scripted{enrol: c.enrol})
			for range 20 { // a turn that is not given back would be missed
				got, err := engine.Compare(context.Background(), Reference{}, Picture{})
				if !errors.Is(err, c.want) || got.Passes() {
					t.Fatalf("%+v, %v, want %v", got, err, c.want)
				}
			}
		})
	}
	engine := InTurns(scripted{ready: func() error { panic("no weights") }})
	if err := engine.Ready(context.Background()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("ready: %v", err)
	}
	engine = InTurns(scripted{enrol: func(context.Context) (Enrolment, error) { return Enrolment{}, errPictureSize() }})
	if _, err := engine.Enrol(context.Background(), Picture{}); store.CodeOf(err) != store.Invalid || errors.Is(err, ErrUnavailable) {
		t.Errorf("a picture that is not taken: %v", err)
	}
}

func TestExactly95Passes(t *testing.T) {
	for confidence, want := range map[float64]bool{0: false, 94.99999: false, 95: true, 100: true} {
		if got := (Comparison{Confidence: confidence}).Passes(); got != want {
			t.Errorf("%v: %v", confidence, got)
		}
	}
}

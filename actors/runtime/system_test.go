package runtime

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// recorder notes the messages that it receives; a few make it act.
type recorder struct {
	mu    sync.Mutex
	heard []string
	made  chan Ref
	over  chan struct{} // closed when it has stopped
}

func newRecorder() *recorder {
	return &recorder{made: make(chan Ref, 1), over: make(chan struct{})}
}

// child has the actor that receives it make a child.
type child struct{ logic Logic }

func (r *recorder) Receive(self Self, msg any) {
	switch m := msg.(type) {
	case string:
		r.note(m)
		if m == "panic" {
			panic("canary of a member's text")
		}
	case child:
		r.made <- self.Spawn("child", m.logic)
	case ChildStopped:
		r.note("child stopped")
	}
}

func (r *recorder) Stopping() { r.note("stopping") }

func (r *recorder) Stopped() {
	r.note("stopped")
	close(r.over)
}

func (r *recorder) note(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard = append(r.heard, what)
}

// wants compares all that was heard until now.
func (r *recorder) wants(t *testing.T, want ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.heard, want) {
		t.Errorf("heard %q, want %q", r.heard, want)
	}
}

// handled waits until an actor has handled every message that it was sent so far.
func handled(t *testing.T, ref Ref) {
	t.Helper()
	done := make(chan struct{})
	Tell(ref, Fence{done})
	ended(t, done)
}

func ended(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it never ended")
	}
}

func newSystem(t *testing.T) (*System, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	s := NewSystem(slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(s.Workers.Close)
	return s, log
}

// Messages of one sender come in their order; nil and the zero address are
// dropped, where the library would block a mailbox for ever.
func TestMessagesComeInOrder(t *testing.T) {
	s, _ := newSystem(t)
	r := newRecorder()
	ref := s.SpawnRoot("recorder", r)
	Tell(Ref{}, "nobody")
	Tell(ref, nil)
	var want []string
	for i := range 1000 {
		word := strings.Repeat("x", i%7)
		want = append(want, word)
		Tell(ref, word)
	}
	handled(t, ref)
	r.wants(t, want...)
}

// Poison handles what waits first; both ends stop children before the parent
// learns that the actor has stopped.
func TestPoisonAndChildren(t *testing.T) {
	s, _ := newSystem(t)
	parent, one := newRecorder(), newRecorder()
	ref := s.SpawnRoot("parent", parent)
	Tell(ref, child{one})
	kid := <-parent.made
	Tell(kid, "first")
	Tell(kid, "last")
	Poison(kid)
	ended(t, one.over)
	one.wants(t, "first", "last", "stopping", "stopped")

	two := newRecorder()
	Tell(ref, child{two})
	<-parent.made // the parent has handled its first child's end before
	handled(t, ref)
	Halt(ref)
	ended(t, parent.over)
	select {
	case <-two.over:
	default:
		t.Error("the parent stopped before its child")
	}
	two.wants(t, "stopping", "stopped")
}

// A panic stops a child and its parent learns of it; a root drops the message and goes
// on. The log names the actor's kind.
func TestPanics(t *testing.T) {
	s, log := newSystem(t)
	parent, kid := newRecorder(), newRecorder()
	ref := s.SpawnRoot("parent", parent)
	Tell(ref, child{kid})
	address := <-parent.made
	Tell(address, "panic")
	Tell(address, "never handled")
	ended(t, kid.over)
	kid.wants(t, "panic", "stopping", "stopped")
	Tell(ref, "panic")
	Tell(ref, "goes on")
	Poison(ref)
	ended(t, parent.over)
	parent.mu.Lock()
	defer parent.mu.Unlock()
	for _, want := range []string{"child stopped", "panic", "goes on"} {
		if !slices.Contains(parent.heard, want) {
			t.Errorf("the parent heard %q", parent.heard)
		}
	}
	if text := log.String(); !strings.Contains(text, "kind=child") || !strings.Contains(text, "kind=parent") {
		t.Errorf("log: %s", text)
	}
}

// Every function runs at once, also when all workers are busy, and after the end.
func TestWorkerPoolRunsEveryJobAtOnce(t *testing.T) {
	p := NewWorkerPool()
	var running sync.WaitGroup
	gate := make(chan struct{})
	for range 100 {
		running.Add(1)
		p.Schedule(func() {
			defer running.Done()
			<-gate
		})
	}
	close(gate)
	running.Wait()
	p.Close()
	late := make(chan struct{})
	p.Schedule(func() { close(late) })
	ended(t, late)
}

package http

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// sharedReads has equal questions of the back office answered by one read, so that any
// number of open screens cost as much as one. A call is answered by a read that waits for
// its place when the call comes, never by one that began longer before it than the
// question allows.
type sharedReads struct {
	mu    sync.Mutex
	known map[string]sharedAnswer // as long as it may be given
	next  map[string]*sharedRead  // the newest read of a question

	again chan struct{} // the place of the one read for which nobody waits
}

type sharedAnswer struct {
	value any
	began time.Time
}

type sharedRead struct {
	began  time.Time // zero as long as it waits
	again  bool      // calls are given the answer before it meanwhile
	calls  int       // that wait for it
	cancel context.CancelFunc
	done   chan struct{} // closed when the rest stands
	value  any
	err    error
}

// share answers a call by a read of the question called name. The answer is as it was at
// most twice age ago: one that is older than age is read again meanwhile. It fails with
// Unavailable when the call's time is up before.
func share[T any](c *call, s *Server, name string, age time.Duration, ask func(ctx context.Context) (T, error)) (T, error) {
	ctx := c.Request.Context()
	known, read := s.sharedReads.join(name, age, func(read *sharedRead) {
		// Who asked first may go away while others wait.
		reading, cancel := context.WithCancel(context.WithoutCancel(ctx))
		read.cancel = cancel
		go s.readShared(reading, name, age, read, func(ctx context.Context) (any, error) { return ask(ctx) })
	})
	var none T
	if read != nil {
		select {
		case <-read.done:
		case <-ctx.Done():
			s.sharedReads.leave(name, age, read)
			return none, errBackOfficeBusy()
		}
		if read.err != nil {
			return none, read.err
		}
		known = read.value
	}
	// The call costs something too: what the log is told, and the reply.
	var err error
	if c.place, err = s.adminReads.begin(ctx); err != nil {
		return none, err
	}
	return known.(T), nil
}

// join gives an answer that is known, or the read to wait for, which begin begins.
func (r *sharedReads) join(name string, age time.Duration, begin func(*sharedRead)) (known any, read *sharedRead) {
	r.mu.Lock()
	defer r.mu.Unlock()
	answer, ok := r.known[name]
	old := time.Since(answer.began)
	if ok && old < age {
		return answer.value, nil
	}
	read = r.next[name]
	if read == nil || !read.began.IsZero() && time.Since(read.began) >= age {
		read = &sharedRead{done: make(chan struct{}), again: ok && old < 2*age}
		if r.next == nil {
			r.known, r.next = map[string]sharedAnswer{}, map[string]*sharedRead{}
			r.again = make(chan struct{}, 1)
		}
		r.next[name] = read
		begin(read)
	}
	if ok && old < 2*age {
		return answer.value, nil
	}
	read.calls++
	return nil, read
}

// leave ends a read whose answer nobody waits for any more and that is not kept.
func (r *sharedReads) leave(name string, age time.Duration, read *sharedRead) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if read.calls--; read.calls == 0 && age == 0 {
		read.cancel()
		if r.next[name] == read {
			delete(r.next, name)
		}
	}
}

// readShared reads in a place of its own, of whichever calls wait.
func (s *Server) readShared(ctx context.Context, name string, age time.Duration, read *sharedRead, ask func(ctx context.Context) (any, error)) {
	defer read.cancel()
	defer func() {
		if cause := recover(); cause != nil {
			s.log.Error("a read of the back office panicked", "panic", cause, "stack", string(debug.Stack()))
			read.err = fmt.Errorf("panic: %v", cause)
		}
		s.sharedReads.finish(name, age, read)
	}()
	if read.again {
		// Answers grow old together: read at once they would take all processors.
		// After age calls wait for this one, so a slow read holds it up no longer.
		turn := time.NewTimer(age)
		defer turn.Stop()
		select {
		case s.sharedReads.again <- struct{}{}:
			defer func() { <-s.sharedReads.again }()
		case <-turn.C:
		}
	}
	waiting, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	place, err := s.adminReads.begin(waiting)
	if err != nil {
		read.err = err
		return
	}
	defer place.end()
	s.sharedReads.mu.Lock()
	read.began = time.Now()
	s.sharedReads.mu.Unlock()
	read.value, read.err = ask(ctx)
}

func (r *sharedReads) finish(name string, age time.Duration, read *sharedRead) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next[name] == read {
		delete(r.next, name)
	}
	if age > 0 && read.err == nil && read.began.After(r.known[name].began) {
		r.known[name] = sharedAnswer{read.value, read.began}
	}
	close(read.done)
}

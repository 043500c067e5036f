package http

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// sharedReads answers equal reads of the back office from one, so any number of open
// screens costs as much as one.
type sharedReads struct {
	flights singleflight.Group

	mu     sync.Mutex
	cached map[string]cachedAnswer // by the read's name; there are a few hundred names
}

type cachedAnswer struct {
	value any
	began time.Time
}

// share answers a call with the cached answer of the read called name, if that began less
// than age ago, or reads. With age 0 every call reads. It fails with Unavailable when ctx,
// the call's, ends first.
func (s *Server) share(ctx context.Context, name string, age time.Duration, read func(context.Context) (any, error)) (any, error) {
	if age <= 0 {
		return s.adminReads.run(ctx, func() (any, error) { return read(ctx) })
	}
	if value, ok := s.sharedReads.get(name, age); ok {
		return value, nil
	}
	flight := s.sharedReads.flights.DoChan(name, func() (any, error) {
		// An earlier flight may have ended after this call had looked.
		if value, ok := s.sharedReads.get(name, age); ok {
			return value, nil
		}
		// The first caller may leave while others wait.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
		defer cancel()
		return s.adminReads.run(ctx, func() (any, error) {
			began := time.Now()
			value, err := s.recoverRead(func() (any, error) { return read(ctx) })
			if err == nil {
				s.sharedReads.put(name, cachedAnswer{value, began})
			}
			return value, err
		})
	})
	select {
	case result := <-flight:
		return result.Val, result.Err
	case <-ctx.Done():
		return nil, errBackOfficeBusy()
	}
}

// recoverRead returns a panic as an error. A flight runs in a goroutine of its own, where
// a panic would end the process.
func (s *Server) recoverRead(read func() (any, error)) (value any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.log.Error("a read of the back office panicked", "panic", cause, "stack", string(debug.Stack()))
			value, err = nil, fmt.Errorf("panic: %v", cause)
		}
	}()
	return read()
}

func (r *sharedReads) get(name string, age time.Duration) (any, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	answer, ok := r.cached[name]
	return answer.value, ok && time.Since(answer.began) < age
}

func (r *sharedReads) put(name string, answer cachedAnswer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cached == nil {
		r.cached = map[string]cachedAnswer{}
	}
	r.cached[name] = answer
}

package http

import (
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

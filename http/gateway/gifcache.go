package gateway

import (
	"container/list"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// How long answers of a GIF service stand, and how many.
const (
	gifTrendingAge = 10 * time.Minute
	gifAnswerAge   = time.Hour
	gifUnknownAge  = 5 * time.Minute // that there is no GIF of an id
	gifAnswers     = 512
	// gifPause is how long the service is left alone after it said that it is
	// called too often.
	gifPause = time.Minute
)

// GIFCache keeps the answers of a GIF service, of which keys allow few calls; it is a
// roomlog.GIFProvider. Callers that ask the same at once share one call.
type GIFCache struct {
	from roomlog.GIFProvider
	now  func() time.Time

	mu      sync.Mutex
	entries map[any]*list.Element // of gifAnswer, by roomlog.GIFQuery or id
	recent  *list.List            // of gifAnswer, the one used last first
	asking  map[any]*gifCall
	paused  time.Time // nothing is asked before
}

// gifAnswer is one kept answer: a page, a GIF, or that there is none.
type gifAnswer struct {
	key   any
	gifs  []roomlog.GIF
	err   error
	until time.Time
}

// gifCall is a call that some wait for.
type gifCall struct {
	done   chan struct{}
	answer gifAnswer
}

// NewGIFCache keeps the answers of a service. now is the clock; nil means time.Now.
func NewGIFCache(from roomlog.GIFProvider, now func() time.Time) *GIFCache {
	if now == nil {
		now = time.Now
	}
	return &GIFCache{from: from, now: now, entries: map[any]*list.Element{}, recent: list.New(), asking: map[any]*gifCall{}}
}

// GIFs implements roomlog.GIFProvider.
func (c *GIFCache) GIFs(ctx context.Context, q roomlog.GIFQuery) ([]roomlog.GIF, error) {
	age := gifAnswerAge
	if q.Words == "" {
		age = gifTrendingAge
	}
	return c.answer(ctx, q, age, func(ctx context.Context) ([]roomlog.GIF, error) { return c.from.GIFs(ctx, q) })
}

// GIF implements roomlog.GIFProvider.
func (c *GIFCache) GIF(ctx context.Context, id string) (roomlog.GIF, error) {
	found, err := c.answer(ctx, id, gifAnswerAge, func(ctx context.Context) ([]roomlog.GIF, error) {
		one, err := c.from.GIF(ctx, id)
		return []roomlog.GIF{one}, err
	})
	if err != nil {
		return roomlog.GIF{}, err
	}
	return found[0], nil
}

// answer gives the kept answer of key, or asks for it. The call goes on for the
// others when the one who caused it leaves.
func (c *GIFCache) answer(ctx context.Context, key any, age time.Duration, ask func(context.Context) ([]roomlog.GIF, error)) ([]roomlog.GIF, error) {
	c.mu.Lock()
	now := c.now()
	if kept := c.entries[key]; kept != nil {
		if a := kept.Value.(gifAnswer); now.Before(a.until) {
			c.recent.MoveToFront(kept)
			c.mu.Unlock()
			return a.gifs, a.err
		}
	}
	if wait := c.paused.Sub(now); wait > 0 {
		c.mu.Unlock()
		away := roomlog.ErrGIFsAway(errors.New("the GIF service was called too often"))
		away.RetryAfter = wait
		return nil, away
	}
	call := c.asking[key]
	if call == nil {
		call = &gifCall{done: make(chan struct{}), answer: gifAnswer{key: key}}
		c.asking[key] = call
		go c.ask(context.WithoutCancel(ctx), call, age, ask)
	}
	c.mu.Unlock()
	select {
	case <-call.done:
		return call.answer.gifs, call.answer.err
	case <-ctx.Done():
		return nil, roomlog.ErrGIFsAway(ctx.Err())
	}
}

// ask makes a call and keeps its answer. An outage is not kept.
func (c *GIFCache) ask(ctx context.Context, call *gifCall, age time.Duration, ask func(context.Context) ([]roomlog.GIF, error)) {
	a := &call.answer
	a.gifs, a.err = ask(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(call.done)
	delete(c.asking, a.key)
	var refused *giphyRefusal
	switch {
	case store.CodeOf(a.err) == store.NotFound:
		age = gifUnknownAge
	case errors.As(a.err, &refused) && refused.status == http.StatusTooManyRequests:
		c.paused = c.now().Add(gifPause)
		return
	case a.err != nil:
		return
	}
	a.until = c.now().Add(age)
	if old := c.entries[a.key]; old != nil {
		c.recent.Remove(old)
	}
	c.entries[a.key] = c.recent.PushFront(*a)
	if last := c.recent.Back(); c.recent.Len() > gifAnswers {
		delete(c.entries, c.recent.Remove(last).(gifAnswer).key)
	}
}

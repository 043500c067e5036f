package gateway

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// gifSource is a GIF service that counts its calls.
type gifSource struct {
	mu    sync.Mutex
	calls int
	err   error
	hold  chan struct{} // each call waits for it
	began chan struct{} // one for each call
}

func (s *gifSource) called() error {
	s.mu.Lock()
	s.calls++
	err, hold := s.err, s.hold
	s.mu.Unlock()
	if hold != nil {
		s.began <- struct{}{}
		<-hold
	}
	return err
}

func (s *gifSource) GIFs(_ context.Context, q roomlog.GIFQuery) ([]roomlog.GIF, error) {
	return []roomlog.GIF{{ID: q.Words}}, s.called()
}

func (s *gifSource) GIF(_ context.Context, id string) (roomlog.GIF, error) {
	return roomlog.GIF{ID: id}, s.called()
}

// cacheRig is a cache with a clock that a test moves.
type cacheRig struct {
	*GIFCache
	t      *testing.T
	source *gifSource
	at     time.Time
}

func newCacheRig(t *testing.T) *cacheRig {
	r := &cacheRig{t: t, source: &gifSource{}, at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	r.GIFCache = NewGIFCache(r.source, func() time.Time { return r.at })
	return r
}

// search asks for words and wants so many calls of the service by now.
func (r *cacheRig) search(words string, calls int) error {
	r.t.Helper()
	page, err := r.GIFs(context.Background(), roomlog.GIFQuery{Words: words, Limit: 20})
	if err == nil && (len(page) != 1 || page[0].ID != words) {
		r.t.Errorf("%q gives %+v", words, page)
	}
	if r.source.calls != calls {
		r.t.Errorf("%q: %d calls, want %d", words, r.source.calls, calls)
	}
	return err
}

func TestGIFAnswersAreKept(t *testing.T) {
	r := newCacheRig(t)
	r.search("cat", 1)
	r.search("cat", 1)
	r.search("dog", 2)
	r.search("", 3)
	r.at = r.at.Add(gifTrendingAge)
	r.search("cat", 3)
	r.search("", 4)
	r.at = r.at.Add(gifAnswerAge)
	r.search("cat", 5)
	for range 2 {
		if got, err := r.GIF(context.Background(), "x"); err != nil || got.ID != "x" || r.source.calls != 6 {
			t.Errorf("%+v %v, %d calls", got, err, r.source.calls)
		}
	}
	// An answer for a page is none for another.
	r.GIFs(context.Background(), roomlog.GIFQuery{Words: "cat", Limit: 20, Offset: 20})
	if r.source.calls != 7 {
		t.Errorf("%d calls", r.source.calls)
	}
}

// The cache is bounded; the answers used last stay.
func TestGIFCacheIsBounded(t *testing.T) {
	r := newCacheRig(t)
	r.search("first", 1)
	for i := range gifAnswers - 1 {
		r.search(fmt.Sprint(i), i+2)
	}
	r.search("first", gifAnswers)
	r.search("one more", gifAnswers+1)
	r.search("first", gifAnswers+1)
	r.search("0", gifAnswers+2)
	if len(r.entries) != gifAnswers || r.recent.Len() != gifAnswers {
		t.Errorf("%d entries, %d in order", len(r.entries), r.recent.Len())
	}
}

// An outage is asked about again, an unknown id only after a while, and a service
// that is called too often is left alone for a minute.
func TestGIFCacheAndFailures(t *testing.T) {
	r := newCacheRig(t)
	r.source.err = roomlog.ErrGIFsAway(&giphyRefusal{500})
	r.search("cat", 1)
	r.search("cat", 2)
	r.source.err = roomlog.ErrGIFUnknown()
	for range 2 {
		if _, err := r.GIF(context.Background(), "none"); store.CodeOf(err) != store.NotFound || r.source.calls != 3 {
			t.Errorf("%v, %d calls", err, r.source.calls)
		}
	}
	r.source.err = roomlog.ErrGIFsAway(&giphyRefusal{429})
	r.search("dog", 4)
	r.source.err = nil
	if err := r.search("dog", 4); store.AsError(err).RetryAfter != gifPause {
		t.Errorf("%v", err)
	}
	r.at = r.at.Add(gifPause)
	if err := r.search("dog", 5); err != nil {
		t.Error(err)
	}
}

// Many who ask the same at once are one call, which ends also when the first of them
// leaves.
func TestGIFCallsAreShared(t *testing.T) {
	r := newCacheRig(t)
	r.source.hold, r.source.began = make(chan struct{}), make(chan struct{}, 10)
	impatient, leave := context.WithCancel(context.Background())
	left := make(chan error)
	ask := func(ctx context.Context) error {
		_, err := r.GIFs(ctx, roomlog.GIFQuery{Words: "cat", Limit: 20})
		return err
	}
	go func() { left <- ask(impatient) }()
	<-r.source.began
	answered := make(chan error)
	for range 10 {
		go func() { answered <- ask(context.Background()) }()
	}
	leave()
	if err := <-left; store.CodeOf(err) != store.Unavailable {
		t.Errorf("who left: %v", err)
	}
	close(r.source.hold)
	for range 10 {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	if r.source.calls != 1 {
		t.Errorf("%d calls", r.source.calls)
	}
}

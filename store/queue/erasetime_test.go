package queue_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/queue"
)

// slowSubject notes how long an erasure may still take when it is asked for its part.
type slowSubject struct {
	postgres.Subject
	left chan time.Duration
}

func (s *slowSubject) Erase(context.Context, pgx.Tx, store.Member) error { return nil }

func (s *slowSubject) EraseAhead(ctx context.Context, _ store.Member) error {
	ends, _ := ctx.Deadline()
	s.left <- time.Until(ends)
	return nil
}

// The run of the job was shorter than one of its searches: of a member with very many messages
// each run was cut off in the midst of the first one, without an error, and never came further.
func TestRunOfErasuresOutlastsItsSearches_SEC5(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.stop()
	subject := &slowSubject{left: make(chan time.Duration, 1)}
	h.Join(subject)
	ann, err := h.FindUsername(t.Context(), "ann")
	h.must(err)
	storetest.DueForErasure(t, h.owner(), ann.ID)
	jobs, err := queue.New(h.DB, slog.New(slog.DiscardHandler))
	h.must(err)
	jobs.AddMyData(nil)
	h.must(jobs.Start(t.Context()))
	t.Cleanup(func() {
		stopping, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		h.must(jobs.Stop(stopping))
	})
	if left := <-subject.left; left < logs.EraseSearchTime+5*time.Second {
		t.Errorf("a run has %v, and one search may take %v", left, logs.EraseSearchTime)
	}
}

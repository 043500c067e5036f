package queue_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/application"
	"muster/store/queue"
)

// The job trims soon after the start, once for all nodes.
func TestTrimRuns(t *testing.T) {
	h := newHarness(t, func(q *queue.Queue) { q.AddTrim(store.Retention{Events: 24 * time.Hour, Sends: time.Hour}) })
	h.waitFor(`select count(*) = 1 from river_job where kind = 'trim' and state = 'completed'`)
}

// dueOnes notes with which times it was asked to delete.
type dueOnes chan application.Keep

func (d dueOnes) DeleteDue(_ context.Context, keep application.Keep) (int, error) {
	d <- keep
	return 0, nil
}

func (d dueOnes) AddUpCounts(context.Context) error {
	d <- application.Keep{}
	return nil
}

// The job deletes applications soon after the start, once for all nodes, by the times that
// were set, and then adds up the counts.
func TestApplicationRetentionRuns_SEC5(t *testing.T) {
	t.Parallel()
	keep, asked := application.Keep{Rejected: 180 * 24 * time.Hour, Abandoned: 720 * time.Hour}, make(dueOnes, 10)
	h := newHarness(t, func(q *queue.Queue) { q.AddApplicationRetention(asked, keep) })
	h.waitFor(`select count(*) = 1 from river_job where kind = 'application_retention' and state = 'completed'`)
	if got, added := <-asked, <-asked; got != keep || added != (application.Keep{}) || len(asked) > 0 {
		t.Errorf("asked with %+v, then %+v", got, added)
	}
}

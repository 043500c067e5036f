package queue_test

import (
	"testing"
	"time"

	"muster/store"
	"muster/store/queue"
)

// The job trims soon after the start, once for all nodes.
func TestTrimRuns(t *testing.T) {
	h := newHarness(t, func(q *queue.Queue) { q.AddTrim(store.Retention{Events: 24 * time.Hour, Sends: time.Hour}) })
	h.waitFor(`select count(*) = 1 from river_job where kind = 'trim' and state = 'completed'`)
}

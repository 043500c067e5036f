// Jobs that may take minutes, of a node that may die meanwhile.

package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/riverqueue/river/rivertype"
)

// holdEvery is how often a node notes that it is still at a long job. Whoever has not for as
// long as an ordinary job may take is taken for dead, and another node begins the job anew.
const holdEvery = 3 * time.Second

var errNotHeld = errors.New("the job was given to another node")

// hold works a long job. Its context ends when another node has been given the job, as after
// this one was frozen.
func (q *Queue) hold(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var beside sync.WaitGroup
	beside.Go(func() {
		tick := time.NewTicker(holdEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if held, err := q.db.HoldJob(ctx, job.ID, job.Attempt); err == nil && !held {
				cancel(errNotHeld)
			}
		}
	})
	err := work(ctx)
	cancel(nil)
	beside.Wait()
	return err
}

// The job that deletes what is kept long enough.

package queue

import (
	"context"
	"errors"
	"time"

	"muster/store"
)

// Trimming runs often and briefly. What a run leaves, the next one deletes.
const (
	trimPeriod = 10 * time.Minute
	trimTime   = jobTimeout - 5*time.Second
)

// AddTrim registers the job that deletes events, sends, audit rows and who
// looked at profiles, when they are older than keep says. It also has limits end in time when the
// clock was set back.
func (q *Queue) AddTrim(keep store.Retention) {
	addPeriodic(q, trimPeriod, trim{}, func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, trimTime)
		defer cancel()
		clamped := errors.Join(q.db.ClampQuotas(limited), q.people.ClampLogins(limited))
		_, events := q.roomLog.TrimEvents(limited, keep)
		_, views := q.people.TrimViews(limited)
		_, others := q.db.Trim(limited, keep)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			return ctx.Err()
		}
		return errors.Join(clamped, events, views, others)
	})
}

// trim are the arguments of the job.
type trim struct{}

func (trim) Kind() string { return "trim" }

// The jobs of the points ledger.

package queue

import (
	"context"
	"errors"
	"log/slog"
	"time"

	ranks "muster/store/postgres/rank"
)

// Penalties are looked for often, so that the work of midnight is small; the sums
// are compared with the ledger once a day.
const (
	penaltyPeriod     = 10 * time.Minute
	ledgerCheckPeriod = 24 * time.Hour
)

// AddPoints registers the job that takes the points of those who stay away, and the
// one that compares the sums with the ledger and logs an error for a difference.
func (q *Queue) AddPoints(points *ranks.Points) {
	addPeriodic(q, penaltyPeriod, inactivityPenalty{}, func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, trimTime)
		defer cancel()
		_, err := points.ChargePenalties(limited)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			return ctx.Err() // the next run goes on
		}
		return err
	})
	addPeriodicOf(q, ledgerCheckPeriod, dailyCheckTime, ledgerCheck{}, func(ctx context.Context) error {
		wrong, err := points.LedgerDifferences(ctx)
		if err == nil && wrong > 0 {
			q.log.LogAttrs(ctx, slog.LevelError, "points differ from the ledger", slog.Int("members", wrong))
		}
		return err
	})
}

// inactivityPenalty and ledgerCheck are the arguments of the jobs.
type (
	inactivityPenalty struct{}
	ledgerCheck       struct{}
)

func (inactivityPenalty) Kind() string { return "inactivity_penalty" }
func (ledgerCheck) Kind() string       { return "ledger_check" }

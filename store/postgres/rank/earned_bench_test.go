// What earned badges cost. Run with
//
//	go test ./store/postgres/rank -run '^$' -bench Earned -benchtime 1x

package rank_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/storetest"
)

// BenchmarkEarned computes the badges of 100,000 members from nothing, with ten
// check-ins of each and 1,000,000 messages, a tenth of them answers; then reads how many hold each badge, and one
// member's.
func BenchmarkEarned(b *testing.B) {
	ctx := context.Background()
	w := newWorld(b)
	ann := w.Join("ann")
	w.Must(pgx.BeginFunc(ctx, w.Pool(), func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `set local statement_timeout = 0`)
		storetest.Populate(b, tx, 100_000)
		storetest.ScatterPoints(b, tx)
		storetest.CheckedInDaily(b, tx, 10)
		storetest.MonthOfMessages(b, tx)
		storetest.AnsweredMessages(b, tx)
		return err
	}))
	w.Exec(`vacuum analyze`)
	b.ResetTimer()
	for range b.N {
		began := time.Now()
		given, err := w.badges().Recompute(ctx, 0)
		w.Must(err)
		b.ReportMetric(time.Since(began).Seconds(), "s/computation")
		b.ReportMetric(float64(given), "given")
	}
	b.StopTimer()
	for more := true; more; {
		var err error
		_, more, _, err = w.badges().SearchEarned(ctx)
		w.Must(err)
	}
	w.Exec(`vacuum analyze earned_badges, badge_causes`)
	p95 := func(read func() error) float64 {
		var took []time.Duration
		for range 100 {
			began := time.Now()
			w.Must(read())
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return float64(took[94].Microseconds()) / 1000
	}
	b.ReportMetric(p95(func() error { return second(w.badges().Held(ctx)) }), "ms/held-p95")
	b.ReportMetric(p95(func() error { return second(w.badges().Wall(ctx, ann.ID)) }), "ms/wall-p95")
	b.ReportMetric(p95(func() error { _, _, _, err := w.badges().SearchEarned(ctx); return err }), "ms/search-p95")
}

func second[T any](_ T, err error) error { return err }

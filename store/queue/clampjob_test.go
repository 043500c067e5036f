package queue_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/queue"
)

// The job that trims also has limits end in time once the clock was set back: a call that a limit
// refuses does so in no transaction that stays.
func TestTrimmingClampsLimits(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	ctx := context.Background()
	h.stop()
	storetest.MoveClock(t, h.url, 2*time.Hour)
	h.ask()
	h.must(h.UseQuota(ctx, postgres.Quota{Scope: "test", Key: []byte("ann"), Most: 1, Window: time.Hour}, "wait"))
	storetest.MoveClock(t, h.url, 0)
	const ahead = `select (select count(*) from quotas where opened_at > muster_now()) + (select count(*) from login_buckets where updated_at > muster_now())`
	if n := one[int](h, ahead); n < 2 {
		t.Fatalf("%d limits are ahead of the clock, want those of the quota and of the sign-in", n)
	}
	jobs, err := queue.New(h.DB, slog.New(slog.DiscardHandler))
	h.must(err)
	jobs.AddTrim(store.Retention{})
	h.must(jobs.Start(ctx))
	t.Cleanup(func() {
		stopping, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		h.must(jobs.Stop(stopping))
	})
	h.waitFor(`select count(*) = 1 from river_job where kind = 'trim' and state = 'completed'`)
	if n := one[int](h, ahead); n != 0 {
		t.Errorf("%d limits are still ahead of the clock", n)
	}
}

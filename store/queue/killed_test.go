package queue_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/queue"
)

// A job in whose midst its node was killed is worked again within half a minute: it lay there
// for an hour. One that may still be under way is left alone.
func TestJobOfAKilledNodeIsWorkedAgain_2a(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.stop()
	h.ask()
	h.exec(`insert into river_job (kind, args, max_attempts, attempt, state, attempted_at, queue)
		select kind, args, 1, 1, 'running', now() - interval '26 seconds', queue from river_job where kind = 'login_code'`)
	h.exec(`insert into river_job (kind, args, max_attempts, attempt, state, attempted_at, queue)
		select kind, args, max_attempts, 1, 'running', now() - interval '5 seconds', queue from river_job where kind = 'login_code' and state = 'available'`)
	h.exec(`update river_job set state = 'running', attempt = 1, attempted_at = now() - interval '26 seconds' where kind = 'login_code' and state = 'available'`)
	// A job that has been tried since the mail server went hours ago: it lay there for years.
	h.exec(`insert into river_job (kind, args, max_attempts, attempt, state, attempted_at, queue)
		select kind, args, 150, 100, 'running', now() - interval '26 seconds', queue from river_job where kind = 'login_code' limit 1`)
	// One of a later version, which works it for minutes: it was worked twice during an upgrade.
	h.exec(`insert into river_job (kind, args, max_attempts, attempt, state, attempted_at, queue)
		values ('of_a_later_version', '{}', 3, 1, 'running', now() - interval '10 minutes', 'default')`)

	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	h.must(err)
	other, err := queue.New(h.DB, slog.New(slog.NewTextHandler(&h.log, nil)))
	h.must(err)
	other.AddLoginCodes(queue.Delivery{Sealer: store.NewSealer(secret.Key("jobs")), Mailer: h, Brand: store.DefaultBrand})
	h.must(other.Start(context.Background()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := other.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	h.finish(h.code())
	h.waitFor(`select count(*) = 1 from river_job where kind = 'login_code' and state = 'completed' and attempt = 2`)
	for state, want := range map[string]int{"running": 1, "discarded": 1} {
		if n := one[int](h, `select count(*) from river_job where kind = 'login_code' and state::text = $1`, state); n != want {
			t.Errorf("%d are %s, want %d", n, state, want)
		}
	}
	if soon := one[bool](h, `select scheduled_at <= (errors[1] ->> 'at')::timestamptz + interval '30 seconds' from river_job where attempt = 100`); !soon {
		t.Error("the job waits for longer than half a minute")
	}
	if state := one[string](h, `select state::text from river_job where kind = 'of_a_later_version'`); state != "running" {
		t.Errorf("the job of a later version is %s", state)
	}
}

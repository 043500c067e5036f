// Two pools: whatever calls do, chat has its own connections.

package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/roomlog"
)

// Twenty back-office queries of 3 s take every connection of calls and jobs.
// With one pool, appends and the poll waited behind them, and after 4 s without
// a poll the node showed nothing at all.
func TestSlowCallsLeaveChatAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	ctx := context.Background()
	slow, cancel := context.WithCancel(ctx)
	var sleepers sync.WaitGroup
	for range 20 {
		sleepers.Go(func() { _, _ = w.Pool().Exec(slow, `select pg_sleep(3)`) })
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for w.Pool().Stat().AcquiredConns() < w.Pool().Stat().MaxConns() {
		<-tick.C
	}
	for range 20 {
		w.Stored(ann.Says("general", "hello"))
		_, _, err := w.Heads(ctx, []string{"general"})
		w.Must(err)
		decisions, err := w.AdmitBatch(ctx, []roomlog.AdmissionRequest{{Token: ann.Token, Room: "general"}})
		w.Must(err)
		if decisions[0].Err != nil || decisions[0].DenyReason != nil {
			t.Fatalf("ann is kept out: %+v", decisions[0])
		}
	}
	if stat := w.Pool().Stat(); stat.AcquiredConns() != stat.MaxConns() {
		t.Error("the slow queries ended before the appends: nothing was shown")
	}
	// A call among them is answered "try again", and the log says to the operator what to do.
	short, stop := context.WithTimeout(ctx, 20*time.Millisecond)
	defer stop()
	_, err := w.ReadIgnored(short, ann.ID)
	if refused := store.AsError(err); refused.Code != store.Unavailable || refused.RetryAfter == 0 || !strings.Contains(fmt.Sprint(refused.Err), "DATABASE_CONNECTIONS") {
		t.Errorf("a call beside them: %v, because of %v", err, refused.Err)
	}
	cancel()
	sleepers.Wait()
	w.Dense("general")
}

// A thousand members who come back at once read rooms and what they missed;
// appends and the poll do not wait behind them.
func TestBulkReadsLeaveAppendsAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	ctx := context.Background()
	release := w.Live().TakeBulkSlots()
	w.Stored(ann.Says("general", "hello"))
	_, _, err := w.Heads(ctx, []string{"general"})
	w.Must(err)
	waiting, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := w.OpenRoom(waiting, "general"); store.CodeOf(err) != store.Unavailable {
		t.Errorf("without a slot: %v", err)
	}
	release()
	_, err = w.OpenRoom(ctx, "general")
	w.Must(err)
}

// Settings that suit chat made every long query slow: analytics are planned as
// the planner likes, may run for as long as they are given, and write nothing.
func TestSettingsSuitTheirUse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	settings := func(rows interface {
		QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	}) (scan, limit, plans string) {
		w.Must(rows.QueryRow(ctx, `select current_setting('enable_seqscan'), current_setting('statement_timeout'), current_setting('plan_cache_mode')`).
			Scan(&scan, &limit, &plans))
		return scan, limit, plans
	}
	if scan, limit, plans := settings(w.Live().Pool()); scan != "off" || limit != "3s" || plans != "force_generic_plan" {
		t.Errorf("chat: enable_seqscan %s, statement_timeout %s, plan_cache_mode %s", scan, limit, plans)
	}
	if scan, limit, plans := settings(w.Pool()); scan != "on" || limit != "4s" || plans != "auto" {
		t.Errorf("calls: enable_seqscan %s, statement_timeout %s, plan_cache_mode %s", scan, limit, plans)
	}
	w.Must(w.Analyze(ctx, 20*time.Second, func(_ context.Context, tx pgx.Tx) error {
		if scan, limit, plans := settings(tx); scan != "on" || limit != "20s" || plans != "force_custom_plan" {
			t.Errorf("analytics: enable_seqscan %s, statement_timeout %s, plan_cache_mode %s", scan, limit, plans)
		}
		return nil
	}))
	err := w.Analyze(ctx, time.Second, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from quotas`)
		return err
	})
	if err == nil {
		t.Error("an analytics transaction wrote")
	}
}

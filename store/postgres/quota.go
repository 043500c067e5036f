// Counters of a fixed window, shared by all nodes and kept through restarts.

package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Quota allows Most uses of Key in Scope in a Window.
type Quota struct {
	Scope  string
	Key    []byte
	Most   int
	Window time.Duration
}

// Use counts one use, or fails with Limited, message and the time until the
// window ends. Check and count are one statement. A window that opened later than now is
// from before the clock was set back: it begins anew with its uses, so that nobody waits
// for the old time to come round again. A refused use may count as one above Most then, and
// where a statement began before the one that opened the window.
func (q Quota) Use(ctx context.Context, on Querier, message string) error {
	var used int
	err := on.QueryRow(ctx, `
		insert into quotas as q (scope, key, opened_at, used) values ($1, $2, muster_now(), 1)
		on conflict on constraint quotas_once do update set
			opened_at = case when q.opened_at + $4 <= muster_now() then muster_now() else least(q.opened_at, muster_now()) end,
			used      = case when q.opened_at + $4 <= muster_now() then 1 else q.used + 1 end
		where q.used < $3 or q.opened_at + $4 <= muster_now() or q.opened_at > muster_now()
		returning used`, q.Scope, q.Key, q.Most, q.Window).Scan(&used)
	if err == nil && used <= q.Most || err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	var opened, now time.Time
	err = on.QueryRow(ctx, `select opened_at, muster_now() from quotas where scope = $1 and key = $2`,
		q.Scope, q.Key).Scan(&opened, &now)
	if err != nil {
		return err
	}
	wait := max(time.Second, opened.Add(q.Window).Sub(now))
	return &store.Error{Code: store.Limited, Reason: "rate_limit", Message: message, RetryAfter: wait, Err: store.LimitReached(q.Scope)}
}

// UseQuota is Use by itself, in no transaction of the caller's.
func (db *DB) UseQuota(ctx context.Context, q Quota, message string) error {
	return db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error { return q.Use(ctx, on, message) })
}

// TooManyRequests is the message of limits on profiles.
const TooManyRequests = "Too many requests. Please try again later."

// RateLimited is the message of limits of pace.
const RateLimited = "You are over the rate limit. Please wait a moment."

// SweepQuotas deletes the rows of windows that are over.
func (db *DB) SweepQuotas(ctx context.Context) error {
	return db.ExecBatches(ctx, `delete from quotas where (scope, key) in (
		select scope, key from quotas where opened_at < muster_now() - interval '2 days' limit $1 for update skip locked)`)
}

// rowBatch is how many rows one statement of ExecBatches changes at most.
const rowBatch = 1000

// ClampQuotas has windows that opened later than now, before the clock was set back, begin now.
// Use does so too, but a transaction that it refuses is rolled back with that.
func (db *DB) ClampQuotas(ctx context.Context) error {
	return db.ExecBatches(ctx, `update quotas q set opened_at = muster_now() from (
		select scope, key from quotas where opened_at > muster_now() limit $1 for update skip locked) late
		where (q.scope, q.key) = (late.scope, late.key)`)
}

// ExecBatches runs a statement, which changes at most $1 rows, until it finds less.
func (db *DB) ExecBatches(ctx context.Context, statement string) error {
	for changed := int64(rowBatch); changed == rowBatch; {
		err := db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
			tag, err := on.Exec(ctx, statement, rowBatch)
			changed = tag.RowsAffected()
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

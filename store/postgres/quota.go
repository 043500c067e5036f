// Counters of a fixed window, shared by all nodes and kept through restarts.

package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

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
// window ends. Check and count are one statement.
func (q Quota) Use(ctx context.Context, on Querier, message string) error {
	var used int
	err := on.QueryRow(ctx, `
		insert into quotas as q (scope, key, opened_at, used) values ($1, $2, muster_now(), 1)
		on conflict on constraint quotas_once do update set
			opened_at = case when q.opened_at + $4 <= muster_now() then muster_now() else q.opened_at end,
			used      = case when q.opened_at + $4 <= muster_now() then 1 else q.used + 1 end
		where q.used < $3 or q.opened_at + $4 <= muster_now()
		returning used`, q.Scope, q.Key, q.Most, q.Window).Scan(&used)
	if !errors.Is(err, pgx.ErrNoRows) {
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

// GIFCallsPerMinute bounds how often one member may ask for GIFs.
const GIFCallsPerMinute = 60

// SpendGIFCall counts one call for GIFs; Limited past GIFCallsPerMinute.
func (db *DB) SpendGIFCall(ctx context.Context, memberID string) error {
	q := Quota{"gif", []byte(memberID), GIFCallsPerMinute, time.Minute}
	return Fault(q.Use(ctx, db.pool, rateLimited))
}

// How often one member may look at profiles and ask for batches of pictures.
const (
	ProfileViewsPerMinute   = 120
	ProfileBatchesPerMinute = 120
)

// SpendProfileView counts one look at a profile; Limited past ProfileViewsPerMinute.
func (db *DB) SpendProfileView(ctx context.Context, memberID string) error {
	q := Quota{"profile_view", []byte(memberID), ProfileViewsPerMinute, time.Minute}
	return Fault(q.Use(ctx, db.pool, TooManyRequests))
}

// SpendProfileBatch counts one batch; Limited past ProfileBatchesPerMinute.
func (db *DB) SpendProfileBatch(ctx context.Context, memberID string) error {
	q := Quota{"profile_batch", []byte(memberID), ProfileBatchesPerMinute, time.Minute}
	return Fault(q.Use(ctx, db.pool, TooManyRequests))
}

// How often one member may change its profile and send pictures: open screens follow
// each change, and a picture is decoded.
const (
	ProfileChangesPerMinute = 120
	PicturesPerMinute       = 60
)

// SpendProfileChange counts one change of a profile; Limited past
// ProfileChangesPerMinute.
func (db *DB) SpendProfileChange(ctx context.Context, memberID string) error {
	q := Quota{"profile_change", []byte(memberID), ProfileChangesPerMinute, time.Minute}
	return Fault(q.Use(ctx, db.pool, TooManyRequests))
}

// SpendPicture counts one profile picture; Limited past PicturesPerMinute.
func (db *DB) SpendPicture(ctx context.Context, memberID string) error {
	q := Quota{"picture", []byte(memberID), PicturesPerMinute, time.Minute}
	return Fault(q.Use(ctx, db.pool, TooManyRequests))
}

// TooManyRequests is the message of limits on profiles.
const TooManyRequests = "Too many requests. Please try again later."

// rateLimited is the message of limits of pace.
const rateLimited = "You are over the rate limit. Please wait a moment."

// UsernameChecksPerMinute bounds how often one member may ask whether a
// username is free.
const UsernameChecksPerMinute = 60

// SpendUsernameCheck counts one question for a free username; Limited past
// UsernameChecksPerMinute.
func (db *DB) SpendUsernameCheck(ctx context.Context, memberID string) error {
	q := Quota{"check_username", []byte(memberID), UsernameChecksPerMinute, time.Minute}
	return Fault(q.Use(ctx, db.pool, rateLimited))
}

// SweepQuotas deletes the rows of windows that are over.
func (db *DB) SweepQuotas(ctx context.Context) error {
	_, err := db.pool.Exec(ctx, `delete from quotas where opened_at < muster_now() - interval '2 days'`)
	return Fault(err)
}

// Counters of a fixed window, shared by all nodes and kept through restarts.

package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// quota allows most uses of key in scope in a window.
type quota struct {
	scope  string
	key    []byte
	most   int
	window time.Duration
}

// use counts one use, or fails with Limited, message and the time until the
// window ends. Check and count are one statement.
func (q quota) use(ctx context.Context, on Querier, message string) error {
	var used int
	err := on.QueryRow(ctx, `
		insert into quotas as q (scope, key, opened_at, used) values ($1, $2, muster_now(), 1)
		on conflict on constraint quotas_once do update set
			opened_at = case when q.opened_at + $4 <= muster_now() then muster_now() else q.opened_at end,
			used      = case when q.opened_at + $4 <= muster_now() then 1 else q.used + 1 end
		where q.used < $3 or q.opened_at + $4 <= muster_now()
		returning used`, q.scope, q.key, q.most, q.window).Scan(&used)
	if !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	var opened, now time.Time
	err = on.QueryRow(ctx, `select opened_at, muster_now() from quotas where scope = $1 and key = $2`,
		q.scope, q.key).Scan(&opened, &now)
	if err != nil {
		return err
	}
	wait := max(time.Second, opened.Add(q.window).Sub(now))
	return &store.Error{Code: store.Limited, Reason: "rate_limit", Message: message, RetryAfter: wait, Err: store.LimitReached(q.scope)}
}

// GIFCallsPerMinute bounds how often one member may ask for GIFs.
const GIFCallsPerMinute = 60

// SpendGIFCall counts one call for GIFs; Limited past GIFCallsPerMinute.
func (db *DB) SpendGIFCall(ctx context.Context, memberID string) error {
	q := quota{"gif", []byte(memberID), GIFCallsPerMinute, time.Minute}
	return fault(q.use(ctx, db.pool, rateLimited))
}

// How often one member may look at profiles and ask for batches of pictures.
const (
	ProfileViewsPerMinute   = 120
	ProfileBatchesPerMinute = 120
)

// SpendProfileView counts one look at a profile; Limited past ProfileViewsPerMinute.
func (db *DB) SpendProfileView(ctx context.Context, memberID string) error {
	q := quota{"profile_view", []byte(memberID), ProfileViewsPerMinute, time.Minute}
	return fault(q.use(ctx, db.pool, tooManyRequests))
}

// SpendProfileBatch counts one batch; Limited past ProfileBatchesPerMinute.
func (db *DB) SpendProfileBatch(ctx context.Context, memberID string) error {
	q := quota{"profile_batch", []byte(memberID), ProfileBatchesPerMinute, time.Minute}
	return fault(q.use(ctx, db.pool, tooManyRequests))
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
	q := quota{"profile_change", []byte(memberID), ProfileChangesPerMinute, time.Minute}
	return fault(q.use(ctx, db.pool, tooManyRequests))
}

// SpendPicture counts one profile picture; Limited past PicturesPerMinute.
func (db *DB) SpendPicture(ctx context.Context, memberID string) error {
	q := quota{"picture", []byte(memberID), PicturesPerMinute, time.Minute}
	return fault(q.use(ctx, db.pool, tooManyRequests))
}

// tooManyRequests is the message of limits on profiles.
const tooManyRequests = "Too many requests. Please try again later."

// rateLimited is the message of limits of pace.
const rateLimited = "You are over the rate limit. Please wait a moment."

// UsernameChecksPerMinute bounds how often one member may ask whether a
// username is free.
const UsernameChecksPerMinute = 60

// SpendUsernameCheck counts one question for a free username; Limited past
// UsernameChecksPerMinute.
func (db *DB) SpendUsernameCheck(ctx context.Context, memberID string) error {
	q := quota{"check_username", []byte(memberID), UsernameChecksPerMinute, time.Minute}
	return fault(q.use(ctx, db.pool, rateLimited))
}

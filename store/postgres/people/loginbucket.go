// The locked rows behind the limits of the sign-in.

package people

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/people"
	"muster/store/postgres"
)

// knownDevices is the number of browsers remembered for one identifier.
const knownDevices = 20

// people.DefaultLoginLimits.ResendAfter and Lockout in SQL.
var (
	resendAfter = fmt.Sprintf("%d seconds", int(people.DefaultLoginLimits.ResendAfter.Seconds()))
	lockout     = fmt.Sprintf("%d seconds", int(people.DefaultLoginLimits.Lockout.Seconds()))
)

// bucketRow is a LoginBucket as it is stored, under its key.
type bucketRow struct {
	people.LoginBucket
	key []byte
}

// lockLoginBucket locks the row whose limits hold for a call: a known device's own, or
// the one that all other browsers of the identifier share. It reads the clock after
// the wait for the lock.
func lockLoginBucket(ctx context.Context, tx pgx.Tx, subjects [][]byte, device string) (*bucketRow, time.Time, error) {
	for {
		b, err := findLoginBucket(ctx, tx, subjects, device)
		if err != nil {
			return nil, time.Time{}, err
		}
		now, err := b.lock(ctx, tx)
		if !postgres.NoRow(err) {
			return b, now, err
		}
		// While this call waited, a sign-in gave the device another cookie and
		// moved the row to it.
	}
}

// findLoginBucket finds out which row that is. rememberDevice computes the key of a
// device's row too.
func findLoginBucket(ctx context.Context, tx pgx.Tx, subjects [][]byte, device string) (*bucketRow, error) {
	hash := sha256.Sum256([]byte(device))
	b := &bucketRow{key: subjects[0]}
	var known []byte
	err := tx.QueryRow(ctx, `select subject from login_devices where device = $1 and subject = any($2) order by last_used_at desc limit 1`,
		hash[:], subjects).Scan(&known)
	if postgres.NoRow(err) {
		return b, nil
	}
	own := sha256.Sum256(append(hash[:], known...))
	b.KnownDevice, b.key = true, own[:]
	return b, err
}

// lock inserts the row if it is missing, locks and reads it, and then reads the clock,
// so that times within a row never decrease. It fails with pgx.ErrNoRows when the row
// was moved during the wait.
func (b *bucketRow) lock(ctx context.Context, tx pgx.Tx) (now time.Time, err error) {
	var blocked *time.Time
	batch := &pgx.Batch{}
	batch.Queue(`insert into login_buckets (bucket) values ($1) on conflict do nothing`, b.key)
	batch.Queue(`select sends, failures, loose, in_row, blocked_until from login_buckets where bucket = $1 for update`, b.key).
		QueryRow(func(row pgx.Row) error {
			return row.Scan(&b.Sends, &b.Failures, &b.Cookieless, &b.ConsecutiveFailures, &blocked)
		})
	batch.Queue(`select muster_now()`).QueryRow(func(row pgx.Row) error { return row.Scan(&now) })
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return time.Time{}, err
	}
	if blocked != nil {
		b.BlockedUntil = *blocked
	}
	return now, nil
}

func (b *bucketRow) save(ctx context.Context, tx pgx.Tx, now time.Time) error {
	var blocked *time.Time
	if !b.BlockedUntil.IsZero() {
		blocked = &b.BlockedUntil
	}
	_, err := tx.Exec(ctx, `update login_buckets
		set sends = $2, failures = $3, loose = $4, in_row = $5, blocked_until = $6, updated_at = $7 where bucket = $1`,
		b.key, notNil(b.Sends), notNil(b.Failures), notNil(b.Cookieless), b.ConsecutiveFailures, blocked, now)
	return err
}

func notNil(times []time.Time) []time.Time {
	if times == nil {
		return []time.Time{}
	}
	return times
}

// rememberDevice replaces the browser's cookie for every identifier that it is known
// for, and forgets the identifier's oldest browsers beyond knownDevices. The browser's
// buckets move along, so that a new cookie brings no new limits.
func rememberDevice(ctx context.Context, tx pgx.Tx, subject []byte, former, fresh string) error {
	old, now := sha256.Sum256([]byte(former)), sha256.Sum256([]byte(fresh))
	batch := &pgx.Batch{}
	batch.Queue(`update login_buckets b set bucket = sha256($2::bytea || d.subject) from login_devices d
		where d.device = $1 and b.bucket = sha256($1::bytea || d.subject)`, old[:], now[:])
	batch.Queue(`update login_devices set device = $2 where device = $1`, old[:], now[:])
	batch.Queue(`insert into login_devices (device, subject, last_used_at) values ($1, $2, muster_now())
		on conflict on constraint login_devices_once do update set last_used_at = excluded.last_used_at`, now[:], subject)
	batch.Queue(`delete from login_devices where subject = $1 and device in
		(select device from login_devices where subject = $1 order by last_used_at desc, device offset $2)`, subject, knownDevices)
	return tx.SendBatch(ctx, batch).Close()
}

// ClampLogins moves the times of buckets that are later than now, from before the clock was set
// back, as LoginBucket does: a call that is refused is rolled back with that.
func (pe *People) ClampLogins(ctx context.Context) error {
	const clamped = `array(select least(at, muster_now()) from unnest(%s) at order by 1)`
	return pe.db.ExecBatches(ctx, `update login_buckets b set
			sends = array(select case when at > muster_now() then muster_now() - interval '`+resendAfter+`' else at end from unnest(sends) at order by 1),
			failures = `+fmt.Sprintf(clamped, "failures")+`, loose = `+fmt.Sprintf(clamped, "loose")+`,
			blocked_until = least(blocked_until, muster_now() + interval '`+lockout+`'), updated_at = muster_now()
		from (select bucket from login_buckets where updated_at > muster_now() limit $1 for update skip locked) late where b.bucket = late.bucket`)
}

// SweepLogins deletes the rows that no limit needs any more.
func (pe *People) SweepLogins(ctx context.Context) error {
	for _, statement := range []string{
		`delete from one_time_codes where ctid = any(array(select ctid from one_time_codes
			where expires_at < muster_now() - interval '1 day' limit $1 for update skip locked))`,
		`delete from login_buckets where ctid = any(array(select ctid from login_buckets
			where updated_at < muster_now() - interval '3 days' and coalesce(blocked_until, '-infinity') < muster_now() limit $1 for update skip locked))`,
		`delete from login_devices where ctid = any(array(select ctid from login_devices
			where last_used_at < muster_now() - interval '400 days' limit $1 for update skip locked))`,
	} {
		if err := pe.db.ExecBatches(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

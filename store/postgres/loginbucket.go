// The locked rows behind the sign-in's limits, and the codes they judge.

package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// knownDevices is how many browsers are remembered of one identifier.
const knownDevices = 20

// bucketRow is a LoginBucket as it is stored, under its key.
type bucketRow struct {
	store.LoginBucket
	key []byte
}

// openLoginBucket locks the row that judges a call, the known device's own or
// the identifier's shared one, and reads the clock after the wait.
func openLoginBucket(ctx context.Context, tx pgx.Tx, subject []byte, device string) (*bucketRow, time.Time, error) {
	for {
		b, err := nameLoginBucket(ctx, tx, subject, device)
		if err != nil {
			return nil, time.Time{}, err
		}
		now, err := b.lock(ctx, tx)
		if !noRow(err) {
			return b, now, err
		}
		// While this call waited, a sign-in moved the row on to the device's
		// next cookie; this call's cookie is now nobody's.
	}
}

// nameLoginBucket finds out which row judges a call. The key of a device's row
// is spelt in rememberDevice too.
func nameLoginBucket(ctx context.Context, tx pgx.Tx, subject []byte, device string) (*bucketRow, error) {
	hash := sha256.Sum256([]byte(device))
	b := &bucketRow{key: subject}
	err := tx.QueryRow(ctx, `select exists (select from login_devices where device = $1 and subject = $2)`,
		hash[:], subject).Scan(&b.Known)
	if b.Known {
		own := sha256.Sum256(append(hash[:], subject...))
		b.key = own[:]
	}
	return b, err
}

// lock makes the row if need be, locks it and reads it, then reads the clock:
// after the wait, so that times never run backwards within a row. It fails
// with pgx.ErrNoRows when the row went away during the wait.
func (b *bucketRow) lock(ctx context.Context, tx pgx.Tx) (now time.Time, err error) {
	var blocked *time.Time
	batch := &pgx.Batch{}
	batch.Queue(`insert into login_buckets (bucket) values ($1) on conflict do nothing`, b.key)
	batch.Queue(`select sends, failures, loose, in_row, blocked_until from login_buckets where bucket = $1 for update`, b.key).
		QueryRow(func(row pgx.Row) error {
			return row.Scan(&b.Sends, &b.Failures, &b.Loose, &b.InRow, &blocked)
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
		b.key, notNil(b.Sends), notNil(b.Failures), notNil(b.Loose), b.InRow, blocked, now)
	return err
}

func notNil(times []time.Time) []time.Time {
	if times == nil {
		return []time.Time{}
	}
	return times
}

// loginCode is a code that still stands; id is "" when there is none. Loose
// says that the caller did not show the attempt it belongs to.
type loginCode struct {
	id    string
	mac   []byte
	tries int
	loose bool
}

// openLoginCode finds the code of the caller's attempt. Without one it is the
// identifier's newest, judged by the stricter shared budget: so one guess is
// always compared with one code.
func openLoginCode(ctx context.Context, tx pgx.Tx, subject []byte, attempt string, now time.Time) (loginCode, error) {
	var code loginCode
	hash := sha256.Sum256([]byte(attempt))
	err := tx.QueryRow(ctx, `
		select id::text, code_mac, tries, attempt <> $2 from login_codes
		where subject = $1 and used_at is null and voided_at is null and expires_at > $3
		order by attempt = $2 desc, created_at desc, id limit 1 for update`,
		subject, hash[:], now).Scan(&code.id, &code.mac, &code.tries, &code.loose)
	if errors.Is(err, pgx.ErrNoRows) {
		return loginCode{loose: true}, nil
	}
	return code, err
}

// rememberDevice gives the browser its new cookie, for every identifier it was
// known for, and forgets the identifier's browsers beyond knownDevices. The
// browser's buckets move along: a new cookie is no new budget.
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

// SweepLogins forgets what no rule looks at any more.
func (db *DB) SweepLogins(ctx context.Context) error {
	for _, statement := range []string{
		`delete from login_codes where expires_at < muster_now() - interval '1 day'`,
		`delete from login_buckets where updated_at < muster_now() - interval '3 days'
		   and coalesce(blocked_until, '-infinity') < muster_now()`,
		`delete from login_devices where last_used_at < muster_now() - interval '400 days'`,
		`delete from quotas where opened_at < muster_now() - interval '2 days'`,
	} {
		if _, err := db.pool.Exec(ctx, statement); err != nil {
			return fault(err)
		}
	}
	return nil
}

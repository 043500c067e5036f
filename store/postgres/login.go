// Sign-in by code: asking for one, and handing it in.

package postgres

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store"
)

// Logins is the sign-in: every rule of it is decided on one locked row.
type Logins struct {
	db     *DB
	codes  CodeQueue
	keys   store.LoginKeys
	limits store.LoginLimits
}

// CodeQueue queues the delivery of a login code in the transaction that made it
// (store/queue).
type CodeQueue interface {
	QueueLoginCode(ctx context.Context, tx pgx.Tx, to store.Identifier, code string, now time.Time) error
}

// NewLogins makes the sign-in over db; codes delivers what it makes.
func NewLogins(db *DB, codes CodeQueue, keys store.LoginKeys, limits store.LoginLimits) *Logins {
	return &Logins{db: db, codes: codes, keys: keys, limits: limits}
}

// Ask makes a code for the browser's attempt, voids that attempt's former code
// and queues the job that sends it, in one transaction. It does the same work
// whoever the identifier belongs to; the job alone knows whether to send. It fails with Limited when a code was asked for too soon or too
// often.
func (l *Logins) Ask(ctx context.Context, ask store.LoginAsk) error {
	subject := l.keys.Subject(ask.Identifier)
	attempt := sha256.Sum256([]byte(ask.Attempt))
	return l.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		bucket, now, err := openLoginBucket(ctx, tx, subject, ask.Device)
		if err != nil {
			return err
		}
		if err := bucket.Send(now, l.limits); err != nil {
			return err
		}
		if err := l.spendSend(ctx, tx, ask); err != nil {
			return err
		}
		id, code := uuid.NewString(), store.NewLoginCode()
		batch := &pgx.Batch{}
		batch.Queue(`update login_codes set voided_at = $3
			where subject = $1 and attempt = $2 and used_at is null and voided_at is null`, subject, attempt[:], now)
		batch.Queue(`insert into login_codes (id, subject, attempt, code_mac, created_at, expires_at)
			values ($1, $2, $3, $4, $5, $6)`,
			id, subject, attempt[:], l.keys.CodeMAC(id, code), now, now.Add(l.limits.CodeLife))
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		if err := bucket.save(ctx, tx, now); err != nil {
			return err
		}
		return l.codes.QueueLoginCode(ctx, tx, ask.Identifier, code, now)
	})
}

// spendSend counts a code against its address, its channel and its country.
func (l *Logins) spendSend(ctx context.Context, tx pgx.Tx, ask store.LoginAsk) error {
	place := l.keys.AddressKey(ask.Address)
	quotas := []quota{
		{"code_address_hour", place, l.limits.AddressPerHour, time.Hour},
		{"code_address_day", place, l.limits.AddressPerDay, 24 * time.Hour},
	}
	if ask.Identifier.Channel == store.SMS {
		country := []byte(store.CallingCode(ask.Identifier.Address))
		quotas = append(quotas, quota{"code_texts_hour", []byte("all"), l.limits.TextsPerHour, time.Hour},
			quota{"code_texts_country_day", country, l.limits.TextsPerCountryDay, 24 * time.Hour})
	} else {
		quotas = append(quotas, quota{"code_mails_hour", []byte("all"), l.limits.MailsPerHour, time.Hour})
	}
	for _, q := range quotas {
		if err := q.use(ctx, tx, store.TooManySends); err != nil {
			return err
		}
	}
	return nil
}

// Finish judges a code and, when it is right and its identifier belongs to
// somebody, signs that person in. It fails with Invalid (store.InvalidCode)
// and with Limited once the budget of failures is spent; a failure is
// committed before it is told.
func (l *Logins) Finish(ctx context.Context, proof store.LoginProof) (store.SignedIn, error) {
	var in store.SignedIn
	var outcome error
	err := l.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		in, outcome = store.SignedIn{}, nil
		right, err := l.judge(ctx, tx, proof)
		if err != nil {
			return err
		}
		if !right {
			outcome = store.ErrInvalidCode()
			return nil
		}
		in, err = l.signIn(ctx, tx, proof)
		if store.CodeOf(err) == store.Invalid {
			outcome = err
			return nil
		}
		return err
	})
	if err == nil {
		err = outcome
	}
	return in, err
}

// judge says whether the code is right and notes the answer.
func (l *Logins) judge(ctx context.Context, tx pgx.Tx, proof store.LoginProof) (bool, error) {
	subject := l.keys.Subject(proof.Identifier)
	bucket, now, err := openLoginBucket(ctx, tx, subject, proof.Device)
	if err != nil {
		return false, err
	}
	code, err := openLoginCode(ctx, tx, subject, proof.Attempt, now)
	if err != nil {
		return false, err
	}
	if err := bucket.MayTry(now, l.limits, code.loose); err != nil {
		return false, err
	}
	if code.id == "" || (!code.loose && code.tries >= l.limits.TriesPerCode) || !store.ValidLoginCode(proof.Code) {
		return false, nil // nothing that a guess could hit
	}
	right := hmac.Equal(code.mac, l.keys.CodeMAC(code.id, proof.Code))
	if right {
		bucket.Succeed()
		_, err = tx.Exec(ctx, `update login_codes set used_at = $2 where id = $1`, code.id, now)
	} else {
		bucket.Fail(now, l.limits, code.loose)
		if !code.loose {
			// Only the browser that asked for a code can use its tries up.
			_, err = tx.Exec(ctx, `update login_codes set tries = tries + 1 where id = $1`, code.id)
		}
	}
	if err != nil {
		return false, err
	}
	return right, bucket.save(ctx, tx, now)
}

// signIn makes the session of whoever the identifier belongs to, a member
// before an applicant, and remembers the device under a fresh cookie: a cookie
// that somebody planted is worth nothing afterwards.
func (l *Logins) signIn(ctx context.Context, tx pgx.Tx, proof store.LoginProof) (store.SignedIn, error) {
	in := store.SignedIn{Device: store.NewToken()}
	kind, person, err := findPerson(ctx, tx, proof.Identifier)
	if err != nil {
		return in, err
	}
	if person == "" {
		return in, store.ErrInvalidCode()
	}
	in.Token, in.Session, err = l.db.createSession(ctx, tx, kind, person, store.DeviceName(proof.UserAgent), proof.Address)
	if err != nil {
		return in, err
	}
	if kind == store.MemberSession {
		in.Member, err = memberByID(ctx, tx, person)
	} else {
		in.Applicant, err = applicantByID(ctx, tx, person)
	}
	if err != nil {
		return in, err
	}
	return in, rememberDevice(ctx, tx, l.keys.Subject(proof.Identifier), proof.Device, in.Device)
}

// MaySignIn says whether an identifier belongs to a person who may sign in.
func (db *DB) MaySignIn(ctx context.Context, id store.Identifier) (bool, error) {
	_, person, err := findPerson(ctx, db.pool, id)
	return person != "", fault(err)
}

// findPerson says whom an identifier belongs to; "" for nobody and for a
// member whose sign-in is disabled.
func findPerson(ctx context.Context, q querier, id store.Identifier) (store.SessionKind, string, error) {
	var kind store.SessionKind
	var person string
	err := q.QueryRow(ctx, `
		select 'member', m.id::text from members m join member_standing s on s.member_id = m.id
		where case $1 when 'email' then m.email else m.phone end = $2 and not s.sign_in_disabled
		union all
		select 'application', a.id::text from applicants a
		where case $1 when 'email' then a.email else a.phone end = $2
		  and not exists (select from members m where case $1 when 'email' then m.email else m.phone end = $2)
		limit 1`, string(id.Channel), id.Address).Scan(&kind, &person)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", nil
	}
	return kind, person, err
}

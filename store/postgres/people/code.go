// One-time codes: issued to a browser, handed in once, dead after too many wrong
// tries. Sign-in is one user of them; each user has a purpose of its own.

package people

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store/people"
	"muster/store/postgres"
)

// Codes issues and checks one-time codes. It works inside the caller's transaction:
// the caller limits how often codes are issued and tried, and locks a row for that
// before it calls.
type Codes struct{ keys people.CodeKeys }

// NewCodes returns the codes of an installation.
func NewCodes(keys people.CodeKeys) *Codes { return &Codes{keys} }

// Issue creates a code and voids the holder's former one in this scope. Other holders
// keep theirs, so nobody can void a code of somebody else.
func (c *Codes) Issue(ctx context.Context, tx pgx.Tx, scope people.CodeScope, limits people.CodeLimits, now time.Time) (string, error) {
	id, code, holder := uuid.NewString(), people.NewCode(), sha256.Sum256([]byte(scope.Holder))
	batch := &pgx.Batch{}
	batch.Queue(`update one_time_codes set voided_at = $4
		where purpose = $1 and subject = any($2) and attempt = $3 and used_at is null and voided_at is null`,
		scope.Purpose, subjects(scope), holder[:], now)
	batch.Queue(`insert into one_time_codes (id, purpose, subject, attempt, code_mac, created_at, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7)`,
		id, scope.Purpose, scope.Subject, holder[:], c.keys.MAC(id, code), now, now.Add(limits.Life))
	return code, tx.SendBatch(ctx, batch).Close()
}

// subjects are all that stand for what a code proves.
func subjects(scope people.CodeScope) [][]byte {
	return append([][]byte{scope.Subject}, scope.Formers...)
}

// IssuedCode is the one code that a guess is compared with.
type IssuedCode struct {
	id    string // "" when there is none
	mac   []byte
	tries int
	// Held says that the caller is the browser that requested the code.
	Held bool
}

// Find locks the code that a guess is compared with: the caller's own, or for a caller
// without one the newest in the scope. One guess is therefore always compared with
// one code.
func (c *Codes) Find(ctx context.Context, tx pgx.Tx, scope people.CodeScope, now time.Time) (IssuedCode, error) {
	var code IssuedCode
	holder := sha256.Sum256([]byte(scope.Holder))
	err := tx.QueryRow(ctx, `
		select id::text, code_mac, tries, attempt = $3 from one_time_codes
		where purpose = $1 and subject = any($2) and used_at is null and voided_at is null and expires_at > $4
		order by attempt = $3 desc, created_at desc, one_time_codes.id limit 1 for update`,
		scope.Purpose, subjects(scope), holder[:], now).Scan(&code.id, &code.mac, &code.tries, &code.Held)
	if postgres.NoRow(err) {
		return IssuedCode{}, nil
	}
	return code, err
}

// Guess is the outcome of comparing a code.
type Guess int

const (
	// NotCompared means that no guess could have been right: there is no code, it
	// is dead, or the guess has not the form of one. It costs nothing.
	NotCompared Guess = iota
	// WrongGuess counts against the limits.
	WrongGuess
	// RightGuess uses the code up.
	RightGuess
)

// Compare compares a guess with the code. A right one uses the code up; a wrong one
// by its holder counts as one of its tries, after which it is dead for everybody. A
// wrong guess of another browser is not counted here, so that a stranger cannot kill
// the holder's code: the caller must limit those.
func (c *Codes) Compare(ctx context.Context, tx pgx.Tx, code IssuedCode, guess string, limits people.CodeLimits, now time.Time) (Guess, error) {
	if code.id == "" || code.tries >= limits.Tries || !people.ValidCode(guess) {
		return NotCompared, nil
	}
	if c.keys.Verify(code.mac, code.id, guess) {
		_, err := tx.Exec(ctx, `update one_time_codes set used_at = $2 where id = $1`, code.id, now)
		return RightGuess, err
	}
	if !code.Held {
		return WrongGuess, nil
	}
	_, err := tx.Exec(ctx, `update one_time_codes set tries = tries + 1 where id = $1`, code.id)
	return WrongGuess, err
}

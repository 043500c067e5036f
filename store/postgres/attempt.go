// Attempts of a call: a call whose answer was lost is made again with the same idempotency
// key. What an administrator's call did stands in the audit log, with its key.

package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// ParseAttempt reads an idempotency key; "" is none. It fails with Invalid for one that is no
// UUID.
func ParseAttempt(key string) (pgtype.UUID, error) {
	id, ok := ParseID(key)
	if key != "" && !ok {
		return id, store.NewErrorReason(store.Invalid, "idempotency_key", "The Idempotency-Key must be a UUID")
	}
	return id, nil
}

// ErrAttemptUsed answers a key that was used for another call.
func ErrAttemptUsed() *store.Error {
	return store.NewErrorReason(store.Conflict, "idempotency_key_used", "This Idempotency-Key was used for another change")
}

// EarlierAttempt is what a call with the same key did.
type EarlierAttempt struct {
	Subject       string
	Before, After json.RawMessage
}

// Earlier finds what the caller did with the key and action of d, to its subject if it names
// one, and whether anything. It fails with Invalid for a key that is no UUID. The caller's
// status is locked (Authorize), so that of two calls the second finds the first.
func (o AdminService) Earlier(ctx context.Context, tx pgx.Tx, d AdminChange) (e EarlierAttempt, found bool, err error) {
	attempt, err := ParseAttempt(d.Attempt)
	if err != nil || !attempt.Valid {
		return e, false, err
	}
	actor, _ := ParseID(o.Caller.Member.ID)
	query, args := `select subject, detail->'before', detail->'after' from audit
		where actor_id = $1 and action = $2 and detail->>'attempt' = $3`, []any{actor, d.Action, attempt.String()}
	if d.Subject != "" { // which an index has
		query, args = query+` and subject = $4`, append(args, d.Subject)
	}
	err = tx.QueryRow(ctx, query, args...).Scan(&e.Subject, &e.Before, &e.After)
	if NoRow(err) {
		return e, false, nil
	}
	return e, err == nil, err
}

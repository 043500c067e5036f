// Sealing anew under another secret, a step at a time.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// ResealStep is how many rows one transaction seals anew. Whoever writes one of them waits
// for as long as that takes.
const ResealStep = 200

// Resealed is what a subject sealed anew in one step.
type Resealed struct {
	Rows       int    // sealed anew
	Unreadable int    // sealed under a secret that is not here, or damaged: left as they are, unless lost
	Last       string // the id of the last row, from which the next step goes on; "": none is left
}

// Resealer is a subject whose rows are sealed under keys that derive from the secret.
type Resealer interface {
	// SealedUnderOthers counts the rows that another version of the secret sealed.
	SealedUnderOthers(ctx context.Context) (int, error)
	// Reseal seals rows behind an id under the secret of now, in one transaction. With lost,
	// what was sealed of rows that cannot be opened is deleted.
	Reseal(ctx context.Context, after string, lost bool) (Resealed, error)
}

// WrappedKeys are the columns data_key and key_version of a table, whose rows have an id.
type WrappedKeys struct{ Table, ID string }

// Count counts the keys that are not wrapped under a version of the secret.
func (k WrappedKeys) Count(ctx context.Context, db *DB, version int) (n int, err error) {
	err = db.Pool().QueryRow(ctx, `select count(*) from `+k.Table+` where key_version <> $1`, version).Scan(&n)
	return n, Fault(err)
}

// wrappedKey is the wrapped key of a row.
type wrappedKey struct {
	id      string
	version int
	wrapped []byte
}

// Rewrap wraps some keys behind an id anew, in the order of their ids. lost ends a row whose
// key cannot be unwrapped; nil: it stays.
func (k WrappedKeys) Rewrap(ctx context.Context, db *DB, wrapper store.KeyWrapper, after string, lost func(ctx context.Context, tx pgx.Tx, id string) error) (out Resealed, err error) {
	err = db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out = Resealed{}
		behind, _ := ParseID(after)
		found, err := tx.Query(ctx, `select t.`+k.ID+`::text, t.key_version, t.data_key from `+k.Table+` t
			where t.key_version <> $1 and ($2::uuid is null or t.`+k.ID+` > $2) order by t.`+k.ID+` limit $3 for no key update`, wrapper.Version(), behind, ResealStep)
		if err != nil {
			return err
		}
		rows, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (r wrappedKey, err error) {
			err = row.Scan(&r.id, &r.version, &r.wrapped)
			return r, err
		})
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		for _, r := range rows {
			out.Last = r.id
			again, err := wrapper.Rewrap(r.id, r.version, r.wrapped)
			if err == nil {
				out.Rows++
				batch.Queue(`update `+k.Table+` set data_key = $2, key_version = $3 where `+k.ID+` = $1`, r.id, again, wrapper.Version())
				continue
			}
			out.Unreadable++
			if lost == nil {
				continue
			}
			if err := lost(ctx, tx, r.id); err != nil {
				return err
			}
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	return out, err
}

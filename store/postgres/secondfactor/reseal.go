package secondfactor

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
)

// sealedApp is what is sealed of an app.
type sealedApp struct {
	id, member string
	version    int
	secret     []byte
}

// SealedUnderOthers implements postgres.Resealer.
func (f *Factors) SealedUnderOthers(ctx context.Context) (n int, err error) {
	err = f.db.Pool().QueryRow(ctx, `select count(*) from second_factors where secret is not null and key_version <> $1`, f.keys.Version()).Scan(&n)
	return n, postgres.Fault(err)
}

// Reseal implements postgres.Resealer. An app whose secret is lost is removed; passkeys of
// its member stay.
func (f *Factors) Reseal(ctx context.Context, after string, lost bool) (out postgres.Resealed, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out = postgres.Resealed{}
		id, _ := postgres.ParseID(after)
		found, err := tx.Query(ctx, `select f.id::text, f.member_id::text, f.key_version, f.secret from second_factors f
			where f.secret is not null and f.key_version <> $1 and ($2::uuid is null or f.id > $2) order by f.id limit $3 for no key update`, f.keys.Version(), id, postgres.ResealStep)
		if err != nil {
			return err
		}
		apps, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (a sealedApp, err error) {
			err = row.Scan(&a.id, &a.member, &a.version, &a.secret)
			return a, err
		})
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		for _, a := range apps {
			out.Last = a.id
			app, err := f.keys.Open(a.version, a.secret, a.member)
			switch {
			case err == nil:
				out.Rows++
				batch.Queue(`update second_factors set secret = $2, key_version = $3 where id = $1`, a.id, f.keys.Seal(app, a.member), f.keys.Version())
			case lost:
				out.Unreadable++
				if err := f.lose(ctx, tx, a); err != nil {
					return err
				}
			default:
				out.Unreadable++
			}
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	return out, err
}

// lose removes an app that nobody can open any more.
func (f *Factors) lose(ctx context.Context, tx pgx.Tx, a sealedApp) error {
	if _, err := tx.Exec(ctx, `delete from second_factors where id = $1`, a.id); err != nil {
		return err
	}
	g, err := lock(ctx, tx, a.member)
	if err != nil {
		return err
	}
	some, err := g.inForce(ctx, tx)
	if err == nil && !some {
		err = forget(ctx, tx, a.member)
	}
	return err
}

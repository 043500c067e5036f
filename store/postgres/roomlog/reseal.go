// What is sealed of uploads, sealed anew when the secret is replaced.

package roomlog

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
)

// SealedKeyIn gives the sealed key of an upload and the version of the secret that sealed
// it. It fails with NotFound (store.ErrMediaGone).
func SealedKeyIn(ctx context.Context, on postgres.Querier, upload string) (key []byte, version int, err error) {
	id, _ := postgres.ParseID(upload)
	err = on.QueryRow(ctx, `select sealed_key, key_version from uploads where id = $1 and sealed_name is not null`, id).Scan(&key, &version)
	if postgres.NoRow(err) {
		err = store.ErrMediaGone()
	}
	return key, version, err
}

// CountSealedIn counts the uploads that are not sealed under a version of the secret.
func CountSealedIn(ctx context.Context, on postgres.Querier, version int) (n int, err error) {
	err = on.QueryRow(ctx, `select count(*) from uploads where sealed_name is not null and key_version <> $1`, version).Scan(&n)
	return n, err
}

// LockSealedIn locks and reads some uploads behind an id, in the order of their ids, that are
// not sealed under a version of the secret.
func LockSealedIn(ctx context.Context, tx pgx.Tx, version int, after string, most int) ([]SealedUpload, error) {
	id, _ := postgres.ParseID(after)
	rows, err := tx.Query(ctx, `select coalesce(u.decrypt_id::text, ''), u.id::text, u.sealed_name, u.sealed_key, u.key_version from uploads u
		where u.sealed_name is not null and u.key_version <> $1 and ($2::uuid is null or u.id > $2) order by u.id limit $3 for no key update`, version, id, most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (u SealedUpload, err error) {
		err = row.Scan(&u.Message, &u.Upload.ID, &u.Name, &u.Key, &u.KeyVersion)
		return u, err
	})
}

// SaveSealedIn stores what is sealed of uploads.
func SaveSealedIn(ctx context.Context, tx pgx.Tx, uploads []SealedUpload) error {
	ids, names, keys, versions := make([]pgtype.UUID, len(uploads)), make([][]byte, len(uploads)), make([][]byte, len(uploads)), make([]int, len(uploads))
	for i, u := range uploads {
		ids[i], _ = postgres.ParseID(u.Upload.ID)
		names[i], keys[i], versions[i] = u.Name, u.Key, u.KeyVersion
	}
	_, err := tx.Exec(ctx, `update uploads u set sealed_name = g.name, sealed_key = g.key, key_version = g.version
		from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::smallint[]) g(id, name, key, version) where u.id = g.id`, ids, names, keys, versions)
	return err
}

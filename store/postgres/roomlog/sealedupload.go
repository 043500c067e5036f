// Uploads that administrators make for encrypted messages. Their files and names are
// stored sealed; which message has them is said by store/postgres/encrypted.

package roomlog

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
)

// SealedUpload is an upload with what is sealed of it.
type SealedUpload struct {
	Message    string // that has it
	Upload     store.Upload
	Name       []byte
	Key        []byte // of its files; nil: it derives from the secret
	KeyVersion int    // of the secret under which both are sealed
}

// sealedUpload reads a row "u" of uploads as a SealedUpload.
const sealedUpload = `u.decrypt_id::text, ` + uploadObject + `, u.sealed_name, u.sealed_key, u.key_version`

func collectSealed(rows pgx.Rows) ([]SealedUpload, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (u SealedUpload, err error) {
		err = row.Scan(&u.Message, &u.Upload, &u.Name, &u.Key, &u.KeyVersion)
		return u, err
	})
}

// AddSealedUploadIn notes an upload before its files are stored.
func AddSealedUploadIn(ctx context.Context, tx pgx.Tx, sealed SealedUpload) error {
	u := sealed.Upload
	id, _ := postgres.ParseID(u.ID)
	owner, ok := postgres.ParseID(u.Owner)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	_, err := tx.Exec(ctx, `
		insert into uploads (id, owner_id, kind, content_type, size, thumbnail, metadata, created_at, sealed_name, sealed_key, key_version)
		values ($1, $2, $3, $4, $5, $6, $7, muster_now(), $8, $9, $10) on conflict (id) do nothing`,
		id, owner, u.Kind, u.ContentType, u.Size, u.Thumbnail, u.Metadata, sealed.Name, sealed.Key, sealed.KeyVersion)
	return err
}

// ClaimSealedUploadsIn gives an owner's uploads to a message, in their order; with a kind
// only those of it. It gives back those that it could give.
func ClaimSealedUploadsIn(ctx context.Context, tx pgx.Tx, message, owner string, uploads []string, kind store.MediaKind) ([]SealedUpload, error) {
	id, _ := postgres.ParseID(message)
	actor, _ := postgres.ParseID(owner)
	ids := make([]pgtype.UUID, len(uploads))
	for i, raw := range uploads {
		var ok bool
		if ids[i], ok = postgres.ParseID(raw); !ok {
			return nil, nil
		}
	}
	rows, err := tx.Query(ctx, `
		update uploads u set decrypt_id = $1, place = g.place from unnest($2::uuid[]) with ordinality g(id, place)
		where u.id = g.id and u.owner_id = $3 and u.sealed_name is not null and u.decrypt_id is null and u.ready_at is not null and u.deleted_at is null
		  and ($4 = '' or u.kind = $4)
		returning `+sealedUpload, id, ids, actor, string(kind))
	if err != nil {
		return nil, err
	}
	return collectSealed(rows)
}

// SealedUploadsIn reads the uploads of messages, each message's in their order.
func SealedUploadsIn(ctx context.Context, on postgres.Querier, messages ...string) ([]SealedUpload, error) {
	rows, err := on.Query(ctx, `select `+sealedUpload+` from uploads u
		where u.decrypt_id = any($1::uuid[]) and u.deleted_at is null order by u.decrypt_id, u.place`, messages)
	if err != nil {
		return nil, err
	}
	return collectSealed(rows)
}

// MessageOfSealedIn says which message has an upload, "" for an owner's that none has;
// NotFound (store.ErrMediaGone) for any other.
func MessageOfSealedIn(ctx context.Context, tx pgx.Tx, upload, owner string) (message string, err error) {
	id, _ := postgres.ParseID(upload)
	actor, _ := postgres.ParseID(owner)
	err = tx.QueryRow(ctx, `select coalesce(decrypt_id::text, '') from uploads where id = $1 and sealed_name is not null and deleted_at is null
		and (decrypt_id is not null or owner_id = $2)`, id, actor).Scan(&message)
	if postgres.NoRow(err) {
		return "", store.ErrMediaGone()
	}
	return message, err
}

// EndSealedUploadsIn ends the uploads of a message, queues the removal of their files, and
// says how many they were.
func EndSealedUploadsIn(ctx context.Context, tx pgx.Tx, message string) (int, error) {
	id, _ := postgres.ParseID(message)
	tag, err := tx.Exec(ctx, `with ended as (
		update uploads set deleted_at = muster_now() where decrypt_id = $1 and deleted_at is null returning id
	) `+queueRemovals, id)
	return int(tag.RowsAffected()), err
}

// EndSealedUploadIn ends one upload that message has, "" for none, as EndSealedUploadsIn
// does; NotFound (store.ErrMediaGone).
func EndSealedUploadIn(ctx context.Context, tx pgx.Tx, upload, message string) error {
	id, _ := postgres.ParseID(upload)
	of, _ := postgres.ParseID(message)
	tag, err := tx.Exec(ctx, `with ended as (
		update uploads set deleted_at = muster_now() where id = $1 and deleted_at is null and decrypt_id is not distinct from $2 returning id
	) `+queueRemovals, id, of)
	if err == nil && tag.RowsAffected() == 0 {
		return store.ErrMediaGone()
	}
	return err
}

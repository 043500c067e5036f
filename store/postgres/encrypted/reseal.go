// What is sealed here, sealed anew when the secret is replaced.

package encrypted

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// Resealers seal the messages and their files anew.
func (d *Messages) Resealers() (texts, files postgres.Resealer) {
	return resealTexts{d}, resealFiles{d}
}

type resealTexts struct{ *Messages }

// SealedUnderOthers implements postgres.Resealer.
func (d resealTexts) SealedUnderOthers(ctx context.Context) (n int, err error) {
	err = d.db.Pool().QueryRow(ctx, `select count(*) from decrypt_messages where key_version <> $1`, d.keys.Version()).Scan(&n)
	return n, postgres.Fault(err)
}

// sealedRow is what is sealed of a message.
type sealedRow struct {
	id           string
	version      int
	code, sealed []byte
}

// Reseal implements postgres.Resealer. A deleted message keeps its code, which stands in the
// histories of those who opened it. A lost one is deleted, from the histories too.
func (d resealTexts) Reseal(ctx context.Context, after string, lost bool) (out postgres.Resealed, err error) {
	err = d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		id, _ := postgres.ParseID(after)
		found, err := tx.Query(ctx, `select m.id::text, m.key_version, m.sealed_code, m.sealed from decrypt_messages m
			where m.key_version <> $1 and ($2::uuid is null or m.id > $2) order by m.id limit $3 for no key update`, d.keys.Version(), id, postgres.ResealStep)
		if err != nil {
			return err
		}
		rows, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (r sealedRow, err error) {
			err = row.Scan(&r.id, &r.version, &r.code, &r.sealed)
			return r, err
		})
		if err != nil {
			return err
		}
		out = postgres.Resealed{}
		batch := &pgx.Batch{}
		for _, r := range rows {
			out.Last = r.id
			code, err := d.keys.Open(r.id, "code", r.version, r.code)
			if err == nil && r.sealed != nil {
				r.sealed, err = d.keys.Reseal(r.id, "content", r.version, r.sealed)
			}
			if err != nil {
				out.Unreadable++
				if lost {
					if err := d.end(ctx, tx, r.id); err != nil {
						return err
					}
				}
				continue
			}
			out.Rows++
			batch.Queue(`update decrypt_messages set code_mac = $2, sealed_code = $3, sealed = $4, key_version = $5 where id = $1`,
				r.id, d.keys.CodeMACs(code)[0], d.keys.Seal(r.id, "code", code), r.sealed, d.keys.Version())
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	return out, err
}

// end deletes a message that nobody can open any more.
func (d resealTexts) end(ctx context.Context, tx pgx.Tx, id string) error {
	if _, err := logs.EndSealedUploadsIn(ctx, tx, id); err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(`delete from decrypt_views where message_id = $1`, id)
	batch.Queue(`delete from decrypt_keys where message_id = $1`, id)
	batch.Queue(`update decrypt_messages set deleted_at = coalesce(deleted_at, muster_now()), sealed = null, code_mac = $2, sealed_code = $3, key_version = $4 where id = $1`,
		id, d.keys.CodeMACs("")[0], d.keys.Seal(id, "code", ""), d.keys.Version())
	return tx.SendBatch(ctx, batch).Close()
}

type resealFiles struct{ *Messages }

// SealedUnderOthers implements postgres.Resealer.
func (d resealFiles) SealedUnderOthers(ctx context.Context) (int, error) {
	n, err := logs.CountSealedIn(ctx, d.db.Pool(), d.keys.Version())
	return n, postgres.Fault(err)
}

// Reseal implements postgres.Resealer. The files themselves stay as they are: what is sealed
// anew is their keys. A lost one that no message has ends.
func (d resealFiles) Reseal(ctx context.Context, after string, lost bool) (out postgres.Resealed, err error) {
	err = d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		uploads, err := logs.LockSealedIn(ctx, tx, d.keys.Version(), after, postgres.ResealStep)
		if err != nil {
			return err
		}
		out = postgres.Resealed{}
		var again []logs.SealedUpload
		for _, u := range uploads {
			out.Last = u.Upload.ID
			keys, err := d.keys.FileKeys(u.Upload.ID, u.KeyVersion, u.Key)
			if err == nil {
				u.Name, err = d.keys.Reseal(u.Upload.ID, "name", u.KeyVersion, u.Name)
			}
			if err != nil {
				out.Unreadable++
				if !lost {
					continue
				}
				if err := logs.EndSealedUploadIn(ctx, tx, u.Upload.ID, u.Message); err != nil && store.CodeOf(err) != store.NotFound {
					return err
				}
				u.Name = d.keys.Seal(u.Upload.ID, "name", "file")
				_, u.Key = d.keys.NewFileKeys(u.Upload.ID)
			} else {
				out.Rows++
				u.Key = d.keys.SealFileKeys(u.Upload.ID, keys)
			}
			u.KeyVersion = d.keys.Version()
			again = append(again, u)
		}
		return logs.SaveSealedIn(ctx, tx, again)
	})
	return out, err
}

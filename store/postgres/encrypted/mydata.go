package encrypted

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres"
)

// Tables are the tables of encrypted messages.
func (*Messages) Tables() map[string]string {
	return map[string]string{
		"decrypt_messages": "",
		"decrypt_views":    "",
		"decrypt_keys":     "",
		"decrypt_guesses":  "",
	}
}

// Erase deletes what a member has opened.
func (d *Messages) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m, `delete from decrypt_views where member_id = $1`, `delete from decrypt_keys where member_id = $1`)
}

// decrypted is a code in the copy of a member's data, as the member typed it.
type decrypted struct {
	Code  string    `json:"code"`
	First time.Time `json:"first_at"`
	Last  time.Time `json:"last_at"`
	Views int       `json:"views"`
}

// Export gives the codes that a member has decrypted.
func (d *Messages) Export(ctx context.Context, tx pgx.Tx, m store.Member) ([]postgres.ExportFile, error) {
	found, err := tx.Query(ctx, `select m.id::text, m.key_version, m.sealed_code, v.first_at, v.last_at, v.views
		from decrypt_views v join decrypt_messages m on m.id = v.message_id where v.member_id = $1 order by v.first_at`, m.ID)
	if err != nil {
		return nil, err
	}
	rows, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (any, error) {
		var id string
		var version int
		var sealed []byte
		var out decrypted
		if err := row.Scan(&id, &version, &sealed, &out.First, &out.Last, &out.Views); err != nil {
			return nil, err
		}
		if code, err := d.keys.Open(id, "code", version, sealed); err == nil { // "" for one that does not open
			out.Code = encrypted.ShowCode(code)
		}
		return out, nil
	})
	return []postgres.ExportFile{{Name: "decrypted.json", About: "the codes you decrypted, and when", Rows: rows}}, err
}

// ActivityQuery selects the newest decodes.
func (*Messages) ActivityQuery() string {
	return `select 'decrypt:' || member_id || ':' || message_id || ':' || views, 0, last_at, 'decrypt', member_id, null::uuid, '', '{}'::jsonb
		from decrypt_views where last_at > $5 order by last_at desc limit $6`
}

// BackupPart is empty: its files are uploads of the room log.
func (*Messages) BackupPart() (none postgres.BackupPart) { return none }

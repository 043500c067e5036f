package encrypted

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/encrypted"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// Messages are the encrypted messages of a database.
type Messages struct {
	db   *postgres.DB
	log  *logs.Log // who may enter a room
	keys encrypted.Keys
}

// New makes the encrypted messages of db.
func New(db *postgres.DB, keys encrypted.Keys) *Messages { return &Messages{db, logs.New(db), keys} }

// FileKeys gives the keys with which the files of an upload are sealed. It fails with
// NotFound (store.ErrMediaGone).
func (d *Messages) FileKeys(ctx context.Context, upload string) (keys encrypted.FileKeys, err error) {
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		sealed, version, err := logs.SealedKeyIn(ctx, conn, upload)
		if err == nil {
			keys, err = d.keys.FileKeys(upload, version, sealed)
		}
		return err
	})
	return keys, err
}

// columns read a message "m".
const columns = `m.id::text, m.kind, m.key_version, m.sealed_code, m.sealed, m.hours, m.max_views, m.view_count, m.opens_at, m.expires_at, m.created_at`

// sealedText is what a message holds, as it is sealed.
type sealedText struct {
	Content  string `json:"content,omitempty"`
	VideoURL string `json:"videoUrl,omitempty"`
}

// scan reads columns and opens what is sealed. more are columns behind them. A message that
// does not open comes with store.ErrUnreadable.
func (d *Messages) scan(row pgx.Row, more ...any) (encrypted.Message, error) {
	var m encrypted.Message
	var version int
	var code, sealed []byte
	var opens, expires *time.Time
	err := row.Scan(append([]any{&m.ID, &m.Kind, &version, &code, &sealed, &m.Hours, &m.MaxViews, &m.ViewCount, &opens, &expires, &m.CreatedAt}, more...)...)
	if err != nil {
		return m, err
	}
	if opens != nil {
		m.OpensAt = *opens
	}
	if expires != nil {
		m.ExpiresAt = *expires
	}
	if m.Code, err = d.keys.Open(m.ID, "code", version, code); err != nil {
		m.Unreadable = true
		return m, err
	}
	text, err := d.keys.Open(m.ID, "content", version, sealed)
	if err != nil {
		m.Unreadable = true
		return m, err
	}
	var t sealedText
	err = json.Unmarshal([]byte(text), &t)
	m.Content, m.VideoURL = t.Content, t.VideoURL
	return m, err
}

// readFiles reads the files of a message.
func (d *Messages) readFiles(ctx context.Context, on postgres.Querier, m *encrypted.Message) error {
	if m.Kind == encrypted.Text {
		return nil // it has none
	}
	uploads, err := logs.SealedUploadsIn(ctx, on, m.ID)
	if err != nil {
		return err
	}
	files, err := d.filesOf(uploads)
	m.Files = files[m.ID]
	return err
}

// filesOf gives uploads as files, by the id of their message. With store.ErrUnreadable it
// gives all of them, those whose name does not open without one.
func (d *Messages) filesOf(uploads []logs.SealedUpload) (files map[string][]encrypted.File, err error) {
	files = map[string][]encrypted.File{}
	for _, u := range uploads {
		name, damage := d.keys.Open(u.Upload.ID, "name", u.KeyVersion, u.Name)
		if damage != nil {
			err = damage
		}
		files[u.Message] = append(files[u.Message], encrypted.File{Upload: u.Upload, FileName: name})
	}
	return files, err
}

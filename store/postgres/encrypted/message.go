package encrypted

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
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

// FileKey is the key that a file of an encrypted message is sealed with.
func (d *Messages) FileKey(upload string, v store.MediaVariant) []byte {
	return d.keys.FileKey(upload, v)
}

// columns read a message "m".
const columns = `m.id::text, m.kind, m.sealed_code, m.sealed, m.hours, m.max_views, m.view_count, m.opens_at, m.expires_at, m.created_at`

// sealedText is what a message holds, as it is sealed.
type sealedText struct {
	Content  string `json:"content,omitempty"`
	VideoURL string `json:"videoUrl,omitempty"`
}

// scan reads columns and opens what is sealed. more are columns behind them.
func (d *Messages) scan(row pgx.Row, more ...any) (encrypted.Message, error) {
	var m encrypted.Message
	var code, sealed []byte
	var opens, expires *time.Time
	err := row.Scan(append([]any{&m.ID, &m.Kind, &code, &sealed, &m.Hours, &m.MaxViews, &m.ViewCount, &opens, &expires, &m.CreatedAt}, more...)...)
	if err != nil {
		return m, err
	}
	if opens != nil {
		m.OpensAt = *opens
	}
	if expires != nil {
		m.ExpiresAt = *expires
	}
	if m.Code, err = d.keys.Open(m.ID, "code", code); err != nil {
		return m, err
	}
	text, err := d.keys.Open(m.ID, "content", sealed)
	if err != nil {
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

// filesOf gives uploads as files, by the id of their message.
func (d *Messages) filesOf(uploads []logs.SealedUpload) (map[string][]encrypted.File, error) {
	files := map[string][]encrypted.File{}
	for _, u := range uploads {
		name, err := d.keys.Open(u.Upload.ID, "name", u.Name)
		if err != nil {
			return nil, err
		}
		files[u.Message] = append(files[u.Message], encrypted.File{Upload: u.Upload, FileName: name})
	}
	return files, nil
}

package encrypted

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// record is an encrypted message as the audit keeps it: neither its code nor
// what it holds.
type record struct {
	Kind     encrypted.Kind `json:"type"`
	Hours    *int           `json:"expiresIn"`
	MaxViews *int           `json:"maxViews"`
	OpensAt  *time.Time     `json:"opensAt"`
	Files    int            `json:"files"`
}

// Create stores a message for an administrator. The same attempt gives the same message again;
// Conflict when that was another one, or has been changed or deleted. It fails as
// encrypted.Draft.Clean does, with Conflict for a chosen code that is taken, and with Invalid
// for an upload that is not the administrator's own, or that another message has.
func (d *Messages) Create(ctx context.Context, by store.Caller, draft encrypted.Draft) (m encrypted.Message, err error) {
	office := d.db.AdminService(by)
	err = office.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		change := postgres.AdminChange{Action: "decrypt_created", Attempt: draft.Attempt}
		earlier, again, err := office.Earlier(ctx, tx, change)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if again {
			m, err = d.createdBefore(ctx, tx, earlier.Subject, draft)
			return postgres.AdminChange{}, err
		}
		if m, err = d.create(ctx, tx, by.Member.ID, draft); err != nil {
			return postgres.AdminChange{}, err
		}
		record := record{Kind: m.Kind, Hours: m.Hours, MaxViews: m.MaxViews, Files: len(m.Files)}
		if !m.OpensAt.IsZero() {
			record.OpensAt = &m.OpensAt
		}
		change.Subject, change.After = m.ID, record
		return change, nil
	})
	return m, err
}

// create stores the message of a draft.
func (d *Messages) create(ctx context.Context, tx pgx.Tx, creator string, draft encrypted.Draft) (m encrypted.Message, err error) {
	var now time.Time
	if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
		return m, err
	}
	if draft, err = draft.Clean(now); err != nil {
		return m, err
	}
	m = encrypted.Message{
		ID: uuid.Must(uuid.NewV7()).String(), Kind: draft.Kind, Content: draft.Content, VideoURL: draft.VideoURL,
		Hours: whole(draft.Hours), MaxViews: whole(draft.Views), OpensAt: draft.OpensAt,
	}
	text, err := json.Marshal(sealedText{m.Content, m.VideoURL})
	if err != nil {
		return m, err
	}
	if err := d.insert(ctx, tx, &m, draft.Code, creator, d.keys.Seal(m.ID, "content", string(text))); err != nil {
		return m, err
	}
	return m, d.claim(ctx, tx, &m, creator, draft.Uploads())
}

// createdBefore is the message that an earlier call made, if the draft describes it.
func (d *Messages) createdBefore(ctx context.Context, tx pgx.Tx, id string, draft encrypted.Draft) (encrypted.Message, error) {
	m, err := d.scan(tx.QueryRow(ctx, `select `+columns+` from decrypt_messages m where m.id = $1 and m.deleted_at is null`, id))
	if err == nil {
		err = d.readFiles(ctx, tx, &m)
	}
	if postgres.NoRow(err) || err == nil && !draft.Describes(m) {
		err = postgres.ErrAttemptUsed()
	}
	return m, err
}

func whole(n *float64) *int {
	if n == nil {
		return nil
	}
	i := int(*n)
	return &i
}

// codeDraws is how many random codes are drawn before giving up.
const codeDraws = 5

// insert stores the row under the chosen code, or under a random one that nobody has.
// The hours count from the opening.
func (d *Messages) insert(ctx context.Context, tx pgx.Tx, m *encrypted.Message, chosen, creator string, sealed []byte) error {
	actor, _ := postgres.ParseID(creator)
	id, _ := postgres.ParseID(m.ID)
	var opens *time.Time
	if !m.OpensAt.IsZero() {
		opens = &m.OpensAt
	}
	for range codeDraws {
		m.Code = chosen
		if chosen == "" {
			m.Code = encrypted.NewCode()
		}
		macs := d.keys.CodeMACs(m.Code)
		if err := lockCode(ctx, tx, macs); err != nil {
			return err
		}
		var expires *time.Time
		err := tx.QueryRow(ctx, `
			insert into decrypt_messages (id, code_mac, sealed_code, sealed, kind, hours, opens_at, expires_at, max_views, created_by, created_at, key_version)
			select $1, $2, $3, $4, $5, $6, $7::timestamptz, coalesce($7::timestamptz, muster_now()) + make_interval(hours => $6::int), $8, $9, muster_now(), $10
			where not exists (select from decrypt_messages where code_mac = any($11) and deleted_at is null)
			on conflict (code_mac) where deleted_at is null do nothing returning created_at, expires_at`,
			id, macs[0], d.keys.Seal(m.ID, "code", m.Code), sealed, m.Kind, m.Hours, opens, m.MaxViews, actor, d.keys.Version(), macs).
			Scan(&m.CreatedAt, &expires)
		if postgres.NoRow(err) {
			if chosen != "" {
				return encrypted.ErrCodeTaken()
			}
			continue
		}
		if expires != nil {
			m.ExpiresAt = *expires
		}
		return err
	}
	return store.ErrBusy()
}

// lockCode keeps a code until the transaction ends while the secret is replaced: the same
// code has then more than one MAC, and no index sees that they are equal.
func lockCode(ctx context.Context, tx pgx.Tx, macs [][]byte) error {
	if len(macs) == 1 {
		return nil
	}
	_, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, slices.MinFunc(macs, bytes.Compare))
	return err
}

// claim gives uploads to a message, in their order.
func (d *Messages) claim(ctx context.Context, tx pgx.Tx, m *encrypted.Message, owner string, uploads []string) error {
	if len(uploads) == 0 {
		return nil
	}
	var only store.MediaKind
	if m.Kind == encrypted.Video {
		only = store.VideoMedia
	}
	claimed, err := logs.ClaimSealedUploadsIn(ctx, tx, m.ID, owner, uploads, only)
	if err != nil {
		return err
	}
	if len(claimed) != len(uploads) {
		return store.ErrMediaUnknown()
	}
	files, err := d.filesOf(claimed)
	m.Files = files[m.ID]
	return err
}

// List lists the messages that are not deleted, newest first, with the clock. next is
// "" at the end. One that does not open is Unreadable.
func (d *Messages) List(ctx context.Context, limit int, cursor string) (page []encrypted.Message, next string, now time.Time, err error) {
	var before pgtype.UUID
	if cursor != "" {
		var ok bool
		if before, ok = postgres.ParseID(cursor); !ok {
			return nil, "", now, store.ErrCursor()
		}
	}
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if before.Valid {
			if err := postgres.IsRow(ctx, conn, `select from decrypt_messages where id = $1`, before); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `select `+columns+`, coalesce(c.username, ''), muster_now() from decrypt_messages m
			left join members c on c.id = m.created_by
			where m.deleted_at is null and ($1::uuid is null or (m.created_at, m.id) < (select created_at, id from decrypt_messages where id = $1))
			order by m.created_at desc, m.id desc limit $2`, before, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (encrypted.Message, error) {
			var by string
			m, err := d.scan(row, &by, &now)
			m.CreatedBy = by
			if m.Unreadable {
				err = nil
			}
			return m, err
		})
		if err != nil {
			return err
		}
		ids := make([]string, len(page))
		for i := range page {
			ids[i] = page[i].ID
		}
		uploads, err := logs.SealedUploadsIn(ctx, conn, ids...)
		if err != nil {
			return err
		}
		files, _ := d.filesOf(uploads) // those without a name are to be seen
		for i := range page {
			page[i].Files = files[page[i].ID]
		}
		return nil
	})
	if len(page) > limit {
		page, next = page[:limit], page[limit-1].ID
	}
	return page, next, now, err
}

// Delete ends a message at once: its code, what it holds, and every link to its files,
// whose removal is queued. It fails with NotFound.
func (d *Messages) Delete(ctx context.Context, by store.Caller, messageID string) error {
	id, ok := postgres.ParseID(messageID)
	if !ok {
		return encrypted.ErrMessageUnknown()
	}
	return d.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		change := postgres.AdminChange{Action: "decrypt_deleted", Subject: messageID}
		var r record
		err := tx.QueryRow(ctx, `update decrypt_messages set deleted_at = muster_now(), sealed = null where id = $1 and deleted_at is null
			returning kind, hours, max_views, opens_at`, id).Scan(&r.Kind, &r.Hours, &r.MaxViews, &r.OpensAt)
		if postgres.NoRow(err) {
			return change, encrypted.ErrMessageUnknown()
		}
		if err != nil {
			return change, err
		}
		r.Files, err = logs.EndSealedUploadsIn(ctx, tx, messageID)
		change.Before = r
		return change, err
	})
}

// RemoveFile ends one file: an administrator's own that no message has, or one of a
// message, which must not be left without anything in it. It fails with NotFound
// (store.ErrMediaGone) and with Conflict.
func (d *Messages) RemoveFile(ctx context.Context, by store.Caller, uploadID string) error {
	if _, ok := postgres.ParseID(uploadID); !ok {
		return store.ErrMediaGone()
	}
	return d.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		change := postgres.AdminChange{Action: "decrypt_file_removed", Subject: uploadID}
		message, err := logs.MessageOfSealedIn(ctx, tx, uploadID, by.Member.ID)
		if err != nil {
			return change, err
		}
		if message != "" {
			m, err := d.scan(tx.QueryRow(ctx, `select `+columns+` from decrypt_messages m where m.id = $1 and m.deleted_at is null for update`, message))
			if postgres.NoRow(err) {
				return change, store.ErrMediaGone()
			}
			if err == nil {
				err = d.readFiles(ctx, tx, &m)
			}
			if err != nil {
				return change, err
			}
			if m.Kind == encrypted.Video || m.Content == "" && len(m.Files) < 2 {
				empty := *encrypted.ErrGalleryEmpty()
				empty.Code = store.Conflict
				return change, &empty
			}
		}
		return change, logs.EndSealedUploadIn(ctx, tx, uploadID, message)
	})
}

// AddFile notes a file before it is stored and gives it its id and its keys.
func (d *Messages) AddFile(ctx context.Context, f encrypted.File) (id string, keys encrypted.FileKeys, err error) {
	f.ID = uuid.Must(uuid.NewV7()).String()
	u := logs.SealedUpload{Upload: f.Upload, Name: d.keys.Seal(f.ID, "name", f.FileName), KeyVersion: d.keys.Version()}
	keys, u.Key = d.keys.NewFileKeys(f.ID)
	err = d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return logs.AddSealedUploadIn(ctx, tx, u) })
	return f.ID, keys, err
}

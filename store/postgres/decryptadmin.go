// Encrypted messages as administrators make them.

package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// decryptRecord is an encrypted message as the audit keeps it: neither its code nor
// what it holds.
type decryptRecord struct {
	Kind     store.DecryptKind `json:"type"`
	Hours    *int              `json:"expiresIn"`
	MaxViews *int              `json:"maxViews"`
	OpensAt  *time.Time        `json:"opensAt"`
	Files    int               `json:"files"`
}

// Create stores a message for an administrator. It fails as store.DecryptDraft.Clean
// does, with Conflict for a chosen code that is taken, and with Invalid for an upload
// that is not the administrator's own, or that another message has.
func (d *Decrypts) Create(ctx context.Context, by store.Caller, draft store.DecryptDraft) (store.DecryptMessage, error) {
	now, err := d.db.Now(ctx)
	if err != nil {
		return store.DecryptMessage{}, err
	}
	if draft, err = draft.Clean(now); err != nil {
		return store.DecryptMessage{}, err
	}
	m := store.DecryptMessage{
		ID: uuid.Must(uuid.NewV7()).String(), Kind: draft.Kind, Content: draft.Content, VideoURL: draft.VideoURL,
		Hours: whole(draft.Hours), MaxViews: whole(draft.Views), OpensAt: draft.OpensAt,
	}
	text, err := json.Marshal(sealedText{m.Content, m.VideoURL})
	if err != nil {
		return m, err
	}
	uploads := draft.Items
	if draft.Kind == store.DecryptVideo && draft.VideoID != "" {
		uploads = []string{draft.VideoID}
	}
	err = d.db.AdminService(by).run(ctx, statusLocks{}, func(ctx context.Context, tx pgx.Tx) (adminChange, error) {
		if err := d.insert(ctx, tx, &m, draft.Code, by.Member.ID, d.keys.Seal(m.ID, "content", string(text))); err != nil {
			return adminChange{}, err
		}
		if err := d.claim(ctx, tx, &m, by.Member.ID, uploads); err != nil {
			return adminChange{}, err
		}
		record := decryptRecord{Kind: m.Kind, Hours: m.Hours, MaxViews: m.MaxViews, Files: len(m.Files)}
		if !m.OpensAt.IsZero() {
			record.OpensAt = &m.OpensAt
		}
		return adminChange{action: "decrypt_created", subject: m.ID, after: record}, nil
	})
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
func (d *Decrypts) insert(ctx context.Context, tx pgx.Tx, m *store.DecryptMessage, chosen, creator string, sealed []byte) error {
	actor, _ := parseID(creator)
	id, _ := parseID(m.ID)
	var opens *time.Time
	if !m.OpensAt.IsZero() {
		opens = &m.OpensAt
	}
	for range codeDraws {
		m.Code = chosen
		if chosen == "" {
			m.Code = store.NewDecryptCode()
		}
		var expires *time.Time
		err := tx.QueryRow(ctx, `
			insert into decrypt_messages (id, code_mac, sealed_code, sealed, kind, hours, opens_at, expires_at, max_views, created_by, created_at)
			values ($1, $2, $3, $4, $5, $6, $7::timestamptz, coalesce($7::timestamptz, muster_now()) + make_interval(hours => $6::int), $8, $9, muster_now())
			on conflict (code_mac) where deleted_at is null do nothing returning created_at, expires_at`,
			id, d.keys.CodeMAC(m.Code), d.keys.Seal(m.ID, "code", m.Code), sealed, m.Kind, m.Hours, opens, m.MaxViews, actor).
			Scan(&m.CreatedAt, &expires)
		if noRow(err) {
			if chosen != "" {
				return store.ErrDecryptCodeTaken()
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

// claim gives uploads to a message, in their order.
func (d *Decrypts) claim(ctx context.Context, tx pgx.Tx, m *store.DecryptMessage, owner string, uploads []string) error {
	if len(uploads) == 0 {
		return nil
	}
	actor, _ := parseID(owner)
	id, _ := parseID(m.ID)
	ids := make([]pgtype.UUID, len(uploads))
	for i, raw := range uploads {
		var ok bool
		if ids[i], ok = parseID(raw); !ok {
			return store.ErrMediaUnknown()
		}
	}
	rows, err := tx.Query(ctx, `
		update uploads u set decrypt_id = $1, place = g.place from unnest($2::uuid[]) with ordinality g(id, place)
		where u.id = g.id and u.owner_id = $3 and u.sealed_name is not null and u.decrypt_id is null and u.ready_at is not null and u.deleted_at is null
		  and ($4 <> 'video' or u.kind = 'video')
		returning u.decrypt_id::text, `+uploadObject+`, u.sealed_name`, id, ids, actor, m.Kind)
	if err != nil {
		return err
	}
	files, err := d.collectFiles(rows)
	if err != nil {
		return err
	}
	if m.Files = files[m.ID]; len(m.Files) != len(uploads) {
		return store.ErrMediaUnknown()
	}
	return nil
}

// List lists the messages that are not deleted, newest first, with the clock. next is
// "" at the end.
func (d *Decrypts) List(ctx context.Context, limit int, cursor string) (page []store.DecryptMessage, next string, now time.Time, err error) {
	var before pgtype.UUID
	if cursor != "" {
		var ok bool
		if before, ok = parseID(cursor); !ok {
			return nil, "", now, store.ErrCursor()
		}
	}
	err = d.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if before.Valid {
			if err := isRow(ctx, conn, `select from decrypt_messages where id = $1`, before); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `select `+decryptColumns+`, coalesce(c.username, ''), muster_now() from decrypt_messages m
			left join members c on c.id = m.created_by
			where m.deleted_at is null and ($1::uuid is null or (m.created_at, m.id) < (select created_at, id from decrypt_messages where id = $1))
			order by m.created_at desc, m.id desc limit $2`, before, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.DecryptMessage, error) {
			var by string
			m, err := d.scanDecrypt(row, &by, &now)
			m.CreatedBy = by
			return m, err
		})
		if err != nil {
			return err
		}
		ids := make([]string, len(page))
		for i := range page {
			ids[i] = page[i].ID
		}
		rows, err = conn.Query(ctx, `select u.decrypt_id::text, `+uploadObject+`, u.sealed_name from uploads u
			where u.decrypt_id = any($1::uuid[]) and u.deleted_at is null order by u.decrypt_id, u.place`, ids)
		if err != nil {
			return err
		}
		files, err := d.collectFiles(rows)
		for i := range page {
			page[i].Files = files[page[i].ID]
		}
		return err
	})
	if len(page) > limit {
		page, next = page[:limit], page[limit-1].ID
	}
	return page, next, now, err
}

// Delete ends a message at once: its code, what it holds, and every link to its files,
// whose removal is queued. It fails with NotFound.
func (d *Decrypts) Delete(ctx context.Context, by store.Caller, messageID string) error {
	id, ok := parseID(messageID)
	if !ok {
		return store.ErrDecryptMessageUnknown()
	}
	return d.db.AdminService(by).run(ctx, statusLocks{}, func(ctx context.Context, tx pgx.Tx) (adminChange, error) {
		change := adminChange{action: "decrypt_deleted", subject: messageID}
		var r decryptRecord
		err := tx.QueryRow(ctx, `update decrypt_messages set deleted_at = muster_now(), sealed = null where id = $1 and deleted_at is null
			returning kind, hours, max_views, opens_at`, id).Scan(&r.Kind, &r.Hours, &r.MaxViews, &r.OpensAt)
		if noRow(err) {
			return change, store.ErrDecryptMessageUnknown()
		}
		if err != nil {
			return change, err
		}
		tag, err := tx.Exec(ctx, `with ended as (
			update uploads set deleted_at = muster_now() where decrypt_id = $1 and deleted_at is null returning id
		) `+queueRemovals, id)
		r.Files = int(tag.RowsAffected())
		change.before = r
		return change, err
	})
}

// RemoveFile ends one file: an administrator's own that no message has, or one of a
// message, which must not be left without anything in it. It fails with NotFound
// (store.ErrMediaGone) and with Conflict.
func (d *Decrypts) RemoveFile(ctx context.Context, by store.Caller, uploadID string) error {
	upload, ok := parseID(uploadID)
	if !ok {
		return store.ErrMediaGone()
	}
	actor, _ := parseID(by.Member.ID)
	return d.db.AdminService(by).run(ctx, statusLocks{}, func(ctx context.Context, tx pgx.Tx) (adminChange, error) {
		change := adminChange{action: "decrypt_file_removed", subject: uploadID}
		var message pgtype.UUID
		err := tx.QueryRow(ctx, `select decrypt_id from uploads where id = $1 and sealed_name is not null and deleted_at is null
			and (decrypt_id is not null or owner_id = $2)`, upload, actor).Scan(&message)
		if noRow(err) {
			return change, store.ErrMediaGone()
		}
		if err != nil {
			return change, err
		}
		if message.Valid {
			m, err := d.scanDecrypt(tx.QueryRow(ctx, `select `+decryptColumns+` from decrypt_messages m where m.id = $1 and m.deleted_at is null for update`, message))
			if noRow(err) {
				return change, store.ErrMediaGone()
			}
			if err == nil {
				err = d.readFiles(ctx, tx, &m)
			}
			if err != nil {
				return change, err
			}
			if m.Kind == store.DecryptVideo || m.Content == "" && len(m.Files) < 2 {
				empty := *store.ErrGalleryEmpty()
				empty.Code = store.Conflict
				return change, &empty
			}
		}
		tag, err := tx.Exec(ctx, `with ended as (
			update uploads set deleted_at = muster_now() where id = $1 and deleted_at is null and decrypt_id is not distinct from $2 returning id
		) `+queueRemovals, upload, message)
		if err == nil && tag.RowsAffected() == 0 {
			return change, store.ErrMediaGone()
		}
		return change, err
	})
}

// AddFile notes a file before it is stored and gives it its id.
func (d *Decrypts) AddFile(ctx context.Context, f store.DecryptFile) (id string, err error) {
	owner, ok := parseID(f.Owner)
	if !ok {
		return "", errMemberUnknown()
	}
	id = uuid.Must(uuid.NewV7()).String()
	err = d.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			insert into uploads (id, owner_id, kind, content_type, size, thumbnail, metadata, created_at, sealed_name)
			values ($1, $2, $3, $4, $5, $6, $7, muster_now(), $8) on conflict (id) do nothing`,
			id, owner, f.Kind, f.ContentType, f.Size, f.Thumbnail, f.Metadata, d.keys.Seal(id, "name", f.FileName))
		return err
	})
	return id, err
}

// Encrypted messages as members open them. A view is counted by one statement.

package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Decrypts are the encrypted messages of a database.
type Decrypts struct {
	db   *DB
	keys store.DecryptKeys
}

// NewDecrypts makes the encrypted messages of db.
func NewDecrypts(db *DB, keys store.DecryptKeys) *Decrypts { return &Decrypts{db, keys} }

// FileKey is the key that a file of an encrypted message is sealed with.
func (d *Decrypts) FileKey(upload string, v store.MediaVariant) []byte {
	return d.keys.FileKey(upload, v)
}

// decryptColumns read a message "m".
const decryptColumns = `m.id::text, m.kind, m.sealed_code, m.sealed, m.hours, m.max_views, m.view_count, m.opens_at, m.expires_at, m.created_at`

// sealedText is what a message holds, as it is sealed.
type sealedText struct {
	Content  string `json:"content,omitempty"`
	VideoURL string `json:"videoUrl,omitempty"`
}

// scanDecrypt reads decryptColumns and opens what is sealed. more are columns behind
// them.
func (d *Decrypts) scanDecrypt(row pgx.Row, more ...any) (store.DecryptMessage, error) {
	var m store.DecryptMessage
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

// decryptTry is one call of Open under way: what it found under its locks.
type decryptTry struct {
	member, key          pgtype.UUID
	code                 []byte // MAC
	memberKey, address   []byte
	now                  time.Time
	wrong, addressWrong  []time.Time
	keyMessage           pgtype.UUID // what the key was used for within store.DecryptRetry
	keyCode              []byte
	keyViews             int
	message              store.DecryptMessage
	refusal              error // of a wrong code, once it is counted
	limit, addressLimits store.GuessLimit
}

// Open opens a message by its code as it was typed, for one view. key is the call's
// idempotency key, "" for none: the same within store.DecryptRetry is a retry that
// costs no view. It fails with Invalid and NotFound (store.InvalidCode), with Conflict
// for a code that cannot be opened now, and with Limited while too many wrong codes
// were tried, whatever the code.
//
// The row of the member's guesses is locked first, so of any number of parallel calls
// of one member each sees the guesses of those before it.
func (d *Decrypts) Open(ctx context.Context, memberID, address, typed, key string) (store.DecryptMessage, error) {
	member, ok := parseID(memberID)
	if !ok {
		return store.DecryptMessage{}, errMemberUnknown()
	}
	code, ok := store.ParseDecryptCode(typed)
	if !ok {
		return store.DecryptMessage{}, store.ErrDecryptForm()
	}
	try := decryptTry{
		member: member, code: d.keys.CodeMAC(code), limit: store.DecryptGuesses, addressLimits: store.DecryptAddressGuesses,
		memberKey: d.keys.GuessKey("member", memberID), address: d.keys.GuessKey("address", address),
	}
	if key != "" {
		if try.key, ok = parseID(key); !ok {
			return store.DecryptMessage{}, store.NewErrorReason(store.Invalid, "idempotency_key", "Idempotency-Key must be a UUID")
		}
	}
	err := d.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		try.refusal = nil
		if err := try.begin(ctx, tx); err != nil {
			return err
		}
		if wait := max(try.limit.Wait(try.wrong, try.now), try.addressLimits.Wait(try.addressWrong, try.now)); wait > 0 {
			return store.ErrTooManyGuesses(wait)
		}
		if try.keyMessage.Valid {
			return d.again(ctx, tx, &try)
		}
		return d.view(ctx, tx, &try)
	})
	if err == nil {
		err = try.refusal
	}
	if err != nil {
		return store.DecryptMessage{}, err
	}
	return try.message, nil
}

// lockGuesses locks a row of guesses, and makes it where it is missing.
const lockGuesses = `insert into decrypt_guesses (key, updated_at) values ($1, muster_now())
	on conflict on constraint decrypt_guesses_once do update set updated_at = excluded.updated_at returning wrong`

// begin locks the member's guesses and reads what stands then.
func (t *decryptTry) begin(ctx context.Context, tx pgx.Tx) error {
	t.keyMessage = pgtype.UUID{}
	batch := &pgx.Batch{}
	batch.Queue(lockGuesses, t.memberKey).QueryRow(func(row pgx.Row) error { return row.Scan(&t.wrong) })
	batch.Queue(`select muster_now(), coalesce((select wrong from decrypt_guesses where key = $1), '{}')`, t.address).QueryRow(func(row pgx.Row) error {
		return row.Scan(&t.now, &t.addressWrong)
	})
	if t.key.Valid {
		batch.Queue(`select k.message_id, m.code_mac, k.view_count from decrypt_keys k join decrypt_messages m on m.id = k.message_id
			where k.member_id = $1 and k.key = $2 and k.used_at > muster_now() - $3::interval`, t.member, t.key, store.DecryptRetry).
			Query(func(rows pgx.Rows) error {
				_, err := pgx.ForEachRow(rows, []any{&t.keyMessage, &t.keyCode, &t.keyViews}, func() error { return nil })
				return err
			})
	}
	return tx.SendBatch(ctx, batch).Close()
}

// again answers a retry as the first call was answered, without a view. What was
// deleted or has expired since stays closed.
func (d *Decrypts) again(ctx context.Context, tx pgx.Tx, t *decryptTry) error {
	if string(t.keyCode) != string(t.code) {
		return store.ErrDecryptKeyUsed()
	}
	m, err := d.scanDecrypt(tx.QueryRow(ctx, `select `+decryptColumns+` from decrypt_messages m where m.id = $1 and m.deleted_at is null`, t.keyMessage))
	if noRow(err) {
		return store.ErrDecryptUnknown()
	}
	if err != nil {
		return err
	}
	m.MaxViews = nil // the view that is answered again was counted then
	if err := m.Refusal(t.now); err != nil {
		return err
	}
	m.ViewCount = t.keyViews
	t.message = m
	return d.readFiles(ctx, tx, &t.message)
}

// countView counts a view of what can be opened now, and notes it for the member and
// for the key, in one statement. A call that waits for the row of another judges it
// again by what that one left.
const countView = `
with m as (
	update decrypt_messages set view_count = view_count + 1
	where code_mac = $1 and deleted_at is null and (max_views is null or view_count < max_views)
	  and (opens_at is null or opens_at <= muster_now()) and (expires_at is null or expires_at > muster_now())
	returning *
), seen as (
	insert into decrypt_views (member_id, message_id, first_at, last_at) select $2, id, muster_now(), muster_now() from m
	on conflict on constraint decrypt_views_once do update set last_at = excluded.last_at, views = decrypt_views.views + 1
), kept as (
	insert into decrypt_keys (member_id, key, message_id, view_count, used_at)
	select $2, $3, id, view_count, muster_now() from m where $3::uuid is not null
	on conflict on constraint decrypt_keys_once do update
		set message_id = excluded.message_id, view_count = excluded.view_count, used_at = excluded.used_at
), old as (
	delete from decrypt_keys where member_id = $2 and used_at <= muster_now() - $4::interval and key is distinct from $3
)
select ` + decryptColumns + ` from m`

// view opens a message, or counts a wrong code.
func (d *Decrypts) view(ctx context.Context, tx pgx.Tx, t *decryptTry) (err error) {
	t.message, err = d.scanDecrypt(tx.QueryRow(ctx, countView, t.code, t.member, t.key, store.DecryptRetry))
	if err == nil {
		return d.readFiles(ctx, tx, &t.message)
	}
	if !noRow(err) {
		return err
	}
	m, err := d.scanDecrypt(tx.QueryRow(ctx, `select `+decryptColumns+` from decrypt_messages m where m.code_mac = $1 and m.deleted_at is null`, t.code))
	if noRow(err) {
		return t.count(ctx, tx)
	}
	if err != nil {
		return err
	}
	if err := m.Refusal(t.now); err != nil {
		return err
	}
	return store.ErrBusy() // it opened between the two statements
}

// count notes a wrong code, for the member and for the address. The address's row is
// locked only here: those who type right codes do not wait for each other.
func (t *decryptTry) count(ctx context.Context, tx pgx.Tx) error {
	var now time.Time
	var wrong []time.Time
	batch := &pgx.Batch{}
	batch.Queue(lockGuesses, t.address).QueryRow(func(row pgx.Row) error { return row.Scan(&wrong) })
	batch.Queue(`select muster_now()`).QueryRow(func(row pgx.Row) error { return row.Scan(&now) })
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	t.refusal = store.ErrDecryptUnknown()
	if wait := t.addressLimits.Wait(wrong, now); wait > 0 {
		t.refusal = store.ErrTooManyGuesses(wait)
	} else {
		wrong = t.addressLimits.Counted(wrong, now)
	}
	const save = `update decrypt_guesses set wrong = $2, updated_at = $3 where key = $1`
	batch = &pgx.Batch{}
	batch.Queue(save, t.memberKey, t.limit.Counted(t.wrong, now), now)
	batch.Queue(save, t.address, notNil(wrong), now)
	return tx.SendBatch(ctx, batch).Close()
}

// readFiles reads the files of a message.
func (d *Decrypts) readFiles(ctx context.Context, on querier, m *store.DecryptMessage) error {
	if m.Kind == store.DecryptText {
		return nil // it has none
	}
	id, _ := parseID(m.ID)
	rows, err := on.Query(ctx, `select u.decrypt_id::text, `+uploadObject+`, u.sealed_name from uploads u
		where u.decrypt_id = $1 and u.deleted_at is null order by u.place`, id)
	if err != nil {
		return err
	}
	files, err := d.collectFiles(rows)
	m.Files = files[m.ID]
	return err
}

// collectFiles reads files by the id of their message.
func (d *Decrypts) collectFiles(rows pgx.Rows) (map[string][]store.DecryptFile, error) {
	files := map[string][]store.DecryptFile{}
	var message *string
	var upload *store.Upload
	var name []byte
	_, err := pgx.ForEachRow(rows, []any{&message, &upload, &name}, func() error {
		f := store.DecryptFile{Upload: *upload}
		upload = nil
		var err error
		if f.FileName, err = d.keys.Open(f.ID, "name", name); err != nil {
			return err
		}
		files[*message] = append(files[*message], f)
		return nil
	})
	return files, err
}

// Renew gives what a member has opened within store.DecryptSitting again, for new links
// to its files. It counts no view. It fails with NotFound (store.ErrMediaGone).
func (d *Decrypts) Renew(ctx context.Context, memberID, messageID string) (store.DecryptMessage, error) {
	member, ok1 := parseID(memberID)
	id, ok2 := parseID(messageID)
	if !ok1 || !ok2 {
		return store.DecryptMessage{}, store.ErrMediaGone()
	}
	var m store.DecryptMessage
	err := d.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		m, err = d.scanDecrypt(conn.QueryRow(ctx, `select `+decryptColumns+` from decrypt_messages m
			join decrypt_views v on v.message_id = m.id and v.member_id = $2 and v.last_at > muster_now() - $3::interval
			where m.id = $1 and m.deleted_at is null and (m.expires_at is null or m.expires_at > muster_now())`, id, member, store.DecryptSitting))
		if noRow(err) {
			return store.ErrMediaGone()
		}
		if err != nil {
			return err
		}
		return d.readFiles(ctx, conn, &m)
	})
	return m, err
}

// decryptHistory is how many entries History reads.
const decryptHistory = 200

// History lists the codes that a member has opened, the last one first.
func (d *Decrypts) History(ctx context.Context, memberID string) ([]store.DecryptEntry, error) {
	member, ok := parseID(memberID)
	if !ok {
		return nil, errMemberUnknown()
	}
	var entries []store.DecryptEntry
	err := d.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select m.id::text, m.sealed_code, v.first_at, v.last_at from decrypt_views v join decrypt_messages m on m.id = v.message_id
			where v.member_id = $1 order by v.last_at desc, m.id desc limit $2`, member, decryptHistory)
		if err != nil {
			return err
		}
		entries, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e store.DecryptEntry, err error) {
			var id string
			var code []byte
			if err = row.Scan(&id, &code, &e.First, &e.DecodedAt); err == nil {
				e.Code, err = d.keys.Open(id, "code", code)
			}
			return e, err
		})
		return err
	})
	return entries, err
}

// maxPostedCodes is how many codes of one message are looked up.
const maxPostedCodes = 5

// PostedCodes gives the codes that a standing message shows and that can still open
// something, and the clock. Only what administrators post is looked at: anybody else
// could try codes by posting them. It fails with NotFound for a message of a room that
// is closed to the member.
func (d *Decrypts) PostedCodes(ctx context.Context, memberID, messageID string) (codes []store.PostedCode, now time.Time, err error) {
	gone := store.NewErrorReason(store.NotFound, "message_unknown", "Message not found")
	message, ok := parseID(messageID)
	if !ok {
		return nil, now, gone
	}
	var room, text string
	var admin bool
	err = d.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select m.room_id, coalesce(m.body, ''), st.is_admin, muster_now() from messages m
			join member_standing st on st.member_id = m.sender_id
			where m.id = $1 and m.deleted_at is null and m.kind = 'text'`, message).Scan(&room, &text, &admin, &now)
		if noRow(err) {
			return gone
		}
		return err
	})
	if err != nil {
		return nil, now, err
	}
	if _, err := d.db.CheckRoomAccess(ctx, memberID, room); err != nil {
		return nil, now, gone
	}
	shown := store.DecryptCodesIn(text, maxPostedCodes)
	if !admin || len(shown) == 0 {
		return nil, now, nil
	}
	macs := make([][]byte, len(shown))
	for i, code := range shown {
		macs[i] = d.keys.CodeMAC(code)
	}
	err = d.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select g.place::int, m.opens_at, m.expires_at from unnest($1::bytea[]) with ordinality g(mac, place)
			join decrypt_messages m on m.code_mac = g.mac and m.deleted_at is null
			where (m.expires_at is null or m.expires_at > muster_now()) and (m.max_views is null or m.view_count < m.max_views) order by g.place`, macs)
		if err != nil {
			return err
		}
		codes, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c store.PostedCode, err error) {
			var place int
			var opens, expires *time.Time
			if err = row.Scan(&place, &opens, &expires); err != nil {
				return c, err
			}
			c.Code = shown[place-1]
			if opens != nil {
				c.OpensAt = *opens
			}
			if expires != nil {
				c.ExpiresAt = *expires
			}
			return c, nil
		})
		return err
	})
	return codes, now, err
}

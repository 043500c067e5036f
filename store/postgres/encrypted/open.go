package encrypted

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres"
)

// try is one call of Open under way: what it found under its locks.
type try struct {
	member, key          pgtype.UUID
	codes                [][]byte // its MACs
	memberKey, address   []byte
	now                  time.Time
	wrong, addressWrong  []time.Time
	keyMessage           pgtype.UUID // what the key was used for within encrypted.Retry
	keyCode              []byte
	keyViews             int
	message              encrypted.Message
	refusal              error // of a wrong code, once it is counted
	limit, addressLimits encrypted.GuessLimit
}

// Open opens a message by its code as it was typed, for one view. key is the call's
// idempotency key, "" for none: the same within encrypted.Retry is a retry that
// costs no view. It fails with Invalid and NotFound (people.InvalidCode), with Conflict
// for a code that cannot be opened now, and with Limited while too many wrong codes
// were tried, whatever the code.
//
// The row of the member's guesses is locked first, so of any number of parallel calls
// of one member each sees the guesses of those before it.
func (d *Messages) Open(ctx context.Context, memberID, address, typed, key string) (encrypted.Message, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return encrypted.Message{}, postgres.ErrMemberUnknown()
	}
	code, ok := encrypted.ParseCode(typed)
	if !ok {
		return encrypted.Message{}, encrypted.ErrForm()
	}
	try := try{
		member: member, codes: d.keys.CodeMACs(code), limit: encrypted.Guesses, addressLimits: encrypted.AddressGuesses,
		memberKey: d.keys.GuessKey("member", memberID), address: d.keys.GuessKey("address", address),
	}
	var err error
	if try.key, err = postgres.ParseAttempt(key); err != nil {
		return encrypted.Message{}, err
	}
	err = d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		try.refusal = nil
		if err := try.begin(ctx, tx); err != nil {
			return err
		}
		if wait := max(try.limit.Wait(try.wrong, try.now), try.addressLimits.Wait(try.addressWrong, try.now)); wait > 0 {
			return encrypted.ErrTooManyGuesses(wait)
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
		return encrypted.Message{}, err
	}
	return try.message, nil
}

// lockGuesses locks a row of guesses, and makes it where it is missing.
const lockGuesses = `insert into decrypt_guesses (key, updated_at) values ($1, muster_now())
	on conflict on constraint decrypt_guesses_once do update set updated_at = excluded.updated_at returning wrong`

// begin locks the member's guesses and reads what stands then. It fails with NotFound for one
// who was erased.
func (t *try) begin(ctx context.Context, tx pgx.Tx) error {
	if err := postgres.KeepMemberIn(ctx, tx, t.member); err != nil {
		return err
	}
	t.keyMessage = pgtype.UUID{}
	batch := &pgx.Batch{}
	batch.Queue(lockGuesses, t.memberKey).QueryRow(func(row pgx.Row) error { return row.Scan(&t.wrong) })
	batch.Queue(`select muster_now(), coalesce((select wrong from decrypt_guesses where key = $1), '{}')`, t.address).QueryRow(func(row pgx.Row) error {
		return row.Scan(&t.now, &t.addressWrong)
	})
	if t.key.Valid {
		batch.Queue(`select k.message_id, m.code_mac, k.view_count from decrypt_keys k join decrypt_messages m on m.id = k.message_id
			where k.member_id = $1 and k.key = $2 and k.used_at > muster_now() - $3::interval`, t.member, t.key, encrypted.Retry).
			Query(func(rows pgx.Rows) error {
				_, err := pgx.ForEachRow(rows, []any{&t.keyMessage, &t.keyCode, &t.keyViews}, func() error { return nil })
				return err
			})
	}
	return tx.SendBatch(ctx, batch).Close()
}

// again answers a retry as the first call was answered, without a view. What was
// deleted or has expired since stays closed.
func (d *Messages) again(ctx context.Context, tx pgx.Tx, t *try) error {
	if !slices.ContainsFunc(t.codes, func(mac []byte) bool { return bytes.Equal(mac, t.keyCode) }) {
		return encrypted.ErrKeyUsed()
	}
	m, err := d.scan(tx.QueryRow(ctx, `select `+columns+` from decrypt_messages m where m.id = $1 and m.deleted_at is null`, t.keyMessage))
	if postgres.NoRow(err) {
		return encrypted.ErrUnknown()
	}
	if err != nil {
		return err
	}
	most := m.MaxViews
	m.MaxViews = nil // the view that is answered again was counted then
	if err := m.Refusal(t.now); err != nil {
		return err
	}
	m.MaxViews, m.ViewCount = most, t.keyViews
	t.message = m
	return d.readFiles(ctx, tx, &t.message)
}

// countView counts a view of what can be opened now, and notes it for the member and
// for the key, in one statement. A call that waits for the row of another judges it
// again by what that one left.
const countView = `
with m as (
	update decrypt_messages set view_count = view_count + 1
	where code_mac = any($1) and deleted_at is null and (max_views is null or view_count < max_views)
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
select ` + columns + ` from m`

// view opens a message, or counts a wrong code.
func (d *Messages) view(ctx context.Context, tx pgx.Tx, t *try) (err error) {
	t.message, err = d.scan(tx.QueryRow(ctx, countView, t.codes, t.member, t.key, encrypted.Retry))
	if err == nil {
		return d.readFiles(ctx, tx, &t.message)
	}
	if !postgres.NoRow(err) {
		return err
	}
	m, err := d.scan(tx.QueryRow(ctx, `select `+columns+` from decrypt_messages m where m.code_mac = any($1) and m.deleted_at is null`, t.codes))
	if postgres.NoRow(err) {
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
func (t *try) count(ctx context.Context, tx pgx.Tx) error {
	var now time.Time
	var wrong []time.Time
	batch := &pgx.Batch{}
	batch.Queue(lockGuesses, t.address).QueryRow(func(row pgx.Row) error { return row.Scan(&wrong) })
	batch.Queue(`select muster_now()`).QueryRow(func(row pgx.Row) error { return row.Scan(&now) })
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	t.refusal = encrypted.ErrUnknown()
	if wait := t.addressLimits.Wait(wrong, now); wait > 0 {
		t.refusal = encrypted.ErrTooManyGuesses(wait)
	} else {
		wrong = t.addressLimits.Counted(wrong, now)
	}
	const save = `update decrypt_guesses set wrong = $2, updated_at = $3 where key = $1`
	batch = &pgx.Batch{}
	batch.Queue(save, t.memberKey, t.limit.Counted(t.wrong, now), now)
	batch.Queue(save, t.address, append([]time.Time{}, wrong...), now)
	return tx.SendBatch(ctx, batch).Close()
}

// Renew gives what a member has opened within encrypted.Sitting again, for new links
// to its files. It counts no view. It fails with NotFound (store.ErrMediaGone).
func (d *Messages) Renew(ctx context.Context, memberID, messageID string) (encrypted.Message, error) {
	member, ok1 := postgres.ParseID(memberID)
	id, ok2 := postgres.ParseID(messageID)
	if !ok1 || !ok2 {
		return encrypted.Message{}, store.ErrMediaGone()
	}
	var m encrypted.Message
	err := d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		m, err = d.scan(conn.QueryRow(ctx, `select `+columns+` from decrypt_messages m
			join decrypt_views v on v.message_id = m.id and v.member_id = $2 and v.last_at > muster_now() - $3::interval
			where m.id = $1 and m.deleted_at is null and (m.expires_at is null or m.expires_at > muster_now())`, id, member, encrypted.Sitting))
		if postgres.NoRow(err) {
			return store.ErrMediaGone()
		}
		if err != nil {
			return err
		}
		return d.readFiles(ctx, conn, &m)
	})
	return m, err
}

// SweepGuesses deletes the counts of wrong guesses that no limit needs any more.
func (d *Messages) SweepGuesses(ctx context.Context) error {
	return d.db.ExecBatches(ctx, `delete from decrypt_guesses where ctid = any(array(select ctid from decrypt_guesses
		where updated_at < muster_now() - interval '2 days' limit $1 for update skip locked))`)
}

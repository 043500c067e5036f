package face

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres"
)

// Faces are the face checks of a database.
type Faces struct {
	db   *postgres.DB
	keys face.Keys
}

// New makes the face checks of db.
func New(db *postgres.DB, keys face.Keys) *Faces { return &Faces{db, keys} }

// Keys are the keys of the checks.
func (f *Faces) Keys() face.Keys { return f.keys }

// newID makes the id of a check.
func newID() string { return uuid.NewString() }

// id is the id of a row as an argument, null for a text that is none.
func id(text string) pgtype.UUID {
	out, _ := postgres.ParseID(text)
	return out
}

// read runs a query that changes nothing.
func (f *Faces) read(ctx context.Context, fn func(ctx context.Context, q postgres.Querier) error) error {
	return f.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error { return fn(ctx, conn) })
}

// enrolment is the enrolled face of a member.
type enrolment struct {
	key      face.DataKey
	engine   string
	template []byte
	check    string // whose picture is the enrolled one
}

// lockEnrolment locks and reads the enrolment of a member; face.ErrNotEnrolled.
func (f *Faces) lockEnrolment(ctx context.Context, tx pgx.Tx, member string) (enrolment, error) {
	var e enrolment
	var wrapped, template []byte
	var version int
	err := tx.QueryRow(ctx, `select data_key, key_version, engine, template, coalesce(check_id::text, '') from face_enrolments where member_id = $1 for no key update`, id(member)).
		Scan(&wrapped, &version, &e.engine, &template, &e.check)
	if postgres.NoRow(err) {
		return e, face.ErrNotEnrolled()
	}
	if err != nil {
		return e, err
	}
	if e.key, err = f.keys.Unwrap(member, version, wrapped); err != nil {
		return e, err
	}
	e.template, err = e.key.OpenTemplate(e.engine, template)
	return e, err
}

// memberService is the service by which the audit log keeps what a member did.
func (f *Faces) memberService(member, session, address string) postgres.AdminService {
	return f.db.AdminService(store.Caller{Member: store.Member{ID: member}, Session: store.Session{ID: session}, Address: address})
}

// orZero is the zero time for null.
func orZero(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return *at
}

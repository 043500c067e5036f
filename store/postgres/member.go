// Members.

package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// MembersJoined are the members who are not erased, by the quarter of an hour in
// which they joined. A quarter has several rows.
const MembersJoined = `select at, members from rollup_joined union all select at, members from rollup_joined_changes`

// MemberColumns read a member "m" with status "st"; both may be missing.
const MemberColumns = `
	m.id, coalesce(m.name, ''), coalesce(m.email, ''), coalesce(m.phone, ''), coalesce(m.username, ''),
	coalesce(m.is_creator, false), coalesce(m.created_at, 'epoch'), coalesce(m.updated_at, 'epoch'),
	coalesce(st.is_admin, false), coalesce(st.chat_enabled, false), st.banned_until, coalesce(st.sign_in_disabled, false), ` + enrolledFace

type MemberRow struct {
	store.Member
	ID          pgtype.UUID
	BannedUntil *time.Time
}

func (m *MemberRow) ScanTargets() []any {
	return []any{&m.ID, &m.Name, &m.Email, &m.Phone, &m.Username, &m.IsCreator, &m.CreatedAt, &m.UpdatedAt,
		&m.IsAdmin, &m.Status.ChatEnabled, &m.BannedUntil, &m.Status.SignInDisabled, &m.FaceEnrolled}
}

func (m *MemberRow) Value() store.Member {
	out := m.Member
	out.ID = m.ID.String()
	if m.BannedUntil != nil {
		out.Status.BannedUntil = *m.BannedUntil
	}
	return out
}

// MemberByID reads a member; NotFound when there is none.
func (db *DB) MemberByID(ctx context.Context, id string) (store.Member, error) {
	var m store.Member
	err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		m, err = MemberIn(ctx, conn, id)
		return err
	})
	return m, err
}

// MemberIn is MemberByID on a connection or inside a transaction.
func MemberIn(ctx context.Context, q Querier, id string) (store.Member, error) {
	member, ok := ParseID(id)
	if !ok {
		return store.Member{}, ErrMemberUnknown()
	}
	return ReadMemberIn(ctx, q, `m.id = $1`, member)
}

// FindMember reads the member of an e-mail address or phone in canonical form
// (store.ParseIdentifier); NotFound when there is none.
func (db *DB) FindMember(ctx context.Context, identifier string) (m store.Member, err error) {
	err = db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		m, err = FindMemberIn(ctx, conn, identifier)
		return err
	})
	return m, err
}

// FindMemberIn is FindMember on a connection or inside a transaction.
func FindMemberIn(ctx context.Context, q Querier, identifier string) (store.Member, error) {
	return ReadMemberIn(ctx, q, `m.id = coalesce((select id from members where email = $1), (select id from members where phone = $1))`, identifier)
}

// FindUsername reads the member of a username; NotFound when there is none.
func (db *DB) FindUsername(ctx context.Context, username string) (m store.Member, err error) {
	err = db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		m, err = ReadMemberIn(ctx, conn, `m.username = lower($1)`, username)
		return err
	})
	return m, err
}

// FindNamed reads the member whom an administrator names by e-mail address,
// phone or username; NotFound when there is none. What can be read as
// a phone is one: nobody is found under a username that looks like somebody's
// number unless an at-sign before it says that a username is meant.
func (db *DB) FindNamed(ctx context.Context, raw string) (store.Member, error) {
	raw = strings.TrimSpace(raw)
	if username, ok := strings.CutPrefix(raw, "@"); ok {
		return db.findWritten(ctx, username)
	}
	if identifier, err := store.ParseIdentifier(raw); err == nil {
		return db.FindMember(ctx, identifier.Address)
	}
	return db.findWritten(ctx, raw)
}

// findWritten is FindUsername for what somebody typed: only what can be a
// username is looked up.
func (db *DB) findWritten(ctx context.Context, raw string) (store.Member, error) {
	if _, err := store.CheckUsername(raw, nil); err != nil {
		return store.Member{}, ErrMemberUnknown()
	}
	return db.FindUsername(ctx, strings.TrimSpace(raw))
}

func ReadMemberIn(ctx context.Context, q Querier, which string, key any) (store.Member, error) {
	var m MemberRow
	err := q.QueryRow(ctx, `select `+MemberColumns+` from members m
		join member_standing st on st.member_id = m.id where `+which, key).Scan(m.ScanTargets()...)
	if NoRow(err) {
		return store.Member{}, ErrMemberUnknown()
	}
	if err != nil {
		return store.Member{}, err
	}
	return m.Value(), nil
}

// AddMember makes a member. The identifiers must be canonical; a username is
// checked and claimed like any other. It fails with Conflict when an
// identifier or the username belongs to somebody, with Invalid without any
// identifier and for a name that store.CheckName refuses.
func (db *DB) AddMember(ctx context.Context, n store.NewMember) (store.Member, error) {
	if _, err := store.CheckName(n.Name); err != nil {
		return store.Member{}, err
	}
	username, err := "", error(nil)
	if n.Username != "" {
		if username, err = db.checkUsername(n.Username, n.IsCreator); err != nil {
			return store.Member{}, err
		}
	}
	var m store.Member
	err = db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err = db.addMember(ctx, tx, n, username)
		return err
	})
	return m, err
}

// addMember makes a member of a username that was checked, "" for none.
func (db *DB) addMember(ctx context.Context, tx pgx.Tx, n store.NewMember, username string) (store.Member, error) {
	name, err := store.CheckName(n.Name)
	if err != nil {
		return store.Member{}, err
	}
	var id pgtype.UUID
	err = tx.QueryRow(ctx, `
		insert into members (name, email, phone, username, username_at, is_creator)
		values ($1, nullif($2, ''), nullif($3, ''), nullif($4, ''), case when $4 <> '' then muster_now() end, $5)
		returning id`, name, n.Email, n.Phone, username, n.IsCreator).Scan(&id)
	if err != nil {
		return store.Member{}, err
	}
	if _, err := tx.Exec(ctx, `insert into member_standing (member_id, is_admin) values ($1, $2)`, id, n.IsAdmin); err != nil {
		return store.Member{}, err
	}
	if username != "" {
		if err := claimUsername(ctx, tx, id, "", username); err != nil {
			return store.Member{}, err
		}
	}
	if err := MarkAdmitted(ctx, tx, anyRoom, id); err != nil {
		return store.Member{}, err
	}
	return ReadMemberIn(ctx, tx, `m.id = $1`, id)
}

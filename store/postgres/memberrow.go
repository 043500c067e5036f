// A member as a row, for everything that joins members.

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

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

// enrolledFace is true of a member "m" with an enrolled face. It is asked with each
// request: 3 µs more of the 150 µs that reading a session and its member takes.
const enrolledFace = `exists (select from face_enrolments f where f.member_id = m.id)`

// MemberRow is a member as MemberColumns read it.
type MemberRow struct {
	store.Member
	ID          pgtype.UUID
	BannedUntil *time.Time
}

// ScanTargets are the places for MemberColumns, in their order.
func (m *MemberRow) ScanTargets() []any {
	return []any{&m.ID, &m.Name, &m.Email, &m.Phone, &m.Username, &m.IsCreator, &m.CreatedAt, &m.UpdatedAt,
		&m.IsAdmin, &m.Status.ChatEnabled, &m.BannedUntil, &m.Status.SignInDisabled, &m.FaceEnrolled}
}

// Value is the member that was read.
func (m *MemberRow) Value() store.Member {
	out := m.Member
	out.ID = m.ID.String()
	if m.BannedUntil != nil {
		out.Status.BannedUntil = *m.BannedUntil
	}
	return out
}

// MemberIn is MemberByID on a connection or inside a transaction.
func MemberIn(ctx context.Context, q Querier, id string) (store.Member, error) {
	member, ok := ParseID(id)
	if !ok {
		return store.Member{}, ErrMemberUnknown()
	}
	return ReadMemberIn(ctx, q, `m.id = $1`, member)
}

// FindMemberIn is FindMember on a connection or inside a transaction.
func FindMemberIn(ctx context.Context, q Querier, identifier string) (store.Member, error) {
	return ReadMemberIn(ctx, q, `m.id = coalesce((select id from members where email = $1), (select id from members where phone = $1))`, identifier)
}

// ReadMemberIn reads the member "m" for whom which holds, an SQL condition in which $1 is key.
// It fails with NotFound for nobody.
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

// KeepMemberIn keeps a member from being erased until the transaction ends. It fails with
// NotFound for nobody, and for one who was erased.
func KeepMemberIn(ctx context.Context, tx pgx.Tx, member pgtype.UUID) error {
	err := tx.QueryRow(ctx, `select 1 from members where id = $1 and erased_at is null for key share`, member).Scan(new(int))
	if NoRow(err) {
		return ErrMemberUnknown()
	}
	return err
}

// KeepRightsIn keeps the rights of a member as they are until the transaction ends. Who opens a
// session locks them, as an erasure does, before anything else that is the member's.
func KeepRightsIn(ctx context.Context, tx pgx.Tx, member pgtype.UUID) error {
	_, err := tx.Exec(ctx, `select 1 from member_standing where member_id = $1 for share`, member)
	return err
}

// IsAdminIn says whether a member is an administrator.
func IsAdminIn(ctx context.Context, tx pgx.Tx, memberID string) (admin bool, err error) {
	id, _ := ParseID(memberID)
	err = tx.QueryRow(ctx, `select exists (select from member_standing where member_id = $1 and is_admin)`, id).Scan(&admin)
	return admin, err
}

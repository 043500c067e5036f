// What the subjects in packages below this one stand on: connections, transactions, and
// functions of other subjects that work inside their transaction.

package people

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
)

// AddMemberIn is AddMember inside the caller's transaction, for a member who has no
// username yet.
func (pe *People) AddMemberIn(ctx context.Context, tx pgx.Tx, n store.NewMember) (store.Member, error) {
	return pe.addMember(ctx, tx, n, "")
}

// SetSignInIn opens or closes a member's sign-in inside the transaction of an
// administrator's change that has locked the member's status. It returns the events of
// it for that change.
func SetSignInIn(ctx context.Context, tx pgx.Tx, memberID string, disabled bool) ([]store.SiteEvent, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	if _, err := tx.Exec(ctx, `update member_standing set sign_in_disabled = $2 where member_id = $1`, id, disabled); err != nil {
		return nil, err
	}
	events := []store.SiteEvent{{Kind: store.MemberStatusChanged, MemberID: id.String()}}
	if !disabled {
		return events, nil
	}
	ended, err := EndSessions(ctx, tx, id, pgtype.UUID{})
	return append(ended, events...), err
}

// SetChatIn writes whether a member, whose status is locked, may chat and until when it is
// banned.
func SetChatIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID, s store.MemberStatus) error {
	record := StatusRecordOf(store.Member{Status: s})
	_, err := tx.Exec(ctx, `update member_standing set chat_enabled = $2, banned_until = $3 where member_id = $1`,
		id, record.ChatEnabled, record.BannedUntil)
	return err
}

// ApplicantIn locks and returns the applicant who signs in with an e-mail address, and
// makes one where there is none.
func ApplicantIn(ctx context.Context, tx pgx.Tx, email string) (id string, err error) {
	if _, err := tx.Exec(ctx, `insert into applicants (email) values ($1) on conflict do nothing`, email); err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, `select id::text from applicants where email = $1 for update`, email).Scan(&id)
	return id, err
}

// SetApplicantIn gives an applicant the addresses to sign in with, "" for none; Conflict
// when another applicant has one of them.
func SetApplicantIn(ctx context.Context, tx pgx.Tx, id, email, phone string) error {
	_, err := tx.Exec(ctx, `update applicants set email = nullif($2, ''), phone = nullif($3, '') where id = $1`, id, email, phone)
	return err
}

// RemoveApplicantIn deletes an applicant and ends its sessions.
func RemoveApplicantIn(ctx context.Context, tx pgx.Tx, id string) error {
	applicant, _ := postgres.ParseID(id)
	if _, err := tx.Exec(ctx, `update sessions set revoked_at = muster_now() where person_id = $1 and kind = 'application' and revoked_at is null`, applicant); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `delete from applicants where id = $1`, applicant)
	return err
}

// ApplicantTakenIn says whether an applicant or a member has an e-mail address.
func ApplicantTakenIn(ctx context.Context, tx pgx.Tx, email string) (taken bool, err error) {
	err = tx.QueryRow(ctx, `select exists (select from applicants where email = $1) or exists (select from members where email = $1)`, email).Scan(&taken)
	return taken, err
}

// LiveAdmin says whether a session is open and may administer: its member is an
// administrator, and the second factor is proven where there is one.
func (pe *People) LiveAdmin(ctx context.Context, memberID, sessionID string) (admin bool, err error) {
	member, ok1 := postgres.ParseID(memberID)
	session, ok2 := postgres.ParseID(sessionID)
	if !ok1 || !ok2 {
		return false, nil
	}
	c := store.Caller{Member: store.Member{IsAdmin: true}}
	err = pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select `+postgres.SecondFactorState+` from `+postgres.SessionRows+` join member_standing st on st.member_id = s.person_id
			where s.id = $2 and s.person_id = $3 and s.kind = 'member' and st.is_admin and not st.sign_in_disabled and `+postgres.SessionLive,
			pe.db.SessionLimits().Idle, session, member).Scan(&c.Session.SecondFactor)
		if postgres.NoRow(err) {
			c.Member.IsAdmin = false
			return nil
		}
		return err
	})
	if err != nil {
		return false, err
	}
	pe.db.AskSecondFactor(&c.Session, c.Member.IsAdmin)
	return c.MayAdminister() == nil, nil
}

// OpenSessionIn opens a session for a member and ends the browser's session before.
// verified says that the member's face was recognised. ended is the session that ended,
// "" for none.
func (pe *People) OpenSessionIn(ctx context.Context, tx pgx.Tx, p people.PendingSignIn, verified bool) (token string, s store.Session, ended string, err error) {
	if token, s, err = pe.createSession(ctx, tx, store.MemberSession, p.Member.ID, p.Device, p.Address); err != nil {
		return "", s, "", err
	}
	if verified {
		if err := VerifyFaceIn(ctx, tx, s.ID, p.Member.ID); err != nil {
			return "", s, "", err
		}
		s.FaceVerified = true
	}
	ended, err = endFormerSession(ctx, tx, p.Former)
	return token, s, ended, err
}

// VerifyFaceIn notes that the face of whoever has a session was recognised.
func VerifyFaceIn(ctx context.Context, tx pgx.Tx, sessionID, memberID string) error {
	session, _ := postgres.ParseID(sessionID)
	member, _ := postgres.ParseID(memberID)
	_, err := tx.Exec(ctx, `update sessions set face_verified = true where id = $1 and person_id = $2 and kind = 'member'`, session, member)
	return err
}

// ForgetFaceIn takes back that the face of a member was recognised, in all sessions.
// Sockets in chat are asked again whether they may stay.
func ForgetFaceIn(ctx context.Context, tx pgx.Tx, memberID string) error {
	member, _ := postgres.ParseID(memberID)
	_, err := tx.Exec(ctx, `update sessions set face_verified = false where person_id = $1 and kind = 'member' and face_verified`, member)
	if err != nil {
		return err
	}
	return postgres.AppendSiteEvents(ctx, tx, store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: member.String()})
}

// ProveSecondFactorIn notes that a session of a member has proven the second factor.
func ProveSecondFactorIn(ctx context.Context, tx pgx.Tx, sessionID, memberID string) error {
	session, _ := postgres.ParseID(sessionID)
	member, _ := postgres.ParseID(memberID)
	_, err := tx.Exec(ctx, `update sessions set second_factor_at = muster_now() where id = $1 and person_id = $2 and kind = 'member'`, session, member)
	return err
}

// ProveSecondFactorBeforeIn notes that whoever has a session proved the second factor before
// the session was opened, unless all that there were then are gone.
func ProveSecondFactorBeforeIn(ctx context.Context, tx pgx.Tx, sessionID, memberID string, at time.Time) error {
	session, _ := postgres.ParseID(sessionID)
	member, _ := postgres.ParseID(memberID)
	_, err := tx.Exec(ctx, `update sessions set second_factor_at = $3 where id = $1 and person_id = $2 and kind = 'member'
		and exists (select from second_factors where member_id = $2 and confirmed_at <= $3)`, session, member, at)
	return err
}

// ForgetSecondFactorIn takes back that a member has proven a second factor, in all sessions.
func ForgetSecondFactorIn(ctx context.Context, tx pgx.Tx, memberID string) error {
	member, _ := postgres.ParseID(memberID)
	_, err := tx.Exec(ctx, `update sessions set second_factor_at = null where person_id = $1 and kind = 'member' and second_factor_at is not null`, member)
	return err
}

// CalledIn finds a member by e-mail address, phone or username; what begins with an @ is a
// username, which may look like a phone. It fails with NotFound.
func CalledIn(ctx context.Context, tx pgx.Tx, called string) (store.Member, error) {
	if username, ok := strings.CutPrefix(strings.TrimSpace(called), "@"); ok {
		return postgres.ReadMemberIn(ctx, tx, `m.username = lower($1)`, username)
	}
	if id, err := store.ParseIdentifier(called); err == nil {
		called = id.Address
	}
	return postgres.ReadMemberIn(ctx, tx, `m.id = coalesce((select id from members where email = $1), (select id from members where phone = $1),
		(select id from members where lower(username) = lower($1) limit 1))`, called)
}

// LiveSessionIn reads a member's open session; found is false without one.
func (pe *People) LiveSessionIn(ctx context.Context, tx pgx.Tx, sessionID, memberID string) (s store.Session, found bool, err error) {
	session, _ := postgres.ParseID(sessionID)
	member, _ := postgres.ParseID(memberID)
	var id, person pgtype.UUID
	err = tx.QueryRow(ctx, `select `+postgres.SessionColumns+` from `+postgres.SessionRows+`
		where s.id = $2 and s.person_id = $3 and s.kind = 'member' and `+postgres.SessionLive, pe.db.SessionLimits().Idle, session, member).Scan(postgres.SessionScanTargets(&s, &id, &person)...)
	if postgres.NoRow(err) {
		return s, false, nil
	}
	s.ID, s.PersonID = id.String(), person.String()
	return s, err == nil, err
}

// NoticedIn says whether a member was given a notice of a kind within the time before now.
func NoticedIn(ctx context.Context, tx pgx.Tx, memberID string, kind people.NoticeKind, within time.Duration) (noticed bool, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return false, postgres.ErrMemberUnknown()
	}
	err = tx.QueryRow(ctx, `select exists (select from notices where member_id = $1 and kind = $2 and at > muster_now() - $3::interval)`,
		id, kind, within).Scan(&noticed)
	return noticed, err
}

// NoticeIn stores a notice for a member.
func NoticeIn(ctx context.Context, tx pgx.Tx, memberID string, kind people.NoticeKind, detail string) error {
	member, _ := postgres.ParseID(memberID)
	return AddNotice(ctx, tx, member, kind, detail)
}

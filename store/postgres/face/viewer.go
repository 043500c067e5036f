package face

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// triedRecord is a try of the viewer's password as the audit keeps it.
type triedRecord struct {
	Right bool `json:"right"`
}

// CountPasswordTry counts a try of the viewer's password before it is compared; Limited.
func (f *Faces) CountPasswordTry(ctx context.Context, by store.Caller) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return postgres.Quota{Scope: "face_password", Key: []byte(by.Member.ID), Most: face.MostPasswords, Window: face.GrantLife}.Use(ctx, tx, face.TooManyTries)
	})
}

// RefuseGrant records a wrong password.
func (f *Faces) RefuseGrant(ctx context.Context, by store.Caller) error {
	return f.db.AdminService(by).Record(ctx, store.AuditRecord{Action: "face_password_tried", Subject: "face", After: triedRecord{false}})
}

// Grant is what the right password opens to one session.
type Grant struct {
	ID     string
	Token  string // shown once
	EndsAt time.Time
}

// GiveGrant records the right password and opens the viewer to the caller's session.
func (f *Faces) GiveGrant(ctx context.Context, by store.Caller, password string) (g Grant, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		g = Grant{Token: store.NewToken()}
		if err := postgres.KeepMemberIn(ctx, tx, id(by.Member.ID)); err != nil {
			return err
		}
		err := f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{Action: "face_password_tried", Subject: "face", After: triedRecord{true}})
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, `insert into face_grants (session_id, member_id, grant_mac, password_mac, expires_at)
			values ($1, $2, $3, $4, muster_now() + $5::interval) returning id::text, expires_at`,
			id(by.Session.ID), id(by.Member.ID), f.keys.GrantMACs(g.Token)[0], f.keys.PasswordMACs(password)[0], face.GrantLife).Scan(&g.ID, &g.EndsAt)
	})
	return g, err
}

// FindGrant gives the live grant of the caller's session that a client shows: the grant
// itself, or the password that opened it. It fails with face.ErrGrant.
func (f *Faces) FindGrant(ctx context.Context, by store.Caller, shown string) (g Grant, err error) {
	err = f.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		err := q.QueryRow(ctx, `select id::text, expires_at from face_grants
			where session_id = $1 and member_id = $2 and expires_at > muster_now() and (grant_mac = any($3) or password_mac = any($4))
			order by expires_at desc limit 1`,
			id(by.Session.ID), id(by.Member.ID), f.keys.GrantMACs(shown), f.keys.PasswordMACs(shown)).Scan(&g.ID, &g.EndsAt)
		if postgres.NoRow(err) {
			return face.ErrGrant()
		}
		return err
	})
	return g, err
}

// Statistics sum up checks. Rates and confidences are in percent, 0 without any.
type Statistics struct {
	Scans, Verifications        int
	AverageConfidence, PassRate float64
}

// summary sums up the verifications among checks "c" of which condition is true: how many,
// their average confidence and how many of a hundred passed.
func summary(condition string) string {
	return `count(*) filter (where ` + verified + condition + `)::int, coalesce(avg(c.confidence) filter (where ` + verified + condition + `), 0)::float8, ` + passRate(condition)
}

const verified = `c.kind = 'verification' and `

func passRate(condition string) string {
	return `coalesce(100.0 * count(*) filter (where c.passed and ` + verified + condition + `) / nullif(count(*) filter (where ` + verified + condition + `), 0), 0)::float8`
}

const isRecent = `c.at > muster_now() - interval '30 days'`

// Totals sum up all members.
type Totals struct {
	Enrolled int
	All      Statistics
	Recent   Statistics
}

// Totals sums up the checks of all members.
func (f *Faces) Totals(ctx context.Context) (t Totals, err error) {
	err = f.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		return q.QueryRow(ctx, `select (select count(*)::int from face_enrolments), count(*)::int, `+summary(`true`)+`, `+summary(isRecent)+` from face_checks c where c.settled`).
			Scan(&t.Enrolled, &t.All.Scans, &t.All.Verifications, &t.All.AverageConfidence, &t.All.PassRate, &t.Recent.Verifications, &t.Recent.AverageConfidence, &t.Recent.PassRate)
	})
	return t, err
}

// viewedRecord is a picture that was looked at, as the audit keeps it.
type viewedRecord struct {
	Picture string `json:"picture"`
}

// noticeEvery is how often a member is notified that its pictures were looked at.
const noticeEvery = 24 * time.Hour

// OpenPicture gives the key of a check's picture to the session that has a grant, which
// must still be an administrator's, and records the view. It fails with face.ErrGrant, with
// face.ErrLink for another session, and with NotFound.
func (f *Faces) OpenPicture(ctx context.Context, grant, session, check, address string) (key face.DataKey, err error) {
	var by store.Caller
	err = f.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		err := q.QueryRow(ctx, `select member_id::text, session_id::text from face_grants where id = $1 and expires_at > muster_now()`, id(grant)).
			Scan(&by.Member.ID, &by.Session.ID)
		if postgres.NoRow(err) {
			return face.ErrGrant()
		}
		return err
	})
	if err != nil {
		return key, err
	}
	if session != by.Session.ID {
		return key, face.ErrLink()
	}
	if admin, err := members.New(f.db).LiveAdmin(ctx, by.Member.ID, by.Session.ID); err != nil || !admin {
		if err == nil {
			err = face.ErrGrant()
		}
		return key, err
	}
	by.Address = address
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var member string
		err := tx.QueryRow(ctx, `select member_id::text from face_checks where id = $1 and picture`, id(check)).Scan(&member)
		if postgres.NoRow(err) {
			return store.NewErrorReason(store.NotFound, "picture_unknown", "This picture is not kept any more")
		}
		if err != nil {
			return err
		}
		enrolled, err := f.lockEnrolment(ctx, tx, member)
		if err != nil {
			return err
		}
		key = enrolled.key
		if err := f.tellViewed(ctx, tx, member, by.Member.ID); err != nil {
			return err
		}
		return f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{Action: "face_picture_viewed", Subject: member, After: viewedRecord{check}})
	})
	return key, err
}

// TellViewed tells a member that an administrator looked at its checks.
func (f *Faces) TellViewed(ctx context.Context, member string, by store.Caller) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return f.tellViewed(ctx, tx, member, by.Member.ID) })
}

func (f *Faces) tellViewed(ctx context.Context, tx pgx.Tx, member, by string) error {
	if member == by {
		return nil
	}
	recent, err := members.NoticedIn(ctx, tx, member, people.NoticeFaceViewed, noticeEvery)
	if err != nil || recent {
		return err
	}
	return members.NoticeIn(ctx, tx, member, people.NoticeFaceViewed, "")
}

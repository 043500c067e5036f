package face

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// skipRecord is a skip as the audit keeps it.
type skipRecord struct {
	Step   face.Step `json:"step"`
	Reason string    `json:"reason"`
}

// Skip leaves a step out and gives a session in which no face was recognised. An
// enrolment may always be put off; a verification may be left out by an administrator, or
// after the last failed attempt of the sign-in or the day. It is counted, notified to the member and kept in the audit
// log. It fails with face.ErrToken, ErrStep and ErrSkip.
func (f *Faces) Skip(ctx context.Context, text string, step face.Step, reason string) (out Signed, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		t, err := lockToken(ctx, tx, text, step)
		if err != nil {
			return err
		}
		if step == face.Enrollment {
			reason = face.SkipLater
		} else if err := maySkip(ctx, tx, t, reason); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `insert into face_skips (member_id, kind, reason) values ($1, $2, $3)`, id(t.member), string(step), reason); err != nil {
			return err
		}
		if out, err = f.issue(ctx, tx, t, false); err != nil {
			return err
		}
		if step == face.Verification {
			if err := members.NoticeIn(ctx, tx, t.member, people.NoticeFaceSkipped, reason); err != nil {
				return err
			}
		}
		return f.memberService(t.member, out.Session.ID, t.pending.Address).AuditIn(ctx, tx, store.AuditRecord{
			Action: "face_step_skipped", Subject: t.member, After: skipRecord{step, reason},
		})
	})
	return out, err
}

// maySkip fails with face.ErrSkip unless the server itself finds the reason to be true.
func maySkip(ctx context.Context, tx pgx.Tx, t token, reason string) error {
	switch reason {
	case face.SkipByAdmin:
		admin, err := postgres.IsAdminIn(ctx, tx, t.member)
		if err == nil && !admin {
			err = face.ErrSkip()
		}
		return err
	case face.SkipAfterFailures:
		// An attempt that the engine has not answered yet may be given back. Who has used up
		// the attempts of the day gets no more in this sign-in, however few it has failed.
		var failed, today int
		err := tx.QueryRow(ctx, `select coalesce((select failed from face_attempts where sign_in_id = $1), 0) - open,
				coalesce((select sum(failed) from face_attempts where member_id = $2 and at > muster_now() - interval '24 hours'), 0) - open
			from (select count(*) as open from face_checks where member_id = $2 and not settled and at > muster_now() - $3::interval) c`,
			id(t.signIn), id(t.member), face.TokenLife).Scan(&failed, &today)
		if err == nil && failed < face.MostAttempts && today < face.MostDayAttempts {
			err = face.ErrSkip()
		}
		return err
	}
	return face.ErrSkip()
}

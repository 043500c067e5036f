package face

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// Enrolling is a face that is about to be enrolled. Its picture is stored before, sealed
// by a key that is stored with the enrolment: without one nobody can open it.
type Enrolling struct {
	ID            string // of its check
	Key           face.DataKey
	wrapped       []byte
	version       int // of the secret that wrapped it
	member, token string
	Engine        string
	Consent       *face.Consent // what the member read; nil: the client did not say
}

// PrepareEnrolment draws the key of an enrolment. It fails with face.ErrToken, ErrStep and
// ErrEnrolled.
func (f *Faces) PrepareEnrolment(ctx context.Context, text string) (out Enrolling, err error) {
	err = f.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		t, err := readToken(ctx, q, text, "")
		if err != nil {
			return err
		}
		if t.step != face.Enrollment {
			return face.ErrStep()
		}
		var enrolled bool
		if err := q.QueryRow(ctx, `select exists (select from face_enrolments where member_id = $1)`, id(t.member)).Scan(&enrolled); err != nil {
			return err
		}
		if enrolled {
			return face.ErrEnrolled()
		}
		out = Enrolling{ID: newID(), member: t.member, token: text}
		out.Key, out.wrapped = f.keys.NewDataKey(t.member)
		out.version = f.keys.Version()
		return nil
	})
	return out, err
}

// Enrol stores an enrolment and gives the session. It fails with face.ErrToken, ErrStep
// and ErrEnrolled.
func (f *Faces) Enrol(ctx context.Context, e Enrolling, made face.Enrolment, sent []byte) (out Signed, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		t, err := lockToken(ctx, tx, e.token, face.Enrollment)
		if err != nil {
			return err
		}
		confidence := made.Quality.Detection * 100
		var version string
		var picturesDays, enrolmentDays *int
		if c := e.Consent; c != nil {
			version, picturesDays, enrolmentDays = c.Version(), &c.PicturesDays, &c.EnrolmentDays
		}
		stored, err := tx.Exec(ctx, `
			insert into face_enrolments (member_id, engine, template, data_key, key_version, confidence, consent_version, consented_at, consent_pictures_days, consent_enrolment_days, check_id)
			values ($1, $2, $3, $4, $5, $6, $7, muster_now(), $8, $9, $10) on conflict (member_id) do nothing`,
			id(t.member), e.Engine, e.Key.SealTemplate(e.Engine, made.Template), e.wrapped, e.version, confidence, version, picturesDays, enrolmentDays, id(e.ID))
		if err != nil {
			return err
		}
		if stored.RowsAffected() == 0 {
			return face.ErrEnrolled()
		}
		if _, err := tx.Exec(ctx, `
			insert into face_checks (id, member_id, kind, passed, picture, engine, confidence, bytes_mac, face_mac) values ($1, $2, 'enrollment', true, true, $3, $4, $5, $6)`,
			id(e.ID), id(t.member), e.Engine, confidence, e.Key.BytesMAC(sent), e.Key.FaceMAC(made.Quality.Fingerprint)); err != nil {
			return err
		}
		out, err = f.issue(ctx, tx, t, true)
		return err
	})
	return out, err
}

// DropFile has the file of a check removed that nothing came of. What failed for its caller alone
// may commit yet: it has the token locked.
func (f *Faces) DropFile(ctx context.Context, token, check string) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := readToken(ctx, tx, token, "for update of t"); err != nil && store.CodeOf(err) != store.Unauthorized {
			return err
		}
		var kept bool
		err := tx.QueryRow(ctx, `select exists (select from face_checks where id = $1 and picture)`, id(check)).Scan(&kept)
		if err != nil || kept {
			return err
		}
		return postgres.RemoveFilesIn(ctx, tx, check)
	})
}

// removeIn deletes what there is of a member's face: the enrolment with its key, the
// checks and their pictures. It says whether there was an enrolment.
func removeIn(ctx context.Context, tx pgx.Tx, member string) (removed bool, err error) {
	gone, err := tx.Exec(ctx, `delete from face_enrolments where member_id = $1`, id(member))
	if err != nil {
		return false, err
	}
	rows, err := tx.Query(ctx, `delete from face_checks where member_id = $1 returning id::text, picture or not settled`, id(member))
	if err != nil {
		return false, err
	}
	var files []string
	var check string
	var file bool
	if _, err := pgx.ForEachRow(rows, []any{&check, &file}, func() error {
		if file {
			files = append(files, check)
		}
		return nil
	}); err != nil {
		return false, err
	}
	if len(files) > 0 {
		if err := postgres.RemoveFilesIn(ctx, tx, files...); err != nil {
			return false, err
		}
	}
	if gone.RowsAffected() == 0 {
		return false, nil
	}
	_, err = tx.Exec(ctx, `delete from face_tokens where member_id = $1`, id(member))
	return true, err
}

// Remove deletes the caller's own face, and says whether there was one.
func (f *Faces) Remove(ctx context.Context, by store.Caller) (removed bool, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if removed, err = removeIn(ctx, tx, by.Member.ID); err != nil || !removed {
			return err
		}
		err := f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{
			Action: "face_enrolment_removed", Subject: by.Member.ID, Before: enrolledRecord{true}, After: enrolledRecord{false},
		})
		if err != nil {
			return err
		}
		return members.ForgetFaceIn(ctx, tx, by.Member.ID)
	})
	return removed, err
}

// enrolledRecord is an enrolment as the audit keeps it.
type enrolledRecord struct {
	Enrolled bool `json:"enrolled"`
}

// The face checks of a member, as administrators set and clear them.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// enrolledFace is true of a member "m" with an enrolled face.
const enrolledFace = `exists (select from face_enrolments f where f.member_id = m.id)`

// readUserFace reads a member's face checks.
func readUserFace(ctx context.Context, on querier, member pgtype.UUID) (f store.UserFace, err error) {
	var enrolled, last pgtype.Timestamptz
	err = on.QueryRow(ctx, `
		select coalesce((select required from face_settings where member_id = $1), false),
		       (select enrolled_at from face_enrolments where member_id = $1),
		       (select count(*) from face_checks where member_id = $1), (select max(at) from face_checks where member_id = $1),
		       (select count(*) from face_skips where member_id = $1 and kind = 'verification'),
		       (select coalesce(sum(failed), 0)::int from face_attempts where member_id = $1)`, member).
		Scan(&f.Required, &enrolled, &f.Scans, &last, &f.Skips, &f.Failed)
	f.EnrolledAt, f.LastScan = enrolled.Time, last.Time
	return f, err
}

// faceRecord is the setting as the audit keeps it.
type faceRecord struct {
	Required bool `json:"required"`
}

// SetFaceRequired says whether sign-in asks for a member's face. NotFound for an unknown
// member. The same setting again changes nothing.
func (o AdminService) SetFaceRequired(ctx context.Context, memberID string, required bool) error {
	return o.changeMember(ctx, memberID, statusLocks{}, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (adminChange, error) {
		now, err := readUserFace(ctx, tx, id)
		if err != nil || now.Required == required {
			return adminChange{}, err
		}
		_, err = tx.Exec(ctx, `insert into face_settings (member_id, required) values ($1, $2)
			on conflict (member_id) do update set required = excluded.required, at = muster_now()`, id, required)
		return adminChange{action: "face_required_changed", before: faceRecord{now.Required}, after: faceRecord{required}}, err
	})
}

// faceAttemptsRecord are failed attempts as the audit keeps them.
type faceAttemptsRecord struct {
	Failed int `json:"failed"`
}

// ResetFaceAttempts forgets a member's failed attempts and returns how many there were.
// NotFound for an unknown member.
func (o AdminService) ResetFaceAttempts(ctx context.Context, memberID string) (failed int, err error) {
	err = o.changeMember(ctx, memberID, statusLocks{}, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (adminChange, error) {
		err := tx.QueryRow(ctx, `with gone as (delete from face_attempts where member_id = $1 returning failed)
			select coalesce(sum(failed), 0)::int from gone`, id).Scan(&failed)
		return adminChange{action: "face_attempts_reset", before: faceAttemptsRecord{failed}, after: faceAttemptsRecord{}}, err
	})
	return failed, err
}

// faceEnrolmentRecord is an enrolment as the audit keeps it.
type faceEnrolmentRecord struct {
	Enrolled bool `json:"enrolled"`
}

// RemoveFaceEnrolment deletes a member's enrolled face with its key, and says whether
// there was one. NotFound for an unknown member.
func (o AdminService) RemoveFaceEnrolment(ctx context.Context, memberID string) (removed bool, err error) {
	err = o.changeMember(ctx, memberID, statusLocks{}, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (adminChange, error) {
		gone, err := tx.Exec(ctx, `delete from face_enrolments where member_id = $1`, id)
		removed = gone.RowsAffected() > 0
		return adminChange{action: "face_enrolment_removed", before: faceEnrolmentRecord{removed}, after: faceEnrolmentRecord{}}, err
	})
	return removed, err
}

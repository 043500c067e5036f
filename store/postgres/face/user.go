// Face checks on the user page.

package face

import (
	"context"

	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/desk"
	"muster/store/postgres"
)

// ReadUserFace reads what the user page of the back office shows of a member's face checks.
func ReadUserFace(ctx context.Context, on postgres.Querier, member pgtype.UUID) (f desk.UserFace, err error) {
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

package face

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres"
)

// PastCheck is a picture that was looked at.
type PastCheck struct {
	ID         string
	Kind       face.Step
	Picture    bool // it is kept
	At         time.Time
	Confidence *float64 // nil: the picture was refused before it was compared
	Distance   *float64
	Passed     bool
	Replay     bool
}

// PastSkip is a step that was left out.
type PastSkip struct {
	ID     string
	Kind   face.Step
	Reason string // face.SkipByAdmin, SkipAfterFailures or SkipLater
	At     time.Time
}

// History is what the viewer shows of a member.
type History struct {
	Member     store.Member
	Check      string // of the enrolled picture, "" without an enrolment
	EnrolledAt time.Time
	Confidence float64 // that the enrolled picture shows a face
	Statistics Statistics
	SkipCount  int         // of all skips
	Checks     []PastCheck // newest first
	Skips      []PastSkip  // newest first
}

// History reads the newest checks and the newest skips of a member, at most limit of
// each. It fails with NotFound.
func (f *Faces) History(ctx context.Context, member string, limit int) (h History, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		h = History{}
		var err error
		if h.Member, err = postgres.MemberIn(ctx, tx, member); err != nil {
			return err
		}
		var at *time.Time
		if err := tx.QueryRow(ctx, `
			select coalesce(e.check_id::text, ''), e.enrolled_at, coalesce(e.confidence, 0), (select count(*)::int from face_skips where member_id = $1), s.* from (select $1::uuid as id) m
			left join face_enrolments e on e.member_id = m.id
			cross join (select count(*)::int, `+summary(`true`)+` from face_checks c where c.member_id = $1 and c.settled) s`, id(h.Member.ID)).
			Scan(&h.Check, &at, &h.Confidence, &h.SkipCount, &h.Statistics.Scans, &h.Statistics.Verifications, &h.Statistics.AverageConfidence, &h.Statistics.PassRate); err != nil {
			return err
		}
		h.EnrolledAt = orZero(at)
		rows, err := tx.Query(ctx, `select id::text, kind, picture, at, confidence, distance, passed, replay from face_checks
			where member_id = $1 and settled order by face_checks.at desc, face_checks.id desc limit $2`, id(h.Member.ID), limit)
		if err != nil {
			return err
		}
		if h.Checks, err = pgx.CollectRows(rows, pgx.RowToStructByPos[PastCheck]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `select id::text, kind, reason, at from face_skips where member_id = $1 order by at desc, face_skips.id desc limit $2`, id(h.Member.ID), limit)
		if err != nil {
			return err
		}
		h.Skips, err = pgx.CollectRows(rows, pgx.RowToStructByPos[PastSkip])
		return err
	})
	return h, err
}

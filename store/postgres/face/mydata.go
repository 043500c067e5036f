package face

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres"
)

// View is an administrator who looked at a member's checks.
type View struct {
	At   time.Time `json:"at"`
	By   string    `json:"by"`   // username of the administrator, "" without one
	What string    `json:"what"` // picture, history
}

// Copy is everything that is kept about a member's face, but the pictures and what only
// opens or recognises them.
type Copy struct {
	Required       bool       `json:"required"`
	Enrolled       bool       `json:"enrolled"`
	Engine         string     `json:"engine,omitempty"`
	ConsentVersion string     `json:"consentVersion,omitempty"`
	ConsentedAt    *time.Time `json:"consentedAt,omitempty"`
	// How long the consent said that pictures and the enrolment are kept.
	ConsentPicturesDays  *int        `json:"consentPicturesDays,omitempty"`
	ConsentEnrolmentDays *int        `json:"consentEnrolmentDays,omitempty"`
	EnrolledAt           *time.Time  `json:"enrolledAt,omitempty"`
	Checks               []CopyCheck `json:"checks"`
	Failed               int         `json:"failedAttempts"`
	Skips                []CopySkip  `json:"skips"`
	Views                []View      `json:"views"`
	Pictures             int         `json:"pictures"` // that are kept
	OldestPicture        *time.Time  `json:"-"`        // of a check
}

// CopyCheck is a check in the copy of a member's data.
type CopyCheck struct {
	Kind       face.Step `json:"kind"`
	At         time.Time `json:"at"`
	Confidence *float64  `json:"confidence"`
	Passed     bool      `json:"passed"`
	Picture    bool      `json:"picture"`
}

// CopySkip is a step that was left out.
type CopySkip struct {
	Kind   face.Step `json:"kind"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// mostViews is how many views a member is shown.
const mostViews = 100

// copyOf reads a member's copy.
func (f *Faces) copyOf(ctx context.Context, q postgres.Querier, member string) (c Copy, err error) {
	c = Copy{Checks: []CopyCheck{}, Skips: []CopySkip{}, Views: []View{}}
	err = q.QueryRow(ctx, `
		select coalesce((select required from face_settings where member_id = $1), false), e.member_id is not null, coalesce(e.engine, ''), coalesce(e.consent_version, ''), e.consented_at, e.consent_pictures_days, e.consent_enrolment_days, e.enrolled_at,
		       (select coalesce(sum(failed), 0)::int from face_attempts where member_id = $1)
		from (select $1::uuid as id) m left join face_enrolments e on e.member_id = m.id`, id(member)).
		Scan(&c.Required, &c.Enrolled, &c.Engine, &c.ConsentVersion, &c.ConsentedAt, &c.ConsentPicturesDays, &c.ConsentEnrolmentDays, &c.EnrolledAt, &c.Failed)
	if err != nil {
		return c, err
	}
	rows, err := q.Query(ctx, `select kind, at, confidence, passed, picture from face_checks where member_id = $1 and settled order by at desc, id`, id(member))
	if err != nil {
		return c, err
	}
	if c.Checks, err = pgx.CollectRows(rows, pgx.RowToStructByPos[CopyCheck]); err != nil {
		return c, err
	}
	for _, check := range c.Checks {
		if !check.Picture {
			continue
		}
		c.Pictures++
		if check.Kind == face.Verification {
			c.OldestPicture = &check.At
		}
	}
	if rows, err = q.Query(ctx, `select kind, reason, at from face_skips where member_id = $1 order by at desc`, id(member)); err != nil {
		return c, err
	}
	if c.Skips, err = pgx.CollectRows(rows, pgx.RowToStructByPos[CopySkip]); err != nil {
		return c, err
	}
	c.Views, err = f.views(ctx, q, member)
	return c, err
}

// views lists the administrators who looked at a member's checks.
func (f *Faces) views(ctx context.Context, q postgres.Querier, member string) ([]View, error) {
	entries, err := postgres.ViewsIn(ctx, q, member, []string{"face_picture_viewed", "face_history_viewed"}, mostViews)
	views := make([]View, 0, len(entries))
	for _, e := range entries {
		what := "history"
		if e.Action == "face_picture_viewed" {
			what = "picture"
		}
		views = append(views, View{e.At, e.By, what})
	}
	return views, err
}

// Mine reads what is kept about the caller's face.
func (f *Faces) Mine(ctx context.Context, member string) (c Copy, err error) {
	err = f.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		c, err = f.copyOf(ctx, q, member)
		return err
	})
	return c, err
}

// Tables implements postgres.Subject.
func (*Faces) Tables() map[string]string {
	return map[string]string{
		"face_attempts":   "",
		"face_checks":     "",
		"face_directory":  "",
		"face_enrolments": "",
		"face_grants":     "",
		"face_settings":   "",
		"face_skips":      "",
		"face_tokens":     "",
	}
}

// Export implements postgres.Subject.
func (f *Faces) Export(ctx context.Context, tx pgx.Tx, m store.Member) (files []postgres.ExportFile, err error) {
	c, err := f.copyOf(ctx, tx, m.ID)
	if err != nil {
		return nil, err
	}
	var rows []any
	if c.Required || c.Enrolled || c.Failed > 0 || len(c.Checks)+len(c.Skips)+len(c.Views) > 0 {
		rows = append(rows, c)
	}
	return []postgres.ExportFile{{Name: "face.json", About: "your face checks, and which administrators looked at them", Rows: rows}}, nil
}

// Erase implements postgres.Subject: the face goes with its key, without which copies of
// the pictures cannot be opened.
func (f *Faces) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	if _, err := removeIn(ctx, tx, m.ID); err != nil {
		return err
	}
	for _, table := range []string{"face_settings", "face_attempts", "face_skips", "face_tokens", "face_grants"} {
		if _, err := tx.Exec(ctx, `delete from `+table+` where member_id = $1`, id(m.ID)); err != nil {
			return err
		}
	}
	return nil
}

// ActivityQuery implements postgres.Subject: a face check is nobody's business who watches.
func (*Faces) ActivityQuery() string {
	return `select '', 0, null::timestamptz, '', null::uuid, null::uuid, '', '{}'::jsonb where false`
}

// BackupPart is the pictures that are kept. They are sealed.
func (*Faces) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Files:      `select id, 'file', 'application/octet-stream' from face_checks where picture`,
		FilesSince: 89,
	}
}

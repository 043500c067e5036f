package application

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/application"
	"muster/store/language"
	"muster/store/postgres"
)

// SubmissionNotice is what the mail about a submission says.
type SubmissionNotice struct {
	Email, Number string
	Language      language.Tag
	Expedited     bool
	Mailed        bool
}

// Submission reads an application for the mail that it arrived; application.ErrNotFound
// once it is gone.
func (s *Applications) Submission(ctx context.Context, id string) (n SubmissionNotice, err error) {
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		err := q.QueryRow(ctx, `select p.address, a.number, a.language, a.expedited, coalesce(a.confirmed_at >= a.submitted_at, false) from applications a
			join application_proofs p on p.application_id = a.id and p.channel = 'email'
			where a.id = $1 and a.submitted_at is not null`, ids(id)[0]).Scan(&n.Email, &n.Number, &n.Language, &n.Expedited, &n.Mailed)
		if postgres.NoRow(err) {
			return application.ErrNotFound()
		}
		return err
	})
	return n, err
}

// SubmissionMailed notes that the mail about a submission was handed over.
func (s *Applications) SubmissionMailed(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update applications set confirmed_at = muster_now() where id = $1`, ids(id)[0])
		return err
	})
}

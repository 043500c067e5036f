package application

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/application"
	members "muster/store/postgres/people"
)

// retainPage is how many applications one transaction deletes.
const retainPage = 100

// due finds applications "a" that were kept long enough. $1 and $2 are the times of
// application.Keep.
const due = `(a.submitted_at is null and $2::interval > '0' and a.updated_at < muster_now() - $2::interval
	or a.submitted_at is not null and $1::interval > '0' and muster_now() - $1::interval >
		case a.status when 'rejected' then a.reviewed_at when 'reapply' then greatest(a.reviewed_at, a.updated_at) end)`

// DeleteDue deletes the applications that were kept long enough, with their keys, photos,
// proofs and decisions and the applicants' sign-in, and says how many.
func (s *Applications) DeleteDue(ctx context.Context, keep application.Keep) (n int, err error) {
	for {
		deleted := 0
		err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			rows, err := tx.Query(ctx, `select a.id::text from applications a where `+due+` limit $3 for update skip locked`, keep.Rejected, keep.Abandoned, retainPage)
			if err != nil {
				return err
			}
			found, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return err
			}
			for _, id := range found {
				if err := s.erase(ctx, tx, id); err != nil {
					return err
				}
			}
			deleted = len(found)
			return nil
		})
		n += deleted
		if err != nil || deleted < retainPage {
			return n, err
		}
	}
}

// AddUpCounts makes one row of each status of what the counts of applications changed by.
func (s *Applications) AddUpCounts(ctx context.Context) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			with gone as (delete from application_counts returning status, change)
			insert into application_counts (status, change) select status, sum(change) from gone group by 1`)
		return err
	})
}

// erase deletes an application with its key, and its applicant, who can sign in no more.
func (s *Applications) erase(ctx context.Context, tx pgx.Tx, id string) error {
	var applicant string
	if err := tx.QueryRow(ctx, `select coalesce(applicant_id::text, '') from applications where id = $1`, ids(id)[0]).Scan(&applicant); err != nil {
		return err
	}
	if err := s.delete(ctx, tx, id); err != nil || applicant == "" {
		return err
	}
	return members.RemoveApplicantIn(ctx, tx, applicant)
}

package face

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
)

// Keep says how long faces are kept.
type Keep struct {
	Pictures time.Duration // of checks that were not the enrolment; 0 keeps them as long as it
	Unused   time.Duration // an enrolment whose member does not sign in; 0 keeps it
}

// DefaultKeep is what the consent promises.
var DefaultKeep = Keep{Pictures: 30 * 24 * time.Hour, Unused: 365 * 24 * time.Hour}

// retainPage is how many checks or enrolments one transaction deletes.
const retainPage = 100

// DeleteDue deletes the pictures that were kept long enough, the enrolments of members
// who did not sign in for long, and the tokens and grants that ended, and says how many
// pictures and enrolments it deleted.
func (f *Faces) DeleteDue(ctx context.Context, keep Keep) (n int, err error) {
	for _, page := range []func(ctx context.Context, tx pgx.Tx) (int, error){
		func(ctx context.Context, tx pgx.Tx) (int, error) {
			return f.deletePictures(ctx, tx, keep.Pictures)
		},
		func(ctx context.Context, tx pgx.Tx) (int, error) { return f.deleteUnused(ctx, tx, keep.Unused) },
	} {
		for deleted := retainPage; deleted >= retainPage; {
			err := f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
				deleted, err = page(ctx, tx)
				return err
			})
			if err != nil {
				return n, err
			}
			n += deleted
		}
	}
	for _, statement := range []string{
		`delete from face_tokens where ctid = any(array(select ctid from face_tokens
			where expires_at < muster_now() - interval '1 hour' limit $1 for update skip locked))`,
		`delete from face_grants where ctid = any(array(select ctid from face_grants
			where expires_at < muster_now() - interval '1 hour' limit $1 for update skip locked))`,
		`delete from face_attempts where ctid = any(array(select ctid from face_attempts
			where at < muster_now() - interval '31 days' limit $1 for update skip locked))`,
	} {
		if err := f.db.ExecBatches(ctx, statement); err != nil {
			return n, err
		}
	}
	return n, nil
}

// deletePictures deletes pictures of checks. What was found stays. An attempt that a node
// left when it ended, and that nobody judged, goes as a whole.
func (f *Faces) deletePictures(ctx context.Context, tx pgx.Tx, keep time.Duration) (int, error) {
	if keep == 0 {
		return 0, nil
	}
	rows, err := tx.Query(ctx, `
		with due as (
			select c.id, c.settled from face_checks c where (c.picture or not c.settled) and c.at < muster_now() - $1::interval
			  and not exists (select from face_enrolments e where e.check_id = c.id) limit $2 for update skip locked),
		unjudged as (delete from face_checks c using due where c.id = due.id and not due.settled returning c.id),
		judged as (update face_checks c set picture = false from due where c.id = due.id and due.settled returning c.id)
		select id::text from unjudged union all select id::text from judged`, keep, retainPage)
	if err != nil {
		return 0, err
	}
	gone, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(gone) == 0 {
		return 0, err
	}
	return len(gone), postgres.RemoveFilesIn(ctx, tx, gone...)
}

// deleteUnused deletes the faces of members who have not been seen for long.
func (f *Faces) deleteUnused(ctx context.Context, tx pgx.Tx, unused time.Duration) (int, error) {
	if unused == 0 {
		return 0, nil
	}
	rows, err := tx.Query(ctx, `
		select e.member_id::text from face_enrolments e where e.enrolled_at < muster_now() - $1::interval
		  and not exists (select from sessions s join session_seen seen on seen.session_id = s.id
			where s.person_id = e.member_id and s.kind = 'member' and seen.last_seen_at > muster_now() - $1::interval)
		limit $2 for update skip locked`, unused, retainPage)
	if err != nil {
		return 0, err
	}
	members, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, err
	}
	for _, member := range members {
		if _, err := removeIn(ctx, tx, member); err != nil {
			return 0, err
		}
	}
	return len(members), nil
}

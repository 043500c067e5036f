package application

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/postgres"
)

// Photo is where a photo lies and what opens it.
type Photo struct {
	ID  string
	Key application.DataKey
}

// AddPhoto notes a photo before its files are stored and says how to seal them. Nobody is
// shown it before ShowPhoto. Photos of earlier uploads that failed go.
func (s *Applications) AddPhoto(ctx context.Context, proof Proof, id string) (Photo, error) {
	var out Photo
	err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := s.lockEditable(ctx, tx, proof, id)
		if err != nil {
			return err
		}
		if err := s.endPhotos(ctx, tx, mine.ID, `not in_use and created_at < muster_now() - interval '1 hour'`); err != nil {
			return err
		}
		out = Photo{ID: application.NewID(), Key: mine.key}
		_, err = tx.Exec(ctx, `insert into application_photos (id, application_id) values ($1, $2)`, ids(out.ID)[0], ids(mine.ID)[0])
		return err
	})
	return out, err
}

// ShowPhoto makes a stored photo the application's one and ends the one before.
func (s *Applications) ShowPhoto(ctx context.Context, proof Proof, id, photo string) (application.Application, error) {
	return s.changePhoto(ctx, proof, id, photo)
}

// RemovePhoto takes the photo away; without one nothing changes.
func (s *Applications) RemovePhoto(ctx context.Context, proof Proof, id string) error {
	_, err := s.changePhoto(ctx, proof, id, "")
	return err
}

func (s *Applications) changePhoto(ctx context.Context, proof Proof, id, photo string) (application.Application, error) {
	var out application.Application
	err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := s.lockEditable(ctx, tx, proof, id)
		if err != nil {
			return err
		}
		if err := s.endPhotos(ctx, tx, mine.ID, `in_use`); err != nil {
			return err
		}
		if photo != "" {
			tag, err := tx.Exec(ctx, `update application_photos set in_use = true where id = $1 and application_id = $2`, ids(photo)[0], ids(mine.ID)[0])
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return store.ErrMediaGone()
			}
		}
		mine.Version++
		if err := s.save(ctx, tx, mine); err != nil {
			return err
		}
		now, err := s.byID(ctx, tx, mine.ID)
		if err == nil {
			out = now.Application
		}
		return err
	})
	return out, err
}

// DropPhoto ends a photo that could not be stored or shown, also when its application was
// deleted meanwhile.
func (s *Applications) DropPhoto(ctx context.Context, photo string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// Showing it may have failed for the caller alone, and commit yet.
		var shown bool
		err := tx.QueryRow(ctx, `select in_use from application_photos where id = $1 for update`, ids(photo)[0]).Scan(&shown)
		if shown || err != nil && !postgres.NoRow(err) {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from application_photos where id = $1`, ids(photo)[0]); err != nil {
			return err
		}
		return postgres.RemoveFilesIn(ctx, tx, photo)
	})
}

// endPhotos deletes photos of an application and has their files removed.
func (s *Applications) endPhotos(ctx context.Context, tx pgx.Tx, id, which string) error {
	rows, err := tx.Query(ctx, `delete from application_photos where application_id = $1 and `+which+` returning id::text`, ids(id)[0])
	if err != nil {
		return err
	}
	gone, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(gone) == 0 {
		return err
	}
	return postgres.RemoveFilesIn(ctx, tx, gone...)
}

// lockEditable is lockOwn for an application that the applicant may change.
func (s *Applications) lockEditable(ctx context.Context, tx pgx.Tx, proof Proof, id string) (*row, error) {
	mine, err := s.lockOwn(ctx, tx, proof, id)
	if err == nil && !mine.CanEdit() {
		err = application.ErrClosed()
	}
	return mine, err
}

// OpenPhoto gives the photo of an application to a caller whose own it is, or to an
// administrator; application.ErrNotFound.
func (s *Applications) OpenPhoto(ctx context.Context, proof Proof, id string, administrator bool) (Photo, error) {
	key, ok := postgres.ParseID(id)
	if !ok {
		return Photo{}, application.ErrNotFound()
	}
	var found *row
	err := s.read(ctx, func(ctx context.Context, q postgres.Querier) (err error) {
		found, err = s.one(ctx, q, `where a.id = $4 and ($5 and a.applicant_id is not null or `+own+`)`, proof.arguments(key, administrator)...)
		return err
	})
	if err != nil {
		return Photo{}, err
	}
	if found.PhotoID == "" {
		return Photo{}, application.ErrNotFound()
	}
	return Photo{found.PhotoID, found.key}, nil
}

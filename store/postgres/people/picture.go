// Profile pictures: which there are, and which a member shows.

package people

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// AddPicture notes a profile picture before its files are stored and gives it its
// id. Nobody is shown it before ShowPicture.
func (pe *People) AddPicture(ctx context.Context, memberID string) (id string, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return "", postgres.ErrMemberUnknown()
	}
	id = uuid.Must(uuid.NewV7()).String()
	err = pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into profile_pictures (id, member_id) values ($1, $2) on conflict (id) do nothing`, id, member)
		return err
	})
	return id, err
}

// ShowPicture makes a stored picture the member's own, or none with "". The picture
// before it is ended and a job removes its files. It gives the broadcasts for the hub
// (actors.Hub.Broadcast), nothing when nothing changed. It fails with NotFound
// (store.ErrMediaGone) for a picture of another member, or that was ended.
func (pe *People) ShowPicture(ctx context.Context, memberID, picture string) ([]store.Broadcast, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	next := pgtype.UUID{}
	if picture != "" {
		if next, ok = postgres.ParseID(picture); !ok {
			return nil, store.ErrMediaGone()
		}
	}
	var broadcasts []store.Broadcast
	err := pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		broadcasts = nil
		if err := LockProfile(ctx, tx, member); err != nil {
			return err
		}
		var old pgtype.UUID
		if err := tx.QueryRow(ctx, `select picture_id from profiles where member_id = $1`, member).Scan(&old); err != nil {
			return err
		}
		if old == next {
			return nil
		}
		if next.Valid {
			tag, err := tx.Exec(ctx, `update profile_pictures set in_use = true, shown_at = coalesce(shown_at, muster_now()) where id = $1 and member_id = $2 and deleted_at is null`, next, member)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return store.ErrMediaGone()
			}
		}
		if _, err := tx.Exec(ctx, `update profiles set picture_id = $2, updated_at = muster_now() where member_id = $1`, member, next); err != nil {
			return err
		}
		if err := endPicture(ctx, tx, old); err != nil {
			return err
		}
		changed, err := profileBroadcastIn(ctx, tx, member)
		if err != nil {
			return err
		}
		broadcasts, err = postgres.AppendBroadcasts(ctx, tx, changed)
		return err
	})
	return broadcasts, err
}

// endPicture ends a picture and queues the removal of its files.
func endPicture(ctx context.Context, tx pgx.Tx, picture pgtype.UUID) error {
	_, err := tx.Exec(ctx, `
		with ended as (update profile_pictures set deleted_at = muster_now(), in_use = false where id = $1 and deleted_at is null returning id)
		insert into river_job (kind, args, max_attempts, scheduled_at)
		select '`+postgres.MediaRemovalJob+`', jsonb_build_object('upload', id), 25, 'epoch' from ended`, picture)
	return err
}

// DropPicture ends a picture that could not be stored or shown; its files are removed
// by a job, also when its row was removed meanwhile.
func (pe *People) DropPicture(ctx context.Context, picture string) error {
	id, ok := postgres.ParseID(picture)
	if !ok {
		return nil
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			with ended as (update profile_pictures set deleted_at = muster_now() where id = $1 and deleted_at is null and not in_use)
			insert into river_job (kind, args, max_attempts, scheduled_at)
			values ('`+postgres.MediaRemovalJob+`', jsonb_build_object('upload', $1::uuid), 25, 'epoch')`, id)
		return err
	})
}

// OpenPicture says whether a member may open a profile picture now, by a session of
// the member's that lives: one that its owner shows. It fails with Forbidden
// (store.ErrSessionEnded's sentence) and with NotFound (store.ErrMediaGone).
func (pe *People) OpenPicture(ctx context.Context, picture, memberID, sessionID string) error {
	id, ok1 := postgres.ParseID(picture)
	member, ok2 := postgres.ParseID(memberID)
	session, ok3 := postgres.ParseID(sessionID)
	if !ok1 || !ok2 || !ok3 {
		return store.ErrMediaGone()
	}
	return pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var shown bool
		err := conn.QueryRow(ctx, `
			select exists (select from profile_pictures where id = $4 and in_use and deleted_at is null)
			from `+postgres.SessionRows+` where s.id = $2 and s.person_id = $3 and s.kind = 'member' and `+postgres.SessionLive,
			pe.db.SessionLimits().Idle, session, member, id).Scan(&shown)
		switch {
		case postgres.NoRow(err):
			return store.NewErrorReason(store.Forbidden, "session_ended", store.NotAuthenticated)
		case err != nil:
			return err
		case !shown:
			return store.ErrMediaGone()
		}
		return nil
	})
}

// RemovePicture removes the files of a deleted picture and then its row. Another id, and
// that of a picture that is not deleted, is left alone. The row of files that were stored
// and are not found stays for store.MissingFileAge.
func (pe *People) RemovePicture(ctx context.Context, files store.MediaFiles, id string) error {
	picture, ok := postgres.ParseID(id)
	if !ok {
		return nil
	}
	var deleted bool
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select exists (select from profile_pictures where id = $1 and deleted_at is not null)`, picture).Scan(&deleted)
	})
	if err != nil || !deleted {
		return err
	}
	found, err := files.Remove(ctx, picture.String())
	if err != nil {
		return err
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from profile_pictures where id = $1 and deleted_at is not null
			and ($2 or shown_at is null or deleted_at <= muster_now() - $3::interval)`, picture, found, store.MissingFileAge)
		return err
	})
}

// SweepPictures ends the pictures that were uploaded long ago and never shown, and removes
// what was deleted and is still there.
func (pe *People) SweepPictures(ctx context.Context, files store.MediaFiles) error {
	err := pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update profile_pictures set deleted_at = muster_now()
			where not in_use and deleted_at is null and created_at < muster_now() - $1::interval`, store.UnsentUploadAge)
		return err
	})
	if err != nil {
		return err
	}
	return pe.db.EachID(ctx, `select id from profile_pictures where deleted_at is not null and id > $1 order by id limit $2`, func(id string) error {
		return pe.RemovePicture(ctx, files, id)
	})
}

// Uploads: which files there are, whose, and which message carries them.

package roomlog

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// uploadOf joins the upload "eu" that message "e" carries. Most messages carry
// none, and for those nothing is looked up.
const uploadOf = `
	left join lateral (select ` + uploadObject + ` as upload from uploads u
		where e.kind in ('image', 'video', 'voice') and u.message_id = e.id and u.deleted_at is null limit 1) eu on true`

// uploadObject is a row "u" of uploads as a store.Upload.
const uploadObject = `jsonb_build_object('id', u.id, 'owner', u.owner_id, 'room', u.room_id, 'kind', u.kind,
	'contentType', u.content_type, 'size', u.size, 'thumbnail', u.thumbnail, 'metadata', u.metadata,
	'sealed', u.sealed_name is not null, 'captioned', u.captions <> '')`

// AddUpload notes an upload before its files are stored and gives it its id. Captions are
// those of a video, "" for none.
func (l *Log) AddUpload(ctx context.Context, u store.Upload, captions string) (id string, err error) {
	owner, ok := postgres.ParseID(u.Owner)
	if !ok || !store.ValidRoomID(u.Room) {
		return "", roomlog.ErrNoRoomAccess()
	}
	id = uuid.Must(uuid.NewV7()).String()
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, owner); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into uploads (id, owner_id, room_id, kind, content_type, size, thumbnail, metadata, captions, created_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, muster_now()) on conflict (id) do nothing`,
			id, owner, u.Room, u.Kind, u.ContentType, u.Size, u.Thumbnail, u.Metadata, captions)
		return err
	})
	return id, err
}

// UploadReady notes that the files of an upload are stored: from now on it can be
// opened by its owner, and sent.
func (l *Log) UploadReady(ctx context.Context, id string) error {
	return l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update uploads set ready_at = muster_now() where id = $1 and deleted_at is null`, id)
		if err == nil && tag.RowsAffected() == 0 {
			return store.ErrMediaGone()
		}
		return err
	})
}

// DropUpload ends an upload whose files could not be stored; they are removed
// now or by the sweep.
func (l *Log) DropUpload(ctx context.Context, files store.MediaFiles, id string) error {
	err := l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update uploads set deleted_at = muster_now() where id = $1 and message_id is null and decrypt_id is null`, id)
		return err
	})
	if err != nil {
		return err
	}
	return l.RemoveUpload(ctx, files, id)
}

// RemoveUpload removes the files of a deleted upload and then its row. One that is not
// deleted is left alone. Without a row the files go as well: an upload whose row was
// removed while its files were being stored must not leave them. An id of a profile
// picture is none of an upload. The row of files that were stored and are not found stays
// for store.MissingFileAge.
func (l *Log) RemoveUpload(ctx context.Context, files store.MediaFiles, id string) error {
	upload, ok := postgres.ParseID(id)
	if !ok {
		return nil
	}
	var stands bool
	err := l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select exists (select from uploads where id = $1 and deleted_at is null)
			or exists (select from profile_pictures where id = $1)`, upload).Scan(&stands)
	})
	if err != nil || stands {
		return err
	}
	found, err := files.Remove(ctx, upload.String())
	if err != nil {
		return err
	}
	return l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from uploads where id = $1 and deleted_at is not null
			and ($2 or ready_at is null or deleted_at <= muster_now() - $3::interval)`, upload, found, store.MissingFileAge)
		return err
	})
}

// sweepBatch is how many uploads one statement of the sweep takes.
const sweepBatch = 100

// SweepUploads ends the uploads that no message has carried for store.UnsentUploadAge,
// and removes what was deleted and is still there.
func (l *Log) SweepUploads(ctx context.Context, files store.MediaFiles) error {
	for {
		var ended int64
		err := l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			// An append that takes one of them waits for its row, or is waited for by
			// nobody: what it has locked is skipped.
			tag, err := tx.Exec(ctx, `
				update uploads set deleted_at = muster_now() where id in (
					select id from uploads where message_id is null and decrypt_id is null and deleted_at is null and created_at < muster_now() - $1::interval
					order by created_at limit $2 for update skip locked)`, store.UnsentUploadAge, sweepBatch)
			ended = tag.RowsAffected()
			return err
		})
		if err != nil {
			return err
		}
		if ended < sweepBatch {
			break
		}
	}
	return l.db.EachID(ctx, `select id from uploads where deleted_at is not null and id > $1 order by id limit $2`, func(id string) error {
		return l.RemoveUpload(ctx, files, id)
	})
}

// OpenUpload gives an upload that a member may open now, by a session of the
// member's that lives: one of a message that is not deleted in a room that the
// member may enter, one of an encrypted message that the member has opened and that
// has not expired, or the member's own that was not sent yet. It fails with
// Forbidden (store.ErrSessionEnded's sentence, roomlog.ErrBanned, roomlog.ErrFaceRequired) and
// with NotFound (store.ErrMediaGone).
func (l *Log) OpenUpload(ctx context.Context, id, memberID, sessionID string) (store.Upload, error) {
	upload, ok1 := postgres.ParseID(id)
	member, ok2 := postgres.ParseID(memberID)
	session, ok3 := postgres.ParseID(sessionID)
	if !ok1 || !ok2 || !ok3 {
		return store.Upload{}, store.ErrMediaGone()
	}
	var u *store.Upload
	err := l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var banned, unseen, open bool
		u = nil
		err := conn.QueryRow(ctx, `
			select `+IsBanned+` and o.room_id is not null, $5 and not s.face_verified and o.room_id is not null, r.id is not null and (`+HasRoomAccess+`) or o.sealed_name is not null, o.upload
			from `+postgres.SessionRows+`
			join member_standing st on st.member_id = s.person_id
			left join lateral (select `+uploadObject+` as upload, u.room_id, u.sealed_name from uploads u
				where u.id = $4 and u.ready_at is not null and u.deleted_at is null
				  and (u.message_id is not null or u.decrypt_id is null and u.owner_id = $3 or `+decryptedBy+`) limit 1) o on true
			left join rooms r on r.id = o.room_id and r.deleted_at is null
			left join room_access a on a.room_id = r.id and a.member_id = st.member_id
			where s.id = $2 and s.person_id = $3 and s.kind = 'member' and `+postgres.SessionLive,
			l.db.SessionLimits().Idle, session, member, upload, l.faceGate).Scan(&banned, &unseen, &open, &u)
		switch {
		case postgres.NoRow(err):
			return store.NewErrorReason(store.Forbidden, "session_ended", store.NotAuthenticated)
		case err != nil:
			return err
		case banned:
			return roomlog.ErrBanned()
		case unseen:
			return roomlog.ErrFaceRequired()
		case u == nil || !open:
			return store.ErrMediaGone()
		}
		return nil
	})
	if err != nil {
		return store.Upload{}, err
	}
	return *u, nil
}

// decryptedBy holds for an upload "u" of an encrypted message that stands and that the
// member $3 has opened.
const decryptedBy = `exists (select from decrypt_views v join decrypt_messages d on d.id = v.message_id
	where v.member_id = $3 and v.message_id = u.decrypt_id and d.deleted_at is null and (d.expires_at is null or d.expires_at > muster_now()))`

// sentUploads selects the uploads of messages that are not deleted. Captions is the column of theirs, or
// ” where they are not read.
func sentUploads(captions string) string {
	return `
	select ` + uploadObject + `, u.message_id, coalesce(sm.username, ''), m.created_at, ` + captions + `
	from uploads u
	join messages m on m.id = u.message_id and m.deleted_at is null
	left join lateral (select username from members where id = m.sender_id limit 1) sm on true
	where u.deleted_at is null`
}

// RoomMedia lists the uploads of the messages of a room that are not deleted, newest
// first. It fails with Forbidden (roomlog.ErrBanned, roomlog.ErrNoRoomAccess).
func (l *Log) RoomMedia(ctx context.Context, memberID, room string, limit, offset int) ([]store.SentUpload, error) {
	if _, err := l.CheckRoomAccess(ctx, memberID, room); err != nil {
		return nil, err
	}
	return l.readSent(ctx, sentUploads(`''`)+` and u.room_id = $1 and u.seq is not null order by u.seq desc limit $2 offset $3`, room, limit, offset)
}

// MessageMedia gives the upload that a message carries, with its captions. It fails with NotFound
// for a message without one, deleted, or of a room that is closed to the member,
// and with Forbidden (roomlog.ErrBanned).
func (l *Log) MessageMedia(ctx context.Context, memberID, messageID string) (store.SentUpload, error) {
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return store.SentUpload{}, store.ErrMediaGone()
	}
	found, err := l.readSent(ctx, sentUploads(`u.captions`)+` and u.message_id = $1`, message)
	if err != nil {
		return store.SentUpload{}, err
	}
	room := ""
	if len(found) > 0 {
		room = found[0].Room
	}
	_, err = l.CheckRoomAccess(ctx, memberID, room)
	switch {
	case err != nil && store.AsError(err).Reason != roomlog.ErrNoRoomAccess().Reason:
		return store.SentUpload{}, err
	case err != nil || len(found) == 0:
		return store.SentUpload{}, store.ErrMediaGone()
	}
	return found[0], nil
}

func (l *Log) readSent(ctx context.Context, query string, args ...any) ([]store.SentUpload, error) {
	var found []store.SentUpload
	err := l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var err error
		found, err = collectSent(conn.Query(ctx, query, args...))
		return err
	})
	return found, err
}

// collectSent reads the rows of sentUploads; err is the query's.
func collectSent(rows pgx.Rows, err error) ([]store.SentUpload, error) {
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.SentUpload, error) {
		var s store.SentUpload
		var message pgtype.UUID
		var at time.Time
		err := row.Scan(&s.Upload, &message, &s.Username, &at, &s.Captions)
		s.MessageID, s.SentAt = message.String(), at
		return s, err
	})
}

// New words beside the media of a message that was sent: a transcript or captions.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// MediaWordsPerMinute bounds how often one member may change words beside media.
const MediaWordsPerMinute = 20

// mediaWordsOutcome judges words of member $1 for message $4, as an edit is judged, but at
// any time: captions are often made days later.
const mediaWordsOutcome = `
	select case` + permissionCases + `
	       when t.id is null or u.id is null then 'media_gone'
	       when t.sender_id <> g.member_id then 'not_your_edit'
	       when $5::text is not null and u.kind <> 'voice' then 'transcript_not_voice'
	       when $6::text is not null and u.kind <> 'video' then 'captions_not_video'
	       when coalesce($5, ` + transcriptOf + `) = ` + transcriptOf + ` and coalesce($6, u.captions) = u.captions then 'nothing'
	       when r.read_only and not ` + IsModerator + ` then 'read_only'
	       else 'ok' end
	from (select $1::uuid as member_id, $2::uuid as session_id, $3::text as room_id, $4::uuid as message_id) g` + permissionRows + `
	left join lateral (select * from messages where id = g.message_id limit 1) t on t.room_id = g.room_id and t.deleted_at is null
	left join lateral (select * from uploads where message_id = t.id limit 1) u on u.deleted_at is null`

// transcriptOf is the transcript of an upload "u".
const transcriptOf = `coalesce(u.metadata->>'transcript', '')`

// changeMediaWords writes the words of the upload of message $1, and gives those that they
// replace. A transcript that is empty is left out of what describes the file.
const changeMediaWords = `
	with replaced as (
		select u.id, case when $2::text is not null then ` + transcriptOf + ` else u.captions end as words
		from uploads u where u.message_id = $1 and u.deleted_at is null for update
	)
	update uploads u set captions = coalesce($3, u.captions),
	       metadata = case when $2::text is null then u.metadata when $2 = '' then u.metadata - 'transcript'
	                  else jsonb_set(u.metadata, '{transcript}', to_jsonb($2::text)) end
	from replaced where u.id = replaced.id returning ` + uploadObject + `, replaced.words`

// mediaWordsKept is how many earlier words moderators read of one message. Captions are
// large and may be changed for ever, so not all are kept.
const mediaWordsKept = 20

// keepMediaWords keeps what event $2 replaced beside message $1, as an edit's text is kept.
const keepMediaWords = `
	with forgotten as (
		delete from message_edits where message_id = $1
		and seq not in (select seq from message_edits where message_id = $1 order by seq desc limit $5 - 1)
	)
	insert into message_edits (message_id, seq, body, at) values ($1, $2, $3, $4)`

// ChangeMediaWords gives the media of a message of the caller's own new words, and the media
// as it is then. What they replace is kept for moderators. stored is false, and there is no
// event, when the same words stand there already. It is permitted as an edit is, at any
// time, and fails like one, but with NotFound (store.ErrMediaGone) for a message without
// media, deleted, unknown, or of a room that is closed to the caller; with Invalid
// (transcript_not_voice, captions_not_video) for words that do not belong to the kind of
// file; and with Limited beyond MediaWordsPerMinute.
func (l *Log) ChangeMediaWords(ctx context.Context, by store.Caller, messageID string, words store.MediaWords) (sent store.SentUpload, e roomlog.Event, stored bool, err error) {
	member, known := postgres.ParseID(by.Member.ID)
	session, alive := postgres.ParseID(by.Session.ID)
	if !known || !alive {
		return sent, e, false, store.ErrSessionEnded()
	}
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return sent, e, false, store.ErrMediaGone()
	}
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		sent, stored = store.SentUpload{}, false
		e = roomlog.Event{Kind: roomlog.MessageMedia, MessageID: message.String(), ActorID: by.Member.ID}
		perMinute := postgres.Quota{Scope: "media_words", Key: []byte(by.Member.ID), Most: MediaWordsPerMinute, Window: time.Minute}
		if err := perMinute.Use(ctx, tx, postgres.RateLimited); err != nil {
			return err
		}
		outcome, err := judgeMediaWords(ctx, tx, &e, member, session, message, words)
		if err != nil {
			return err
		}
		if outcome == "ok" {
			var replaced string
			err := tx.QueryRow(ctx, changeMediaWords, message, words.Transcript, words.Captions).Scan(&e.Upload, &replaced)
			if postgres.NoRow(err) {
				return store.ErrMediaGone() // the sender is being erased
			}
			if err != nil {
				return err
			}
			if err := AppendRoomEvent(ctx, tx, &e); err != nil {
				return err
			}
			if replaced != "" {
				if _, err := tx.Exec(ctx, keepMediaWords, message, e.Seq, replaced, e.At, mediaWordsKept); err != nil {
					return err
				}
			}
			stored = true
		}
		found, err := collectSent(tx.Query(ctx, sentUploads(`u.captions`)+` and u.message_id = $1`, message))
		if err == nil && len(found) == 0 {
			err = store.ErrMediaGone()
		}
		if err == nil {
			sent = found[0]
		}
		return err
	})
	return sent, e, stored, err
}

// judgeMediaWords locks what an edit of the message locks, and judges the words: ok, or
// nothing when they stand there already. It fills in the room of the event.
func judgeMediaWords(ctx context.Context, tx pgx.Tx, e *roomlog.Event, member, session, message pgtype.UUID, words store.MediaWords) (outcome string, err error) {
	err = tx.QueryRow(ctx, `select room_id from messages where id = $1`, message).Scan(&e.Room)
	if postgres.NoRow(err) {
		return "", store.ErrMediaGone()
	}
	if err != nil {
		return "", err
	}
	if err := lockPermissions(ctx, tx, e.Room, member, session); err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, mediaWordsOutcome, member, session, e.Room, message, words.Transcript, words.Captions).Scan(&outcome)
	if err != nil {
		return "", err
	}
	switch outcome {
	case "ok", "nothing":
		return outcome, nil
	case "no_room_access": // it is not said that there is such a message
		return "", store.ErrMediaGone()
	}
	return "", refusalErrors[outcome]
}

// What a member who is erased leaves in the logs. Texts stay, so that what others answered can be
// understood; pictures, videos, recordings and earlier texts go.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
)

// EraseSearchTime is how long one search may take for what a member has written, or for its names.
// The run of the job that erases must be longer: a search that takes too long is an error then, and
// no run that ends without a word.
const EraseSearchTime = 20 * time.Second

// writtenBatch is how many messages or files one transaction changes: a member may have sent any
// number of them.
const writtenBatch = 500

// writtenBy is true of the messages of member $1 that stand, as the index of words finds them.
// There is no other index of senders.
const writtenBy = `deleted_at is null and search_document(body, kind, room_id, sender_id) @@ ('''@' || $1::uuid || '''')::tsquery`

// mediaBy is true of those that have media.
const mediaBy = `deleted_at is null and search_document(body, kind, room_id, sender_id) @@ ('''@' || $1::uuid || ''' & ''+media''')::tsquery
	and kind in ('image', 'video', 'voice')`

// endUploads deletes the uploads that a condition selects, and queues the removal of their files.
func endUploads(which string) string {
	return `with ended as (update uploads set deleted_at = muster_now() where ` + which + ` and decrypt_id is null and deleted_at is null returning id)
		insert into river_job (kind, args, max_attempts, scheduled_at)
		select '` + postgres.MediaRemovalJob + `', jsonb_build_object('upload', id), 25, 'epoch' from ended`
}

// eraseWritten are the statements that delete what is to go of the messages $2 of member $1.
var eraseWritten = []string{
	endUploads(`message_id = any($2::uuid[]) and owner_id = $1`),
	`with said as (update messages m set body = null, media_url = null, thumbnail_url = null, reply_to = null, mentions = null, mentions_all = false,
			preview = null, deleted_at = muster_now(), deleted_by = $1
			where id = any($2::uuid[]) and sender_id = $1 and kind in ('image', 'video', 'voice') and deleted_at is null returning id, room_id),
		unpinned as (delete from room_pins x using said where x.room_id = said.room_id and x.message_id = said.id)
		insert into erased_messages (room_id, messages) select room_id, count(*) from said group by room_id`,
	`delete from message_edits e using messages m where m.id = any($2::uuid[]) and m.sender_id = $1 and e.message_id = m.id`,
}

// EraseAhead deletes what Erase would, in short transactions, for as long as the member is to be
// erased now. It may be stopped and begun again at any time.
func (l *Log) EraseAhead(ctx context.Context, m store.Member) error {
	var messages, uploads []pgtype.UUID
	err := l.db.Analyze(ctx, EraseSearchTime, func(ctx context.Context, tx pgx.Tx) (err error) {
		if messages, err = findWritten(ctx, tx, `select id from messages where `+mediaBy+`
			union select id from messages m where `+writtenBy+` and exists (select from message_edits where message_id = m.id)`, m.ID); err != nil {
			return err
		}
		uploads, err = collectIDs(tx.Query(ctx, `select id from uploads where owner_id = $1 and decrypt_id is null and deleted_at is null`, m.ID))
		return err
	})
	if err == nil {
		err = l.eraseAhead(ctx, m, messages, eraseWritten...)
	}
	if err == nil {
		err = l.eraseAhead(ctx, m, uploads, endUploads(`id = any($2::uuid[]) and owner_id = $1`))
	}
	return err
}

// eraseAhead runs statements for some ids at once.
func (l *Log) eraseAhead(ctx context.Context, m store.Member, ids []pgtype.UUID, statements ...string) error {
	return inSteps(ctx, l.db, m, ids, func(ctx context.Context, tx pgx.Tx, some []pgtype.UUID) error {
		return eraseThese(ctx, tx, m, some, statements...)
	})
}

// inSteps does something with some ids at once, each time in a transaction of its own, until the
// member is not to be erased any more.
func inSteps(ctx context.Context, db *postgres.DB, m store.Member, ids []pgtype.UUID, do func(ctx context.Context, tx pgx.Tx, some []pgtype.UUID) error) error {
	for due := true; due && len(ids) > 0; ids = ids[min(len(ids), writtenBatch):] {
		some := ids[:min(len(ids), writtenBatch)]
		err := db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, `select from members where id = $1 and erase_at <= muster_now() for share`, m.ID)
			if due = tag.RowsAffected() > 0; err != nil || !due {
				return err
			}
			return do(ctx, tx, some)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func eraseThese(ctx context.Context, tx pgx.Tx, m store.Member, ids []pgtype.UUID, statements ...string) error {
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement, m.ID, ids); err != nil {
			return err
		}
	}
	return nil
}

// Erase deletes what a member sent besides texts, earlier texts, and how far it has read. Of its
// messages EraseAhead has left those alone that came since: earlier texts are only of messages
// that could be edited then.
func (l *Log) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	if err := postgres.EraseRows(ctx, tx, m,
		`delete from room_reads where member_id = $1`,
		`delete from room_pace where room_id = any(array(select room_id from room_heads)) and member_id = $1`, // as its primary key is
		endUploads(`owner_id = $1 and message_id is null`)); err != nil {
		return err
	}
	left, err := findWritten(ctx, tx, `select id from messages where `+mediaBy+`
		union select id from messages where created_at > muster_now() - 2 * `+editWindow+` and sender_id = $1 and deleted_at is null`, m.ID)
	if err != nil {
		return err
	}
	return eraseThese(ctx, tx, m, left, eraseWritten...)
}

// findWritten reads the ids of messages of a member $1 by their indexes, however many the planner
// expects there to be.
func findWritten(ctx context.Context, tx pgx.Tx, query string, args ...any) (found []pgtype.UUID, err error) {
	if _, err := tx.Exec(ctx, `set local enable_seqscan = off`); err != nil {
		return nil, err
	}
	if found, err = collectIDs(tx.Query(ctx, query, args...)); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `set local enable_seqscan = on`)
	return found, err
}

func collectIDs(rows pgx.Rows, err error) ([]pgtype.UUID, error) {
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
}

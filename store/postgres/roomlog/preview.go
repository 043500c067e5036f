// Link previews of messages.

package roomlog

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/postgres"
	"muster/store/roomlog"
)

// AddPreview gives a message the preview of the first link in its text, and returns the
// event of it. stored is false, and there is no event, when the message was deleted,
// has another text by now, or has this preview already.
func (l *Log) AddPreview(ctx context.Context, messageID, text string, p roomlog.LinkPreview) (e roomlog.Event, stored bool, err error) {
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return e, false, nil
	}
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		e, stored = roomlog.Event{Kind: roomlog.MessagePreview, MessageID: message.String(), Preview: &p}, false
		err := tx.QueryRow(ctx, `select room_id, sender_id::text from messages where id = $1`, message).Scan(&e.Room, &e.ActorID)
		if postgres.NoRow(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := LockHead(ctx, tx, e.Room); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			update messages set preview = $3 where id = $1 and deleted_at is null and body = $2 and preview is distinct from $3`, message, text, p)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		stored = true
		return AppendRoomEvent(ctx, tx, &e)
	})
	return e, stored, err
}

// PreviewJob and PreviewQueue are the kind and the queue of the jobs that look at the
// links of messages (store/queue).
const (
	PreviewJob   = "link_preview"
	PreviewQueue = "previews"
)

// queuePreviews queues a job for each command that stores a text with a link. It is
// part of the transaction that stores them: a message that was refused gets none.
func (l *Log) queuePreviews(b *pgx.Batch, rows []*pendingCommand) {
	if !l.previews {
		return
	}
	var linked []pgtype.UUID
	for _, r := range rows {
		d := &r.command.Draft
		text := r.command.Kind == roomlog.MessageEdited || r.command.Kind == roomlog.MessageSent && d.Kind == roomlog.TextMessage
		if text && roomlog.FindLink(d.Text) != "" {
			linked = append(linked, r.message)
		}
	}
	if len(linked) > 0 {
		b.Queue(`
			insert into river_job (kind, queue, max_attempts, args)
			select $2, $3, 3, jsonb_build_object('message', id) from messages
			where id = any($1::uuid[]) and deleted_at is null and preview is null`, linked, PreviewJob, PreviewQueue)
	}
}

// CurrentText is the text of a message, "" when it was deleted or is none.
func (l *Log) CurrentText(ctx context.Context, messageID string) (string, error) {
	var text string
	id, ok := postgres.ParseID(messageID)
	if !ok {
		return "", nil
	}
	err := l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `select coalesce(body, '') from messages where id = $1 and kind = 'text' and deleted_at is null`, id).Scan(&text)
		if postgres.NoRow(err) {
			return nil
		}
		return err
	})
	return text, err
}

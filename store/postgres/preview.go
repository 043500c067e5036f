// Link previews of messages.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// AddPreview gives a message the preview of the first link in its text, and gives the
// event that told of it. stored is false, and there is no event, when the message was
// deleted, has another text by now, or has this preview already.
func (db *DB) AddPreview(ctx context.Context, messageID, text string, p store.LinkPreview) (e store.Event, stored bool, err error) {
	message, ok := parseID(messageID)
	if !ok {
		return e, false, nil
	}
	err = db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		e, stored = store.Event{Kind: store.MessagePreview, MessageID: message.String(), Preview: &p}, false
		err := tx.QueryRow(ctx, `select room_id, sender_id::text from messages where id = $1`, message).Scan(&e.Room, &e.ActorID)
		if noRow(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := lockHead(ctx, tx, e.Room); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			update messages set preview = $3 where id = $1 and deleted_at is null and body = $2 and preview is distinct from $3`, message, text, p)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		stored = true
		return appendRoomEvent(ctx, tx, &e)
	})
	return e, stored, err
}

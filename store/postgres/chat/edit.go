// Earlier texts of edited messages.

package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// PastTexts reads the texts, transcripts and captions that edits replaced, oldest first,
// for a moderator of the message's room or an administrator. It fails with NotFound for an
// unknown message, with roomlog.ErrModeratorsOnly for other members of the room, the author
// among them, and like History for who may not read the room. sender wrote them.
func (ch *Chat) PastTexts(ctx context.Context, memberID, messageID string) (texts []roomlog.PastText, sender string, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, "", store.ErrSessionEnded()
	}
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return nil, "", roomlog.ErrMessageUnknown()
	}
	err = ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		texts = nil
		var room string
		err := conn.QueryRow(ctx, `select room_id, sender_id::text from messages where id = $1`, message).Scan(&room, &sender)
		if postgres.NoRow(err) {
			return roomlog.ErrMessageUnknown()
		}
		if err != nil {
			return err
		}
		res, err := conn.Query(ctx, `with `+logs.ReadAccess+`
			select banned, open, moderator, x.body, x.at from access
			left join message_edits x on x.message_id = $3 and open and not banned and moderator
			order by x.seq`, member, room, message)
		if err != nil {
			return err
		}
		banned, open, moderator := false, false, false
		var text *string
		var until *time.Time
		_, err = pgx.ForEachRow(res, []any{&banned, &open, &moderator, &text, &until}, func() error {
			if text != nil && until != nil {
				texts = append(texts, roomlog.PastText{Text: *text, Until: *until})
			}
			return nil
		})
		if err == nil {
			err = logs.ReadRefusal(banned, open)
		}
		if err == nil && !moderator {
			err = roomlog.ErrModeratorsOnly()
		}
		return err
	})
	return texts, sender, err
}

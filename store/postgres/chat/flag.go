// Flags of reported messages.

package chat

import (
	"context"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/chat"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// Flag reads whether a message is flagged now and who may know. It fails with NotFound
// for an unknown message.
func (ch *Chat) Flag(ctx context.Context, messageID string) (chat.Flag, error) {
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return chat.Flag{}, roomlog.ErrMessageUnknown()
	}
	f := chat.Flag{MessageID: message.String()}
	err := ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var to []pgtype.UUID
		err := conn.QueryRow(ctx, `
			select e.room_id, e.flagged and e.deleted_at is null,
			       array(select st.member_id from member_standing st
			             left join room_access a on a.member_id = st.member_id and a.room_id = e.room_id
			             where `+logs.IsModerator+` and not `+logs.IsBanned+` order by st.member_id)
			from messages e where e.id = $1`, message).Scan(&f.Room, &f.Flagged, &to)
		if postgres.NoRow(err) {
			return roomlog.ErrMessageUnknown()
		}
		f.To = logs.WrittenIDs(to)
		return err
	})
	return f, err
}

// Which messages of the rooms members want to be notified of.

package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// SetRoomNotifications stores which messages of a room a member wants to be notified
// of. It fails as roomlog.CheckRoomNotifications does, and with Forbidden
// (roomlog.ErrBanned, roomlog.ErrNoRoomAccess).
func (ch *Chat) SetRoomNotifications(ctx context.Context, memberID, room, level string, mutedUntil *string) (roomlog.RoomNotifications, error) {
	return ch.setNotifications(ctx, memberID, room, level, mutedUntil, false)
}

// SetNotificationLevel does as SetRoomNotifications; a mute stays as it is.
func (ch *Chat) SetNotificationLevel(ctx context.Context, memberID, room, level string) (roomlog.RoomNotifications, error) {
	return ch.setNotifications(ctx, memberID, room, level, nil, true)
}

func (ch *Chat) setNotifications(ctx context.Context, memberID, room, level string, mutedUntil *string, keepMute bool) (roomlog.RoomNotifications, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return roomlog.RoomNotifications{}, roomlog.ErrNoRoomAccess()
	}
	var n roomlog.RoomNotifications
	err := ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return err
		}
		var banned, open bool
		var now time.Time
		err := tx.QueryRow(ctx, `
			select `+logs.IsBanned+`, r.id is not null and (`+logs.HasRoomAccess+`), muster_now()
			from member_standing st
			left join rooms r on r.id = $2 and r.deleted_at is null
			left join room_access a on a.room_id = r.id and a.member_id = st.member_id
			where st.member_id = $1`, member, room).Scan(&banned, &open, &now)
		if err := logs.EntryRefusal(err, banned, open); err != nil {
			return err
		}
		if n, err = roomlog.CheckRoomNotifications(level, mutedUntil, now); err != nil {
			return err
		}
		var until *time.Time
		if !n.MutedUntil.IsZero() {
			until = &n.MutedUntil
		}
		err = tx.QueryRow(ctx, `
			insert into room_notifications as n (member_id, room_id, level, muted_until) values ($1, $2, $3, $4)
			on conflict (member_id, room_id) do update
			set level = excluded.level, muted_until = case when $5 then n.muted_until else excluded.muted_until end
			returning muted_until`,
			member, room, string(n.Level), until, keepMute).Scan(&until)
		if n.MutedUntil = (time.Time{}); err == nil && until != nil && until.After(now) {
			n.MutedUntil = until.UTC()
		}
		return err
	})
	if err != nil {
		return roomlog.RoomNotifications{}, err
	}
	return n, nil
}

// Pinned messages of a room.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// Pin pins a message for a moderator of the room or an administrator, and gives the
// event of the pin; stored is false for a message that was pinned already. It fails
// with Unauthorized or Forbidden for others, with NotFound for a message that was
// deleted or is in another room, and with Conflict (roomlog.ErrTooManyPins) when the
// room has roomlog.MaxPins.
func (l *Log) Pin(ctx context.Context, by store.Caller, room, messageID string) (e roomlog.Event, stored bool, err error) {
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return e, false, roomlog.ErrMessageUnknown()
	}
	err = l.moderate(ctx, by, room, func(ctx context.Context, tx pgx.Tx) error {
		e, stored = roomlog.Event{Room: room, Kind: roomlog.MessagePinned, MessageID: message.String(), ActorID: by.Member.ID}, false
		var found bool
		var pins int
		err := tx.QueryRow(ctx, `
			select exists (select from messages where id = $2 and room_id = $1 and deleted_at is null),
			       (select count(*) from room_pins where room_id = $1)`, room, message).Scan(&found, &pins)
		if err != nil {
			return err
		}
		if !found {
			return roomlog.ErrMessageUnknown()
		}
		err = tx.QueryRow(ctx, `
			select p.seq, p.at, p.pinned_by::text, coalesce(m.username, '') from room_pins p left join members m on m.id = p.pinned_by
			where p.room_id = $1 and p.message_id = $2`, room, message).Scan(&e.Seq, &e.At, &e.ActorID, &e.ActorName)
		switch {
		case err == nil || !postgres.NoRow(err):
			return err
		case pins >= roomlog.MaxPins:
			return roomlog.ErrTooManyPins()
		}
		stored = true
		if err := AppendRoomEvent(ctx, tx, &e); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `insert into room_pins (room_id, message_id, seq, pinned_by, at) values ($1, $2, $3, $4, $5)`,
			room, message, e.Seq, by.Member.ID, e.At)
		return err
	})
	return e, stored, err
}

// Unpin ends a pin for a moderator of the room or an administrator; stored is false
// and there is no event when the message was not pinned. It fails like Pin for others.
func (l *Log) Unpin(ctx context.Context, by store.Caller, room, messageID string) (e roomlog.Event, stored bool, err error) {
	message, ok := postgres.ParseID(messageID)
	if !ok {
		return e, false, roomlog.ErrMessageUnknown()
	}
	err = l.moderate(ctx, by, room, func(ctx context.Context, tx pgx.Tx) error {
		e, stored = roomlog.Event{Room: room, Kind: roomlog.MessageUnpinned, MessageID: message.String(), ActorID: by.Member.ID}, false
		tag, err := tx.Exec(ctx, `delete from room_pins where room_id = $1 and message_id = $2`, room, message)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		stored = true
		return AppendRoomEvent(ctx, tx, &e)
	})
	return e, stored, err
}

// pinsOfRoom reads the pins of room $2 and whether member $1 may, in at least one row.
const pinsOfRoom = `
	with ` + ReadAccess + `
	select access.banned, access.open, access.moderator, coalesce(p.at, 'epoch'), coalesce(pm.username, ''), ` + roomAsOf + `, ` + MessageColumns + `,` + ReactionsOf + `
	from access
	left join room_pins p on p.room_id = $2 and access.open and not access.banned
	left join lateral (select username from members where id = p.pinned_by limit 1) pm on true
	left join lateral (select * from messages where id = p.message_id limit 1) e on true` + MessageRows + `
	order by p.seq desc`

// Pins reads the pinned messages of a room, the newest pin first. It fails like
// History.
func (l *Log) Pins(ctx context.Context, memberID, room string) (pins []roomlog.Pin, asOf store.AsOf, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return nil, asOf, roomlog.ErrNoRoomAccess()
	}
	err = l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		pins = nil
		res, err := conn.Query(ctx, pinsOfRoom, member, room)
		if err != nil {
			return err
		}
		banned, open, moderator := false, false, false
		var at time.Time
		var by string
		var m MessageRow
		into := append([]any{&banned, &open, &moderator, &at, &by, &asOf.Log, &asOf.Site}, m.ScanTargets()...)
		_, err = pgx.ForEachRow(res, append(into, &m.Reactions), func() error {
			if m.ID.Valid {
				m.Flagged = m.Flagged && moderator
				pins = append(pins, roomlog.Pin{Message: m.Value(), ByName: by, PinnedAt: at})
			}
			m.Reactions = nil
			return nil
		})
		if err != nil {
			return err
		}
		return ReadRefusal(banned, open)
	})
	return pins, asOf, err
}

// A room's settings: its texts, slow mode and read-only.

package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// UpdateRoom changes the settings of a room and gives the room as it is now and the
// event of the change; changed is false and there is no event when nothing was
// different. It fails with NotFound for an unknown room and with Invalid like
// store.RoomUpdate. The head of the room's log is locked until the end, so every
// append is judged by the settings before or after.
func (o *Admin) UpdateRoom(ctx context.Context, room string, update roomlog.RoomUpdate) (now roomlog.Room, e roomlog.Event, changed bool, err error) {
	err = o.DB.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		e, changed = roomlog.Event{Room: room, Kind: roomlog.SettingsChanged, ActorID: o.Caller.Member.ID, Settings: &now}, false
		if err := logs.LockHead(ctx, tx, room); err != nil {
			return err
		}
		if err := o.Authorize(ctx, tx, postgres.StatusLocks{}); err != nil {
			return err
		}
		res, err := tx.Query(ctx, `select `+logs.RoomColumns+` from rooms r where r.id = $1 and r.deleted_at is null for update`, room)
		if err != nil {
			return err
		}
		was, err := pgx.CollectExactlyOneRow(res, logs.ScanRoom)
		if postgres.NoRow(err) {
			return postgres.ErrRoomUnknown()
		}
		if err != nil {
			return err
		}
		if now, err = update.Apply(was); err != nil || now == was {
			return err
		}
		if _, err := tx.Exec(ctx, `update rooms set display_name = $2, description = $3, slow_mode_seconds = $4, read_only = $5 where id = $1`,
			room, now.DisplayName, now.Description, int(now.SlowMode/time.Second), now.ReadOnly); err != nil {
			return err
		}
		if now.SlowMode > was.SlowMode {
			if err := recallPace(ctx, tx, room, now.SlowMode); err != nil {
				return err
			}
		}
		changed = true
		if err := logs.AppendRoomEvent(ctx, tx, &e); err != nil {
			return err
		}
		return o.Audit(ctx, tx, postgres.AdminChange{Action: "room_updated", Subject: room, Before: roomRecordOf(was), After: roomRecordOf(now)})
	})
	return now, e, changed, err
}

// UpdateRoom is AdminService.UpdateRoom by the operator.
func (ch *Chat) UpdateRoom(ctx context.Context, room string, update roomlog.RoomUpdate) (roomlog.Room, error) {
	now, _, _, err := AdminOf(ch.db.Operator()).UpdateRoom(ctx, room, update)
	return now, err
}

// paceBatch is how many messages recallPace reads at once.
const paceBatch = 5000

// recallPace notes who sent in a room during the last window, because nobody did so
// while slow mode was off or shorter. The messages of a room are in the order of their
// times, so it reads the newest ones until they are older.
func recallPace(ctx context.Context, tx pgx.Tx, room string, window time.Duration) error {
	before := int64(1<<63 - 1)
	for {
		var oldest pgtype.Int8
		var more bool
		err := tx.QueryRow(ctx, `
			with page as (
				select seq, sender_id, created_at from messages where room_id = $1 and seq < $2 order by seq desc limit $4
			),
			noted as (
				insert into room_pace as p (room_id, member_id, last_at)
				select $1, sender_id, max(created_at) from page where created_at > muster_now() - $3::interval group by sender_id
				on conflict (room_id, member_id) do update set last_at = greatest(p.last_at, excluded.last_at)
			)
			select min(seq), coalesce(count(*) = $4 and min(created_at) > muster_now() - $3::interval, false) from page`,
			room, before, window, paceBatch).Scan(&oldest, &more)
		if err != nil || !more {
			return err
		}
		before = oldest.Int64
	}
}

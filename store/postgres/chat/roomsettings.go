// A room's settings: its texts, slow mode and read-only.

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

// UpdateRoom changes the settings of a room and gives the room as it is now and the
// event of the change; changed is false and there is no event when nothing was
// different. It fails with NotFound for an unknown room and with Invalid like
// roomlog.RoomUpdate. The head of the room's log is locked until the end, so every
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
			if err := logs.RecallPaceIn(ctx, tx, room, now.SlowMode); err != nil {
				return err
			}
		}
		changed = true
		if err := logs.AppendRoomEvent(ctx, tx, &e); err != nil {
			return err
		}
		change := postgres.AdminChange{Action: "room_updated", Subject: room, Before: roomRecordOf(was), After: roomRecordOf(now)}
		if err := o.Audit(ctx, tx, change); err != nil {
			return err
		}
		return postgres.AdminChangeIn(ctx, tx, store.AdminPart(change.Action), o.Caller.Member.ID)
	})
	return now, e, changed, err
}

// UpdateRoom is Admin.UpdateRoom by the operator.
func (ch *Chat) UpdateRoom(ctx context.Context, room string, update roomlog.RoomUpdate) (roomlog.Room, error) {
	now, _, _, err := AdminOf(ch.db.Operator()).UpdateRoom(ctx, room, update)
	return now, err
}

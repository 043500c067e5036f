// Room events that are not written by Append: rare changes, each in a transaction
// of its own. The caller hands the event to the hub once it is committed.

package roomlog

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// LockHead locks the head of a room's log. It comes before every other lock, as in
// Append. It fails with NotFound for an unknown room.
func LockHead(ctx context.Context, tx pgx.Tx, room string) error {
	if !store.ValidRoomID(room) {
		return postgres.ErrRoomUnknown()
	}
	var one int
	err := tx.QueryRow(ctx, lockHead, room).Scan(&one)
	if postgres.NoRow(err) {
		return postgres.ErrRoomUnknown()
	}
	return err
}

// AppendRoomEvent gives an event that is no message the next number of its room, whose head is locked,
// and writes it. It fills in Seq, At and ActorName. The operator is the actor with the
// id of zeros.
func AppendRoomEvent(ctx context.Context, tx pgx.Tx, e *roomlog.Event) error {
	actor, message := pgtype.UUID{Valid: true}, pgtype.UUID{}
	if e.ActorID != "" {
		actor, _ = postgres.ParseID(e.ActorID)
	}
	if e.MessageID != "" {
		message, _ = postgres.ParseID(e.MessageID)
	}
	e.ActorID = actor.String()
	return tx.QueryRow(ctx, `
		with moved as (
			update room_heads set seq = seq + 1, other_numbers = other_numbers + 1, last_at = greatest(muster_now(), last_at) where room_id = $1 returning seq, last_at
		),
		logged as (
			insert into room_events (room_id, seq, kind, message_id, actor_id, at)
			select $1, seq, $2, $3, $4, last_at from moved returning seq, at
		)
		select seq, at, coalesce((select username from members where id = $4), '') from logged`,
		e.Room, string(e.Kind), message, actor).Scan(&e.Seq, &e.At, &e.ActorName)
}

// moderate runs do in a transaction once the caller is found to be a moderator of the
// room or an administrator. It holds the head of the room's log, so that such changes
// and appends come one after the other, and the rows that permit the change.
func (l *Log) moderate(ctx context.Context, by store.Caller, room string, do func(ctx context.Context, tx pgx.Tx) error) error {
	member, known := postgres.ParseID(by.Member.ID)
	session, alive := postgres.ParseID(by.Session.ID)
	if !known || !alive {
		return store.ErrSessionEnded()
	}
	if !store.ValidRoomID(room) {
		return roomlog.ErrNoRoomAccess()
	}
	return l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockPermissions(ctx, tx, room, member, session); err != nil {
			return err
		}
		var outcome string
		err := tx.QueryRow(ctx, `
			select case`+entryCases+` when not `+IsModerator+` then 'moderators_only' else 'ok' end
			from (select $1::uuid as member_id, $2::uuid as session_id, $3::text as room_id) g`+permissionRows,
			member, session, room).Scan(&outcome)
		if err != nil {
			return err
		}
		if refused, ok := refusalErrors[outcome]; ok {
			return refused
		}
		return do(ctx, tx)
	})
}

// lockPermissions locks the head of a room's log and what permits a member something there,
// in the order of Append.
func lockPermissions(ctx context.Context, tx pgx.Tx, room string, member, session pgtype.UUID) error {
	var batch pgx.Batch
	queueLoneLocks(&batch, room, member, session)
	return tx.SendBatch(ctx, &batch).Close()
}

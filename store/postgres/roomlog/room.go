// Rooms: who may enter, what a node needs to bring one to life, and changing
// them.

package roomlog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// RoomColumns read the room "r".
const RoomColumns = `r.id, r.display_name, r.description, r.is_default, r.access_level, r.slow_mode_seconds, r.read_only`

// RoomOrder orders rooms "r" in a list: default ones first, then by name with its numbers as
// such, "Room 2" before "Room 10". Each number is filled up to the length of the longest title.
var RoomOrder = fmt.Sprintf(`r.is_default desc,
	regexp_replace(regexp_replace(lower(r.display_name), '[0-9]+', repeat('0', %[1]d) || '\&', 'g'), '[0-9]*([0-9]{%[1]d})', '\1', 'g'), r.id`, roomlog.MaxRoomTitle)

// RoomTargets are the places for RoomColumns, in their order.
func RoomTargets(r *roomlog.Room) []any {
	return []any{&r.ID, &r.DisplayName, &r.Description, &r.IsDefault, &r.AccessLevel, (*seconds)(&r.SlowMode), &r.ReadOnly}
}

// seconds reads a column of whole seconds.
type seconds time.Duration

// ScanInt64 implements pgtype.Int64Scanner.
func (s *seconds) ScanInt64(n pgtype.Int8) error {
	*s = seconds(time.Duration(n.Int64) * time.Second)
	return nil
}

// ScanRoom reads a row of RoomColumns.
func ScanRoom(row pgx.CollectableRow) (roomlog.Room, error) {
	var r roomlog.Room
	err := row.Scan(RoomTargets(&r)...)
	return r, err
}

// CheckRoomAccess returns the room and the member's role if the member may enter it.
// It fails with Forbidden: roomlog.ErrBanned for a member kept out of chat, roomlog.ErrNoRoomAccess for a
// closed or absent room alike.
func (l *Log) CheckRoomAccess(ctx context.Context, memberID, room string) (roomlog.RoomAccess, error) {
	var out roomlog.RoomAccess
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return out, roomlog.ErrNoRoomAccess()
	}
	err := l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var banned, open bool
		err := conn.QueryRow(ctx, `
			select `+IsBanned+`, r.id is not null and (`+HasRoomAccess+`), coalesce(r.id, ''), coalesce(r.display_name, ''),
			       coalesce(r.description, ''), coalesce(r.is_default, false), coalesce(r.access_level, ''),
			       coalesce(r.slow_mode_seconds, 0), coalesce(r.read_only, false),
			       case when st.is_admin then 'admin' else coalesce(a.role, 'member') end
			from member_standing st
			left join rooms r on r.id = $2 and r.deleted_at is null
			left join room_access a on a.room_id = r.id and a.member_id = st.member_id
			where st.member_id = $1`, member, room).
			Scan(append(append([]any{&banned, &open}, RoomTargets(&out.Room)...), &out.Role)...)
		return EntryRefusal(err, banned, open)
	})
	if err != nil {
		return roomlog.RoomAccess{}, err
	}
	return out, nil
}

// OpenRoom reads a room, its last number, its newest messages and events at one
// moment; NotFound when there is none.
func (l *Log) OpenRoom(ctx context.Context, room string) (roomlog.RoomState, error) {
	var state roomlog.RoomState
	err := l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		state = roomlog.RoomState{}
		var b pgx.Batch
		b.Queue("begin isolation level repeatable read read only")
		b.Queue(`select `+RoomColumns+`, h.seq from rooms r join room_heads h on h.room_id = r.id
			where r.id = $1 and r.deleted_at is null`, room).QueryRow(func(row pgx.Row) error {
			return row.Scan(append(RoomTargets(&state.Room), &state.Head)...)
		})
		b.Queue(`select `+MessageColumns+`,`+ReactionsOf+` from messages e`+MessageRows+`
			where e.room_id = $1 order by e.seq desc limit $2`, room, roomlog.HistoryPage).Query(func(rows pgx.Rows) error {
			var err error
			state.Tail, err = CollectMessages(rows)
			slices.Reverse(state.Tail)
			return err
		})
		b.Queue(eventsOfRoom+`
			and v.seq > (select seq from room_heads where room_id = $1) - $2 order by v.seq`, room, roomlog.ReplayEvents).Query(func(rows pgx.Rows) error {
			var err error
			state.Events, err = collectEvents(rows, room)
			return err
		})
		b.Queue("commit")
		err := conn.SendBatch(ctx, &b).Close()
		if err != nil && conn.Conn().PgConn().TxStatus() != 'I' && !conn.Conn().IsClosed() {
			conn.Exec(ctx, "rollback")
		}
		if postgres.NoRow(err) {
			return postgres.ErrRoomUnknown()
		}
		return err
	})
	if err != nil {
		return roomlog.RoomState{}, err
	}
	return state, nil
}

// CollectMessages reads rows of MessageColumns and ReactionsOf.
func CollectMessages(rows pgx.Rows) ([]roomlog.Message, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (roomlog.Message, error) {
		var m MessageRow
		if err := row.Scan(append(m.ScanTargets(), &m.Reactions)...); err != nil {
			return roomlog.Message{}, err
		}
		return m.Value(), nil
	})
}

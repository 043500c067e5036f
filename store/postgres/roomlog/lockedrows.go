// Rows that somebody else holds locked for long. A log writer stores the
// commands of many rooms in one transaction, so without this one locked row
// would fail the commands of all of them.

package roomlog

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// lockedRows remembers which rows appends timed out on. A command that needs one
// of them is not tried before the row is found free.
type lockedRows struct {
	mu   sync.Mutex
	keys map[string]bool
}

// reserve gives the commands whose rows are free, as far as is known. It asks
// the database about the rows that were not, and refuses the commands of those
// that are still locked.
func (l *Log) reserve(ctx context.Context, rows []*pendingCommand) []*pendingCommand {
	var doubtful []*pendingCommand
	for _, r := range rows {
		if l.locked.holds(r) {
			doubtful = append(doubtful, r)
		}
	}
	if len(doubtful) == 0 {
		return rows
	}
	if err := l.findLocked(ctx, doubtful); err != nil {
		return rows // then the transaction itself says what is wrong
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r *pendingCommand) bool {
		locked := l.locked.holds(r)
		if locked {
			r.refuse(store.ErrBusy())
		}
		return locked
	})
}

// findLocked asks which of the rows that the commands need are locked at this
// moment, and remembers those and no others of them.
func (l *Log) findLocked(ctx context.Context, rows []*pendingCommand) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	rooms, members, sessions := neededRows(rows)
	locked := make(map[string]bool)
	collect := func(rows pgx.Rows) error {
		var key string
		_, err := pgx.ForEachRow(rows, []any{&key}, func() error {
			locked[key] = true
			return nil
		})
		return err
	}
	err := l.live.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var b pgx.Batch
		b.Queue("begin")
		for _, q := range []struct {
			sql  string
			args []any
		}{
			{findLockedHeads, []any{rooms}}, {findLockedMembers, []any{members}}, {findLockedSessions, []any{sessions}},
			{findLockedRooms, []any{rooms}}, {findLockedGrants, []any{rooms, members}},
		} {
			b.Queue(q.sql, q.args...).Query(collect)
		}
		b.Queue("rollback")
		err := conn.SendBatch(ctx, &b).Close()
		if err != nil && conn.Conn().PgConn().TxStatus() != 'I' && !conn.Conn().IsClosed() {
			conn.Exec(ctx, "rollback")
		}
		return err
	})
	if err != nil {
		return err
	}
	l.locked.set(rows, locked)
	return nil
}

// The queries of findLocked: what a lock that skips locked rows does not return
// although it is there.
const (
	findLockedHeads = `with free as (select room_id from room_heads where room_id = any($1::text[]) for update skip locked)
		select 'room ' || room_id from room_heads where room_id = any($1::text[]) and room_id not in (select room_id from free)`
	findLockedMembers = `with free as (select member_id from member_standing where member_id = any($1::uuid[]) for share skip locked)
		select 'member ' || member_id from member_standing where member_id = any($1::uuid[]) and member_id not in (select member_id from free)`
	findLockedSessions = `with free as (select id from sessions where id = any($1::uuid[]) for share skip locked)
		select 'session ' || id from sessions where id = any($1::uuid[]) and id not in (select id from free)`
	findLockedRooms = `with free as (select id from rooms where id = any($1::text[]) for share skip locked)
		select 'room ' || id from rooms where id = any($1::text[]) and id not in (select id from free)`
	findLockedGrants = `with free as (
			select room_id, member_id from room_access where room_id = any($1::text[]) and member_id = any($2::uuid[]) for share skip locked)
		select 'member ' || member_id from room_access where room_id = any($1::text[]) and member_id = any($2::uuid[])
		  and (room_id, member_id) not in (select room_id, member_id from free)`
)

// neededRows are the keys of the rows that commands need, each once and in order.
func neededRows(rows []*pendingCommand) (rooms []string, members, sessions []pgtype.UUID) {
	for _, r := range rows {
		rooms, members, sessions = append(rooms, r.command.Room), append(members, r.member), append(sessions, r.session)
	}
	return postgres.Distinct(rooms, compareText), postgres.Distinct(members, postgres.CompareID), postgres.Distinct(sessions, postgres.CompareID)
}

// keysOf names the rows that a command needs. A grant counts as its member's.
func keysOf(r *pendingCommand) [3]string {
	return [3]string{"room " + r.command.Room, "member " + r.member.String(), "session " + r.session.String()}
}

// holds is true when a row that the command needs was found locked.
func (l *lockedRows) holds(r *pendingCommand) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.keys) == 0 {
		return false
	}
	for _, key := range keysOf(r) {
		if l.keys[key] {
			return true
		}
	}
	return false
}

// set remembers what was found about the rows of commands.
func (l *lockedRows) set(rows []*pendingCommand, locked map[string]bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.keys == nil {
		l.keys = make(map[string]bool)
	}
	for _, r := range rows {
		for _, key := range keysOf(r) {
			if locked[key] {
				l.keys[key] = true
			} else {
				delete(l.keys, key)
			}
		}
	}
}

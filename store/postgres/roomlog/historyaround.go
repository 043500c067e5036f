// A room's history on both sides of a message.

package roomlog

import (
	"context"
	"slices"
	"strconv"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// historyAround reads at most $4 messages before the number $7, or else the message $3,
// and at most $5 from it on, or after it with $6 = 1.
const historyAround = `
	with ` + ReadAccess + `,
	mark as (
		select coalesce($7, (select seq from (select * from messages where id = $3 limit 1) m where m.room_id = $2)) as seq
	),
	page as (
		(select o.* from messages o where o.room_id = $2 and o.seq < (select seq from mark)
		   and exists (select 1 from access where open and not banned) order by o.seq desc limit $4)
		union all
		(select o.* from messages o where o.room_id = $2 and o.seq >= (select seq from mark) + $6
		   and exists (select 1 from access where open and not banned) order by o.seq limit $5)
	)
	` + historyRows

// HistoryAround reads a message of a room and what stands around it, as many before as
// after, at most limit in all, which is clamped to 1 … roomlog.HistoryPage. The message is
// an id, or a decimal number of the room's log: then it is the first message from that
// number on. It fails like History.
func (l *Log) HistoryAround(ctx context.Context, memberID, room string, limit int, message string) (roomlog.HistoryWindow, error) {
	side := (min(max(limit, 1), roomlog.HistoryPage) - 1) / 2
	// One more is read on each side to know whether it is there.
	var from *int64
	if seq, err := strconv.ParseInt(message, 10, 64); err == nil {
		from = &seq
	}
	page, asOf, err := l.historySides(ctx, memberID, room, message, side+1, side+2, 0, from)
	if err != nil {
		return roomlog.HistoryWindow{}, err
	}
	w := roomlog.HistoryWindow{Messages: page, AsOf: asOf}
	id, _ := store.CanonicalID(message)
	at := slices.IndexFunc(page, func(m roomlog.Message) bool { return m.ID == id || from != nil && m.Seq >= *from })
	if at < 0 {
		at = len(page)
	}
	if w.Newer = len(page)-at > side+1; w.Newer {
		w.Messages = w.Messages[:len(page)-1]
	}
	if w.Older = at > side; w.Older {
		w.Messages = w.Messages[1:]
	}
	return w, nil
}

// HistoryAfter reads the messages of a room that follow a message, at most limit, which
// is clamped to 1 … roomlog.HistoryPage. It fails like History.
func (l *Log) HistoryAfter(ctx context.Context, memberID, room string, limit int, message string) (roomlog.HistoryWindow, error) {
	limit = min(max(limit, 1), roomlog.HistoryPage)
	page, asOf, err := l.historySides(ctx, memberID, room, message, 0, limit+1, 1, nil)
	if err != nil {
		return roomlog.HistoryWindow{}, err
	}
	return roomlog.HistoryWindow{Messages: page[:min(len(page), limit)], Older: true, Newer: len(page) > limit, AsOf: asOf}, nil
}

// historySides reads historyAround.
func (l *Log) historySides(ctx context.Context, memberID, room, message string, older, newer, skip int, from *int64) ([]roomlog.Message, store.AsOf, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return nil, store.AsOf{}, roomlog.ErrNoRoomAccess()
	}
	mark, _ := postgres.ParseID(message) // what is no id is no message either
	return l.historyRead(ctx, historyAround, member, room, mark, older, newer, skip, from)
}

// A room's history, page by page.

package roomlog

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// ReadAccess says whether member $1 may read room $2, and whether as a moderator: a
// row of "access" unless there is no such member.
const ReadAccess = `access as (
		select ` + IsBanned + ` as banned, r.id is not null and (` + HasRoomAccess + `) as open, ` + IsModerator + ` as moderator
		from member_standing st
		left join rooms r on r.id = $2 and r.deleted_at is null
		left join room_access a on a.room_id = r.id and a.member_id = st.member_id
		where st.member_id = $1
	)`

// historyPage reads a page and whether the member may read it, in at least one
// row. The page is empty for a member without access.
const historyPage = `
	with ` + ReadAccess + `,
	mark as (
		select case when $3 then 9223372036854775807
		       else (select seq from (select * from messages where id = $4 limit 1) m where m.room_id = $2) end as seq
	),
	page as (
		select o.* from messages o
		where o.room_id = $2 and o.seq < (select seq from mark)
		  and exists (select 1 from access where open and not banned)
		order by o.seq desc limit $5
	)
	` + historyRows

// roomAsOf says how far the log of room $2 and the site log are.
const roomAsOf = `coalesce((select seq from room_heads where room_id = $2), 0), (select seq from site_head)`

// historyRows are the rows of a page with what says whether it may be read. Flags are
// for moderators and administrators.
const historyRows = `
	select access.banned, access.open, access.moderator, mark.seq is not null, ` + roomAsOf + `, ` + MessageColumns + `,` + ReactionsOf + `
	from access cross join mark left join page e on true` + MessageRows + `
	order by e.seq desc`

// History reads the newest messages of a room, or those strictly older than
// the message before, oldest first, with their reactions; limit is
// clamped to 1 … roomlog.HistoryPage. Access is part of the query; only moderators of
// the room and administrators are given flags. It
// fails with Forbidden (roomlog.ErrBanned, roomlog.ErrNoRoomAccess) and with
// NotFound for a before that is no message of this room.
func (l *Log) History(ctx context.Context, memberID, room string, limit int, before string) (roomlog.HistoryWindow, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return roomlog.HistoryWindow{}, roomlog.ErrNoRoomAccess()
	}
	var mark pgtype.UUID
	unmarked := before == ""
	if !unmarked {
		mark, _ = postgres.ParseID(before) // what is no id is no message either
	}
	limit = min(max(limit, 1), roomlog.HistoryPage)
	page, asOf, err := l.historyRead(ctx, historyPage, member, room, unmarked, mark, limit)
	return roomlog.HistoryWindow{Messages: page, Older: len(page) == limit, Newer: !unmarked, AsOf: asOf}, err
}

// historyRead runs a query with historyRows and gives the page, oldest first.
func (l *Log) historyRead(ctx context.Context, query string, args ...any) (page []roomlog.Message, asOf store.AsOf, err error) {
	err = l.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		page = nil
		res, err := conn.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		banned, open, moderator, marked := false, false, false, false
		var m MessageRow
		into := append([]any{&banned, &open, &moderator, &marked, &asOf.Log, &asOf.Site}, m.ScanTargets()...)
		_, err = pgx.ForEachRow(res, append(into, &m.Reactions), func() error {
			if m.ID.Valid {
				m.Flagged = m.Flagged && moderator
				page = append(page, m.Value())
			}
			m.Reactions = nil
			return nil
		})
		if err == nil {
			err = ReadRefusal(banned, open)
		}
		if err == nil && !marked {
			err = roomlog.ErrMessageUnknown()
		}
		return err
	})
	if err != nil {
		return nil, asOf, err
	}
	slices.Reverse(page)
	return page, asOf, nil
}

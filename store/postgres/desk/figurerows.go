// The rows that a count of the back office is made of.

package desk

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/desk"
	"muster/store/postgres"
)

// figureColumns read a row of a message, a member, a room or an upload.
const (
	messageFigure = `x.id::text, m.id::text, coalesce(m.username, ''), '', x.room_id, coalesce(r.display_name, ''), coalesce(r.deleted_at is not null, true), x.kind, 0, x.created_at`
	messageFrom   = `join members m on m.id = x.sender_id left join rooms r on r.id = x.room_id`
	memberFigure  = `m.id::text, m.id::text, coalesce(m.username, ''), coalesce(m.email, ''), '', '', false, ''`
)

// figureAsk is a statement that reads a page of rows, and its arguments. The page begins
// after a position, when there is one.
type figureAsk struct {
	statement string
	args      []any
}

// FigureRows reads a page of the rows that a figure of a checked query counts, the newest
// first, senders by the number of their messages, and the cursor of the next page, "" at
// the end. It fails with Invalid for a cursor that is not of this figure.
func (d *Desk) FigureRows(ctx context.Context, q desk.FigureQuery) (page []desk.FigureRow, next string, err error) {
	after, err := q.Position()
	if err != nil {
		return nil, "", err
	}
	err = d.db.Analyze(ctx, analyticsTime, func(ctx context.Context, tx pgx.Tx) error {
		sums, now, err := d.readRolledUp(ctx, tx)
		if err != nil {
			return err
		}
		if q.Figure != desk.FigureMessages && q.Figure != desk.FigureSenders {
			if _, err := tx.Exec(ctx, `set local enable_seqscan = on`); err != nil {
				return err
			}
		}
		ask := d.figureAsk(q, sums, now, after)
		rows, err := tx.Query(ctx, ask.statement, ask.args...)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, pgx.RowToStructByPos[desk.FigureRow])
		return err
	})
	if err != nil {
		return nil, "", err
	}
	if len(page) > q.Limit {
		page = page[:q.Limit]
		last := page[q.Limit-1]
		next = desk.FigurePosition{Figure: q.Figure, At: last.At.UTC(), Count: last.Messages, ID: last.ID}.Cursor()
	}
	return page, next, nil
}

func (d *Desk) figureAsk(q desk.FigureQuery, sums rolledUp, now time.Time, after *desk.FigurePosition) figureAsk {
	at, count, room := now.Add(24*time.Hour), 1<<60, ""
	id := pgtype.UUID{Valid: true, Bytes: [16]byte{0: 255, 1: 255}}
	if after != nil {
		at, count, room = after.At, after.Count, after.ID
		if parsed, ok := postgres.ParseID(after.ID); ok {
			id = parsed
		}
	}
	today := store.DayOf(now, d.db.Zone())
	switch q.Figure {
	case desk.FigureMessages:
		return d.messageRows(q, now, at, id)
	case desk.FigureSenders:
		senders := d.senders(q.Range, sums, now)
		// The numbers after those of senders.
		number := func(n int) string { return "$" + strconv.Itoa(len(senders.args)+n) }
		beyond := ` and (-messages, member_id) > (-` + number(1) + `::bigint, ` + number(2) + `::uuid)`
		return figureAsk{senders.with + `, listed as (` + senders.page(beyond, number(3)) + `)
			select ` + memberFigure + `, l.messages, 'epoch'::timestamptz from listed l join members m on m.id = l.member_id
			order by l.messages desc, l.member_id`, append(senders.args, count, firstUnless(after, id), q.Limit+1)}
	case desk.FigureActive:
		if !sums.usable {
			return figureAsk{`select ` + memberFigure + `, 0, seen.at from (` + lastSeen + `) seen join members m on m.id = seen.member_id
				where (seen.at, m.id) < ($2, $3) order by seen.at desc, m.id desc limit $4`, []any{today.Start(d.db.Zone()), at, id, q.Limit + 1}}
		}
		return figureAsk{`select ` + memberFigure + `, 0, x.at from rollup_seen x join members m on m.id = x.member_id and m.erased_at is null
			where x.at >= $1 and (x.at, x.member_id) < ($2, $3) and not exists (
				select from rollup_seen e where e.member_id = x.member_id and e.at >= $1 and (e.at, e.session_id) < (x.at, x.session_id))
			order by x.at desc, x.member_id desc limit $4`, []any{today.Start(d.db.Zone()), at, id, q.Limit + 1}}
	case desk.FigureMembers, desk.FigureJoined:
		from, to := time.Unix(0, 0), now.Add(time.Hour)
		if q.Figure == desk.FigureJoined {
			from = today.Add(1 - q.Days).Start(d.db.Zone())
			if q.Day != nil {
				from, to = q.Day.Start(d.db.Zone()), q.Day.Add(1).Start(d.db.Zone())
			}
		}
		return figureAsk{`select ` + memberFigure + `, 0, m.created_at from members m
			where erased_at is null and created_at >= $1 and created_at < $2 and (created_at, id) < ($3, $4)
			order by m.created_at desc, m.id desc limit $5`, []any{from, to, at, id, q.Limit + 1}}
	case desk.FigureUploads:
		return figureAsk{`select x.id::text, m.id::text, coalesce(m.username, ''), '', coalesce(x.room_id, ''), coalesce(r.display_name, ''),
				coalesce(r.deleted_at is not null, true), x.kind, 0, x.created_at
			from uploads x join members m on m.id = x.owner_id left join rooms r on r.id = x.room_id
			where x.ready_at is not null and x.deleted_at is null and x.created_at >= $1 and (x.created_at, x.id) < ($2, $3)
			order by x.created_at desc, x.id desc limit $4`, []any{today.Start(d.db.Zone()), at, id, q.Limit + 1}}
	default: // rooms
		active := `$1::timestamptz is not null`
		if q.Figure == desk.FigureActiveRooms {
			active = roomActive(`$1`)
		}
		return figureAsk{`select r.id, '', '', '', r.id, r.display_name, false, '', 0, r.created_at from rooms r
			where r.deleted_at is null and r.id > $2 and ` + active + ` order by r.id limit $3`, []any{now.Add(-desk.RoomActiveWithin), room, q.Limit + 1}}
	}
}

// firstUnless is the id that a page begins after: none without a position.
func firstUnless(after *desk.FigurePosition, id pgtype.UUID) pgtype.UUID {
	if after == nil {
		return pgtype.UUID{Valid: true}
	}
	return id
}

// messageRows reads messages of a range, of one hour of the day or of one sender where
// that is asked for.
func (d *Desk) messageRows(q desk.FigureQuery, now, at time.Time, id pgtype.UUID) figureAsk {
	args := []any{q.Range.Since(now, d.db.Zone()), at, id, q.Limit + 1, q.Hour, d.db.Zone().String()}
	const order = ` order by x.created_at desc, x.id desc limit $4`
	const within = `x.created_at >= $1 and x.created_at <= $2 and (x.created_at, x.id) < ($2, $3)
		and ($5::int < 0 or extract(hour from x.created_at at time zone $6) = $5)`
	if q.Member == "" {
		return figureAsk{`select ` + messageFigure + ` from messages x ` + messageFrom + ` where x.deleted_at is null and ` + within + order, args}
	}
	return figureAsk{`
		with written as materialized (select id, room_id, kind, sender_id, created_at from messages
			where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ ('''@' || $7::text || '''')::tsquery)
		select ` + messageFigure + ` from written x ` + messageFrom + ` where ` + within + order, append(args, q.Member)}
}

// The statements that store messages.

package roomlog

import "sync"

// storeMessages stores messages of rooms without slow mode, which is nearly all of
// them. One of a room that has it is not stored: its outcome is slow_room, and the
// command is done again by storeSlowMessages.
var storeMessages = storeStatement(repliesAndMedia, pacing{refusal: slowRoom}, assignNumbers)

// storeLoneMessage stores a message that is alone in its transaction, without a reply or
// media and for a room without slow mode: most messages of a node that is not busy. With
// it and queueLoneLocks such a transaction takes a quarter less of the database's CPU
// (0.55 instead of 0.74 ms, and 0.63 instead of 0.81: two alternated runs of 5,500 each).
var storeLoneMessage = storeStatement(lookups{answer: `'' as reply_name, '' as reply_text`}, pacing{refusal: slowRoom}, assignNumber)

const slowRoom = `when r.slow_mode_seconds > 0 then 'slow_room'`

// storeSlowMessages stores messages and keeps to slow mode. It notes when each member
// last sent, moderators too, who are free of it: by the clock, as the times of a room's log
// stand still after the clock was set back.
var storeSlowMessages = storeStatement(repliesAndMedia, pacing{
	columns: `r.slow_mode_seconds > 0 as slow, p.last_at + r.slow_mode_seconds * interval '1 second' as free_at,`,
	refusal: `when p.last_at + r.slow_mode_seconds * interval '1 second' > muster_now()
	            -- A send further ahead than slow mode lasts is from before the clock was set back.
	            and p.last_at - r.slow_mode_seconds * interval '1 second' <= muster_now() and not ` + IsModerator + ` then 'slow_mode'`,
	joins: `left join lateral (
		select last_at from room_pace where r.slow_mode_seconds > 0 and room_id = g.room_id and member_id = g.member_id limit 1
	) p on true`,
	writes: `,
paced as (
	insert into room_pace (room_id, member_id, last_at) select room_id, member_id, muster_now() from numbered where slow
	on conflict (room_id, member_id) do update set last_at = excluded.last_at
)`,
	answer: `,
       coalesce(j.slow, false) as slow, case when j.outcome = 'slow_mode' then j.free_at - muster_now() end as wait`,
}, assignNumbers)

// pacing is the parts of a statement that keep to slow mode.
type pacing struct{ columns, refusal, joins, writes, answer string }

// lookups are the parts of a statement that look up what messages refer to.
type lookups struct{ columns, refusal, joins, answer string }

var repliesAndMedia = lookups{
	columns: `tm.username as reply_name, ` + preview + ` as reply_text,`,
	refusal: `when g.reply_to is not null and t.id is null then 'reply_unknown'` + mediaCases,
	joins: `
	left join lateral (select * from messages where id = g.reply_to limit 1) t on t.room_id = g.room_id and t.deleted_at is null
	left join lateral (select username from members where id = t.sender_id limit 1) tm on true`,
	answer: `coalesce(j.reply_name, '') as reply_name, coalesce(j.reply_text, '') as reply_text`,
}

func storeStatement(l lookups, p pacing, numbers string) string {
	return `
with given as (
	select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[],
	                     $8::text[], $9::text[], $10::text[], $11::text[])
	as g(index, member_id, session_id, room_id, message_id, client_msg_id, reply_to, kind, body, media_url, thumbnail_url)
),
judged as (
	select g.*, m.username, ` + l.columns + p.columns + `
	       case when f.message_id = g.message_id then 'found' -- an unanswered try of this very command
	` + permissionCases + `
	       when f.message_id is not null then 'found'
	       when r.read_only and not ` + IsModerator + ` then 'read_only'
	       ` + p.refusal + `
	       ` + l.refusal + `
	       else 'ok' end as outcome
	from given g ` + permissionRows + `
	` + p.joins + `
	left join lateral (select * from sends where sender_id = g.member_id and client_msg_id = g.client_msg_id limit 1) f on true
	` + l.joins + `
),
claimed as (
	insert into sends (sender_id, client_msg_id, message_id, at)
	select member_id, client_msg_id, message_id, (select muster_now()) from judged where outcome = 'ok' order by index
	on conflict (sender_id, client_msg_id) do nothing
	returning message_id
),
passed as (
	select j.*, 'message' as kind_of_event, null::text as emoji from judged j join claimed c on c.message_id = j.message_id
),` + numbers + `,
stored as (
	insert into messages (id, room_id, seq, kind, body, media_url, thumbnail_url, sender_id, client_msg_id, reply_to, created_at)
	select message_id, room_id, seq, kind, nullif(body, ''), nullif(media_url, ''), nullif(thumbnail_url, ''),
	       member_id, nullif(client_msg_id, message_id), reply_to, at
	from numbered
)` + p.writes + `
select j.index, case when j.outcome = 'ok' and n.index is null then 'found' else j.outcome end as outcome,
       coalesce(n.seq, 0) as seq, n.at, null::uuid as actor_id, coalesce(j.username, '') as actor_name,
       ` + l.answer + p.answer + `
from judged j left join numbered n on n.index = j.index`
}

// slowRooms are the rooms that had slow mode when this node last stored something in
// them. It is a guess that saves a transaction: the rows decide.
type slowRooms struct {
	mu    sync.Mutex
	rooms map[string]bool
}

func (s *slowRooms) has(room string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rooms[room]
}

func (s *slowRooms) set(room string, slow bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !slow:
		delete(s.rooms, room)
	case s.rooms == nil:
		s.rooms = map[string]bool{room: true}
	default:
		s.rooms[room] = true
	}
}

// The numbers of events, given here and nowhere else.

package roomlog

// assignNumber gives the next number to a message that is alone in its transaction. So it
// has nothing to sort and nothing to count.
const assignNumber = `
numbered as (
	select p.*, h.seq + 1 as seq, greatest(muster_now(), h.last_at) as at
	from passed p join room_heads h on h.room_id = p.room_id
),
logged as (
	insert into room_events (room_id, seq, kind, message_id, actor_id, at)
	select room_id, seq, 'message', message_id, member_id, at from numbered
),
moved as (
	update room_heads h set seq = n.seq, last_at = n.at from numbered n where h.room_id = n.room_id
)`

// assignNumbers gives numbers to the rows of "passed", room by room in the order
// given, and writes their events and the rooms' new heads. The time is the
// clock after the lock, never earlier than the event before.
const assignNumbers = `
numbered as (
	select p.*, h.seq + row_number() over (partition by p.room_id order by p.index) as seq,
	       greatest(muster_now(), h.last_at) as at
	from passed p join room_heads h on h.room_id = p.room_id
),
logged as (
	insert into room_events (room_id, seq, kind, message_id, actor_id, reaction, at)
	select room_id, seq, kind_of_event, message_id, member_id, emoji, at from numbered
),
moved as (
	update room_heads h set seq = n.seq, last_at = n.at, other_numbers = h.other_numbers + n.others
	from (
		select room_id, max(seq) as seq, max(at) as at,
		       count(*) filter (where kind_of_event <> 'message') + count(*) filter (where kind_of_event = 'message_deleted') as others
		from numbered group by room_id
	) n
	where h.room_id = n.room_id
)`

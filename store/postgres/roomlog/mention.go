// The mentions in texts, resolved in the transaction that stores the text.

package roomlog

import (
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// storeMentions finds the members whom texts name and lists them. It follows the
// statement that stored the texts; the text of a refused command is not its
// message's text, so nothing is found for it. @all counts only from moderators
// and administrators. A name that an edit adds has the edit's number; one that was
// there before keeps the number of the event that announced it.
const storeMentions = `
with given as (
	select * from unnest($1::int[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::boolean[])
	as g(index, member_id, room_id, message_id, body, names, everybody)
),
resolved as (
	select g.index, e.id, e.room_id, coalesce(e.edited_seq, e.seq) as seq, e.sender_id, e.created_at, coalesce(g.everybody and ` + IsModerator + `, false) as everybody,
	       (select array_agg(m.id order by n.place) from unnest(string_to_array(g.names, ' ')) with ordinality as n(name, place)
	        cross join lateral (select id from members where username = n.name limit 1) m) as members
	from given g
	join lateral (select * from messages where id = g.message_id limit 1) e
	     on e.room_id = g.room_id and e.sender_id = g.member_id and e.body = g.body and e.deleted_at is null
	left join lateral (select * from member_standing where member_id = g.member_id limit 1) st on true
	left join lateral (select * from room_access where room_id = g.room_id and member_id = g.member_id limit 1) a on true
),
noted as (
	update messages t set mentions = r.members, mentions_all = r.everybody
	from resolved r where t.id = r.id and (r.members is not null or r.everybody)
),
named as (
	select r.*, x.member_id from resolved r
	cross join lateral (select unnest(r.members) as member_id union all select null where r.everybody) x
	where x.member_id is distinct from r.sender_id
),
restored as (
	update message_mentions o set withdrawn = false from named n
	where o.message_id = n.id and o.member_id is not distinct from n.member_id and o.withdrawn
),
listed as (
	insert into message_mentions (message_id, room_id, seq, member_id, sender_id, at)
	select n.id, n.room_id, n.seq, n.member_id, n.sender_id, n.created_at from named n
	where not exists (select from message_mentions o where o.message_id = n.id and o.member_id is not distinct from n.member_id)
)
select index, members, everybody from resolved`

// queueMentions queues storeMentions for the texts that have an at-sign before a
// name; for others it queues nothing.
func queueMentions(b *pgx.Batch, rows []*pendingCommand) {
	var naming []*pendingCommand
	for _, r := range rows {
		if r.named.All || len(r.named.Names) > 0 {
			naming = append(naming, r)
		}
	}
	if len(naming) == 0 {
		return
	}
	n := len(naming)
	indexes, everybody := make([]int32, n), make([]bool, n)
	members, messages := make([]pgtype.UUID, n), make([]pgtype.UUID, n)
	rooms, bodies, names := make([]string, n), make([]string, n), make([]string, n)
	for i, r := range naming {
		indexes[i], members[i], messages[i], everybody[i] = int32(i), r.member, r.message, r.named.All
		rooms[i], bodies[i], names[i] = r.command.Room, r.command.Draft.Text, strings.Join(r.named.Names, " ")
	}
	b.Queue(storeMentions, indexes, members, rooms, messages, bodies, names, everybody).Query(func(rows pgx.Rows) error {
		var index int32
		var found []pgtype.UUID
		var all bool
		_, err := pgx.ForEachRow(rows, []any{&index, &found, &all}, func() error {
			r := naming[index]
			r.edit.Mentions, r.edit.MentionsAll = WrittenIDs(found), all
			return nil
		})
		return err
	})
}

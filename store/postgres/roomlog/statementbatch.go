// The statements that judge, store and number commands: one statement a batch.

package roomlog

import (
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/roomlog"
)

// statementBatch holds commands of one kind that one statement handles together.
type statementBatch struct {
	kind roomlog.EventKind
	slow bool // messages to rooms with slow mode
	lone bool // one plain message, and nothing else in the transaction
	rows []*pendingCommand
	// targets are the messages or reactions that the batch changes, and with slow mode
	// who sends to which room: one statement changes each but once.
	targets map[string]bool
}

// statementBatches sorts commands into as few batches as keep, in every room, the order in
// which they were given.
func statementBatches(rows []*pendingCommand) []*statementBatch {
	var batches []*statementBatch
	reached := make(map[string]int) // room → the last batch that has a command of it
next:
	for _, r := range rows {
		for i := reached[r.command.Room]; i < len(batches); i++ {
			if batches[i].add(r) {
				reached[r.command.Room] = i
				continue next
			}
		}
		s := &statementBatch{kind: r.command.Kind, slow: r.slow, targets: make(map[string]bool)}
		s.add(r)
		reached[r.command.Room] = len(batches)
		batches = append(batches, s)
	}
	if len(rows) == 1 {
		batches[0].lone = rows[0].plain()
	}
	return batches
}

func (s *statementBatch) add(r *pendingCommand) bool {
	if r.command.Kind != s.kind || r.slow != s.slow {
		return false
	}
	if target, once := s.target(r.command); once {
		if s.targets[target] {
			return false
		}
		s.targets[target] = true
	}
	s.rows = append(s.rows, r)
	return true
}

// target is what one statement may change but once.
func (s *statementBatch) target(c *roomlog.Command) (target string, once bool) {
	switch s.kind {
	case roomlog.MessageSent:
		if !s.slow { // an upload is claimed once, by the first of two
			return c.Draft.Upload, c.Draft.Upload != ""
		}
		return c.Member + c.Room, true
	case roomlog.ReactionAdded, roomlog.ReactionRemoved:
		return c.MessageID + c.Member + c.Reaction, true
	}
	return c.MessageID, true
}

// eraseMessages really removes what was said, now and before edits; reactions on it,
// its mentions and its pin go with it. Moderators need no username for it: an
// administrator of the back office may have none.
const eraseMessages = `
with given as (
	select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[])
	as g(index, member_id, session_id, room_id, message_id, address)
),
judged as (
	select g.*, m.username, t.sender_id, t.deleted_seq, t.deleted_at, t.deleted_by, dm.username as deleted_by_name,
	       case` + entryCases + `
	       when m.username is null and not ` + IsModerator + ` then 'username_required'
	       when t.id is null then 'message_unknown'
	       when t.sender_id <> g.member_id and not ` + IsModerator + ` then 'not_yours'
	       when t.deleted_at is not null then 'found'
	       else 'ok' end as outcome
	from given g ` + permissionRows + `
	left join lateral (select * from messages where id = g.message_id limit 1) t on t.room_id = g.room_id
	left join lateral (select username from members where id = t.deleted_by limit 1) dm on true
),
passed as (
	select j.*, 'message_deleted' as kind_of_event, null::text as emoji from judged j where outcome = 'ok'
),` + assignNumbers + `,
erased as (
	update messages t set body = null, media_url = null, thumbnail_url = null, reply_to = null,
	       mentions = null, mentions_all = false, preview = null, deleted_at = n.at, deleted_by = n.member_id, deleted_seq = n.seq
	from numbered n where t.id = n.message_id
),
cleared as (
	delete from reactions x using numbered n where x.message_id = n.message_id
),
forgotten as (
	delete from message_edits x using numbered n where x.message_id = n.message_id
),
unlisted as (
	delete from message_mentions x using numbered n where x.message_id = n.message_id
),
unpinned as (
	delete from room_pins x using numbered n where x.room_id = n.room_id and x.message_id = n.message_id
),` + removeUploads + `,
audited as (
	insert into audit (at, actor_id, action, subject, detail, member_id)
	select at, member_id, 'message_deleted', message_id::text,
	       jsonb_build_object('room', room_id, 'sender', sender_id, 'session', session_id), sender_id
	from numbered where sender_id <> member_id
	returning id, subject
),
located as (
	insert into audit_addresses (audit_id, address)
	select a.id, n.address from audited a join numbered n on n.message_id::text = a.subject
	where n.address <> '' and n.address is distinct from (select address from session_seen where session_id = n.session_id)
)
select j.index, j.outcome, coalesce(n.seq, j.deleted_seq, 0) as seq, coalesce(n.at, j.deleted_at) as at,
       j.deleted_by as actor_id, coalesce(case when j.deleted_by is null then j.username else j.deleted_by_name end, '') as actor_name,
       '' as reply_name, '' as reply_text
from judged j left join numbered n on n.index = j.index`

// editMessages replaces texts and keeps the earlier ones. Who is mentioned is
// found out anew by storeMentions.
const editMessages = `
with given as (
	select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[])
	as g(index, member_id, session_id, room_id, message_id, body)
),
judged as (
	select g.*, m.username, t.body as old_body, t.edited_seq, t.edited_at,
	       case` + permissionCases + `
	       when t.id is null then 'message_unknown'
	       when t.sender_id <> g.member_id then 'not_your_edit'
	       when t.kind <> 'text' then 'edit_not_text'
	       when t.body = g.body then case when t.edited_seq is null then 'nothing' else 'found' end
	       when t.created_at + ` + editWindow + ` <= muster_now() then 'edit_too_late'
	       when r.read_only and not ` + IsModerator + ` then 'read_only'
	       else 'ok' end as outcome
	from given g ` + permissionRows + `
	left join lateral (select * from messages where id = g.message_id limit 1) t on t.room_id = g.room_id and t.deleted_at is null
),
passed as (
	select j.*, 'message_edited' as kind_of_event, null::text as emoji from judged j where outcome = 'ok'
),` + assignNumbers + `,
kept as (
	insert into message_edits (message_id, seq, body, at) select message_id, seq, old_body, at from numbered
),
edited as (
	update messages t set body = n.body, edited_at = n.at, edited_seq = n.seq, mentions = null, mentions_all = false, preview = null
	from numbered n where t.id = n.message_id
),
unlisted as (
	update message_mentions x set withdrawn = true from numbered n where x.message_id = n.message_id and not x.withdrawn
)
select j.index, j.outcome, coalesce(n.seq, j.edited_seq, 0) as seq, coalesce(n.at, j.edited_at) as at,
       null::uuid as actor_id, coalesce(j.username, '') as actor_name, '' as reply_name, '' as reply_text
from judged j left join numbered n on n.index = j.index`

// editWindow is roomlog.EditWindow in SQL.
const editWindow = `interval '15 minutes'`

const givenReactions = `
with given as (
	select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[])
	as g(index, member_id, session_id, room_id, message_id, emoji)
),`

const addReactions = givenReactions + `
judged as (
	select g.*, m.username, x.seq as found_seq, xe.at as found_at,
	       case` + permissionCases + `
	       when t.id is null then 'message_unknown'
	       when x.message_id is not null then 'found'
	       else 'ok' end as outcome
	from given g ` + permissionRows + `
	left join lateral (select * from messages where id = g.message_id limit 1) t on t.room_id = g.room_id and t.deleted_at is null
	left join lateral (select * from reactions where message_id = t.id and member_id = g.member_id and emoji = g.emoji limit 1) x on true
	left join lateral (select at from room_events where room_id = g.room_id and seq = x.seq limit 1) xe on true
),
passed as (
	select j.*, 'reaction_added' as kind_of_event from judged j where outcome = 'ok'
),` + assignNumbers + `,
added as (
	insert into reactions (message_id, member_id, emoji, seq) select message_id, member_id, emoji, seq from numbered
)
select j.index, j.outcome, coalesce(n.seq, j.found_seq, 0) as seq, coalesce(n.at, j.found_at) as at,
       null::uuid as actor_id, coalesce(j.username, '') as actor_name, '' as reply_name, '' as reply_text
from judged j left join numbered n on n.index = j.index`

const removeReactions = givenReactions + `
judged as (
	select g.*, m.username,
	       case` + permissionCases + `
	       when t.id is null then 'message_unknown'
	       when x.message_id is null then 'nothing'
	       else 'ok' end as outcome
	from given g ` + permissionRows + `
	left join lateral (select * from messages where id = g.message_id limit 1) t on t.room_id = g.room_id
	left join lateral (select * from reactions where message_id = t.id and member_id = g.member_id and emoji = g.emoji limit 1) x on true
),
passed as (
	select j.*, 'reaction_removed' as kind_of_event from judged j where outcome = 'ok'
),` + assignNumbers + `,
removed as (
	delete from reactions x using numbered n
	where x.message_id = n.message_id and x.member_id = n.member_id and x.emoji = n.emoji
)
select j.index, j.outcome, coalesce(n.seq, 0) as seq, n.at,
       null::uuid as actor_id, coalesce(j.username, '') as actor_name, '' as reply_name, '' as reply_text
from judged j left join numbered n on n.index = j.index`

// queue queues the batch's statement; its answers go into the rows.
func (s *statementBatch) queue(b *pgx.Batch) {
	n := len(s.rows)
	indexes := make([]int32, n)
	members, sessions, messages := make([]pgtype.UUID, n), make([]pgtype.UUID, n), make([]pgtype.UUID, n)
	rooms, emojis := make([]string, n), make([]string, n)
	for i, r := range s.rows {
		indexes[i], members[i], sessions[i], messages[i] = int32(i), r.member, r.session, r.message
		rooms[i], emojis[i] = r.command.Room, r.command.Reaction
	}
	var q *pgx.QueuedQuery
	var carriers []*pendingCommand
	switch s.kind {
	case roomlog.MessageSent:
		carriers = withUploads(s.rows)
		queueClaims(b, carriers)
		clients, replies := make([]pgtype.UUID, n), make([]pgtype.UUID, n)
		kinds, bodies, media, thumbnails := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
		for i, r := range s.rows {
			d := &r.command.Draft
			clients[i], replies[i] = r.clientMsg, r.replyTo
			kinds[i], bodies[i], media[i], thumbnails[i] = string(d.Kind), d.Text, d.MediaURL, d.ThumbnailURL
		}
		statement := storeMessages
		switch {
		case s.slow:
			statement = storeSlowMessages
		case s.lone:
			statement = storeLoneMessage
		}
		q = b.Queue(statement, indexes, members, sessions, rooms, messages, clients, replies, kinds, bodies, media, thumbnails)
	case roomlog.MessageDeleted:
		addresses := make([]string, n)
		for i, r := range s.rows {
			addresses[i] = r.command.Address
		}
		q = b.Queue(eraseMessages, indexes, members, sessions, rooms, messages, addresses)
	case roomlog.MessageEdited:
		bodies := make([]string, n)
		for i, r := range s.rows {
			bodies[i] = r.command.Draft.Text
		}
		q = b.Queue(editMessages, indexes, members, sessions, rooms, messages, bodies)
	case roomlog.ReactionAdded:
		q = b.Queue(addReactions, indexes, members, sessions, rooms, messages, emojis)
	case roomlog.ReactionRemoved:
		q = b.Queue(removeReactions, indexes, members, sessions, rooms, messages, emojis)
	}
	q.Query(func(rows pgx.Rows) error {
		var a outcomeRow
		targets := []any{&a.index, &a.outcome, &a.seq, &a.at, &a.actor, &a.actorName, &a.replyName, &a.replyText}
		if s.slow {
			targets = append(targets, &a.slow, &a.wait)
		}
		_, err := pgx.ForEachRow(rows, targets, func() error { s.rows[a.index].scan(&a); return nil })
		return err
	})
	queueMentions(b, s.rows)
	queueSettling(b, carriers)
}

// outcomeRow is one row of a batch's result.
type outcomeRow struct {
	index                           int32
	outcome                         string
	seq                             int64
	at                              pgtype.Timestamptz
	actor                           pgtype.UUID
	actorName, replyName, replyText string
	slow                            bool           // the room has slow mode
	wait                            *time.Duration // until it lets the member send
}

// scan takes what the database said of the command.
func (r *pendingCommand) scan(a *outcomeRow) {
	r.outcome, r.seq, r.at, r.actor = a.outcome, a.seq, a.at.Time, ""
	r.actorName, r.replyName, r.replyText = a.actorName, a.replyName, a.replyText
	r.edit = roomlog.Edit{Text: r.command.Draft.Text}
	r.slow = r.slow && a.slow
	if a.wait != nil {
		r.wait = *a.wait
	}
	if a.actor.Valid {
		r.actor = a.actor.String()
	}
}

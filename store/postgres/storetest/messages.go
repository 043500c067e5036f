package storetest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// FlagMessage flags a message as one that was reported is.
func FlagMessage(t testing.TB, rows Rows, message string) {
	t.Helper()
	write(t, rows, `update messages set flagged = true where id = $1`, message)
}

// TurnIntoPictures makes pictures of the newest messages of a sender, as many as that.
func TurnIntoPictures(t testing.TB, rows Rows, sender string, n int) {
	t.Helper()
	write(t, rows, `update messages set kind = 'image' where id in
		(select id from messages where sender_id = $1 and deleted_at is null order by created_at desc, seq desc limit $2)`, sender, n)
}

// ForgetOtherNumbers leaves the heads of rooms as a node leaves them that does not count
// the numbers of other events than messages.
func ForgetOtherNumbers(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `update room_heads set other_numbers = 0`)
}

// AddDeletedUpload adds a picture of general that is deleted; one that was not stored never
// had a file.
func AddDeletedUpload(t testing.TB, rows Rows, id, owner string, stored bool) {
	t.Helper()
	write(t, rows, `insert into uploads (id, owner_id, room_id, kind, content_type, size, thumbnail, metadata, created_at, ready_at, deleted_at)
		values ($1, $2, 'general', 'image', 'image/png', 1, false, '{}', muster_now(), case when $3 then muster_now() end, muster_now())`, id, owner, stored)
}

// MonthOfMessages adds a million messages of thirty days to room-0 … room-99, fifty
// thousand of them of the last hour; few of the members wrote most. The rooms' logs do not
// have them.
func MonthOfMessages(t testing.TB, tx pgx.Tx) {
	t.Helper()
	addSenders(t, tx)
	write(t, tx, `insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		select gen_random_uuid(), 'room-' || m.n % 100, 1 + m.n / 100, 'text', 'Message number ' || m.n || ' of a long history, as long as most are.', s.id,
		       muster_now() - case when m.n > 950000 then interval '1 hour' * (1000001 - m.n) / 50000 else interval '30 days' * (1000001 - m.n) / 1000000 end
		from (select n, floor(exp(random() * ln(least(100000, (select count(*) from senders)))))::int as sender from generate_series(1, 1000000) n offset 0) m
		join senders s on s.n = m.sender order by m.n`)
}

// SearchableMessages adds a million messages to quiet and room-0 … room-19, whose words are
// as frequent as in a language: w1 stands in nearly every second one, w19999 in a few. The
// rooms' logs do not have them.
func SearchableMessages(t testing.TB, tx pgx.Tx) {
	t.Helper()
	addSenders(t, tx)
	write(t, tx, `create function pg_temp.word() returns text language sql volatile as $$ select 'w' || floor(exp(random() * ln(20000)))::int $$`)
	write(t, tx, `insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		select gen_random_uuid(), case when m.n % 1000 = 0 then 'quiet' else 'room-' || m.n % 20 end, m.n, 'text',
		       concat_ws(' ', pg_temp.word(), pg_temp.word(), pg_temp.word() || ',', pg_temp.word(), pg_temp.word(), pg_temp.word(), pg_temp.word(), pg_temp.word() || '!', m.n),
		       s.id, muster_now() - interval '1 second' * (1000001 - m.n)
		from (select n, floor(exp(random() * ln(least(999, (select count(*) from senders)))))::int as sender from generate_series(1, 1000000) n offset 0) m
		join senders s on s.n = m.sender order by m.n`)
}

// AnsweredMessages makes each tenth message of each room an answer to the one before it,
// has five members react to each hundredth, and sets the heads of the rooms, which it adds.
func AnsweredMessages(t testing.TB, tx pgx.Tx) {
	t.Helper()
	addSenders(t, tx)
	write(t, tx, `insert into rooms (id, display_name) select distinct room_id, room_id from messages on conflict do nothing`)
	write(t, tx, `insert into room_heads (room_id, seq) select room_id, max(seq) from messages group by room_id on conflict (room_id) do update set seq = excluded.seq`)
	write(t, tx, `update messages m set reply_to = a.before from (select id, lag(id) over (partition by room_id order by seq) as before, row_number() over (order by seq) as n from messages) a
		where a.id = m.id and a.n % 10 = 0 and a.before is not null`)
	write(t, tx, `insert into reactions (message_id, member_id, emoji, seq) select m.id, s.id, '🔥', m.seq from messages m join senders s on s.n between 1000 and 1004 where m.seq % 100 = 1`)
}

// addSenders numbers the members for as long as the transaction lasts.
func addSenders(t testing.TB, tx pgx.Tx) {
	t.Helper()
	write(t, tx, `create temporary table if not exists senders on commit drop as select row_number() over (order by email) as n, id from members`)
}

// AddManyMessages adds messages of one sender to a room, without events in its log.
func AddManyMessages(t testing.TB, rows Rows, room, sender, kind, body string, n int) {
	t.Helper()
	write(t, rows, `with head as (update room_heads set seq = seq + $5 where room_id = $1 returning seq - $5 as seq)
		insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		select gen_random_uuid(), $1, head.seq + n, $3, nullif($4, ''), $2, muster_now() from head, generate_series(1, $5::int) n`, room, sender, kind, body, n)
}

// MentionInMessages has the messages of a sender with such a text mention a member, "" for
// everybody.
func MentionInMessages(t testing.TB, rows Rows, member, sender, text string) {
	t.Helper()
	write(t, rows, `insert into message_mentions (message_id, room_id, seq, member_id, sender_id, at)
		select id, room_id, seq, nullif($1, '')::uuid, sender_id, created_at from messages where sender_id = $2 and body like $3`, member, sender, text)
}

package loadtest

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// historyChunk is how many messages one transaction of FillHistory makes.
const historyChunk = 200_000

// appendHistory appends $1 messages of all load members in turn to load-1, one a
// second, so that the last of $2 messages is of now, but none before what is there.
const appendHistory = `
with head as (select seq, last_at from room_heads where room_id = 'load-1'),
senders as materialized (select id, row_number() over (order by id) - 1 as place from members where email like 'load\_%@load.invalid'),
made as materialized (
	select h.seq + i as seq, s.id as sender, gen_random_uuid() as id, gen_random_uuid() as client,
	       greatest(h.last_at, muster_now() - make_interval(secs => $2::int - i)) as at
	from head h, generate_series(1, $1::int) i, senders s where s.place = (h.seq + i) % (select count(*) from senders)
),
sent as (insert into sends (sender_id, client_msg_id, message_id) select sender, client, id from made),
said as (
	insert into messages (id, room_id, seq, kind, body, sender_id, client_msg_id, created_at)
	select id, 'load-1', seq, 'text', 'Message number ' || seq || ' of a long history, as long as most are.', sender, client, at
	from made order by seq
),
noted as (
	insert into room_events (room_id, seq, kind, message_id, actor_id, at)
	select 'load-1', seq, 'message', id, sender, at from made order by seq
)
update room_heads set seq = seq + $1::int, last_at = (select max(at) from made)
where room_id = 'load-1' and exists (select from senders)`

// FillHistory appends n messages to room load-1, which Prepare has made; no
// node may have the room open meanwhile. It takes as long as it takes; ctx
// bounds it, and what was made until then stays.
func FillHistory(ctx context.Context, pool *pgxpool.Pool, n int) error {
	for left := n; left > 0; left -= historyChunk {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			for _, prepare := range []string{
				`set local statement_timeout = 0`,
				`select 1 from room_heads where room_id = 'load-1' for update`,
			} {
				if _, err := tx.Exec(ctx, prepare); err != nil {
					return err
				}
			}
			_, err := tx.Exec(ctx, appendHistory, min(left, historyChunk), left)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// What other subjects change about a room's log inside their transactions.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// BeginIn begins the log of a room, unless it has begun.
func BeginIn(ctx context.Context, tx pgx.Tx, room string) error {
	_, err := tx.Exec(ctx, `insert into room_heads (room_id) values ($1) on conflict do nothing`, room)
	return err
}

// SetFlaggedIn says whether a message, which is not deleted, shows that it was reported.
func SetFlaggedIn(ctx context.Context, tx pgx.Tx, message pgtype.UUID, flagged bool) error {
	_, err := tx.Exec(ctx, `update messages set flagged = $2 where id = $1 and flagged <> $2 and (deleted_at is null or not $2)`, message, flagged)
	return err
}

// paceBatch is how many messages RecallPaceIn reads at once.
const paceBatch = 5000

// RecallPaceIn notes who sent in a room during the last window, because nobody did so
// while slow mode was off or shorter. The messages of a room are in the order of their
// times, so it reads the newest ones until they are older.
func RecallPaceIn(ctx context.Context, tx pgx.Tx, room string, window time.Duration) error {
	before := int64(1<<63 - 1)
	for {
		var oldest pgtype.Int8
		var more bool
		err := tx.QueryRow(ctx, `
			with page as (
				select seq, sender_id, created_at from messages where room_id = $1 and seq < $2 order by seq desc limit $4
			),
			noted as (
				insert into room_pace as p (room_id, member_id, last_at)
				select $1, sender_id, max(created_at) from page where created_at > muster_now() - $3::interval group by sender_id
				on conflict (room_id, member_id) do update set last_at = greatest(p.last_at, excluded.last_at)
			)
			select min(seq), coalesce(count(*) = $4 and min(created_at) > muster_now() - $3::interval, false) from page`,
			room, before, window, paceBatch).Scan(&oldest, &more)
		if err != nil || !more {
			return err
		}
		before = oldest.Int64
	}
}

// OtherNumbers is how many numbers of a room's log up to Seq are of no message or of a deleted one.
type OtherNumbers struct {
	Room   string
	Seq    int64
	Others int64
}

// CorrectOtherNumbersIn writes counts into the heads of logs. A log that has moved since
// keeps its own.
func CorrectOtherNumbersIn(ctx context.Context, tx pgx.Tx, counts []OtherNumbers) error {
	if len(counts) == 0 {
		return nil
	}
	rooms, seqs, others := make([]string, len(counts)), make([]int64, len(counts)), make([]int64, len(counts))
	for i, c := range counts {
		rooms[i], seqs[i], others[i] = c.Room, c.Seq, c.Others
	}
	_, err := tx.Exec(ctx, `
		update room_heads h set other_numbers = c.others from unnest($1::text[], $2::bigint[], $3::bigint[]) c(room, seq, others)
		where h.room_id = c.room and h.seq = c.seq and h.other_numbers <> c.others`, rooms, seqs, others)
	return err
}

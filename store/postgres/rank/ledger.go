// Writing lines of the ledger, with what follows of them.

package rank

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/rank"
)

// LedgerLine is one line to write.
type LedgerLine struct {
	rank.PointsLine
	day    string // "" for none
	run    int    // 0 for none
	Reason string
	actor  pgtype.UUID
}

// WriteLines writes lines of a member's ledger, adds them to the account and writes
// that, with the badges that they earn and the broadcasts of what is other than before.
func WriteLines(ctx context.Context, tx pgx.Tx, member pgtype.UUID, before, after rank.PointsAccount, lines ...LedgerLine) (rank.PointsAccount, error) {
	c := newLedgerChange(member, before, after, lines...)
	return c.after, writeAccounts(ctx, tx, c)
}

// ledgerChange is an account before and after lines of its ledger, and what they earned.
type ledgerChange struct {
	member        pgtype.UUID
	before, after rank.PointsAccount
	lines         []LedgerLine
	earned        []rank.Earned
}

// newLedgerChange adds lines to the account after them, which has everything else already.
func newLedgerChange(member pgtype.UUID, before, after rank.PointsAccount, lines ...LedgerLine) ledgerChange {
	plain := plainLines(lines)
	return ledgerChange{member, before, after.With(plain...), lines, rank.LedgerEarned(before, after, plain)}
}

// writeAccounts writes changes of accounts that are locked.
func writeAccounts(ctx context.Context, tx pgx.Tx, changes ...ledgerChange) error {
	if len(changes) == 0 {
		return nil
	}
	var b pgx.Batch
	var e earnings
	for _, c := range changes {
		for _, l := range c.lines {
			b.Queue(`insert into points_ledger (member_id, action, points, at, day, run, reason, actor_id)
				values ($1, $2, $3, $4, nullif($5, '')::date, nullif($6, 0), nullif($7, ''), $8)`,
				c.member, l.Action, l.Points, l.At, l.day, l.run, l.Reason, l.actor)
		}
		after := c.after
		var last *time.Time
		if !after.Streak.Last.IsZero() {
			last = &after.Streak.Last
		}
		b.Queue(`update member_points set points = $2, earned = $3, streak = $4, highest = $5, freezes = $6,
				last_check_in = $7, penalties = $8, guardian = $9, honorary_rank = nullif($10, '') where member_id = $1`,
			c.member, after.Points, after.Earned, after.Streak.Count, after.Streak.Highest, after.Streak.Freezes,
			last, after.Penalties, after.Guardian, after.Honorary)
		e.add(c.member, c.earned...)
	}
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return err
	}
	if _, err := e.give(ctx, tx); err != nil {
		return err
	}
	return appendAccounts(ctx, tx, changes)
}

func plainLines(lines []LedgerLine) []rank.PointsLine {
	plain := make([]rank.PointsLine, len(lines))
	for i, l := range lines {
		plain[i] = l.PointsLine
	}
	return plain
}

// appendAccounts writes the broadcasts of what is other than before: the points for the
// members' own screens, the ranks for everybody's.
func appendAccounts(ctx context.Context, tx pgx.Tx, changes []ledgerChange) error {
	var broadcasts []store.Broadcast
	var ranked []pgtype.UUID
	for _, c := range changes {
		if c.before.Points != c.after.Points {
			b, err := store.NewBroadcast(store.MemberSubject(c.member.String(), "points"), "points_changed", pointsChanged{c.after.Points})
			if err != nil {
				return err
			}
			broadcasts = append(broadcasts, b)
		}
		if c.before.Rank() != c.after.Rank() {
			ranked = append(ranked, c.member)
		}
	}
	if len(ranked) > 0 {
		rows, err := tx.Query(ctx, `select id::text, coalesce(username, '') from members where id = any($1) order by members.id`, ranked)
		if err != nil {
			return err
		}
		changed, err := pgx.CollectRows(rows, pgx.RowToStructByPos[rankChanged])
		if err != nil {
			return err
		}
		for _, value := range changed {
			b, err := store.NewBroadcast("rank:"+value.UserID, "rank_changed", value)
			if err != nil {
				return err
			}
			broadcasts = append(broadcasts, b)
		}
	}
	if len(broadcasts) == 0 {
		return nil
	}
	_, err := postgres.AppendBroadcasts(ctx, tx, broadcasts...)
	return err
}

type pointsChanged struct {
	Points int `json:"points"`
}

// rankChanged is the broadcast's value. It does not say the rank, which not every
// member shows: open screens read it again.
type rankChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
}

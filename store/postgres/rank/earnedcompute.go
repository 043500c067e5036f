// Computing all earned badges from the ledgers and logs, as if nothing had been given.

package rank

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/rank"
)

const (
	causePage  = 20_000 // numbers of a room's log
	memberPage = 500
	claimTime  = 30 * time.Second // a page takes far less
)

// Recompute gives the badges that the ledgers and logs say members have earned and do
// not have, each with the day of its cause, and returns how many those were. They are
// given quietly: their members are shown no moment. Nothing is taken away. rest is how
// long it rests after each page, as part of the page's time: 0 for none.
//
// It may be stopped and begun again at any time. It fails with Conflict while another node
// computes.
func (bs *Badges) Recompute(ctx context.Context, rest float64) (given int, err error) {
	if err := bs.claim(ctx, `claimed_until is null or claimed_until < now()`); err != nil {
		return 0, err
	}
	page := func(do func(ctx context.Context, tx pgx.Tx) error) error {
		begun := time.Now()
		if err := bs.claim(ctx, `true`); err != nil {
			return err
		}
		if err := bs.db.Write(ctx, do); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return postgres.Fault(ctx.Err())
		case <-time.After(time.Duration(rest * float64(time.Since(begun)))):
			return nil
		}
	}
	if err = bs.computeCauses(ctx, page); err == nil {
		given, err = bs.computeMembers(ctx, page)
	}
	done := `claimed_until = null`
	if err == nil {
		done = `claimed_until = null, computed_at = muster_now(), rules = greatest(rules, $1)`
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), postgres.CallTimeout)
	defer cancel()
	finish := bs.db.Write(ending, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update badge_search set `+done+` where $1::integer > 0`, rank.EarnedRulesVersion)
		return err
	})
	if err == nil {
		err = finish
	}
	return given, err
}

// claim keeps others from computing for claimTime.
func (bs *Badges) claim(ctx context.Context, free string) error {
	return bs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update badge_search set claimed_until = now() + $1::interval where `+free, claimTime)
		if err == nil && tag.RowsAffected() == 0 {
			err = store.NewErrorReason(store.Conflict, "badges_computing", "Another node computes the badges")
		}
		return err
	})
}

// computeCauses notes what counts of all messages and reactions that there are.
func (bs *Badges) computeCauses(ctx context.Context, page func(func(context.Context, pgx.Tx) error) error) error {
	type room struct {
		ID   string
		Head int64
	}
	var rooms []room
	if err := bs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select room_id, seq from room_heads order by room_id`)
		if err == nil {
			rooms, err = pgx.CollectRows(rows, pgx.RowToStructByPos[room])
		}
		return err
	}); err != nil {
		return err
	}
	for _, r := range rooms {
		for after := int64(0); after < r.Head; after += causePage {
			if err := page(func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, noteAllCauses, r.ID, after, after+causePage, rank.HelpfulReactions)
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteAllCauses keeps what counts of the messages of room $1 after number $2 and up to $3,
// and of the reactions to them. Of two first ones the earlier stands.
const noteAllCauses = `
	with said as (
		select id, sender_id, reply_to, created_at from messages where room_id = $1 and seq > $2 and seq <= $3
	),
	reacted as (
		select id as message_id from said where exists (select from reactions x where x.message_id = said.id offset $4::integer - 1)
	), ` + firstCauses + `
	on conflict (member_id, cause) where cause <> 'helpful' do update set source = excluded.source, at = excluded.at where excluded.at < badge_causes.at`

// computeMembers gives each member what its record earns.
func (bs *Badges) computeMembers(ctx context.Context, page func(func(context.Context, pgx.Tx) error) error) (given int, err error) {
	var after pgtype.UUID
	for more := true; more; {
		var last pgtype.UUID
		var n int
		if err := page(func(ctx context.Context, tx pgx.Tx) error {
			records, now, err := readRecords(ctx, tx, after)
			if err != nil || len(records) == 0 {
				last, n = pgtype.UUID{}, 0
				return err
			}
			last = records[len(records)-1].id
			var e earnings
			for _, r := range records {
				e.add(r.id, r.Earned(now)...)
			}
			tag, err := tx.Exec(ctx, giveBadges, e.members, e.badges, e.at, now)
			n = int(tag.RowsAffected())
			return err
		}); err != nil {
			return given, err
		}
		given, after, more = given+n, last, last.Valid
	}
	return given, nil
}

// memberRecord is the record of a member.
type memberRecord struct {
	id pgtype.UUID
	rank.MemberRecord
}

// readRecords reads the records of the next members after one, in the order of their ids.
// Erased ones are among them; they are given nothing.
func readRecords(ctx context.Context, tx pgx.Tx, after pgtype.UUID) (records []memberRecord, now time.Time, err error) {
	rows, err := tx.Query(ctx, `
		select muster_now(), m.id, m.created_at, m.created_at <= coalesce(s.founded_at, (select min(created_at) from members)) + $3::interval,
		       (select at from badge_causes where member_id = m.id and cause = 'message'),
		       (select at from badge_causes where member_id = m.id and cause = 'reply'),
		       (select min(l.at) from contributions c join payment_ledger l on l.contribution_id = c.id and l.kind = 'payment' where c.member_id = m.id)
		from (select * from members where ($1::uuid is null or id > $1) order by id limit $2) m cross join badge_search s
		order by m.id`, after, memberPage, rank.FoundingTime)
	if err != nil {
		return nil, now, err
	}
	at := map[pgtype.UUID]int{}
	var ids []pgtype.UUID
	var r memberRecord
	var message, reply, paid *time.Time
	if _, err := pgx.ForEachRow(rows, []any{&now, &r.id, &r.Joined, &r.Founding, &message, &reply, &paid}, func() error {
		r.FirstMessage, r.FirstReply, r.FirstContribution = orZero(message), orZero(reply), orZero(paid)
		at[r.id], ids, records = len(records), append(ids, r.id), append(records, r)
		return nil
	}); err != nil {
		return nil, now, err
	}
	helpful, err := readHelpful(ctx, tx, ids)
	if err != nil {
		return nil, now, err
	}
	for member, moments := range helpful {
		records[at[member]].Helpful = moments
	}
	return records, now, addLedgers(ctx, tx, ids, func(member pgtype.UUID, line rank.PointsLine) {
		r := &records[at[member]]
		r.Ledger = append(r.Ledger, line)
	})
}

// addLedgers reads the lines of members' ledgers in order, of those who can have earned
// something by them.
func addLedgers(ctx context.Context, tx pgx.Tx, members []pgtype.UUID, add func(pgtype.UUID, rank.PointsLine)) error {
	streak, points := leastGoal(rank.MeasureStreak), leastGoal(rank.MeasurePoints)
	rows, err := tx.Query(ctx, `
		select l.member_id, l.action, l.points, l.at from points_ledger l
		where l.member_id = any(array(select member_id from member_points where member_id = any($1) and (highest >= $2 or earned >= $3)))
		order by l.member_id, l.id`, members, streak, points)
	if err != nil {
		return err
	}
	var member pgtype.UUID
	var line rank.PointsLine
	_, err = pgx.ForEachRow(rows, []any{&member, &line.Action, &line.Points, &line.At}, func() error {
		add(member, line)
		return nil
	})
	return err
}

// leastGoal is the lowest goal of a measure.
func leastGoal(measure rank.Measure) int {
	least := 1 << 30
	for _, r := range rank.EarnedRules {
		if r.Measure == measure {
			least = min(least, r.Goal)
		}
	}
	return least
}

func orZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// Points: lines of the ledger, and the row of sums that is locked for each line.

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

// Points is the points ledger under the community's rules.
type Points struct {
	db    *postgres.DB
	rules rank.PointsRules
}

// NewPoints makes the ledger of db.
func NewPoints(db *postgres.DB, rules rank.PointsRules) *Points {
	return &Points{db: db, rules: rules}
}

// Rules are the community's rules.
func (p *Points) Rules() rank.PointsRules { return p.rules }

const accountColumns = `coalesce(a.points, 0), coalesce(a.earned, 0), coalesce(a.streak, 0), coalesce(a.highest, 0),
	coalesce(a.freezes, 0), a.last_check_in, coalesce(a.penalties, 0), coalesce(a.guardian, false), coalesce(a.honorary_rank, ''),
	(select max(day) from points_ledger where member_id = a.member_id and action = 'check_in')`

// accountRow is one row of accountColumns.
type accountRow struct {
	rank.PointsAccount
	last, day *time.Time
}

func (a *accountRow) scanTargets() []any {
	return []any{&a.Points, &a.Earned, &a.Streak.Count, &a.Streak.Highest, &a.Streak.Freezes, &a.last, &a.Penalties, &a.Guardian, &a.Honorary, &a.day}
}

func (a *accountRow) account() rank.PointsAccount {
	account := a.PointsAccount
	if a.last != nil {
		account.Streak.Last = *a.last
	}
	if a.day != nil {
		account.Streak.Day = store.DayOf(*a.day, time.UTC)
	}
	return account
}

// recentLines is how many lines of the ledger a member's page shows.
const recentLines = 5

// State reads a member's account with its newest lines. Penalties that are due are
// written first, so that a visit shows the points of now. It fails with NotFound.
func (p *Points) State(ctx context.Context, memberID string) (rank.PointsState, error) {
	state, err := p.readState(ctx, memberID)
	if err != nil || !p.penaltyDue(state.PointsAccount, state.Now) {
		return state, err
	}
	if _, err := p.chargePenalties(ctx, memberID); err != nil {
		return state, err
	}
	return p.readState(ctx, memberID)
}

func (p *Points) readState(ctx context.Context, memberID string) (rank.PointsState, error) {
	var state rank.PointsState
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return state, postgres.ErrMemberUnknown()
	}
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var a accountRow
		state = rank.PointsState{}
		err := conn.QueryRow(ctx, `select muster_now(), `+accountColumns+`
			from members m left join member_points a on a.member_id = m.id where m.id = $1`, id).
			Scan(append([]any{&state.Now}, a.scanTargets()...)...)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		if err != nil {
			return err
		}
		state.PointsAccount = a.account()
		state.Recent, err = readLines(ctx, conn, id, noCursor, recentLines)
		return err
	})
	return state, err
}

// noCursor is before every line.
const noCursor = int64(1)<<62 - 1

func readLines(ctx context.Context, on postgres.Querier, member pgtype.UUID, before int64, limit int) ([]rank.PointsLine, error) {
	rows, err := on.Query(ctx, `select id::text, action, points, at from points_ledger
		where member_id = $1 and id < $2 order by points_ledger.id desc limit $3`, member, before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (line rank.PointsLine, err error) {
		err = row.Scan(&line.ID, &line.Action, &line.Points, &line.At)
		return line, err
	})
}

// Transactions reads at most limit lines of a member's ledger, newest first, that
// come after cursor, which is "" for the first page. next is "" at the end. It fails
// with Invalid for a cursor that was not given here.
func (p *Points) Transactions(ctx context.Context, memberID string, limit int, cursor string) (lines []rank.PointsLine, next string, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, "", postgres.ErrMemberUnknown()
	}
	before := noCursor
	if cursor != "" {
		if before, err = store.ParseNumberCursor(cursor, noCursor); err != nil {
			return nil, "", err
		}
	}
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		if cursor != "" {
			if err := postgres.IsRow(ctx, conn, `select from points_ledger where id = $1 and member_id = $2`, before, id); err != nil {
				return err
			}
		}
		lines, err = readLines(ctx, conn, id, before, limit+1)
		return err
	})
	if len(lines) > limit {
		lines, next = lines[:limit], lines[limit-1].ID
	}
	return lines, next, err
}

// explainedDays bounds the explanation of a streak.
const explainedDays = 366

// Explain lists day by day how a member's streak came about, newest first.
func (p *Points) Explain(ctx context.Context, memberID string) ([]rank.StreakDay, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	var days []rank.StreakDay
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var now time.Time
		if err := conn.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return err
		}
		rows, err := conn.Query(ctx, `select at, day from points_ledger where member_id = $1 and action = 'check_in' order by at`, id)
		if err != nil {
			return err
		}
		checkIns, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c rank.CheckInMade, err error) {
			var day time.Time
			err = row.Scan(&c.At, &day)
			c.Day = store.DayOf(day, time.UTC)
			return c, err
		})
		days = rank.ExplainStreak(checkIns, now, p.rules.Zone, p.rules.Curve, explainedDays)
		return err
	})
	return days, err
}

// LockAccount locks a member's row of sums, which it makes for the first line. It
// fails with NotFound, also for one who was erased. now is after the wait for the lock.
// The member's own row is locked first, as whoever erases the member does: a row of sums
// that is made while the member is erased would stay.
func LockAccount(ctx context.Context, tx pgx.Tx, member pgtype.UUID) (account rank.PointsAccount, now time.Time, err error) {
	err = tx.QueryRow(ctx, `
		with kept as (select id from members where id = $1 and erased_at is null for key share),
		made as (insert into member_points (member_id) select id from kept on conflict do nothing)
		select from kept`, member).Scan()
	if postgres.NoRow(err) {
		return account, now, postgres.ErrMemberUnknown()
	}
	if err != nil {
		return account, now, err
	}
	var a accountRow
	err = tx.QueryRow(ctx, `select `+accountColumns+` from member_points a where member_id = $1 for update`, member).Scan(a.scanTargets()...)
	if err != nil {
		return account, now, err
	}
	err = tx.QueryRow(ctx, `select muster_now()`).Scan(&now)
	return a.account(), now, err
}

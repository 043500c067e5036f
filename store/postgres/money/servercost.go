// The server's cost: a ledger whose sum it is.

package money

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
)

// Costs are the server's cost and its ledger.
type Costs struct{ db *postgres.DB }

// NewCosts makes the server's cost of db.
func NewCosts(db *postgres.DB) *Costs { return &Costs{db} }

// lockServerCost locks the server's cost until the end of the transaction. Lines are
// written and summed up under it, so each sum counts all lines before it.
func lockServerCost(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `select from server_cost for update`)
	return err
}

// readServerCost reads the cost as the ledger's last line has it. due says that a month has begun
// whose cost is not in it yet.
func (cs *Costs) readServerCost(ctx context.Context, q postgres.Querier) (c money.ServerCost, due bool, err error) {
	var reset *time.Time
	var today time.Time
	var cents, base int64
	err = q.QueryRow(ctx, `
		select coalesce(l.meter_cents, 0), coalesce(l.id, 0), s.monthly_base_cents, s.reset_day, s.next_reset, (muster_now() at time zone $1)::date
		from server_cost s left join (select id, meter_cents from server_cost_ledger order by id desc limit 1) l on true`, cs.db.Zone().String()).
		Scan(&cents, &c.Line, &base, &c.ResetDay, &reset, &today)
	c.Current, c.MonthlyBase = money.Cents(cents), money.Cents(base)
	if reset != nil {
		c.NextReset = dayOf(*reset).Start(cs.db.Zone()).UTC()
	}
	return c, reset == nil || !today.Before(*reset), err
}

// dayOf is a date as the database gives it.
func dayOf(date time.Time) store.Day { return store.DayOf(date, time.UTC) }

// ServerCost is the cost now. When a month of cost has begun since, its line is
// written first, and the broadcasts of it are for the hub (actors.Hub.Broadcast).
func (cs *Costs) ServerCost(ctx context.Context) (c money.ServerCost, broadcasts []store.Broadcast, err error) {
	due := false
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		c, due, err = cs.readServerCost(ctx, conn)
		return err
	})
	if err != nil || !due {
		return c, nil, err
	}
	err = cs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		broadcasts = nil
		if err := lockServerCost(ctx, tx); err != nil {
			return err
		}
		b, err := cs.appendCostLines(ctx, tx)
		if err != nil {
			return err
		}
		c, due, err = cs.readServerCost(ctx, tx)
		if err != nil || due {
			return err
		}
		broadcasts, err = postgres.AppendBroadcasts(ctx, tx, b)
		return err
	})
	return c, broadcasts, err
}

// AddCostLine writes a line and gives the broadcasts for the hub
// (actors.Hub.Broadcast).
func (cs *Costs) AddCostLine(ctx context.Context, line money.CostLine) ([]store.Broadcast, error) {
	var broadcasts []store.Broadcast
	err := cs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockServerCost(ctx, tx); err != nil {
			return err
		}
		b, err := cs.appendCostLines(ctx, tx, line)
		if err != nil {
			return err
		}
		broadcasts, err = postgres.AppendBroadcasts(ctx, tx, b)
		return err
	})
	return broadcasts, err
}

// SetServerCost changes the monthly base and the day on which it is due, as the
// operator. It gives the broadcasts for the hub, and fails with Invalid.
func (cs *Costs) SetServerCost(ctx context.Context, base money.Cents, resetDay int) ([]store.Broadcast, error) {
	_, broadcasts, err := cs.ChangeServerCost(ctx, store.Caller{}, &base, &resetDay)
	return broadcasts, err
}

// costRecord is the server's cost as the audit keeps it.
type costRecord struct {
	MonthlyBase money.Cents `json:"monthly_base_cents"`
	ResetDay    int         `json:"reset_day"`
}

// ChangeServerCost changes the monthly base and the day on which it is due, where they
// are given. The running month costs the new base at once; a new day holds from the next
// time it comes. It gives the cost after it and the broadcasts for the hub, and fails
// with Invalid.
func (cs *Costs) ChangeServerCost(ctx context.Context, by store.Caller, base *money.Cents, resetDay *int) (after money.ServerCost, broadcasts []store.Broadcast, err error) {
	err = cs.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if err := lockServerCost(ctx, tx); err != nil {
			return postgres.AdminChange{}, err
		}
		_, due, err := cs.readServerCost(ctx, tx)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		months, err := cs.appendCostLines(ctx, tx) // the months until now cost the old base
		if err != nil {
			return postgres.AdminChange{}, err
		}
		before, _, err := cs.readServerCost(ctx, tx)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		after = before
		if base != nil {
			after.MonthlyBase = *base
		}
		if resetDay != nil {
			after.ResetDay = *resetDay
		}
		if err := money.CheckServerCost(after.MonthlyBase, after.ResetDay); err != nil {
			return postgres.AdminChange{}, err
		}
		if after == before {
			if due {
				broadcasts, err = postgres.AppendBroadcasts(ctx, tx, months)
			}
			return postgres.AdminChange{}, err
		}
		if broadcasts, err = cs.changeServerCost(ctx, tx, before, after); err != nil {
			return postgres.AdminChange{}, err
		}
		after, _, err = cs.readServerCost(ctx, tx)
		return postgres.AdminChange{
			Action: "server_cost_changed", Subject: "server_cost",
			Before: costRecord{before.MonthlyBase, before.ResetDay}, After: costRecord{after.MonthlyBase, after.ResetDay},
		}, err
	})
	return after, broadcasts, err
}

// changeServerCost writes the settings and, for another base, the line of the running
// month. The cost must be locked.
func (cs *Costs) changeServerCost(ctx context.Context, tx pgx.Tx, before, after money.ServerCost) ([]store.Broadcast, error) {
	if _, err := tx.Exec(ctx, `update server_cost set monthly_base_cents = $1, reset_day = $2`, int64(after.MonthlyBase), after.ResetDay); err != nil {
		return nil, err
	}
	if after.ResetDay != before.ResetDay {
		today, err := cs.today(ctx, tx)
		if err != nil {
			return nil, err
		}
		_, next := money.CostMonth(today, after.ResetDay)
		if _, err := tx.Exec(ctx, `update server_cost set next_reset = $1::date`, next.String()); err != nil {
			return nil, err
		}
	}
	var lines []money.CostLine
	if change := after.MonthlyBase - before.MonthlyBase; change != 0 {
		lines = append(lines, money.CostLine{Kind: money.CostAdjustment, Amount: change})
	}
	b, err := cs.appendCostLines(ctx, tx, lines...)
	if err != nil {
		return nil, err
	}
	return postgres.AppendBroadcasts(ctx, tx, b)
}

// costLedgerPage is the most lines of one page.
const costLedgerPage = 200

// CostLedger reads a page of the ledger's lines, newest first, and the sum of all lines
// up to the first page's newest one. It fails with Invalid for a cursor that was not
// given here.
func (cs *Costs) CostLedger(ctx context.Context, limit int, cursor string) (lines []money.CostLedgerLine, sum money.Cents, next string, err error) {
	top, before := int64(math.MaxInt64-1), int64(math.MaxInt64)
	if cursor != "" {
		if _, err := fmt.Sscanf(cursor, "%d-%d", &top, &before); err != nil || before > top || cursor != fmt.Sprintf("%d-%d", top, before) {
			return nil, 0, "", store.ErrCursor()
		}
	}
	limit = max(1, min(limit, costLedgerPage))
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if cursor != "" {
			const both = `select where exists (select from server_cost_ledger where id = $1) and exists (select from server_cost_ledger where id = $2)`
			if err := postgres.IsRow(ctx, conn, both, top, before); err != nil {
				return err
			}
		}
		err := conn.QueryRow(ctx, `select id, meter_cents from server_cost_ledger where id <= $1 order by id desc limit 1`, top).Scan(&top, &sum)
		if postgres.NoRow(err) {
			return nil
		}
		if err != nil {
			return err
		}
		rows, err := conn.Query(ctx, `
			select l.id, l.kind, l.amount_cents, l.at, case when l.anonymous or p.profile_private then '' else coalesce(m.username, '') end, coalesce(l.undoes, 0),
			       coalesce(to_char(l.month, 'YYYY-MM-DD'), '')
			from server_cost_ledger l left join members m on m.id = l.member_id left join profiles p on p.member_id = l.member_id
			where l.id <= $1 and l.id < $2 order by l.id desc limit $3`, top, before, limit+1)
		if err != nil {
			return err
		}
		lines, err = pgx.CollectRows(rows, pgx.RowToStructByPos[money.CostLedgerLine])
		return err
	})
	if len(lines) > limit {
		lines = lines[:limit]
		next = fmt.Sprintf("%d-%d", top, lines[limit-1].ID)
	}
	return lines, sum, next, err
}

// today is the community's day.
func (cs *Costs) today(ctx context.Context, tx pgx.Tx) (store.Day, error) {
	var date time.Time
	err := tx.QueryRow(ctx, `select (muster_now() at time zone $1)::date`, cs.db.Zone().String()).Scan(&date)
	return dayOf(date), err
}

// appendCostLines writes lines, those of months that have begun first, and gives the
// broadcast of the sum. The cost must be locked.
func (cs *Costs) appendCostLines(ctx context.Context, tx pgx.Tx, lines ...money.CostLine) (store.Broadcast, error) {
	if err := cs.accrue(ctx, tx); err != nil {
		return store.Broadcast{}, err
	}
	for _, line := range lines {
		if _, err := tx.Exec(ctx, `
			insert into server_cost_ledger (kind, amount_cents, member_id, anonymous, contribution_id, undoes)
			values ($1, $2, nullif($3, '')::uuid, $4, nullif($5, '')::uuid, nullif($6, 0::bigint))`,
			line.Kind, int64(line.Amount), line.MemberID, line.Anonymous, line.ContributionID, line.Undoes); err != nil {
			return store.Broadcast{}, err
		}
	}
	c, _, err := cs.readServerCost(ctx, tx)
	if err != nil {
		return store.Broadcast{}, err
	}
	return money.NewServerCostUpdate(c)
}

// accrue writes a line for each month of cost that has begun and has none.
func (cs *Costs) accrue(ctx context.Context, tx pgx.Tx) error {
	var next *time.Time
	var day int
	if err := tx.QueryRow(ctx, `select next_reset, reset_day from server_cost`).Scan(&next, &day); err != nil {
		return err
	}
	today, err := cs.today(ctx, tx)
	if err != nil {
		return err
	}
	first, _ := money.CostMonth(today, day)
	if next != nil {
		first = dayOf(*next)
	}
	for today.Since(first) >= 0 {
		if _, err := tx.Exec(ctx, `
			insert into server_cost_ledger (kind, amount_cents, month) select 'accrual', monthly_base_cents, $1::date from server_cost`,
			first.String()); err != nil {
			return err
		}
		_, first = money.CostMonth(first, day)
	}
	_, err = tx.Exec(ctx, `update server_cost set next_reset = $1::date where next_reset is distinct from $1::date`, first.String())
	return err
}

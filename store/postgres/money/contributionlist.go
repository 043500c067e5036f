// Contributions as members and administrators list them.

package money

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/language"
	"muster/store/money"
	"muster/store/postgres"
	ranks "muster/store/postgres/rank"
)

// contributionColumns read a contribution "c" with its member "m".
const contributionColumns = `c.id::text, c.member_id::text, coalesce(m.username, ''), coalesce(m.name, ''), c.purpose, c.amount_cents, c.anonymous,
	c.status, c.refunded_cents, c.disputed_cents, c.at, coalesce(c.session_id, '')`

// shownContribution leaves out payments that never came to a checkout.
const shownContribution = `(c.session_id is not null or c.status not in ('pending', 'failed'))`

func scanContribution(row pgx.CollectableRow) (c money.Contribution, err error) {
	err = row.Scan(&c.ID, &c.MemberID, &c.Username, &c.Name, &c.Purpose, &c.Amount, &c.Anonymous, &c.Status, &c.Refunded, &c.Disputed, &c.At, &c.SessionID)
	return c, err
}

// MaxContributionPage is the most contributions of one page.
const MaxContributionPage = 1000

// PageCursor is the cursor after a row of a list of payments: its time and its id.
func PageCursor(at time.Time, id string) string {
	return at.UTC().Format(time.RFC3339Nano) + "_" + id
}

// ParsePageCursor reads a PageCursor; at is nil for the first page. It fails with Invalid.
func ParsePageCursor(cursor string) (at *time.Time, id pgtype.UUID, err error) {
	if cursor == "" {
		return nil, id, nil
	}
	when, last, _ := strings.Cut(cursor, "_")
	t, err := time.Parse(time.RFC3339Nano, when)
	id, ok := postgres.ParseID(last)
	if err != nil || !ok || PageCursor(t, id.String()) != cursor {
		return nil, id, store.ErrCursor()
	}
	return &t, id, nil
}

// listContributions reads a page, newest first, of a member's or, for an invalid id, of
// everybody's contributions.
func (p *Payments) listContributions(ctx context.Context, member pgtype.UUID, f money.ContributionFilter, limit int, cursor string) (page []money.Contribution, next string, err error) {
	at, id, err := ParsePageCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	limit = max(1, min(limit, MaxContributionPage))
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if at != nil {
			if err := postgres.IsRow(ctx, conn, `select from contributions where id = $1 and ($2::uuid is null or member_id = $2)`, id, member); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `
			select `+contributionColumns+` from contributions c join members m on m.id = c.member_id
			where `+shownContribution+` and ($1::uuid is null or c.member_id = $1) and ($2 = '' or c.status = $2)
			  and ($3::timestamptz is null or c.at >= $3) and ($4::timestamptz is null or c.at < $4)
			  and ($5::timestamptz is null or (c.at, c.id) < ($5, $6))
			order by c.at desc, c.id desc limit $7`, member, f.Status, optionalTime(f.From), optionalTime(f.To), at, id, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scanContribution)
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = PageCursor(last.At, last.ID)
	}
	return page, next, err
}

// optionalTime is nil for the zero time.
func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// History reads a page of a member's own contributions, newest first. It fails with
// Invalid for a cursor that was not given here.
func (p *Payments) History(ctx context.Context, memberID string, limit int, cursor string) (page []money.Contribution, next string, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, "", postgres.ErrMemberUnknown()
	}
	return NewPayments(p.db, nil, nil, money.PaymentRules{}, nil).listContributions(ctx, member, money.ContributionFilter{}, limit, cursor)
}

// Total is what a member has paid and was not paid back.
func (p *Payments) Total(ctx context.Context, memberID string) (total money.Cents, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return 0, postgres.ErrMemberUnknown()
	}
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select coalesce(sum(`+postgres.KeptCents+`), 0)::bigint from contributions c where c.member_id = $1`, member).Scan(&total)
	})
	return total, err
}

// All reads a page of everybody's contributions, newest first, as History does.
func (p *Payments) All(ctx context.Context, f money.ContributionFilter, limit int, cursor string) (page []money.Contribution, next string, err error) {
	return NewPayments(p.db, nil, nil, money.PaymentRules{}, nil).listContributions(ctx, pgtype.UUID{}, f, limit, cursor)
}

// Find reads one contribution. It fails with NotFound.
func (p *Payments) Find(ctx context.Context, id string) (c money.Contribution, err error) {
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return c, money.ErrContributionUnknown()
	}
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select `+contributionColumns+` from contributions c join members m on m.id = c.member_id where c.id = $1`, parsed)
		if err != nil {
			return err
		}
		c, err = pgx.CollectExactlyOneRow(rows, scanContribution)
		if postgres.NoRow(err) {
			return money.ErrContributionUnknown()
		}
		return err
	})
	return c, err
}

// Payer is how a member who paid is reached.
type Payer struct {
	Email, Phone string // "" for none
	Language     language.Tag
}

// ReceiptOf reads a contribution and how its receipt can go to the member. It fails with
// NotFound.
func (p *Payments) ReceiptOf(ctx context.Context, id string) (c money.Contribution, to Payer, err error) {
	if c, err = p.Find(ctx, id); err != nil {
		return c, to, err
	}
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select coalesce(email, ''), coalesce(phone, ''), language from members where id = $1`, c.MemberID).
			Scan(&to.Email, &to.Phone, &to.Language)
	})
	return c, to, err
}

// maxTotalDays bounds the days of Totals.
const maxTotalDays = 731

// Totals reads what was paid on each day of a time zone from first to last, oldest
// first. It fails with Invalid for a range that is none or too long.
func (p *Payments) Totals(ctx context.Context, zone *time.Location, first, last store.Day) (days []money.ContributionDay, err error) {
	n := last.Since(first)
	if n < 0 || n >= maxTotalDays {
		return nil, store.NewErrorReason(store.Invalid, "range", "The range must be of 1 to 731 days")
	}
	names, starts, ends := make([]string, n+1), make([]time.Time, n+1), make([]time.Time, n+1)
	for i := range names {
		day := first.Add(i)
		names[i], starts[i], ends[i] = day.String(), day.Start(zone), day.Add(1).Start(zone)
	}
	err = p.db.Analyze(ctx, ranks.LedgerCheckTime, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select d.day, coalesce(sum(`+postgres.KeptCents+`), 0)::bigint, count(c.id)::int
			from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) d(day, starts, ends)
			left join contributions c on `+postgres.KeptCents+` > 0
			  and c.at >= d.starts and c.at < d.ends
			group by d.day order by d.day`, names, starts, ends)
		if err != nil {
			return err
		}
		days, err = pgx.CollectRows(rows, pgx.RowToStructByPos[money.ContributionDay])
		return err
	})
	return days, err
}

// Zone is the community's time zone.
func (p *Payments) Zone() *time.Location { return p.db.Zone() }

// ExportContributions notes that an administrator exports the contributions, then calls
// yield for each, newest first.
func (p *Payments) ExportContributions(ctx context.Context, by store.Caller, f money.ContributionFilter, yield func(money.Contribution) error) error {
	err := p.db.AdminService(by).Record(ctx, store.AuditRecord{Action: "contributions_exported", Subject: "contributions"})
	for next, more := "", true; err == nil && more; more = next != "" {
		var page []money.Contribution
		if page, next, err = p.All(ctx, f, MaxContributionPage, next); err != nil {
			return err
		}
		for _, c := range page {
			if err := yield(c); err != nil {
				return err
			}
		}
	}
	return err
}

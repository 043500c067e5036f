// The comparison of the ledger with the provider.

package money

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	ranks "muster/store/postgres/rank"
)

// CheckReport is what a comparison found.
type CheckReport struct {
	Payments    int         // that the provider has and that were paid
	Provider    money.Cents // their sum, less refunds
	Ledger      money.Cents // the same by the ledger
	Differences []money.PaymentDifference
}

// checkGrace is how long the provider's notice of a payment may take. Younger payments
// are not checked.
const checkGrace = 10 * time.Minute

// Check compares every payment that was begun in a range with the provider's, and the
// ledger with itself.
func (p *Payments) Check(ctx context.Context, from, to time.Time) (report CheckReport, err error) {
	if p.provider == nil {
		return report, money.ErrPaymentsOff()
	}
	differ := func(session, format string, args ...any) {
		report.Differences = append(report.Differences, money.PaymentDifference{SessionID: session, What: fmt.Sprintf(format, args...)})
	}
	now, err := p.db.Now(ctx)
	if err != nil {
		return report, err
	}
	seen := map[string]bool{}
	err = p.provider.Payments(ctx, from, to, func(theirs money.ProviderPayment) error {
		seen[theirs.ID] = true
		ours, ok, err := p.bySession(ctx, theirs.ID)
		if err != nil || !ok && theirs.ContributionID == "" {
			return err // another product's
		}
		if theirs.Paid {
			report.Payments++
			report.Provider += theirs.Amount - theirs.Refunded
		}
		if ok && ours.Status.Paid() {
			report.Ledger += ours.Amount - ours.Refunded
		}
		since := theirs.PaidAt // a checkout may have been open for a day
		if since.IsZero() {
			since = theirs.CreatedAt
		}
		if what := compare(theirs, ours, ok); what != "" && (ok && ours.Status.Paid() || now.Sub(since) > checkGrace) {
			differ(theirs.ID, "%s", what)
		} else if theirs.Disputed && ok {
			known, err := p.knowsDispute(ctx, ours.payment)
			if err != nil {
				return err
			}
			if !known {
				differ(theirs.ID, "disputed at the provider, not here")
			}
		}
		return nil
	})
	if err != nil {
		return report, err
	}
	if err := p.checkUnseen(ctx, from, to, seen, differ); err != nil {
		return report, err
	}
	return report, p.checkLedger(ctx, differ)
}

// compare says how a payment differs, "" for not at all.
func compare(theirs money.ProviderPayment, ours paymentRow, known bool) string {
	counted := known && ours.Status.Paid()
	switch {
	case theirs.Paid && !known:
		return fmt.Sprintf("the provider has %s, nothing is known of it here", theirs.Amount)
	case theirs.Paid && !counted:
		return fmt.Sprintf("the provider has %s, it is %s here", theirs.Amount, ours.Status)
	case !theirs.Paid && counted:
		return fmt.Sprintf("%s is counted here, the provider says unpaid", ours.Amount)
	case counted && theirs.Amount != ours.Amount:
		return fmt.Sprintf("the provider has %s, the ledger %s", theirs.Amount, ours.Amount)
	case counted && theirs.Refunded != ours.Refunded:
		return fmt.Sprintf("the provider refunded %s, the ledger says %s", theirs.Refunded, ours.Refunded)
	}
	return ""
}

// bySession finds the payment of a session, of any purpose.
func (p *Payments) bySession(ctx context.Context, session string) (row paymentRow, ok bool, err error) {
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		if row, ok, err = findPayment(ctx, conn, `c.session_id = $1`, session); err != nil || ok {
			return err
		}
		for _, subject := range p.others {
			known, found, err := subject.KnownPayment(ctx, conn, session)
			if err != nil || found {
				row, ok = known.row(), found
				return err
			}
		}
		return nil
	})
	return row, ok, err
}

// row is a subject's payment as far as the comparison reads it.
func (k KnownPayment) row() (row paymentRow) {
	row.SessionID, row.payment, row.Amount, row.Refunded, row.Disputed, row.Status = k.SessionID, k.PaymentID, k.Amount, k.Refunded, k.Disputed, k.Status
	return row
}

func (p *Payments) knowsDispute(ctx context.Context, payment string) (known bool, err error) {
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select exists (select from payment_events where payment_id = $1 and dispute_id is not null)`, payment).Scan(&known)
	})
	return known, err
}

// checkUnseen asks the provider about payments that are counted here and that it did not
// list.
func (p *Payments) checkUnseen(ctx context.Context, from, to time.Time, seen map[string]bool, differ func(session, format string, args ...any)) error {
	var counted []paymentRow
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select `+paymentColumns+` from contributions c
			where c.session_id is not null and c.status not in ('pending', 'failed') and c.created_at >= $1 and c.created_at < $2 order by c.created_at`, from, to)
		if err != nil {
			return err
		}
		if counted, err = pgx.CollectRows(rows, scanPayment); err != nil {
			return err
		}
		for _, subject := range p.others {
			paid, err := subject.PaidPayments(ctx, conn, from, to)
			if err != nil {
				return err
			}
			for _, known := range paid {
				counted = append(counted, known.row())
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, ours := range counted {
		if seen[ours.SessionID] {
			continue
		}
		theirs, err := p.provider.Checkout(ctx, ours.SessionID)
		switch {
		case store.CodeOf(err) == store.NotFound:
			differ(ours.SessionID, "%s is counted here, the provider does not know it", ours.Amount)
		case err != nil:
			return err
		case !theirs.Paid:
			differ(ours.SessionID, "%s is counted here, the provider says unpaid", ours.Amount)
		case theirs.Amount != ours.Amount:
			differ(ours.SessionID, "the provider has %s, the ledger %s", theirs.Amount, ours.Amount)
		}
	}
	return nil
}

// checkLedger looks for contributions whose lines do not add up to what they say.
func (p *Payments) checkLedger(ctx context.Context, differ func(session, format string, args ...any)) error {
	return p.db.Analyze(ctx, ranks.LedgerCheckTime, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select coalesce(c.session_id, ''), c.id::text, `+postgres.KeptCents+` as kept, coalesce(l.cents, 0)::bigint, k.cents
			from contributions c
			left join (select contribution_id, sum(amount_cents) as cents from payment_ledger group by 1) l on l.contribution_id = c.id
			left join (select contribution_id, -sum(amount_cents)::bigint as cents from server_cost_ledger where contribution_id is not null group by 1) k
				on k.contribution_id = c.id
			where coalesce(l.cents, 0) <> `+postgres.KeptCents+` or k.cents <> `+postgres.KeptCents+` or k.cents is null and c.purpose = 'server_cost' and `+postgres.KeptCents+` <> 0`)
		if err != nil {
			return err
		}
		var session, id string
		var kept, lines money.Cents
		var cost *int64
		_, err = pgx.ForEachRow(rows, []any{&session, &id, &kept, &lines, &cost}, func() error {
			covered := "nothing"
			if cost != nil {
				covered = money.Cents(*cost).String()
			}
			differ(session, "contribution %s keeps %s, its lines %s, the server cost was covered by %s", id, kept, lines, covered)
			return nil
		})
		return err
	})
}

// NoteDifferences keeps how many differences the nightly comparison found, for Differences.
func (p *Payments) NoteDifferences(n int) { p.differences.Store(int64(n)) }

// Differences is how many the last nightly comparison of this node found.
func (p *Payments) Differences() int { return int(p.differences.Load()) }

// The provider's notices: recorded first, then settled.

package money

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
)

// Notify records a notice and settles what it is about. It gives the broadcasts for the
// hub. A notice that came before changes nothing, nor does one about something that
// was not made here. When it fails after the record, Sweep settles the rest.
func (p *Payments) Notify(ctx context.Context, e money.PaymentEvent) ([]store.Broadcast, error) {
	handled, err := p.record(ctx, e)
	if err != nil || handled {
		return nil, err
	}
	ref := paymentRef{checkout: e.Checkout, payment: e.PaymentID, contribution: e.ContributionID}
	if ref.checkout == nil && e.Reversal == nil {
		return nil, p.noteHandled(ctx, e.ID)
	}
	row, broadcasts, err := p.settle(ctx, ref)
	switch {
	case isPaymentUnknown(err):
		known, err := p.settleOther(ctx, PaymentReport{Checkout: e.Checkout, ID: e.ContributionID, PaymentID: e.PaymentID})
		if err != nil {
			return nil, err
		}
		if c := e.Checkout; c != nil && !known && c.Paid && c.MadeHere() && uncounted(*c) == "" {
			// As after a return to an older backup: nobody would look for it.
			p.log.LogAttrs(ctx, slog.LevelError, "a payment is not counted: nothing is known of it here", slog.String("session", c.ID))
		}
		if e.Reversal != nil {
			return nil, nil // its payment's own notice may be still to come
		}
	case err != nil:
		return nil, err
	case e.Reversal != nil && !row.Status.Paid():
		return nil, p.adoptPayment(ctx, row.id, e.PaymentID)
	}
	return broadcasts, p.noteHandled(ctx, e.ID)
}

// adoptPayment keeps the provider's payment of a contribution of which a refund's notice
// came first. The notice counts when the payment's own comes.
func (p *Payments) adoptPayment(ctx context.Context, contribution pgtype.UUID, payment string) error {
	return p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update contributions set payment_id = coalesce(payment_id, nullif($2, '')) where id = $1`, contribution, payment)
		return err
	})
}

// record stores a notice, once, and says whether it was handled before.
func (p *Payments) record(ctx context.Context, e money.PaymentEvent) (handled bool, err error) {
	session := ""
	if e.Checkout != nil {
		session = e.Checkout.ID
	}
	var refunded, disputed, failed *int64
	dispute, state, refund := "", "", ""
	if r := e.Reversal; r != nil {
		cents := int64(r.Refunded)
		refunded = &cents
		if r.DisputeID != "" {
			cents = int64(r.Disputed)
			refunded, disputed, dispute, state = nil, &cents, r.DisputeID, string(r.State)
		}
		if r.RefundID != "" {
			cents = int64(r.Failed)
			refunded, failed, refund = nil, &cents, r.RefundID
		}
	}
	contribution, _ := postgres.ParseID(e.ContributionID)
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			insert into payment_events (id, type, created_at, session_id, payment_id, contribution_id, refunded_cents,
				dispute_id, dispute_cents, dispute_state, refund_id, failed_cents)
			values ($1, $2, $3, nullif($4, ''), nullif($5, ''), $6, $7, nullif($8, ''), $9, nullif($10, ''), nullif($11, ''), $12) on conflict (id) do nothing`,
			e.ID, e.Type, e.CreatedAt, session, e.PaymentID, contribution, refunded, dispute, disputed, state, refund, failed)
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select handled_at is not null from payment_events where id = $1`, e.ID).Scan(&handled)
	})
	return handled, err
}

func (p *Payments) noteHandled(ctx context.Context, event string) error {
	return p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update payment_events set handled_at = muster_now() where id = $1 and handled_at is null`, event)
		return err
	})
}

// Times of the sweep.
const (
	// sweepPage is how many of each kind one run looks at.
	sweepPage = 200
	// checkoutAge is when the provider has long ended a checkout.
	checkoutAge = 25 * time.Hour
	// delayedAge is when the provider has long ended a payment that takes days.
	delayedAge = 30 * 24 * time.Hour
	// refundAge is how long a refund is tried again: the provider knows a request
	// again for 24 hours.
	refundAge = 20 * time.Hour
)

// Sweep makes good what notices and success pages left: it asks the provider about
// checkouts that are pending, every one again after a tenth of its age, settles notices
// whose payment has become known, and tries refunds again.
func (p *Payments) Sweep(ctx context.Context) error {
	if p.provider == nil {
		return nil
	}
	// Each ends at its first failure and none waits for another: a refund may fail for
	// long where the provider answers everything else.
	return errors.Join(p.sweepEvents(ctx), p.sweepPending(ctx), p.sweepOthers(ctx), p.sweepRefunds(ctx))
}

func isPaymentUnknown(err error) bool {
	return err != nil && store.AsError(err).Reason == money.ErrPaymentUnknown().Reason
}

func (p *Payments) sweepPending(ctx context.Context) error {
	var began time.Time
	err := p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// One whose checkout could not be made is not to be paid any more.
		if _, err := tx.Exec(ctx, `update contributions set status = 'failed'
			where status = 'pending' and session_id is null and created_at < muster_now() - $1::interval`, checkoutAge); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select muster_now()`).Scan(&began)
	})
	if err != nil {
		return err
	}
	for range sweepPage {
		id, age, found, err := p.nextPending(ctx, began)
		if err != nil || !found {
			return err
		}
		_, _, err = p.ask(ctx, id)
		if overdue(err, age) {
			_, _, err = p.settle(ctx, paymentRef{checkout: &money.Checkout{ID: id, Status: money.CheckoutExpired}})
		}
		if err != nil && store.CodeOf(err) != store.Invalid {
			return err // the rest comes when the provider answers again
		}
	}
	return nil
}

// overdue says that a payment of that age, about which the provider was asked, is not to be
// paid any more: the provider does not know its checkout, or no end of it. One that is paid
// after all counts all the same.
func overdue(asked error, age time.Duration) bool {
	return isPaymentUnknown(asked) && age > checkoutAge || asked == nil && age > delayedAge
}

// nextPending marks a pending payment as checked and gives its session and its age; none that was
// marked since the sweep began. It marks one and not a page: the provider may be away, and
// the node may end before it has asked about the others.
func (p *Payments) nextPending(ctx context.Context, began time.Time) (session string, age time.Duration, found bool, err error) {
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
			update contributions set checked_at = muster_now() where id = (
				select id from contributions where status = 'pending' and session_id is not null
				  and (checked_at is null or checked_at < $1 and muster_now() - checked_at > least((checked_at - created_at) / 10, interval '1 hour'))
				order by checked_at nulls first limit 1 for update skip locked)
			returning session_id, muster_now() - created_at`, began).Scan(&session, &age)
		found = err == nil
		if postgres.NoRow(err) {
			return nil
		}
		return err
	})
	return session, age, found, err
}

// sweepEvents settles the notices whose contribution is known by now.
func (p *Payments) sweepEvents(ctx context.Context) error {
	type open struct{ Event, Session, Payment, Contribution string }
	var all []open
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select e.id, coalesce(c.session_id, ''), coalesce(e.payment_id, ''), c.id::text from payment_events e
			join contributions c on c.payment_id = e.payment_id or c.session_id = e.session_id or c.id = e.contribution_id
			where e.handled_at is null and (e.session_id is not null or c.status not in ('pending', 'failed')) order by e.received_at limit $1`, sweepPage)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[open])
		return err
	})
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Payment != "" {
			_, _, err = p.settle(ctx, paymentRef{payment: e.Payment, contribution: e.Contribution})
		}
		if err == nil && e.Session != "" {
			_, _, err = p.ask(ctx, e.Session)
		}
		if err != nil && store.CodeOf(err) != store.Invalid {
			return err
		}
		if err := p.noteHandled(ctx, e.Event); err != nil {
			return err
		}
	}
	return nil
}

// Payments that are no contributions: a subject keeps them in a table of its own and is
// given what the provider reports of them.

package money

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
)

// PaymentReport is what the provider says of a payment.
type PaymentReport struct {
	Checkout  *money.Checkout // nil when a refund or a dispute is reported
	ID        string          // of the subject's row, as the object names it; "" for none
	PaymentID string          // the provider's payment
}

// KnownPayment is a payment as its subject has it.
type KnownPayment struct {
	SessionID, PaymentID       string
	Amount, Refunded, Disputed money.Cents
	Status                     money.ContributionStatus
}

// PaymentSubject keeps the payments of one purpose that are no contributions.
type PaymentSubject interface {
	// SettlePayment brings a payment to the state that it has with the provider, under
	// the lock of its row; it only goes forward. known is false when the payment is none
	// of the subject's, or is not known yet.
	SettlePayment(ctx context.Context, tx pgx.Tx, r PaymentReport) (known bool, err error)
	// EndUnbegun ends payments without a session that are older than age.
	EndUnbegun(ctx context.Context, tx pgx.Tx, age time.Duration) error
	// NextPending marks a session to ask the provider about as checked, each again after a
	// tenth of its age, and none that was marked since the sweep began. It gives its age too.
	NextPending(ctx context.Context, tx pgx.Tx, began time.Time) (sessionID string, age time.Duration, found bool, err error)
	// LockPayment finds the payment of a row and locks it until the end of tx.
	LockPayment(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (p KnownPayment, known bool, err error)
	// KnownPayment finds the payment of a session.
	KnownPayment(ctx context.Context, on postgres.Querier, sessionID string) (p KnownPayment, known bool, err error)
	// PaidPayments gives the payments with a session that were begun in a range and paid.
	PaidPayments(ctx context.Context, on postgres.Querier, from, to time.Time) ([]KnownPayment, error)
}

// Serve has the payments of a purpose kept by a subject. It is called while the node is
// wired, before anything uses the Payments.
func (p *Payments) Serve(purpose money.PaymentPurpose, subject PaymentSubject) {
	p.others[purpose] = subject
}

// CreateCheckout makes the checkout of a subject's payment, or gives the one of the same
// request. It fails with Unavailable.
func (p *Payments) CreateCheckout(ctx context.Context, r money.CheckoutRequest) (money.Checkout, error) {
	if p.provider == nil {
		return money.Checkout{}, money.ErrPaymentsOff()
	}
	r.Community = p.community(ctx)
	made, err := p.provider.CreateCheckout(ctx, r)
	if err != nil {
		err = money.ErrPaymentNotBegun(err)
	}
	return made, err
}

// Ask reads the checkout of a subject's payment at the provider and settles it. It fails
// with Invalid (payment_unknown) and with Unavailable.
func (p *Payments) Ask(ctx context.Context, sessionID string) error {
	checkout, err := p.readCheckout(ctx, sessionID)
	if err != nil {
		return err
	}
	known, err := p.settleOther(ctx, PaymentReport{Checkout: &checkout})
	if err == nil && !known {
		err = money.ErrPaymentUnknown()
	}
	return err
}

// settleOther passes a report on to the subject whose payment it is of. known is false
// for nobody's.
func (p *Payments) settleOther(ctx context.Context, r PaymentReport) (known bool, err error) {
	if c := r.Checkout; c != nil {
		if why := uncounted(*c); c.Paid && why != "" {
			if c.MadeHere() {
				p.log.LogAttrs(ctx, slog.LevelError, why, slog.String("session", c.ID))
			}
			return false, nil
		}
		r.ID, r.PaymentID = c.ContributionID, c.PaymentID
	}
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		known = false
		for purpose, subject := range p.others {
			if r.Checkout != nil && r.Checkout.Purpose != "" && r.Checkout.Purpose != purpose {
				continue
			}
			var err error
			if known, err = subject.SettlePayment(ctx, tx, r); err != nil || known {
				return err
			}
		}
		return nil
	})
	return known, err
}

// CountReversalsIn says how much of a subject's payment was refunded and is disputed, by
// all notices so far, and notes that these are handled.
func CountReversalsIn(ctx context.Context, tx pgx.Tx, paymentID string, amount money.Cents) (refunded, disputed money.Cents, err error) {
	notices, err := readReversals(ctx, tx, paymentID)
	if err != nil || len(notices) == 0 {
		return 0, 0, err
	}
	refunded, disputed = money.TakenBack(amount, notices)
	_, err = tx.Exec(ctx, `update payment_events set handled_at = muster_now() where payment_id = $1 and session_id is null and handled_at is null`, paymentID)
	return refunded, disputed, err
}

// GoneIn is how much of a payment of another subject is gone for good.
func GoneIn(ctx context.Context, tx pgx.Tx, paymentID string, amount money.Cents) (money.Cents, error) {
	notices, err := readReversals(ctx, tx, paymentID)
	return money.Gone(amount, notices), err
}

// lateNoticeAge is for how long a notice without a known payment is tried again.
const lateNoticeAge = 7 * 24 * time.Hour

// sweepOthers is the sweep of the subjects' payments.
func (p *Payments) sweepOthers(ctx context.Context) error {
	if len(p.others) == 0 {
		return nil
	}
	if err := p.sweepLateNotices(ctx); err != nil {
		return err
	}
	for purpose, subject := range p.others {
		if err := p.sweepOther(ctx, purpose, subject); err != nil {
			return err
		}
	}
	return nil
}

// sweepOther asks about the pending payments of one subject, as sweepPending does.
func (p *Payments) sweepOther(ctx context.Context, purpose money.PaymentPurpose, subject PaymentSubject) error {
	var began time.Time
	err := p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := subject.EndUnbegun(ctx, tx, checkoutAge); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select muster_now()`).Scan(&began)
	})
	if err != nil {
		return err
	}
	for range sweepPage {
		var session string
		var age time.Duration
		var found bool
		err := p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
			session, age, found, err = subject.NextPending(ctx, tx, began)
			return err
		})
		if err != nil || !found {
			return err
		}
		err = p.Ask(ctx, session)
		if overdue(err, age) {
			_, err = p.settleOther(ctx, PaymentReport{Checkout: &money.Checkout{ID: session, Purpose: purpose, Status: money.CheckoutExpired}})
		}
		if err != nil && store.CodeOf(err) != store.Invalid {
			return err // the rest comes when the provider answers again
		}
	}
	return nil
}

// sweepLateNotices passes on refunds and disputes that were recorded and not settled: the
// newest first, since those of another product's payments are never settled.
func (p *Payments) sweepLateNotices(ctx context.Context) error {
	var payments []string
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select e.payment_id from payment_events e
			where e.handled_at is null and e.session_id is null and e.payment_id is not null and e.received_at > muster_now() - $1::interval
			  and not exists (select from contributions c where c.payment_id = e.payment_id)
			group by 1 order by max(e.received_at) desc limit $2`, lateNoticeAge, sweepPage)
		if err != nil {
			return err
		}
		payments, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return err
	}
	for _, payment := range payments {
		if _, err := p.settleOther(ctx, PaymentReport{PaymentID: payment}); err != nil {
			return err
		}
	}
	return nil
}

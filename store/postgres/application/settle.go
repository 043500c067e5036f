package application

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// SettlePayment implements payments.PaymentSubject.
func (s *Applications) SettlePayment(ctx context.Context, tx pgx.Tx, r payments.PaymentReport) (known bool, err error) {
	condition, args := feeOf(r)
	f, known, err := lockFee(ctx, tx, condition, args...)
	if err != nil || !known {
		return false, err
	}
	before, reviewed := f, false
	if r.Checkout != nil {
		if err := s.checkoutPaid(ctx, tx, &f, *r.Checkout); err != nil {
			return true, err
		}
	}
	if f.status.Paid() && f.payment != "" {
		if err := f.takeBack(ctx, tx); err != nil {
			return true, err
		}
		if reviewed, err = s.settleReview(ctx, tx, f); err != nil {
			return true, err
		}
	}
	if !reviewed && f.status == before.status && f.refunded == before.refunded && f.disputed == before.disputed {
		return true, nil
	}
	return true, postgres.AdminChangeIn(ctx, tx, store.AdminPart("application_expedited"), "")
}

// feeOf is the condition that finds the payment "p" of a report.
func feeOf(r payments.PaymentReport) (condition string, args []any) {
	id, _ := postgres.ParseID(r.ID)
	if c := r.Checkout; c != nil {
		// The node may have ended between making the checkout and keeping its id.
		return `(p.session_id = $1 or p.session_id is null and p.id = $2)`, []any{c.ID, id}
	}
	return `(p.payment_id = nullif($1, '') or p.payment_id is null and p.id = $2)`, []any{r.PaymentID, id}
}

// checkoutPaid applies what the provider's checkout says.
func (s *Applications) checkoutPaid(ctx context.Context, tx pgx.Tx, f *fee, c money.Checkout) error {
	if f.session == "" || f.payment == "" && c.PaymentID != "" {
		f.session = c.ID
		if f.payment == "" {
			f.payment = c.PaymentID
		}
		if _, err := tx.Exec(ctx, `update application_payments set session_id = $2, payment_id = nullif($3, '') where id = $1`, f.id, f.session, f.payment); err != nil {
			return err
		}
	}
	switch {
	case f.status.Paid():
		return nil
	case c.Paid:
		f.status, f.amount = money.ContributionCompleted, c.Amount
		if _, err := tx.Exec(ctx, `update application_payments set status = $2, amount_cents = $3, paid_at = muster_now() where id = $1`, f.id, f.status, int64(f.amount)); err != nil {
			return err
		}
		now, err := s.now(ctx, tx)
		if err != nil || !f.application.Valid { // it was erased
			return err
		}
		return s.expedite(ctx, tx, f.application.String(), now)
	case f.status == money.ContributionPending && (c.Status == money.CheckoutExpired || c.Status == money.CheckoutFailed):
		f.status = money.ContributionFailed
		_, err := tx.Exec(ctx, `update application_payments set status = $2 where id = $1`, f.id, f.status)
		return err
	}
	return nil
}

// expedite notes that an application's fee was paid. Its row is locked.
func (s *Applications) expedite(ctx context.Context, tx pgx.Tx, id string, at time.Time) error {
	r, err := s.byID(ctx, tx, id)
	if err != nil || !r.Expedite(at) {
		return err
	}
	return s.save(ctx, tx, r)
}

// expediteRecord is whether a review comes first, as the audit keeps it.
type expediteRecord struct {
	Expedited bool   `json:"expedited"`
	Number    string `json:"number"`
}

// settleReview has the review of an application follow its fee, and says whether that changed
// anything. The application is locked.
func (s *Applications) settleReview(ctx context.Context, tx pgx.Tx, f fee) (changed bool, err error) {
	if !f.application.Valid {
		return false, nil
	}
	r, err := s.byID(ctx, tx, f.application.String())
	if err != nil {
		return false, err
	}
	if changed, err = s.followFees(ctx, tx, r); err != nil || !changed {
		return false, err
	}
	return true, s.save(ctx, tx, r)
}

// followFees expedites a review that is still to be decided while some of a fee for it is not
// gone for good, else ends that, and says whether that changed anything. What was decided keeps
// its history. The application is locked.
func (s *Applications) followFees(ctx context.Context, tx pgx.Tx, r *row) (changed bool, err error) {
	if r.Decided() {
		return false, nil
	}
	rows, err := tx.Query(ctx, `select coalesce(payment_id, '') as payment, amount_cents as amount from application_payments
		where application_id = $1 and paid_at is not null`, ids(r.ID)[0])
	if err != nil {
		return false, err
	}
	paid, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
		Payment string
		Amount  int64
	}])
	if err != nil {
		return false, err
	}
	stands := false
	for _, f := range paid {
		gone, err := payments.GoneIn(ctx, tx, f.Payment, money.Cents(f.Amount))
		if err != nil {
			return false, err
		}
		stands = stands || gone < money.Cents(f.Amount)
	}
	if stands {
		now, err := s.now(ctx, tx)
		return err == nil && r.Expedite(now), err
	}
	if !r.EndExpedite() {
		return false, nil
	}
	return true, s.db.Operator().Audit(ctx, tx, postgres.AdminChange{
		Action: "application_expedite_ended", Subject: r.ID, Before: expediteRecord{true, r.Number}, After: expediteRecord{false, r.Number},
	})
}

// takeBack notes what was refunded and is disputed.
func (f *fee) takeBack(ctx context.Context, tx pgx.Tx) (err error) {
	refunded, disputed, err := payments.CountReversalsIn(ctx, tx, f.payment, f.amount)
	if err != nil || refunded == f.refunded && disputed == f.disputed {
		return err
	}
	f.refunded, f.disputed, f.status = refunded, disputed, money.StatusAfter(f.amount, refunded, disputed)
	_, err = tx.Exec(ctx, `update application_payments set refunded_cents = $2, disputed_cents = $3, status = $4 where id = $1`,
		f.id, int64(refunded), int64(disputed), f.status)
	return err
}

// EndUnbegun implements payments.PaymentSubject. One whose checkout could not be made is
// not to be paid any more.
func (s *Applications) EndUnbegun(ctx context.Context, tx pgx.Tx, age time.Duration) error {
	_, err := tx.Exec(ctx, `update application_payments set status = 'failed'
		where status = 'pending' and session_id is null and created_at < muster_now() - $1::interval`, age)
	return err
}

// NextPending implements payments.PaymentSubject.
func (s *Applications) NextPending(ctx context.Context, tx pgx.Tx, began time.Time) (session string, age time.Duration, found bool, err error) {
	err = tx.QueryRow(ctx, `
		update application_payments set checked_at = muster_now() where id = (
			select id from application_payments where status = 'pending' and session_id is not null
			  and (checked_at is null or checked_at < $1 and muster_now() - checked_at > least((checked_at - created_at) / 10, interval '1 hour'))
			order by checked_at nulls first limit 1 for update skip locked)
		returning session_id, muster_now() - created_at`, began).Scan(&session, &age)
	if postgres.NoRow(err) {
		return "", 0, false, nil
	}
	return session, age, err == nil, err
}

// LockPayment implements payments.PaymentSubject.
func (s *Applications) LockPayment(ctx context.Context, tx pgx.Tx, id pgtype.UUID) (payments.KnownPayment, bool, error) {
	f, found, err := lockFee(ctx, tx, `p.id = $1`, id)
	return f.known(), found, err
}

// KnownPayment implements payments.PaymentSubject.
func (s *Applications) KnownPayment(ctx context.Context, on postgres.Querier, session string) (payments.KnownPayment, bool, error) {
	f, found, err := findFee(ctx, on, `p.session_id = $1`, session)
	return f.known(), found, err
}

// PaidPayments implements payments.PaymentSubject.
func (s *Applications) PaidPayments(ctx context.Context, on postgres.Querier, from, to time.Time) ([]payments.KnownPayment, error) {
	rows, err := on.Query(ctx, `
		select session_id, coalesce(payment_id, ''), amount_cents, refunded_cents, disputed_cents, status from application_payments
		where session_id is not null and paid_at is not null and created_at >= $1 and created_at < $2 order by created_at`, from, to)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[payments.KnownPayment])
}

func (f *fee) known() payments.KnownPayment {
	return payments.KnownPayment{SessionID: f.session, PaymentID: f.payment, Amount: f.amount, Refunded: f.refunded, Disputed: f.disputed, Status: f.status}
}

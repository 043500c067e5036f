package application

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/application"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// feePressesPerHour is how often one application may go to the checkout.
const feePressesPerHour = 60

// UsePayments has the fees of expedited reviews paid by payments. It is called while the
// node is wired.
func (s *Applications) UsePayments(payments *payments.Payments) {
	s.payments = payments
	payments.Serve(money.ForExpedite, s)
}

// fee is a payment for an expedited review as it is stored.
type fee struct {
	id, application            pgtype.UUID
	amount, refunded, disputed money.Cents
	status                     money.ContributionStatus
	session, url, payment      string
}

// findFee reads the one payment "p" of a condition; ok is false for none.
func findFee(ctx context.Context, on postgres.Querier, condition string, args ...any) (f fee, ok bool, err error) {
	err = on.QueryRow(ctx, `
		select p.id, p.application_id, p.amount_cents, p.refunded_cents, p.disputed_cents, p.status,
		       coalesce(p.session_id, ''), p.checkout_url, coalesce(p.payment_id, '')
		from application_payments p where `+condition, args...).
		Scan(&f.id, &f.application, &f.amount, &f.refunded, &f.disputed, &f.status, &f.session, &f.url, &f.payment)
	if postgres.NoRow(err) {
		return f, false, nil
	}
	return f, err == nil, err
}

// lockFee locks the fee of a condition on "p" after its application, as everywhere. The fee may
// be found only now, or belong to another application, since what was waited for.
func lockFee(ctx context.Context, tx pgx.Tx, condition string, args ...any) (f fee, ok bool, err error) {
	for {
		var application pgtype.UUID
		err := tx.QueryRow(ctx, `select a.id from applications a join application_payments p on p.application_id = a.id where `+condition+` for update of a`, args...).
			Scan(&application)
		if err != nil && !postgres.NoRow(err) {
			return f, false, err
		}
		same := fmt.Sprintf(` and p.application_id is not distinct from $%d for update`, len(args)+1)
		if f, ok, err = findFee(ctx, tx, condition+same, append(slices.Clip(args), any(application))...); err != nil || ok {
			return f, ok, err
		}
		if _, moved, err := findFee(ctx, tx, condition, args...); err != nil || !moved {
			return f, false, err
		}
	}
}

// BeginExpedite gives the address where the caller pays for an expedited review of its
// application. While a checkout is open it gives the same one, so nobody pays twice. It
// fails with application.ErrNotFound, with Conflict as application.CheckExpedite does,
// with Limited and with Unavailable.
func (s *Applications) BeginExpedite(ctx context.Context, proof Proof, id string) (address string, err error) {
	for range 3 {
		f, err := s.draftFee(ctx, proof, id)
		if err != nil {
			return "", err
		}
		if f.session == "" {
			return s.checkoutFee(ctx, f)
		}
		// It may have been paid or have expired, and no notice came yet.
		err = s.payments.Ask(ctx, f.session)
		if err != nil && store.AsError(err).Reason == money.ErrPaymentUnknown().Reason {
			// Of another account, or of test payments before the real ones.
			if err := s.endFee(ctx, f); err != nil {
				return "", err
			}
			continue
		}
		if err != nil {
			return "", err
		}
		now, _, err := s.readFee(ctx, `p.id = $1`, f.id)
		if err != nil || now.status == money.ContributionPending {
			return now.url, err
		}
	}
	return "", money.ErrPaymentNotBegun(errors.New("each checkout ended at once"))
}

// draftFee finds the payment of an application that is not made yet, or stores one.
func (s *Applications) draftFee(ctx context.Context, proof Proof, id string) (f fee, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := s.lockOwn(ctx, tx, proof, id)
		if err != nil {
			return err
		}
		if err := mine.CheckExpedite(); err != nil {
			return err
		}
		if s.payments == nil || s.payments.Provider() == nil {
			return money.ErrPaymentsOff()
		}
		if err := (postgres.Quota{Scope: "application_fees", Key: []byte(mine.ID), Most: feePressesPerHour, Window: time.Hour}).Use(ctx, tx, tooMany); err != nil {
			return err
		}
		var found bool
		if f, found, err = findFee(ctx, tx, `p.application_id = $1 and p.status = 'pending' order by p.session_id is null, p.created_at desc limit 1`, ids(mine.ID)[0]); err != nil || found {
			return err
		}
		f = fee{application: ids(mine.ID)[0], amount: application.ExpediteFee, status: money.ContributionPending}
		return tx.QueryRow(ctx, `insert into application_payments (application_id, amount_cents) values ($1, $2) returning id`, f.application, int64(f.amount)).Scan(&f.id)
	})
	return f, err
}

// checkoutFee makes the checkout of a payment and keeps it. Of two that were made at once
// the first that is kept stands. One that the provider refused ends, so that the next press
// asks for another: to the same request the provider would give the same answer.
func (s *Applications) checkoutFee(ctx context.Context, f fee) (address string, err error) {
	made, err := s.payments.CreateCheckout(ctx, money.CheckoutRequest{
		ContributionID: f.id.String(), Purpose: money.ForExpedite, Amount: f.amount, ApplicationID: f.application.String(),
	})
	if err != nil { // another call of the same payment may have made it meanwhile
		now, found, readErr := s.readFee(ctx, `p.id = $1 and p.session_id is not null`, f.id)
		if readErr == nil && found {
			return now.url, nil
		}
		if store.CodeOf(errors.Unwrap(err)) == store.Invalid {
			readErr = s.endFee(ctx, f)
		}
		return "", errors.Join(err, readErr)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			update application_payments set session_id = coalesce(session_id, $2), checkout_url = case when checkout_url = '' then $3 else checkout_url end
			where id = $1 returning checkout_url`, f.id, made.ID, made.URL).Scan(&address)
	})
	return address, err
}

// endFee ends a payment that is as it was read.
func (s *Applications) endFee(ctx context.Context, f fee) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update application_payments set status = 'failed' where id = $1 and status = 'pending' and coalesce(session_id, '') = $2`, f.id, f.session)
		return err
	})
}

func (s *Applications) readFee(ctx context.Context, condition string, args ...any) (f fee, found bool, err error) {
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) (err error) {
		f, found, err = findFee(ctx, q, condition, args...)
		return err
	})
	return f, found, err
}

// ConfirmExpedite asks the provider about a checkout of the caller's application and
// settles it. It fails with application.ErrNotFound, with Invalid (payment_unknown) for a
// checkout of anything else, with Conflict (payment_unpaid) and with Unavailable.
func (s *Applications) ConfirmExpedite(ctx context.Context, proof Proof, id, session string) error {
	if err := s.read(ctx, func(ctx context.Context, q postgres.Querier) error { return s.isOwn(ctx, q, proof, id) }); err != nil {
		return err
	}
	if !payments.ValidSessionID(session) || s.payments == nil {
		return money.ErrPaymentUnknown()
	}
	const condition = `p.session_id = $1 and p.application_id = $2`
	f, found, err := s.readFee(ctx, condition, session, ids(id)[0])
	if err == nil && !found {
		err = money.ErrPaymentUnknown()
	}
	if err != nil || f.status.Paid() {
		return err
	}
	if err := s.payments.Ask(ctx, session); err != nil {
		return err
	}
	f, _, err = s.readFee(ctx, condition, session, ids(id)[0])
	if err == nil && !f.status.Paid() {
		err = money.ErrPaymentUnpaid()
	}
	return err
}

// moveFees gives what was paid for one application to another, which the first gives way
// to.
func (s *Applications) moveFees(ctx context.Context, tx pgx.Tx, from, to string) error {
	if _, err := tx.Exec(ctx, `update application_payments set application_id = $2 where application_id = $1`, ids(from)[0], ids(to)[0]); err != nil {
		return err
	}
	former, err := s.byID(ctx, tx, from)
	if err != nil || !former.Expedited {
		return err
	}
	return s.expedite(ctx, tx, to, former.ExpeditedAt)
}

// fees lists what was paid for an application, oldest first.
func fees(ctx context.Context, on postgres.Querier, id string) ([]application.Fee, error) {
	rows, err := on.Query(ctx, `select amount_cents, refunded_cents, status, coalesce(paid_at, 'epoch') from application_payments
		where application_id = $1 and paid_at is not null order by paid_at`, ids(id)[0])
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (f application.Fee, err error) {
		err = row.Scan(&f.Amount, &f.Refunded, &f.Status, &f.PaidAt)
		return f, err
	})
}

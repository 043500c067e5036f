// Refunds: asked for by an administrator, stored, then made at the provider, once
// however often they are clicked.

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

// refundRepeat is how soon the same refund without an attempt is the same click.
const refundRepeat = time.Minute

// refundRow is a refund that was asked for.
type refundRow struct {
	id      pgtype.UUID
	of      pgtype.UUID // row of the payment
	fee     bool        // of an expedited review, not a contribution
	payment string      // the provider's payment
	amount  money.Cents
	state   string
}

// column is where refunds name the row of the payment.
func (r refundRow) column() string {
	if r.fee {
		return "fee_id"
	}
	return "contribution_id"
}

// words are how the audit log names the payment of a refund, and what was done with it.
func (r refundRow) words() (name, made, refused string) {
	if r.fee {
		return "fee", "fee_refunded", "fee_refund_refused"
	}
	return "contribution", "contribution_refunded", "contribution_refund_refused"
}

// refundable is a payment that may be paid back.
type refundable struct {
	KnownPayment
	member string // who made a contribution
}

// lockRefundable locks the payment that a refund is of; ok is false for none.
func (p *Payments) lockRefundable(ctx context.Context, tx pgx.Tx, r refundRow) (of refundable, ok bool, err error) {
	if r.fee {
		subject := p.others[money.ForExpedite]
		if subject == nil {
			return of, false, nil
		}
		of.KnownPayment, ok, err = subject.LockPayment(ctx, tx, r.of)
		return of, ok, err
	}
	row, ok, err := lockContribution(ctx, tx, `c.id = $1`, r.of)
	of.KnownPayment = KnownPayment{PaymentID: row.payment, Amount: row.Amount, Refunded: row.Refunded, Disputed: row.Disputed, Status: row.Status}
	of.member = row.MemberID
	return of, ok, err
}

// settleRefund brings the payment of a refund to what all notices say. It gives the
// broadcasts for the hub.
func (p *Payments) settleRefund(ctx context.Context, tx pgx.Tx, r refundRow) (broadcasts []store.Broadcast, err error) {
	if r.fee {
		_, err = p.others[money.ForExpedite].SettlePayment(ctx, tx, PaymentReport{PaymentID: r.payment})
		return nil, err
	}
	_, broadcasts, err = p.settleIn(ctx, tx, paymentRef{payment: r.payment})
	return broadcasts, err
}

// Refund pays a contribution back, amount of it or what is left for 0, and gives it as it
// is then, with the broadcasts for the hub. The same attempt is one refund, and so is
// the same amount within a minute. It fails with Invalid for an amount that is none, with
// Conflict when there is not so much to pay back or the attempt was for another amount, with NotFound and, when the provider
// does not answer, with Unavailable: then the sweep tries again.
func (p *Payments) Refund(ctx context.Context, by store.Caller, contributionID string, amount money.Cents, attempt string) (money.Contribution, []store.Broadcast, error) {
	id, ok := postgres.ParseID(contributionID)
	if !ok {
		return money.Contribution{}, nil, money.ErrContributionUnknown()
	}
	broadcasts, err := p.refund(ctx, by, refundRow{of: id, amount: amount}, attempt)
	if err != nil {
		return money.Contribution{}, nil, err
	}
	c, err := p.Find(ctx, contributionID)
	return c, broadcasts, err
}

// RefundFee pays the fee of an expedited review back, as Refund does a contribution.
func (p *Payments) RefundFee(ctx context.Context, by store.Caller, feeID string, amount money.Cents, attempt string) error {
	id, ok := postgres.ParseID(feeID)
	if !ok {
		return money.ErrFeeUnknown()
	}
	_, err := p.refund(ctx, by, refundRow{of: id, fee: true, amount: amount}, attempt)
	return err
}

func (p *Payments) refund(ctx context.Context, by store.Caller, asked refundRow, attempt string) (broadcasts []store.Broadcast, err error) {
	key, err := postgres.ParseAttempt(attempt)
	if err != nil {
		return nil, err
	}
	r, err := p.requestRefund(ctx, by, asked, key)
	switch {
	case err != nil:
	case r.state == "requested":
		broadcasts, err = p.makeRefund(ctx, r)
	default:
		// A node of an older build may have ended between making and settling it.
		err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
			broadcasts, err = p.settleRefund(ctx, tx, r)
			return err
		})
	}
	return broadcasts, err
}

// requestRefund stores the wish, or finds the one of the same click.
func (p *Payments) requestRefund(ctx context.Context, by store.Caller, asked refundRow, attempt pgtype.UUID) (r refundRow, err error) {
	name, action, _ := asked.words()
	unknown := money.ErrContributionUnknown()
	if asked.fee {
		unknown = money.ErrFeeUnknown()
	}
	err = p.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		r = asked
		of, ok, err := p.lockRefundable(ctx, tx, r)
		switch {
		case err != nil:
			return postgres.AdminChange{}, err
		case !ok:
			return postgres.AdminChange{}, unknown
		}
		if p.provider == nil {
			return postgres.AdminChange{}, money.ErrPaymentsOff()
		}
		r.payment = of.PaymentID
		change := postgres.AdminChange{Action: action, Subject: r.of.String(), MemberID: of.member}
		waiting, err := waitingRefunds(ctx, tx, r)
		if err != nil {
			return change, err
		}
		left := of.Amount - of.Refunded - of.Disputed - waiting
		whole := asked.amount == 0
		err = tx.QueryRow(ctx, `
			select id, amount_cents, state from refunds where `+r.column()+` = $1 and state <> 'refused' and (attempt = $2 or
				($2::uuid is null and ($3::boolean and $4::bigint = 0 or amount_cents = $5) and requested_at > muster_now() - $6::interval))
			order by requested_at desc limit 1`, r.of, attempt, whole, int64(left), int64(asked.amount), refundRepeat).Scan(&r.id, &r.amount, &r.state)
		if !postgres.NoRow(err) { // it was asked for before, and is recorded
			if err == nil && attempt.Valid && (whole && left > 0 || !whole && r.amount != asked.amount) {
				err = postgres.ErrAttemptUsed()
			}
			return postgres.AdminChange{}, err
		}
		if whole {
			r.amount = left
		}
		switch {
		case !of.Status.Paid() || of.PaymentID == "":
			return change, store.NewErrorReason(store.Conflict, "not_refundable", "This payment cannot be refunded here")
		case r.amount <= 0 && left <= 0:
			return change, store.NewErrorReason(store.Conflict, "refunded", "This payment was already refunded")
		case r.amount > left:
			return change, store.NewErrorReason(store.Conflict, "refund_too_large", "The refund must not be more than is left of the payment")
		}
		r.state = "requested"
		err = tx.QueryRow(ctx, `insert into refunds (`+r.column()+`, attempt, amount_cents, requested_by) values ($1, $2, $3, $4) returning id`,
			r.of, attempt, int64(r.amount), by.Member.ID).Scan(&r.id)
		refunded := of.Refunded + waiting
		change.Before = map[string]any{name: change.Subject, "refunded_cents": refunded}
		change.After = map[string]any{name: change.Subject, "refunded_cents": refunded + r.amount}
		return change, err
	})
	return r, err
}

// waitingRefunds is how much of the payment of a refund was asked for and is not made yet. What
// is made is in what was refunded already.
func waitingRefunds(ctx context.Context, tx pgx.Tx, r refundRow) (waiting money.Cents, err error) {
	err = tx.QueryRow(ctx, `select coalesce(sum(amount_cents), 0)::bigint from refunds where `+r.column()+` = $1 and state = 'requested'`, r.of).Scan(&waiting)
	return waiting, err
}

// noteRefused adds to the audit log that a refund, of which an entry says that it was made, was
// not.
func (p *Payments) noteRefused(ctx context.Context, tx pgx.Tx, r refundRow, of refundable) error {
	waiting, err := waitingRefunds(ctx, tx, r)
	if err != nil {
		return err
	}
	name, _, refused := r.words()
	refunded := of.Refunded + waiting
	if err := p.db.Operator().Audit(ctx, tx, postgres.AdminChange{
		Action: refused, Subject: r.of.String(), MemberID: of.member,
		Before: map[string]any{name: r.of.String(), "refunded_cents": refunded + r.amount},
		After:  map[string]any{name: r.of.String(), "refunded_cents": refunded},
	}); err != nil {
		return err
	}
	return postgres.AppendAdminChange(ctx, tx, store.AdminChanged{Part: store.AdminPart(refused), UserID: of.member})
}

// makeRefund makes a refund at the provider and settles it.
func (p *Payments) makeRefund(ctx context.Context, r refundRow) ([]store.Broadcast, error) {
	made, err := p.provider.Refund(ctx, money.RefundRequest{ID: r.id.String(), PaymentID: r.payment, Amount: r.amount})
	if store.CodeOf(err) == store.Invalid || store.CodeOf(err) == store.NotFound {
		if _, _, err := p.endRefund(ctx, r, "refused", money.RefundMade{}); err != nil {
			return nil, err
		}
		return nil, &store.Error{Code: store.Conflict, Reason: "refund_refused", Message: "The payment provider refused the refund", Err: err}
	}
	if err != nil {
		return nil, &store.Error{Code: store.Unavailable, Reason: "refund_pending", Message: "The payment provider cannot be reached. The refund will be tried again.", Err: err}
	}
	_, broadcasts, err := p.endRefund(ctx, r, "done", made)
	return broadcasts, err
}

// endRefund stores how a refund ended. One that was made counts like the provider's own
// notice of it, in the same transaction: who finds it done finds it counted. ended is false for
// one that another call has ended.
func (p *Payments) endRefund(ctx context.Context, r refundRow, state string, made money.RefundMade) (ended bool, broadcasts []store.Broadcast, err error) {
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		ended, broadcasts = false, nil
		of, _, err := p.lockRefundable(ctx, tx, r)
		if err != nil {
			return err
		}
		// A refused one gives its attempt back: the next try of it is another request.
		tag, err := tx.Exec(ctx, `update refunds set state = $2, attempt = case when $2::text <> 'refused' then attempt end
			where id = $1 and state = 'requested'`, r.id, state)
		if ended = err == nil && tag.RowsAffected() > 0; !ended {
			return err
		}
		if state != "done" {
			return p.noteRefused(ctx, tx, r, of)
		}
		sofar := made.SoFar
		if sofar <= 0 {
			sofar = min(of.Refunded+r.amount, of.Amount)
		}
		_, err = tx.Exec(ctx, `insert into payment_events (id, type, created_at, payment_id, refunded_cents, handled_at)
			values ('refund:' || $1::text, 'refund', coalesce($4, muster_now()), $2, $3, muster_now()) on conflict (id) do nothing`,
			r.id.String(), r.payment, int64(sofar), postgres.NullTime(made.At))
		if err == nil {
			broadcasts, err = p.settleRefund(ctx, tx, r)
		}
		return err
	})
	return ended, broadcasts, err
}

// refundFailures is after how many refunds that the provider did not answer a sweep ends.
const refundFailures = 5

// sweepRefunds tries refunds again that the provider did not answer. One may fail for long
// by itself: the provider keeps its answer to a request, a failure of its own too. As many as
// end a sweep may be so, and would be the first of each: the order is another each time.
func (p *Payments) sweepRefunds(ctx context.Context) error {
	type requested struct {
		refundRow
		old bool // the provider does not know the request any more
	}
	var all []requested
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select id, coalesce(contribution_id, fee_id), fee_id is not null, amount_cents, state, requested_at < muster_now() - $2::interval from refunds
			where state = 'requested' and requested_at < muster_now() - interval '10 seconds' order by random() limit $1`, sweepPage, refundAge)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (r requested, err error) {
			err = row.Scan(&r.id, &r.of, &r.fee, &r.amount, &r.state, &r.old)
			return r, err
		})
		return err
	})
	if err != nil {
		return err
	}
	var failed []error
	for _, one := range all {
		r, known := one.refundRow, false
		if one.old {
			// Whether the provider made it is not known: the comparison of the ledgers shows it.
			ended, _, err := p.endRefund(ctx, r, "refused", money.RefundMade{})
			if err != nil {
				return err
			}
			if !ended {
				continue
			}
			// Its administrator has read that it is tried again.
			p.log.LogAttrs(ctx, slog.LevelError, "a refund is not tried again: the provider did not make it for too long", slog.String("payment", r.of.String()))
			continue
		}
		if err := p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
			var of refundable
			of, known, err = p.lockRefundable(ctx, tx, r)
			r.payment = of.PaymentID
			return err
		}); err != nil {
			return err
		}
		if !known {
			continue // nobody serves fees here
		}
		switch _, err := p.makeRefund(ctx, r); store.CodeOf(err) {
		case "", store.Conflict:
		case store.Unavailable:
			if failed = append(failed, err); len(failed) == refundFailures {
				return errors.Join(failed...)
			}
		default:
			return err
		}
	}
	return errors.Join(failed...)
}

// Refunds: asked for by an administrator, stored, then made at the provider, once
// however often they are clicked.

package money

import (
	"context"
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
	id, contribution pgtype.UUID
	payment          string
	amount           money.Cents
	state            string
}

// Refund pays a contribution back, amount of it or what is left for 0, and gives it as it
// is then, with the broadcasts for the hub. The same attempt is one refund, and so is
// the same amount within a minute. It fails with Invalid for an amount that is none, with
// Conflict when there is not so much to pay back, with NotFound and, when the provider
// does not answer, with Unavailable: then the sweep tries again.
func (p *Payments) Refund(ctx context.Context, by store.Caller, contributionID string, amount money.Cents, attempt string) (money.Contribution, []store.Broadcast, error) {
	id, ok := postgres.ParseID(contributionID)
	if !ok {
		return money.Contribution{}, nil, money.ErrContributionUnknown()
	}
	var key pgtype.UUID
	if attempt != "" {
		if key, ok = postgres.ParseID(attempt); !ok {
			return money.Contribution{}, nil, store.NewErrorReason(store.Invalid, "idempotency_key", "The Idempotency-Key must be a UUID")
		}
	}
	r, err := p.requestRefund(ctx, by, id, amount, key)
	var broadcasts []store.Broadcast
	switch {
	case err != nil:
	case r.state == "requested":
		broadcasts, err = p.makeRefund(ctx, r)
	default:
		// A node of an older build may have ended between making and settling it.
		_, broadcasts, err = p.settle(ctx, paymentRef{payment: r.payment})
	}
	if err != nil {
		return money.Contribution{}, nil, err
	}
	c, err := p.Find(ctx, contributionID)
	return c, broadcasts, err
}

// requestRefund stores the wish, or finds the one of the same click.
func (p *Payments) requestRefund(ctx context.Context, by store.Caller, id pgtype.UUID, amount money.Cents, attempt pgtype.UUID) (r refundRow, err error) {
	err = p.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		row, ok, err := findPayment(ctx, tx, `c.id = $1 for update`, id)
		switch {
		case err != nil:
			return postgres.AdminChange{}, err
		case !ok:
			return postgres.AdminChange{}, money.ErrContributionUnknown()
		}
		if p.provider == nil {
			return postgres.AdminChange{}, money.ErrPaymentsOff()
		}
		change := postgres.AdminChange{Action: "contribution_refunded", Subject: row.ID, MemberID: row.MemberID}
		// Requests that are made are in row.Refunded already.
		var asked int64
		if err := tx.QueryRow(ctx, `select coalesce(sum(amount_cents), 0) from refunds where contribution_id = $1 and state = 'requested'`, id).Scan(&asked); err != nil {
			return change, err
		}
		left := row.Amount - row.Refunded - row.Disputed - money.Cents(asked)
		whole := amount == 0
		r = refundRow{contribution: id, payment: row.payment, amount: amount}
		err = tx.QueryRow(ctx, `
			select id, amount_cents, state from refunds where contribution_id = $1 and state <> 'refused' and (attempt = $2 or
				($2::uuid is null and ($3::boolean and $4::bigint = 0 or amount_cents = $5) and requested_at > muster_now() - $6::interval))
			order by requested_at desc limit 1`, id, attempt, whole, int64(left), int64(amount), refundRepeat).Scan(&r.id, &r.amount, &r.state)
		if !postgres.NoRow(err) {
			change.After = map[string]any{"contribution": row.ID, "repeated": true}
			return change, err
		}
		if whole {
			amount = left
		}
		switch {
		case !row.Status.Paid() || row.payment == "":
			return change, store.NewErrorReason(store.Conflict, "not_refundable", "This contribution cannot be refunded here")
		case amount <= 0 && left <= 0:
			return change, store.NewErrorReason(store.Conflict, "refunded", "This contribution was already refunded")
		case amount > left:
			return change, store.NewErrorReason(store.Conflict, "refund_too_large", "The refund must not be more than is left of the contribution")
		}
		r.amount, r.state = amount, "requested"
		err = tx.QueryRow(ctx, `insert into refunds (contribution_id, attempt, amount_cents, requested_by) values ($1, $2, $3, $4) returning id`,
			id, attempt, int64(amount), by.Member.ID).Scan(&r.id)
		refunded := int64(row.Refunded) + asked
		change.Before = map[string]any{"contribution": row.ID, "refunded_cents": refunded}
		change.After = map[string]any{"contribution": row.ID, "refunded_cents": refunded + int64(amount)}
		return change, err
	})
	return r, err
}

// makeRefund makes a refund at the provider and settles it.
func (p *Payments) makeRefund(ctx context.Context, r refundRow) ([]store.Broadcast, error) {
	made, err := p.provider.Refund(ctx, money.RefundRequest{ID: r.id.String(), PaymentID: r.payment, Amount: r.amount})
	if store.CodeOf(err) == store.Invalid || store.CodeOf(err) == store.NotFound {
		if _, err := p.endRefund(ctx, r, "refused", money.RefundMade{}); err != nil {
			return nil, err
		}
		return nil, &store.Error{Code: store.Conflict, Reason: "refund_refused", Message: "The payment provider refused the refund", Err: err}
	}
	if err != nil {
		return nil, &store.Error{Code: store.Unavailable, Reason: "refund_pending", Message: "The payment provider cannot be reached. The refund will be tried again.", Err: err}
	}
	return p.endRefund(ctx, r, "done", made)
}

// endRefund stores how a refund ended. One that was made counts like the provider's own
// notice of it, in the same transaction: who finds it done finds it counted.
func (p *Payments) endRefund(ctx context.Context, r refundRow, state string, made money.RefundMade) (broadcasts []store.Broadcast, err error) {
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		broadcasts = nil
		row, _, err := findPayment(ctx, tx, `c.id = $1 for update`, r.contribution)
		if err != nil {
			return err
		}
		// A refused one gives its attempt back: the next try of it is another request.
		tag, err := tx.Exec(ctx, `update refunds set state = $2, attempt = case when $2::text <> 'refused' then attempt end
			where id = $1 and state = 'requested'`, r.id, state)
		if err != nil || tag.RowsAffected() == 0 || state != "done" {
			return err
		}
		sofar := made.SoFar
		if sofar <= 0 {
			sofar = min(row.Refunded+r.amount, row.Amount)
		}
		_, err = tx.Exec(ctx, `insert into payment_events (id, type, created_at, payment_id, refunded_cents, handled_at)
			values ('refund:' || $1::text, 'refund', coalesce($4, muster_now()), $2, $3, muster_now()) on conflict (id) do nothing`,
			r.id.String(), r.payment, int64(sofar), postgres.NullTime(made.At))
		if err == nil {
			_, broadcasts, err = p.settleIn(ctx, tx, paymentRef{payment: r.payment})
		}
		return err
	})
	return broadcasts, err
}

// sweepRefunds tries refunds again that the provider did not answer.
func (p *Payments) sweepRefunds(ctx context.Context) error {
	if err := p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// Whether the provider made it is not known: the comparison of the ledgers shows it.
		_, err := tx.Exec(ctx, `update refunds set state = 'refused', attempt = null where state = 'requested' and requested_at < muster_now() - $1::interval`, refundAge)
		return err
	}); err != nil {
		return err
	}
	var all []refundRow
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select r.id, r.contribution_id, c.payment_id, r.amount_cents, r.state from refunds r join contributions c on c.id = r.contribution_id
			where r.state = 'requested' and r.requested_at < muster_now() - interval '10 seconds' order by r.requested_at limit $1`, sweepPage)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (r refundRow, err error) {
			err = row.Scan(&r.id, &r.contribution, &r.payment, &r.amount, &r.state)
			return r, err
		})
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range all {
		if _, err := p.makeRefund(ctx, r); err != nil && store.CodeOf(err) != store.Conflict {
			return err
		}
	}
	return nil
}

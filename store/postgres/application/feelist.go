// Fees of expedited reviews as administrators list them and pay them back.

package application

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// unused holds for a payment "p" that bought nothing: its application "a" is deleted, was
// never submitted or had been decided before, or another fee stands that was paid for it
// earlier. An applicant who was asked to apply again may still use it, by submitting.
const unused = `(p.refunded_cents + p.disputed_cents < p.amount_cents and (
	not coalesce(a.submitted_at is not null and a.status = 'pending', false)
	and not exists (select from application_decisions d where d.application_id = a.id and d.before = 'pending' and d.decided_at > p.paid_at)
	or exists (select from application_payments o where o.application_id = a.id and (o.paid_at, o.id) < (p.paid_at, p.id) and o.refunded_cents + o.disputed_cents < o.amount_cents)))`

// paidFees read the paid fees.
const paidFees = `
	select p.id::text, coalesce(a.id::text, ''), coalesce(a.number, ''),
	       case when a.id is null then 'deleted' when a.submitted_at is null then 'not_submitted' else a.status end,
	       p.amount_cents, p.refunded_cents, p.status, p.paid_at, ` + unused + `
	from application_payments p left join applications a on a.id = p.application_id where p.paid_at is not null`

func scanPaidFee(row pgx.CollectableRow) (f application.PaidFee, err error) {
	err = row.Scan(&f.ID, &f.Application, &f.Number, &f.Became, &f.Amount, &f.Refunded, &f.Status, &f.PaidAt, &f.Unused)
	return f, err
}

// PaidFees reads a page of the paid fees that a filter chooses, newest first. It fails
// with Invalid for an application's id that is none and a cursor that was not given here.
func (s *Applications) PaidFees(ctx context.Context, f application.FeeFilter, limit int, cursor string) (page []application.PaidFee, next string, err error) {
	at, id, err := payments.ParsePageCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	of, ok := postgres.ParseID(f.Application)
	if !ok && f.Application != "" {
		return nil, "", store.NewErrorReason(store.Invalid, "application", "application must be the id of one")
	}
	limit = max(1, min(limit, payments.MaxContributionPage))
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		if at != nil {
			if err := postgres.IsRow(ctx, q, `select from application_payments where id = $1 and paid_at is not null`, id); err != nil {
				return err
			}
		}
		rows, err := q.Query(ctx, paidFees+` and (not $1 or `+unused+`) and ($5::uuid is null or p.application_id = $5)
			and ($2::timestamptz is null or (p.paid_at, p.id) < ($2, $3))
			order by p.paid_at desc, p.id desc limit $4`, f.Unused, at, id, limit+1, of)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scanPaidFee)
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = payments.PageCursor(last.PaidAt, last.ID)
	}
	return page, next, err
}

// RefundFee pays a fee back, amount of it or what is left for 0, and gives it as it is
// then. It fails as payments.Payments.Refund does.
func (s *Applications) RefundFee(ctx context.Context, by store.Caller, id string, amount money.Cents, attempt string) (f application.PaidFee, err error) {
	if s.payments == nil {
		return f, money.ErrPaymentsOff()
	}
	if err := s.payments.RefundFee(ctx, by, id, amount, attempt); err != nil {
		return f, err
	}
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		rows, err := q.Query(ctx, paidFees+` and p.id = $1`, ids(id)[0])
		if err != nil {
			return err
		}
		f, err = pgx.CollectExactlyOneRow(rows, scanPaidFee)
		return err
	})
	return f, err
}

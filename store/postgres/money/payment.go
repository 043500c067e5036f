// Payments: a checkout is begun here and paid at the provider; settle.go does what
// follows from it.

package money

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	ranks "muster/store/postgres/rank"
)

// ReceiptQueue queues the receipt of a contribution in the transaction that completes
// it (store/queue).
type ReceiptQueue interface {
	QueueReceipt(ctx context.Context, tx pgx.Tx, contributionID string) error
}

// Payments are the contributions of a database, as the provider has them.
type Payments struct {
	db       *postgres.DB
	provider money.PaymentProvider // nil: there is none
	receipts ReceiptQueue          // nil: no receipts
	rules    money.PaymentRules
	log      *slog.Logger
	others   map[money.PaymentPurpose]PaymentSubject
	brand    store.BrandSource // nil: as the provider was set up
	points   *ranks.Points     // nil: penalties that are due are not written before a bonus

	differences atomic.Int64 // that the last comparison found
}

// NewPayments makes the payments of db.
func NewPayments(db *postgres.DB, provider money.PaymentProvider, receipts ReceiptQueue, rules money.PaymentRules, log *slog.Logger) *Payments {
	if log == nil {
		log = slog.Default()
	}
	return &Payments{db: db, provider: provider, receipts: receipts, rules: rules, log: log, others: map[money.PaymentPurpose]PaymentSubject{}}
}

// UseBrand says how the community is called where one pays. It is called while the node is
// wired.
func (p *Payments) UseBrand(brand store.BrandSource) { p.brand = brand }

// UsePoints has penalties that are due charged by the rules of points before a bonus counts. It
// is called while the node is wired.
func (p *Payments) UsePoints(points *ranks.Points) { p.points = points }

// community is how the community is called now, "" as the provider was set up.
func (p *Payments) community(ctx context.Context) string {
	if p.brand == nil {
		return ""
	}
	return p.brand.CurrentBrand(ctx).Community
}

// Provider is the provider of payments; nil for none.
func (p *Payments) Provider() money.PaymentProvider { return p.provider }

// paymentRow is a contribution as the rows have it.
type paymentRow struct {
	money.Contribution
	id, member pgtype.UUID
	url        string
	payment    string // the provider's payment, "" for none yet
	bonus      int    // points that it earned, as they stand
	erased     bool   // the member was erased: nothing but the books is kept of it
}

// paymentColumns read a contribution "c".
const paymentColumns = `c.id, c.member_id, c.purpose, c.amount_cents, c.anonymous, c.status, c.refunded_cents, c.disputed_cents, c.at,
	coalesce(c.session_id, ''), c.checkout_url, coalesce(c.payment_id, ''), c.bonus_points,
	(select m.erased_at is not null from members m where m.id = c.member_id)`

func scanPayment(row pgx.CollectableRow) (r paymentRow, err error) {
	err = row.Scan(&r.id, &r.member, &r.Purpose, &r.Amount, &r.Anonymous, &r.Status, &r.Refunded, &r.Disputed, &r.At,
		&r.SessionID, &r.url, &r.payment, &r.bonus, &r.erased)
	r.ID, r.MemberID = r.id.String(), r.member.String()
	return r, err
}

// lockContribution locks the one contribution that where finds until the end of the
// transaction; ok is false for none. Its member is locked first, as whoever erases the member
// does, so row.erased stands until then.
func lockContribution(ctx context.Context, tx pgx.Tx, where string, args ...any) (row paymentRow, ok bool, err error) {
	if _, err := tx.Exec(ctx, `select from members m where m.id = (select c.member_id from contributions c where `+where+`) for key share`, args...); err != nil {
		return row, false, err
	}
	return findPayment(ctx, tx, where+` for update`, args...)
}

// findPayment reads the one contribution that where finds; ok is false for none.
func findPayment(ctx context.Context, on postgres.Querier, where string, args ...any) (r paymentRow, ok bool, err error) {
	rows, err := on.Query(ctx, `select `+paymentColumns+` from contributions c where `+where, args...)
	if err != nil {
		return r, false, err
	}
	r, err = pgx.CollectExactlyOneRow(rows, scanPayment)
	if postgres.NoRow(err) {
		return r, false, nil
	}
	return r, err == nil, err
}

// PaymentDraft is a payment that a member wants to make.
type PaymentDraft struct {
	MemberID  string
	Purpose   money.ContributionPurpose
	Amount    money.Cents
	Percent   *float64 // of the server's cost, for which Amount was computed
	Anonymous bool
	Attempt   string // Idempotency-Key; "" for none
}

// Begin makes a checkout and gives the address where it is paid. The same attempt
// gives the same checkout. It fails with Invalid for an amount, a percentage or an
// attempt that is none, with Conflict (cost_moved) when the server's cost is another
// one than the amount was computed from, with Conflict (idempotency_key_used) for an attempt
// that was for something else, and with Unavailable.
func (p *Payments) Begin(ctx context.Context, d PaymentDraft) (address string, err error) {
	member, ok := postgres.ParseID(d.MemberID)
	if !ok {
		return "", postgres.ErrMemberUnknown()
	}
	if err := d.Purpose.CheckAmount(d.Amount); err != nil {
		return "", err
	}
	attempt, err := postgres.ParseAttempt(d.Attempt)
	if err != nil {
		return "", err
	}
	if d.Percent != nil {
		if err := money.CheckPreset(*d.Percent); err != nil {
			return "", err
		}
	}
	if p.provider == nil {
		return "", money.ErrPaymentsOff()
	}
	row, err := p.draft(ctx, member, attempt, d)
	if err != nil {
		return "", err
	}
	if row.SessionID != "" {
		return row.url, nil
	}
	made, err := p.provider.CreateCheckout(ctx, money.CheckoutRequest{
		ContributionID: row.ID, MemberID: row.MemberID, Purpose: money.PaymentPurpose(row.Purpose), Amount: row.Amount, Anonymous: row.Anonymous, Community: p.community(ctx),
	})
	if err != nil {
		return p.begunMeanwhile(ctx, row, err)
	}
	return p.begun(ctx, row, made)
}

// draft stores a payment that is to be made, or finds the one of the same attempt.
func (p *Payments) draft(ctx context.Context, member, attempt pgtype.UUID, d PaymentDraft) (row paymentRow, err error) {
	find := func(on postgres.Querier) (bool, error) {
		if !attempt.Valid {
			return false, nil
		}
		var found bool
		row, found, err = findPayment(ctx, on, `c.member_id = $1 and c.purpose = $2 and c.attempt = $3`, member, d.Purpose, attempt)
		if err != nil || !found {
			return false, err
		}
		preset := d.Percent != nil && within(row.Amount, d.Amount, 1)
		if row.Amount != d.Amount && !preset || row.Anonymous != d.Anonymous {
			return false, store.NewErrorReason(store.Conflict, "idempotency_key_used", "This payment was already begun with another amount. Please try again.")
		}
		return true, nil
	}
	found := false
	if err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		found, err = find(conn)
		return err
	}); err != nil || found {
		return row, err
	}
	if d.Percent != nil {
		// The amount is computed anew from the cost of this moment.
		cost, _, err := NewCosts(p.db).ServerCost(ctx)
		if err != nil {
			return row, err
		}
		now := cost.Preset(int(*d.Percent))
		if !within(now, d.Amount, 1) || d.Purpose.CheckAmount(now) != nil {
			return row, money.ErrCostMoved(cost)
		}
		d.Amount = now
	}
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			insert into contributions as c (member_id, purpose, amount_cents, anonymous, status, attempt)
			values ($1, $2, $3, $4, 'pending', $5) on conflict (member_id, purpose, attempt) where attempt is not null do nothing
			returning `+paymentColumns, member, d.Purpose, int64(d.Amount), d.Anonymous, attempt)
		if err != nil {
			return err
		}
		row, err = pgx.CollectExactlyOneRow(rows, scanPayment)
		if postgres.NoRow(err) { // the same attempt came first
			_, err = find(tx)
		}
		return err
	})
	return row, err
}

func within(a, b, by money.Cents) bool { return a-b <= by && b-a <= by }

// begun keeps the provider's checkout. Of two that were made for one payment the first
// that is kept stands.
func (p *Payments) begun(ctx context.Context, row paymentRow, made money.Checkout) (address string, err error) {
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			update contributions set session_id = coalesce(session_id, $2), checkout_url = case when session_id is null then $3 else checkout_url end
			where id = $1 returning checkout_url`, row.id, made.ID, made.URL).Scan(&address)
	})
	return address, err
}

// begunMeanwhile answers a failure of the provider: by the checkout that another call
// of the same attempt made meanwhile, if it did. After a refusal the attempt is given back:
// to the same request the provider would give the same answer.
func (p *Payments) begunMeanwhile(ctx context.Context, row paymentRow, cause error) (address string, err error) {
	var now paymentRow
	found := false
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		now, found, err = findPayment(ctx, conn, `c.id = $1 and c.session_id is not null`, row.id)
		return err
	})
	if err == nil && found {
		return now.url, nil
	}
	if err == nil && store.CodeOf(cause) == store.Invalid {
		err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `update contributions set status = 'failed', attempt = null where id = $1 and status = 'pending' and session_id is null`, row.id)
			return err
		})
	}
	return "", money.ErrPaymentNotBegun(errors.Join(cause, err))
}

// Confirm asks the provider about a member's checkout and settles it. It gives the
// contribution, once it is paid, and the broadcasts for the hub. It fails with Invalid
// (payment_unknown) for a checkout that is nobody's, somebody else's or for another
// purpose, with Conflict (payment_unpaid) and with Unavailable.
func (p *Payments) Confirm(ctx context.Context, memberID string, purpose money.ContributionPurpose, sessionID string) (money.Contribution, []store.Broadcast, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok || !ValidSessionID(sessionID) {
		return money.Contribution{}, nil, money.ErrPaymentUnknown()
	}
	var row paymentRow
	err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		row, ok, err = findPayment(ctx, conn, `c.session_id = $1 and c.member_id = $2 and c.purpose = $3`, sessionID, member, purpose)
		return err
	})
	if err != nil {
		return money.Contribution{}, nil, err
	}
	if !ok {
		return money.Contribution{}, nil, money.ErrPaymentUnknown()
	}
	var broadcasts []store.Broadcast
	if !row.Status.Paid() {
		if row, broadcasts, err = p.ask(ctx, sessionID); err != nil {
			return money.Contribution{}, nil, err
		}
	}
	if !row.Status.Paid() {
		return money.Contribution{}, broadcasts, money.ErrPaymentUnpaid()
	}
	err = p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select exists (select from server_cost_ledger where contribution_id = $1)`, row.id).Scan(&row.ReducedCost)
	})
	return row.Contribution, broadcasts, err
}

// ask reads a checkout at the provider and settles it.
func (p *Payments) ask(ctx context.Context, sessionID string) (paymentRow, []store.Broadcast, error) {
	checkout, err := p.readCheckout(ctx, sessionID)
	if err != nil {
		return paymentRow{}, nil, err
	}
	return p.settle(ctx, paymentRef{checkout: &checkout})
}

// readCheckout reads a checkout at the provider. It fails with Invalid (payment_unknown)
// and with Unavailable.
func (p *Payments) readCheckout(ctx context.Context, sessionID string) (money.Checkout, error) {
	if p.provider == nil {
		return money.Checkout{}, money.ErrPaymentsOff()
	}
	checkout, err := p.provider.Checkout(ctx, sessionID)
	switch {
	case store.CodeOf(err) == store.NotFound:
		return money.Checkout{}, money.ErrPaymentUnknown()
	case err != nil:
		return money.Checkout{}, &store.Error{Code: store.Unavailable, Reason: "payment_not_asked", Message: money.PaymentNotAsked, RetryAfter: 5 * time.Second, Err: err}
	}
	if checkout.ID != sessionID {
		return money.Checkout{}, money.ErrPaymentUnknown()
	}
	return checkout, nil
}

// maxSessionID is the most bytes of a provider's id.
const maxSessionID = 255

// ValidSessionID accepts what can be an id of the provider.
func ValidSessionID(id string) bool {
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return id != "" && len(id) <= maxSessionID
}

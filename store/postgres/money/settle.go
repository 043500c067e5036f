// Settling: what a payment, a refund and a dispute cause, each once, whoever reports
// it and however often: the provider's notice, the success page or the sweep.

package money

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	ranks "muster/store/postgres/rank"
	"muster/store/rank"
)

// paymentRef names the contribution to settle: by the provider's object, or by what a
// notice says.
type paymentRef struct {
	checkout     *money.Checkout
	payment      string // the provider's payment
	contribution string // as the object's metadata names it
}

// settle brings one contribution to the state that it has with the provider, in one
// transaction under the lock of its row. It gives the contribution as it is then, with
// the broadcasts for the hub. It only goes forward: a paid contribution is never
// pending again. It fails with Invalid (payment_unknown) for an object that no
// contribution is of.
func (p *Payments) settle(ctx context.Context, ref paymentRef) (row paymentRow, broadcasts []store.Broadcast, err error) {
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var err error
		row, broadcasts, err = p.settleIn(ctx, tx, ref)
		return err
	})
	return row, broadcasts, err
}

// settleIn is settle in a transaction that has other things to store as well.
func (p *Payments) settleIn(ctx context.Context, tx pgx.Tx, ref paymentRef) (paymentRow, []store.Broadcast, error) {
	row, err := p.lockPayment(ctx, tx, ref)
	if err != nil {
		return paymentRow{}, nil, err
	}
	s := settling{Payments: p, tx: tx, row: row}
	if ref.checkout != nil {
		if err := s.checkout(ctx, *ref.checkout); err != nil {
			return s.row, nil, err
		}
	}
	if s.row.Status.Paid() && s.row.payment != "" {
		if err := s.takeBack(ctx); err != nil {
			return s.row, nil, err
		}
	}
	broadcasts, err := s.announce(ctx, row)
	return s.row, broadcasts, err
}

// announce appends the broadcasts of a changed contribution and gives those that the
// hub sends at once. The tables of administrators follow within a second.
func (s *settling) announce(ctx context.Context, before paymentRow) (broadcasts []store.Broadcast, err error) {
	if s.row.Status != before.Status || s.row.Refunded != before.Refunded || s.row.Disputed != before.Disputed {
		if err := postgres.AppendAdminChange(ctx, s.tx, store.AdminChanged{Part: store.AdminPart("contribution_settled"), UserID: s.row.MemberID}); err != nil {
			return nil, err
		}
	}
	if len(s.broadcasts) > 0 {
		broadcasts, err = postgres.AppendBroadcasts(ctx, s.tx, s.broadcasts...)
	}
	return broadcasts, err
}

// lockPayment finds the contribution and locks it until the end of the transaction.
func (p *Payments) lockPayment(ctx context.Context, tx pgx.Tx, ref paymentRef) (paymentRow, error) {
	session, payment, contribution := "", ref.payment, ref.contribution
	if c := ref.checkout; c != nil {
		session, payment, contribution = c.ID, c.PaymentID, c.ContributionID
	}
	if session != "" {
		if row, ok, err := lockContribution(ctx, tx, `c.session_id = $1`, session); err != nil || ok {
			return row, err
		}
	} else if payment != "" {
		if row, ok, err := lockContribution(ctx, tx, `c.payment_id = $1`, payment); err != nil || ok {
			return row, err
		}
	}
	// The node may have ended between making the checkout and keeping its id.
	id, ok := postgres.ParseID(contribution)
	if !ok {
		return paymentRow{}, money.ErrPaymentUnknown()
	}
	row, ok, err := lockContribution(ctx, tx, `c.id = $1 and (c.session_id is null or $2)`, id, session == "")
	if err == nil && !ok {
		err = money.ErrPaymentUnknown()
	}
	return row, err
}

// settling is one contribution's change under way.
type settling struct {
	*Payments
	tx         pgx.Tx
	row        paymentRow
	broadcasts []store.Broadcast
}

// checkout applies what the provider's checkout says.
func (s *settling) checkout(ctx context.Context, c money.Checkout) error {
	if c.Purpose != "" && c.Purpose != money.PaymentPurpose(s.row.Purpose) || c.MemberID != "" && c.MemberID != s.row.MemberID {
		return money.ErrPaymentUnknown() // an object of ours for something else
	}
	if s.row.SessionID == "" || s.row.payment == "" && c.PaymentID != "" {
		if _, err := s.tx.Exec(ctx, `update contributions set session_id = coalesce(session_id, $2), payment_id = coalesce(payment_id, nullif($3, '')) where id = $1`,
			s.row.id, c.ID, c.PaymentID); err != nil {
			return err
		}
		s.row.SessionID = c.ID
		if s.row.payment == "" {
			s.row.payment = c.PaymentID
		}
	}
	switch {
	case s.row.Status.Paid():
		return nil
	case c.Paid:
		if why := uncounted(c); why != "" {
			s.log.LogAttrs(ctx, slog.LevelError, why, slog.String("session", c.ID))
			return nil
		}
		if c.Amount != s.row.Amount {
			s.log.LogAttrs(ctx, slog.LevelWarn, "the provider took another amount, which is the one that counts", slog.String("session", c.ID))
		}
		return s.complete(ctx, c.Amount)
	case s.row.Status == money.ContributionPending && (c.Status == money.CheckoutExpired || c.Status == money.CheckoutFailed):
		s.row.Status = money.ContributionFailed
		_, err := s.tx.Exec(ctx, `update contributions set status = 'failed' where id = $1`, s.row.id)
		return err
	}
	return nil
}

// uncounted says why a payment does not count, "" for one that does.
func uncounted(c money.Checkout) string {
	switch {
	case c.Currency != money.PaymentCurrency:
		return "a payment in another currency is not counted"
	case c.Amount <= 0:
		return "a payment of nothing is not counted"
	}
	return ""
}

// complete does what a payment causes.
func (s *settling) complete(ctx context.Context, amount money.Cents) error {
	reduces := s.row.Purpose == money.ForServerCost || s.rules.ReduceCost
	if reduces {
		if err := lockServerCost(ctx, s.tx); err != nil {
			return err
		}
	}
	before, err := s.db.Contributor(ctx, s.tx, s.row.member)
	if err != nil {
		return err
	}
	if err := s.tx.QueryRow(ctx, `update contributions set status = 'completed', amount_cents = $2, at = muster_now() where id = $1 returning at`,
		s.row.id, int64(amount)).Scan(&s.row.At); err != nil {
		return err
	}
	s.row.Status, s.row.Amount = money.ContributionCompleted, amount
	var paid time.Time
	if err := s.tx.QueryRow(ctx, `insert into payment_ledger (contribution_id, kind, amount_cents) values ($1, 'payment', $2) returning at`,
		s.row.id, int64(amount)).Scan(&paid); err != nil {
		return err
	}
	if !s.row.erased {
		if err := ranks.GiveContributedIn(ctx, s.tx, s.row.member, paid); err != nil {
			return err
		}
	}
	if reduces {
		if err := s.addCostLine(ctx, money.CostContribution, -amount, 0); err != nil {
			return err
		}
	}
	if err := s.setBonus(ctx, s.rules.Bonus*int(amount/100)); err != nil {
		return err
	}
	if s.receipts != nil {
		if err := s.receipts.QueueReceipt(ctx, s.tx, s.row.ID); err != nil {
			return err
		}
	}
	return s.mark(ctx, before)
}

// mark announces the contributor's mark when it changed.
func (s *settling) mark(ctx context.Context, before store.ContributorChanged) error {
	mark, err := s.db.ContributorBroadcast(ctx, s.tx, s.row.member, before)
	s.broadcasts = append(s.broadcasts, mark...)
	return err
}

func (s *settling) addCostLine(ctx context.Context, kind money.CostLineKind, amount money.Cents, undoes int64) error {
	broadcast, err := NewCosts(s.db).appendCostLines(ctx, s.tx, money.CostLine{
		Kind: kind, Amount: amount, MemberID: s.row.MemberID, Anonymous: s.row.Anonymous, ContributionID: s.row.ID, Undoes: undoes,
	})
	s.broadcasts = append(s.broadcasts, broadcast)
	return err
}

// takeBack brings the contribution to what all notices together say was refunded and
// disputed, by lines that name what they undo.
func (s *settling) takeBack(ctx context.Context) error {
	notices, err := readReversals(ctx, s.tx, s.row.payment)
	if err != nil {
		return err
	}
	refunded, disputed := money.TakenBack(s.row.Amount, notices)
	if refunded == s.row.Refunded && disputed == s.row.Disputed {
		return nil
	}
	var costLine *int64 // of the payment, when it reduced the cost
	if err := s.tx.QueryRow(ctx, `select max(id) from server_cost_ledger where contribution_id = $1 and kind = 'contribution'`, s.row.id).Scan(&costLine); err != nil {
		return err
	}
	if costLine != nil {
		if err := lockServerCost(ctx, s.tx); err != nil {
			return err
		}
	}
	before, err := s.db.Contributor(ctx, s.tx, s.row.member)
	if err != nil {
		return err
	}
	changes := []struct {
		kind   money.CostLineKind
		amount money.Cents // that goes back; negative for one that comes again
		undone string      // kind of the line that it undoes
	}{
		{money.CostRefund, max(refunded-s.row.Refunded, 0), "payment"},
		{money.CostRefundFailed, min(refunded-s.row.Refunded, 0), "refund"},
		{money.CostDispute, max(disputed-s.row.Disputed, 0), "payment"},
		{money.CostDisputeWon, min(disputed-s.row.Disputed, 0), "dispute"},
	}
	for _, c := range changes {
		if c.amount == 0 {
			continue
		}
		undone, err := s.undone(ctx, "payment_ledger", c.undone, int64(c.amount))
		if err != nil {
			return err
		}
		if _, err := s.tx.Exec(ctx, `insert into payment_ledger (contribution_id, kind, amount_cents, undoes) values ($1, $2, $3, $4)`,
			s.row.id, c.kind, -int64(c.amount), undone); err != nil {
			return err
		}
		if costLine == nil {
			continue
		}
		undoes := *costLine
		if c.undone != "payment" {
			if undoes, err = s.undone(ctx, "server_cost_ledger", c.undone, -int64(c.amount)); err != nil {
				return err
			}
		}
		if err := s.addCostLine(ctx, c.kind, c.amount, undoes); err != nil {
			return err
		}
	}
	return s.tookBack(ctx, refunded, disputed, before)
}

// undone is the line of a ledger that a new line undoes: of the contribution's lines of
// that kind one that none has undone yet, best of the same amount, else the last.
func (s *settling) undone(ctx context.Context, ledger, kind string, amount int64) (line int64, err error) {
	err = s.tx.QueryRow(ctx, `select l.id from `+ledger+` l where l.contribution_id = $1 and l.kind = $2
		order by not exists (select from `+ledger+` u where u.undoes = l.id) desc, l.amount_cents = $3 desc, l.id desc limit 1`,
		s.row.id, kind, amount).Scan(&line)
	return line, err
}

// tookBack stores what stands of the contribution, and takes its bonus in proportion.
func (s *settling) tookBack(ctx context.Context, refunded, disputed money.Cents, before store.ContributorChanged) error {
	var bonus int64 // that the payment earned
	if err := s.tx.QueryRow(ctx, `select coalesce(max(points), 0) from points_ledger where member_id = $1 and action = $2 and reason = $3`,
		s.row.member, rank.ContributionBonusAction, s.row.ID).Scan(&bonus); err != nil {
		return err
	}
	if err := s.setBonus(ctx, int(bonus*int64(s.row.Amount-refunded-disputed)/int64(s.row.Amount))); err != nil {
		return err
	}
	s.row.Refunded, s.row.Disputed = refunded, disputed
	s.row.Status = money.StatusAfter(s.row.Amount, refunded, disputed)
	if _, err := s.tx.Exec(ctx, `update contributions set refunded_cents = $2, disputed_cents = $3, status = $4 where id = $1`,
		s.row.id, int64(refunded), int64(disputed), s.row.Status); err != nil {
		return err
	}
	return s.mark(ctx, before)
}

// setBonus brings the points that the contribution earned to want. Penalties that are due are
// written first: what comes now costs nothing for days before. Points that the member no longer
// has are not taken; who was erased has none.
func (s *settling) setBonus(ctx context.Context, want int) error {
	if want == s.row.bonus || s.row.erased {
		return nil
	}
	lock := ranks.LockAccount
	if s.points != nil {
		lock = s.points.LockCharged
	}
	account, now, err := lock(ctx, s.tx, s.row.member)
	if err != nil {
		return err
	}
	change := max(want-s.row.bonus, -account.Points)
	if change != 0 {
		line := ranks.LedgerLine{PointsLine: rank.PointsLine{Action: rank.ContributionBonusAction, Points: change, At: now}, Reason: s.row.ID}
		if _, err := ranks.WriteLines(ctx, s.tx, s.row.member, account, account, line); err != nil {
			return err
		}
	}
	s.row.bonus += change
	_, err = s.tx.Exec(ctx, `update contributions set bonus_points = $2 where id = $1`, s.row.id, s.row.bonus)
	return err
}

// readReversals reads the notices of refunds and disputes of a payment.
func readReversals(ctx context.Context, on postgres.Querier, payment string) ([]money.Reversal, error) {
	rows, err := on.Query(ctx, `
		select created_at, coalesce(refunded_cents, 0), coalesce(dispute_id, ''), coalesce(dispute_cents, 0), coalesce(dispute_state, ''),
			coalesce(refund_id, ''), coalesce(failed_cents, 0)
		from payment_events where payment_id = $1 and (refunded_cents is not null or dispute_id is not null or refund_id is not null)`, payment)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[money.Reversal])
}

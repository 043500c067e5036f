package storetest

import (
	"testing"

	"muster/store/money"
)

// AddContribution adds a completed contribution of a member with its line of the ledger.
func AddContribution(t testing.TB, rows Rows, member string, amount money.Cents) {
	t.Helper()
	write(t, rows, `with c as (insert into contributions (member_id, purpose, amount_cents, status) values ($1, 'contribution', $2, 'completed') returning id)
		insert into payment_ledger (contribution_id, kind, amount_cents) select id, 'payment', $2 from c`, member, amount)
}

// AgeRefunds makes every refund that was asked for a minute older, so that the sweep tries it.
func AgeRefunds(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `update refunds set requested_at = requested_at - interval '1 minute'`)
}

// RecordRefundNotice records a provider's notice as a node does that ends before it settles it.
func RecordRefundNotice(t testing.TB, rows Rows, event, payment string, refunded money.Cents) {
	t.Helper()
	write(t, rows, `insert into payment_events (id, type, created_at, payment_id, refunded_cents) values ($1, 'charge.refunded', now(), $2, $3)`, event, payment, refunded)
}

// Contributions says how many contributions and lines of their ledger there are.
func Contributions(t testing.TB, rows Rows) int {
	t.Helper()
	return read[int](t, rows, `select (select count(*) from contributions) + (select count(*) from payment_ledger)`)
}

// UnsettledNotice is the first notice that was recorded and not settled, or "".
func UnsettledNotice(t testing.TB, rows Rows) string {
	t.Helper()
	return read[string](t, rows, `select coalesce(min(id), '') from payment_events where handled_at is null`)
}

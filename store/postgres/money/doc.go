// Package money stores what members pay: checkouts and the provider's notices, settled once
// each, refunds, contributions with their receipts, and the server's cost with its ledger.
// It owns contributions, refunds, payment_events, payment_ledger, server_cost,
// server_cost_ledger and test_checkouts. Points that a contribution earns are written by
// the ledger of points in its transaction. It asks the provider through
// money.PaymentProvider, and never sees a card.
package money

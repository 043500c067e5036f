// Package money is what members pay and what the community costs: contributions with what
// was taken back of them, what a payment provider is asked and tells, receipts, and the
// monthly cost of the server. Amounts are whole cents. Their rows belong to
// store/postgres/money.
package money

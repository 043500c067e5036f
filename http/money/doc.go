// Package money has the calls of contributions and of the server's cost: members pay and
// read what they paid, administrators refund and export, and the payment provider sends
// signed events. routes.go lists the calls.
//
// No call moves money on its own word: a payment is settled by what the provider says.
package money

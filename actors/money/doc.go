// Package money holds what a live node knows of money: the server's cost, and who
// contributed recently. Each is one actor, which reads its port now and then and
// follows the broadcasts of its kind. Package money owns the frame
// contributor_changed when somebody's time is over, and never writes a payment.
package money

// Package testcheckout is a stand-in for the payment provider on development nodes: it
// speaks the provider's REST form for the calls that http/gateway makes, keeps its
// sessions, shows a page on which a payment is made, declined or left, and sends signed
// notices to the node's real endpoint. So the provider's own client is used with it as
// well. No money moves, and it never runs beside a live key or on a production node.
package testcheckout

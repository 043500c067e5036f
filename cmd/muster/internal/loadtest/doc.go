// Package loadtest measures running nodes: it makes members, rooms and a history
// for a test, lets sockets talk at a set rate, and keeps account of what each of
// them was sent.
package loadtest

// Package postgres remembers: the numbered logs, rooms, members, sessions and
// everything else that must survive. One file holds one subject, its SQL
// beside its scan; fault.go alone turns database faults into store.Error.
//
// DB owns the pool of connections; Close ends it. A DB starts no goroutines of
// its own. Every method may be called from any goroutine, answers within 5 s
// even when Postgres is away or frozen (Unavailable), and leaves nothing half
// done: a change and its events commit together or not at all.
//
// An administrator's changes go through AdminService, which checks again under locks
// that the caller may make them, and writes the audit row with the change.
//
// Newer subjects have a package of their own below this one, with their tables, their
// SQL and nobody else's. What they use of this package is in shared.go: connections,
// transactions, and of other subjects only functions that take a transaction. This
// package never imports them.
package postgres

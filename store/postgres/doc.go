// Package postgres is what every subject's storage stands on: the pools, transactions,
// roles and migrations, the audit log, the site log, broadcasts, quotas, and members and
// sessions as rows that others join. fault.go alone turns database faults into store.Error.
//
// DB owns the pools of connections; Close ends them. A DB starts no goroutines of
// its own. Every method may be called from any goroutine, answers within 5 s
// even when Postgres is away or frozen (Unavailable), and leaves nothing half
// done: a change and its events commit together or not at all.
//
// An administrator's changes go through AdminService, which checks again under locks
// that the caller may make them, and writes the audit row with the change.
//
// The subjects have a package of their own below this one, with their tables and
// their SQL beside its scan. What one needs of another is a function that takes the
// transaction. Erasing a member, the copy of its data and the recent activity ask each of
// them for its part (Subject). This package never imports them.
package postgres

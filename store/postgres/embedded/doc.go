// Package embedded finds a PostgreSQL installation and runs a private cluster
// under Muster's data directory, so that a person with nothing configured has
// a real database. It serves development, operator commands and tests; a
// production node is given DATABASE_URL and never comes here.
//
// Who owns what. A data directory has one home folder (home.go) that holds the
// cluster, the file lock and Postgres's own log. The process that holds the
// lock is the owner: it alone makes the cluster (initdb.go), starts the
// postmaster, starts it again when it dies (supervise.go) and stops it.
// Everybody else may only use it (attach.go).
//
// How it stops. Stop ends the postmaster with a fast shutdown, by force when it
// does not obey in time (kill.go), and frees the lock. When the owner is
// killed, Linux ends the postmaster through the parent-death signal; on other systems
// the next owner finds the orphan and stops it (orphan.go). A data directory is
// never deleted, whatever is found in it.
//
// The cluster listens on a Unix socket in a folder only its account may enter,
// and on no network address; that is why it trusts whoever reaches it. It has two
// roles: the superuser, which owns the tables, and the one that a node serves with.
package embedded

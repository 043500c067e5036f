// Package runtime is what all actors of a node stand on. It wraps the actor library,
// which only this package knows: actors are spawned, sent messages and stopped, and
// what is unsafe in the library is forbidden (system.go). A Node is what they share:
// the clock, the timers, the log file, the meter and the jobs that query the database
// (node.go, repeated_read.go, barrier.go). The worker pool that runs the actors is also
// used by http/socket. It knows no room, session or hub.
package runtime

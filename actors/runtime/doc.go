// Package runtime wraps the actor library. Only this package knows the library:
// it offers actors that are spawned, sent messages and stopped, and forbids
// what is unsafe in it (system.go). The worker pool that runs the actors is
// also used by http/socket.
package runtime

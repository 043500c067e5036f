// Package poller asks the log, once a second and in one query, whether a live room or the
// site is behind, reads the site log, and finds what members have read, what is broadcast
// and which rooms have grown. It is one goroutine. It loses nothing while the log is down,
// and says to everybody whether the node knows the rights as they are. It reaches the hub
// by the small interface of ports.go. It pushes nothing to a socket.
package poller

// Package ratelimit is how fast one member may act: token buckets without a lock, which
// this node decides by at once and which it shares with the other nodes afterwards. Any
// goroutine may use it. It never waits, and never closes a socket itself.
package ratelimit

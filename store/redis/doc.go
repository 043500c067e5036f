// Package redis connects the nodes of one community: a bus for hints, which bring to
// other nodes early what they read in the log anyway, and rate limits that
// nodes share. Redis may lose, delay, repeat, fall silent or die; then the nodes
// read the log a little later and each limits its own sockets alone.
//
// Bus implements bus.Bus over pub/sub. Publishing never waits: a bounded queue
// stands before the one goroutine that publishes. Another goroutine receives. It
// checks with an echo, which the node publishes to itself every two seconds,
// that what is published arrives.
//
// Pub/sub knows no databases, so all channels begin with a namespace: NS:site,
// NS:presence, NS:ping:NODE, NS:room:ID, which a node subscribes to while the
// room is open there, and NS:activity, while an administrator watches there. The
// shared limits are keys NS:pace:…, two a member: of messages and of reactions. A
// message is one byte of layout, eight bytes of node id, a number of eight bytes, a
// kind, a body (codec.go) and a MAC of sixteen bytes (mac.go). What fails
// verification is dropped and counted. So somebody who may write to this Redis can
// keep messages from arriving, for which the log is asked once a second, and change
// the shared limits within their bounds, but cannot speak for a node.
package redis

// Package socket is the edge of /ws/chat: it accepts WebSockets, hands what a
// browser sends to its session, and writes frames.
//
// A listener in front of net/http (front_listener.go) serves plain handshakes
// itself and passes everything else on to net/http. coder/websocket does the rest
// of the handshake, reading, unmasking, limits and the answers to control frames.
// Writing is done here: the library is given a net.Conn of this package (conn),
// and every byte that leaves, the library's control frames included, passes one
// queue of whole frames for each connection. A room encodes a frame once and the
// same bytes are queued everywhere. A few flush loops (shard), each the owner of
// its connections, write what is queued with one call that never waits. A
// connection whose peer does not keep up gets a goroutine for writing until it has
// caught up. A wrapped connection, such as TLS, has one for its whole life.
//
// Ownership: a conn belongs to one shard, which flushes it, pings it and watches
// its time limits. One goroutine waits for the peer, on a small stack (idle.go).
// When bytes have come, a goroutine of the worker pool reads them and calls the
// session, then a new one waits. The reader that finds the connection over calls
// the session's Gone once and ends when the socket has closed or the close
// handshake has run out of time.
//
// Stopping: Server.Drain refuses new sockets and closes the open ones spread over
// some seconds, then by force. Server.Close ends the shards.
//
// Each of these mechanisms was measured: measurements.md.
package socket

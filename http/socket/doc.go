// Package socket is the edge of /ws/chat: it accepts WebSockets, hands what a
// browser sends to its session, and carries frames out.
//
// A door in front of net/http (door.go) takes plain handshakes straight here;
// whatever is not plain net/http reads and hands on. coder/websocket does the
// rest of the handshake, reading, unmasking, limits and the answers to control
// frames. Writing is ours: the library is given a net.Conn of ours (conn), and
// every byte that leaves, its control frames included, passes one queue of whole
// frames a connection. A room encodes a frame once
// and the same bytes are queued everywhere; a few flush loops (shard), each the
// owner of its connections, write what is queued with one call that never
// blocks. Only a connection whose peer does not keep up gets a goroutine for
// writing, until it has caught up.
//
// Who owns what: a conn belongs to one shard, which flushes it, pings it and
// watches its time limits. One goroutine waits for the peer, on a small stack
// (idle.go); a hand of the crew then reads what has come, calls the session, and
// has another one wait. Whichever finds the connection over tells the session
// (Gone, once), and ends after the socket closed or the close handshake ran out
// of time.
//
// How it stops: Server.Drain refuses new sockets and closes the open ones spread
// over some seconds, then by force; Server.Close ends the shards. Nothing is left.
package socket

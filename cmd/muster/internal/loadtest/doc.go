// Package loadtest measures running nodes: it makes members, rooms and a history
// for a test, lets sockets talk at a set rate, and keeps account of what each of
// them was sent.
//
// Run (run.go) connects the members of a Plan, has them talk and waits until all is
// quiet. A client (client.go) is one member: it goes from line to line as a browser does
// (backoff.go), to another node when its own is gone, and accounts for every frame
// (account.go). A line (line.go, websocket.go) is one connection after its handshake. It
// reads of a frame no more than the account needs (frame.go), because ten thousand
// members are to cost less than the node that serves them. On Linux one goroutine reads
// all sockets (poll_linux.go); elsewhere, and with TLS, each has its own (stream.go).
//
// Beside the talk members arrive (arrivals.go), sockets come that never join (raid.go),
// and nodes are lost (outage.go); the chat meanwhile is counted in a window (window.go).
// report.go counts everything up.
//
// Everything ends with Run: the clients when the test is quiet, then the poller.
package loadtest

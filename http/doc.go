// Package http is the web edge. routes.go is the whole product on one screen;
// a handler reads a body, calls the store, and answers with a struct of
// http/body. guard.go decides who may call, reply.go alone turns store.Error
// into statuses, files.go serves the client. Everything else that a request
// passes (limits, headers, log) stands in server.go.
//
// What is no request at all never comes here: a request line or header that
// cannot be read, more than 16 KiB of them, a bad Host, lengths that contradict
// each other, an unknown Transfer-Encoding or Expect. net/http answers those
// itself with 400, 417, 431, 501 or 505 in plain text, has no hook for another
// form, and ends the connection; only a broken or hostile client sees them. The
// refusals of /ws/chat before its handshake are plain text too: a browser shows
// a page none of them, and whoever else reads them sees the status.
//
// A Server starts no goroutines but the one that asks Postgres how it is, for
// half a second at most. Its owner runs it in a net/http.Server and tells it
// when the node drains.
package http

// Package http serves everything over HTTP: the calls under /api, the built client
// and the health checks.
//
// Each subject has a package of its own below this one, such as http/chat or http/money,
// with its calls in a routes.go and their handlers beside it. A handler reads a struct of
// http/body, calls the store and returns another struct. Subjects see a call through
// http/edge, which subject.go implements, and never import this package.
//
// This package joins the subjects' calls in routes.go and has what they share:
// credentials.go and cookie.go decide who may call a route, policy.go what a route may
// receive and send, view.go records what administrators were shown, reply.go maps a
// store.Error to a status, files.go serves the client, and server.go puts them together.
// Of its own it has the calls that belong to no subject: the health checks, the
// configuration, the OpenAPI document, the files of /media, and what nodes serve for
// development alone (dev.go).
//
// Some requests never reach this package: net/http itself answers a malformed
// request line or header, headers over 16 KiB, a bad Host, contradicting lengths
// and an unknown Transfer-Encoding or Expect. It sends 400, 417, 431, 501 or 505
// as plain text and closes the connection; only broken or hostile clients see
// these. /ws/chat also refuses handshakes in plain text, because browsers show
// only the status of a failed handshake.
//
// A Server starts no goroutine but the one that asks Postgres for its health,
// for at most half a second. The owner runs the Server in a net/http.Server and
// calls Drain before it stops the node.
package http

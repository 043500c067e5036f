// Package http is the web edge. routes.go is the whole product on one screen;
// a handler reads a body, calls the store, and answers with a struct of
// http/body. guard.go decides who may call, reply.go alone turns store.Error
// into statuses, files.go serves the client. Everything else that a request
// passes (limits, headers, log) stands in server.go.
//
// A Server starts no goroutines; its owner runs it in a net/http.Server and
// tells it when the node drains.
package http

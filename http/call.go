package http

import (
	"io"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// handlerFunc handles one call and returns a struct of http/body, or a *fileReply.
type handlerFunc func(c *call) (any, error)

// call is one request with its caller, which is zero where none is authenticated.
type call struct {
	*gin.Context
	caller store.Caller
	raw    []byte // the body of a route with a raw one, once it was read
	shown  any    // what the audit log keeps of a view besides its subject
	about  string // the member whose data was shown, where the path names none
}

// fileReply is a file that a handler returns. It is closed after the reply.
type fileReply struct {
	content  io.ReadSeekCloser
	modified time.Time // zero: unknown

	contentType string // "": the route's
	cache       string // "": the route's
	inline      string // name to save it under; it is shown in a page of its own, without scripts
	saved       bool   // it is not shown, only saved
	tag         string // ETag without its quotes
}

// bearerToken returns the token of the Authorization header, "" without one.
func (c *call) bearerToken() string {
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

package http

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"muster/http/body"
	"muster/store"
)

// statuses is the only place that knows them. 401 is "no valid session" and
// nothing else.
var statuses = map[store.Code]int{
	store.Invalid:      http.StatusBadRequest,
	store.Unauthorized: http.StatusUnauthorized,
	store.Forbidden:    http.StatusForbidden,
	store.NotFound:     http.StatusNotFound,
	store.Conflict:     http.StatusConflict,
	store.Limited:      http.StatusTooManyRequests,
	store.Unavailable:  http.StatusServiceUnavailable,
	store.Internal:     http.StatusInternalServerError,
}

// reply answers a call that succeeded.
func (s *Server) reply(c *gin.Context, value any) { s.write(c, http.StatusOK, value) }

// fail answers a call that did not. The cause of an outage or of something
// unforeseen is logged and never shown.
func (s *Server) fail(c *gin.Context, err error) {
	e := store.AsError(err)
	status, known := statuses[e.Code]
	if !known {
		status = http.StatusInternalServerError
	}
	left := errors.Is(c.Request.Context().Err(), context.Canceled) // the caller, who waits for no answer
	if status >= 500 && !left {
		cause := ""
		if e.Err != nil {
			cause = e.Err.Error()
		}
		s.log.LogAttrs(c.Request.Context(), slog.LevelError, "call failed",
			slog.String("route", c.FullPath()), slog.String("failure", string(e.Code)), slog.String("cause", cause))
	}
	s.refuse(c, status, e)
}

// refuse answers with a status and the failure shape, and ends the request.
func (s *Server) refuse(c *gin.Context, status int, e *store.Error) {
	failure := body.Failure{Message: e.Message, Error: e.Message, Code: e.ReasonOrCode()}
	if e.RetryAfter > 0 {
		failure.RetryAfter = int((e.RetryAfter + time.Second - 1) / time.Second)
		c.Header("Retry-After", strconv.Itoa(failure.RetryAfter))
	}
	if status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	s.write(c, status, failure)
	c.Abort()
}

// write sends JSON that no cache keeps.
func (s *Server) write(c *gin.Context, status int, value any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic("http: a reply does not encode: " + err.Error()) // every reply is a plain struct
	}
	c.Header("Cache-Control", "no-store")
	c.Data(status, "application/json; charset=utf-8", b.Bytes())
}

// panicked answers for a handler that broke, and logs where.
func (s *Server) panicked(c *gin.Context, cause any) {
	if cause == http.ErrAbortHandler {
		panic(cause)
	}
	// The cause may quote what the request carried; the stack says enough.
	s.log.LogAttrs(c.Request.Context(), slog.LevelError, "handler panicked",
		slog.String("route", c.FullPath()), slog.String("stack", string(debug.Stack())))
	if !c.Writer.Written() {
		s.refuse(c, http.StatusInternalServerError, store.NewError(store.Internal, "Something went wrong"))
	}
}

// other answers what the table does not know: 404 for a call, the client for
// every other GET.
func (s *Server) other(c *gin.Context) {
	switch {
	case isCall(c):
		s.refuse(c, http.StatusNotFound, store.NewError(store.NotFound, "Not found"))
	case c.Request.Method != http.MethodGet:
		c.Header("Allow", "GET, HEAD")
		s.wrongMethod(c)
	case !s.files.serve(c.Writer, c.Request):
		s.refuse(c, http.StatusNotFound, store.NewError(store.NotFound, "Not found"))
	}
}

// wrongMethod answers 405, or what OPTIONS asks for; the router has set Allow.
func (s *Server) wrongMethod(c *gin.Context) {
	if allow := c.Writer.Header().Get("Allow"); strings.Contains(allow, "GET") && !strings.Contains(allow, "HEAD") {
		c.Header("Allow", allow+", HEAD")
	}
	if c.Request.Method == http.MethodOptions {
		c.Status(http.StatusNoContent)
		c.Writer.WriteHeaderNow()
		c.Abort()
		return
	}
	s.refuse(c, http.StatusMethodNotAllowed, store.NewErrorReason(store.Invalid, "method_not_allowed", "Method not allowed"))
}

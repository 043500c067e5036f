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
	"muster/store/language"
	"muster/store/money"
)

// statuses maps each error code to its HTTP status, and is the only place that does.
// 401 means "no valid session" and nothing else, because the client signs out on it.
var statuses = map[store.Code]int{
	store.Invalid:       http.StatusBadRequest,
	store.Unauthorized:  http.StatusUnauthorized,
	store.Forbidden:     http.StatusForbidden,
	store.NotFound:      http.StatusNotFound,
	store.Conflict:      http.StatusConflict,
	store.Limited:       http.StatusTooManyRequests,
	store.TooLarge:      http.StatusRequestEntityTooLarge,
	store.Unsupported:   http.StatusUnsupportedMediaType,
	store.Unprocessable: http.StatusUnprocessableEntity,
	store.StorageFull:   http.StatusInsufficientStorage,
	store.Unavailable:   http.StatusServiceUnavailable,
	store.Internal:      http.StatusInternalServerError,
}

// fail sends the reply of a call that failed. The cause of an outage or an internal
// error is logged and never sent; what the operator has not set up is no outage.
func (s *Server) fail(c *gin.Context, err error) {
	e := store.AsError(err)
	status, known := statuses[e.Code]
	if !known {
		status = http.StatusInternalServerError
	}
	switch e {
	case errBodyTooLarge:
		status = http.StatusRequestEntityTooLarge
	case errBodySlow:
		status = http.StatusRequestTimeout
	}
	left := errors.Is(c.Request.Context().Err(), context.Canceled) // the client closed the connection
	if status >= 500 && !left && !e.IsTurnedOff() {
		cause := ""
		if e.Err != nil {
			cause = e.Err.Error()
		}
		s.log.LogAttrs(c.Request.Context(), slog.LevelError, "call failed",
			slog.String("route", c.FullPath()), slog.String("failure", string(e.Code)), slog.String("cause", cause))
	}
	if e.Code == store.Limited {
		s.noteLimited(c.Request.Context(), c.FullPath(), e)
	}
	s.refuse(c, status, e)
}

// refuse sends a failure and stops the handlers that would follow.
func (s *Server) refuse(c *gin.Context, status int, e *store.Error) {
	c.Set(failureKey, e.ReasonOrCode())
	caller, _ := c.Value(callerKey).(store.Caller)
	message := sentence(c, languageFor(c.Request, caller), e)
	failure := body.Failure{Message: message, Error: message, Code: e.ReasonOrCode()}
	if e.RetryAfter > 0 {
		failure.RetryAfter = int((e.RetryAfter + time.Second - 1) / time.Second)
		c.Header("Retry-After", strconv.Itoa(failure.RetryAfter))
	}
	failure.AlreadyCheckedIn = e.Reason == "already_checked_in"
	var moved money.CostMoved
	if errors.As(e.Err, &moved) {
		cost := body.NewServerCost(moved.Cost)
		failure.ServerCost = &cost
	}
	if status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	s.writeJSON(c, status, failure, noStore)
	c.Abort()
}

// sentence is what a failure says in a language. What the community wrote itself is said as it
// is, in no language that is known here: without a Content-Language it is for all (RFC 9110,
// section 8.5).
func sentence(c *gin.Context, tag language.Tag, e *store.Error) string {
	said, known := tag.Sentence(e)
	if !known {
		return e.Message
	}
	sayContentLanguage(c, tag)
	return said
}

// sayContentLanguage names the language of a message.
func sayContentLanguage(c *gin.Context, tag language.Tag) {
	c.Header("Content-Language", string(tag))
}

// jsonContentType is the Content-Type of every JSON reply.
const jsonContentType = "application/json; charset=utf-8"

// writeJSON sends a JSON body with a cache rule.
func (s *Server) writeJSON(c *gin.Context, status int, value any, cache string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic("http: a reply does not encode: " + err.Error()) // every reply is a plain struct
	}
	c.Header("Cache-Control", cache)
	c.Header("Content-Type", jsonContentType) // a stream may have set its own
	c.Data(status, jsonContentType, b.Bytes())
}

// replyToPanic logs where a handler panicked and replies in its place.
func (s *Server) replyToPanic(c *gin.Context, cause any) {
	if cause == http.ErrAbortHandler {
		panic(cause)
	}
	// The panic value may quote the request, so only the stack is logged.
	s.log.LogAttrs(c.Request.Context(), slog.LevelError, "handler panicked",
		slog.String("route", c.FullPath()), slog.String("stack", string(debug.Stack())))
	if !c.Writer.Written() {
		s.refuse(c, http.StatusInternalServerError, store.NewError(store.Internal, "Something went wrong"))
	}
}

// noteCallerTime is how long a refusal waits for the language of its caller.
const noteCallerTime = time.Second

// noteCaller notes whose session calls where no route asks for one, so that the refusal
// speaks the member's language.
func (s *Server) noteCaller(c *gin.Context) {
	call := &call{Context: c}
	if call.bearerToken() == "" {
		return
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), noteCallerTime)
	defer cancel()
	if caller, err := s.config.People.Authenticate(ctx, call.bearerToken()); err == nil {
		c.Set(callerKey, caller)
	}
}

// fallback handles what no route matches: 404 for a call, a file or page of the
// client for every other GET.
func (s *Server) fallback(c *gin.Context) {
	switch {
	case isAPIRequest(c):
		s.noteCaller(c)
		s.refuse(c, http.StatusNotFound, store.NewError(store.NotFound, "Not found"))
	case c.Request.Method != http.MethodGet:
		c.Header("Allow", "GET, HEAD")
		s.methodNotAllowed(c)
	case !s.files.serve(c.Writer, c.Request):
		s.refuse(c, http.StatusNotFound, store.NewError(store.NotFound, "Not found"))
	}
}

// methodNotAllowed replies 405, or 204 to OPTIONS. The router has set Allow.
func (s *Server) methodNotAllowed(c *gin.Context) {
	if allow := c.Writer.Header().Get("Allow"); strings.Contains(allow, "GET") && !strings.Contains(allow, "HEAD") {
		c.Header("Allow", allow+", HEAD")
	}
	if c.Request.Method == http.MethodOptions {
		c.Status(http.StatusNoContent)
		c.Writer.WriteHeaderNow()
		c.Abort()
		return
	}
	s.noteCaller(c)
	s.refuse(c, http.StatusMethodNotAllowed, store.NewErrorReason(store.Invalid, "method_not_allowed", "Method not allowed"))
}

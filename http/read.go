package http

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"reflect"
	"strings"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// Limits of a JSON body.
const (
	maxBody  = 64 << 10 // bytes
	maxDepth = 16       // of nesting
)

// validateRequest refuses a request before anything reads it: for a repeated query
// key, or a body that is too long or not JSON.
func (s *Server) validateRequest(c *gin.Context) {
	r := c.Request
	if len(r.TransferEncoding) > 0 {
		// net/http drops a Content-Length next to a Transfer-Encoding, so two
		// contradicting lengths cannot be detected here. Closing the connection
		// prevents request smuggling (RFC 9112 section 6.3).
		c.Header("Connection", "close")
	}
	if !isAPIRequest(c) {
		return // a page of the client, which owns its query
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		s.refuse(c, http.StatusBadRequest, store.NewErrorReason(store.Invalid, "query_malformed", "The query is malformed"))
		return
	}
	for _, values := range query {
		if len(values) > 1 {
			s.refuse(c, http.StatusBadRequest, store.NewErrorReason(store.Invalid, "query_repeated", "A query key is repeated"))
			return
		}
	}
	if r.Method == http.MethodGet {
		return
	}
	if r.ContentLength > maxBody {
		s.refuseTooLarge(c)
		return
	}
	if r.ContentLength != 0 {
		kinds := r.Header.Values("Content-Type")
		kind, params, err := mime.ParseMediaType(strings.Join(kinds, ","))
		charset := strings.ToLower(params["charset"])
		if err != nil || len(kinds) != 1 || kind != "application/json" || (charset != "" && charset != "utf-8") {
			s.refuse(c, http.StatusUnsupportedMediaType,
				store.NewErrorReason(store.Invalid, "content_type", "The body must be application/json"))
			return
		}
	}
}

// limitBody limits how much of the body can be read, whatever the method and path.
// It leaves the original request alone: net/http uses its Body to find out what is
// left on the connection and whether the client still waits for "100 Continue".
func limitBody(w http.ResponseWriter, r *http.Request) *http.Request {
	if r.ContentLength == 0 {
		return r
	}
	own := *r
	own.Body = http.MaxBytesReader(w, r.Body, maxBody)
	return &own
}

func (s *Server) refuseTooLarge(c *gin.Context) {
	s.refuse(c, http.StatusRequestEntityTooLarge, store.NewErrorReason(store.Invalid, "body_too_large", "The body is too large"))
}

// isAPIRequest says whether a request is for a route of the table and not for a page
// of the client. Every request that the router matched is, whatever its decoded
// path: the router uses the path as sent, where "..%2f..%2f" is one parameter. So
// are unmatched paths that this node or a proxy could normalize to a route's:
// "//api/x", "/API/x", "/x/../api", "/api/../x", "/api;y/x".
func isAPIRequest(c *gin.Context) bool {
	p := c.Request.URL.Path
	return c.FullPath() != "" || isAPIPath(p) || isAPIPath(path.Clean("/"+p))
}

// isAPIPath says whether the first segment of a path is one that routes use.
func isAPIPath(p string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(p, "/"), "/")
	first, _, _ = strings.Cut(first, ";") // parameters of a segment (RFC 3986 section 3.3)
	switch strings.ToLower(first) {
	case "api", "dev", "ws", "healthz", "readyz":
		return true
	}
	return false
}

// readJSON decodes the body into v, a pointer to a struct; unknown fields are
// ignored. It replies by itself and returns errAlreadyReplied for a body that is too
// long (413) or too slow (408). It fails with Invalid when the body is not one JSON
// object of v's form.
func (s *Server) readJSON(c *call, v any) error {
	malformed := store.NewErrorReason(store.Invalid, "json_malformed", "The body is not valid JSON")
	raw, err := io.ReadAll(c.Request.Body)
	if err != nil {
		var long *http.MaxBytesError
		if errors.As(err, &long) {
			s.refuseTooLarge(c.Context)
			return errAlreadyReplied
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.refuse(c.Context, http.StatusRequestTimeout, store.NewErrorReason(store.Invalid, "body_slow", "The body took too long"))
			return errAlreadyReplied
		}
		return malformed
	}
	if tooDeep(raw) {
		return malformed
	}
	if raw, err = knownFields(raw, v); err != nil {
		return malformed
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return malformed
	}
	return nil
}

// knownFields drops the members of an object whose exact name is no field of v.
// encoding/json also matches "isadmin" and "iſAdmin" with "isAdmin", so a proxy that
// inspects bodies could understand another value than this node.
func knownFields(raw []byte, v any) ([]byte, error) {
	var all, known map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	known = make(map[string]json.RawMessage, len(all))
	for _, field := range reflect.VisibleFields(reflect.TypeOf(v).Elem()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if value, ok := all[name]; ok {
			known[name] = value
		}
	}
	return json.Marshal(known)
}

// errAlreadyReplied is returned by a handler that has sent its failure itself.
var errAlreadyReplied = errors.New("already replied")

// tooDeep says whether arrays and objects are nested deeper than maxDepth.
func tooDeep(raw []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch b := raw[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case b == '}' || b == ']':
			depth--
		}
	}
	return false
}

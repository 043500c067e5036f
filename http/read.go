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

// Limits of what a call may carry (promises 2c).
const (
	maxBody  = 64 << 10 // bytes
	maxDepth = 16       // of JSON
)

// shape refuses what no call takes, before anything reads it: a query key
// given twice, a body that is too long or is not JSON.
func (s *Server) shape(c *gin.Context) {
	r := c.Request
	if len(r.TransferEncoding) > 0 {
		// net/http drops a Content-Length beside it, so it cannot be seen here
		// whether two lengths were given. Whoever reads the other one finds no
		// second request on this connection (RFC 9112 section 6.3).
		c.Header("Connection", "close")
	}
	if !isCall(c) {
		return // a page of the client, whose query is its own
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
		s.tooLarge(c)
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

// bound keeps whoever reads the body from reading more than any call takes. It
// asks neither for the method nor for the path: nothing has been decided yet.
// The request that net/http read stays as it is: by its body net/http judges
// what is left on the connection, and whether the caller still waits to be told
// to send it.
func bound(w http.ResponseWriter, r *http.Request) *http.Request {
	if r.ContentLength == 0 {
		return r
	}
	own := *r
	own.Body = http.MaxBytesReader(w, r.Body, maxBody)
	return &own
}

func (s *Server) tooLarge(c *gin.Context) {
	s.refuse(c, http.StatusRequestEntityTooLarge, store.NewErrorReason(store.Invalid, "body_too_large", "The body is too large"))
}

// isCall says whether a request is one to the table. What the router matched
// is, however its path reads when decoded: the router goes by the path as it was
// sent, where "..%2f..%2f" is a parameter and climbs nowhere. So is what the
// router does not know but what means the table, to us or to a proxy before us:
// "//api/x", "/API/x", "/x/../api", "/api/../x", "/api;y/x".
func isCall(c *gin.Context) bool {
	p := c.Request.URL.Path
	return c.FullPath() != "" || inTable(p) || inTable(path.Clean("/"+p))
}

// inTable says whether a path begins as those of the table do.
func inTable(p string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(p, "/"), "/")
	first, _, _ = strings.Cut(first, ";") // parameters of a segment (RFC 3986 section 3.3)
	switch strings.ToLower(first) {
	case "api", "dev", "ws", "healthz", "readyz":
		return true
	}
	return false
}

// read decodes the call's body into v, a pointer to a struct; unknown fields are
// ignored. It answers by itself and returns errAnswered for a body over maxBody
// (413) or one that does not come within the server's time for it (408), and
// fails with Invalid for anything that is not one JSON object of v's form.
func (s *Server) read(c *call, v any) error {
	malformed := store.NewErrorReason(store.Invalid, "json_malformed", "The body is not valid JSON")
	raw, err := io.ReadAll(c.Request.Body)
	if err != nil {
		var long *http.MaxBytesError
		if errors.As(err, &long) {
			s.tooLarge(c.Context)
			return errAnswered
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.refuse(c.Context, http.StatusRequestTimeout, store.NewErrorReason(store.Invalid, "body_slow", "The body took too long"))
			return errAnswered
		}
		return malformed
	}
	if tooDeep(raw) {
		return malformed
	}
	if raw, err = named(raw, v); err != nil {
		return malformed
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return malformed
	}
	return nil
}

// named keeps of an object the members that v has, by their names letter for
// letter: encoding/json also takes "isadmin" and "iſAdmin" for "isAdmin", so that
// who reads a body before us could understand another one.
func named(raw []byte, v any) ([]byte, error) {
	var given, kept map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	kept = make(map[string]json.RawMessage, len(given))
	for _, field := range reflect.VisibleFields(reflect.TypeOf(v).Elem()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if value, ok := given[name]; ok {
			kept[name] = value
		}
	}
	return json.Marshal(kept)
}

// errAnswered says that the failure has been told already.
var errAnswered = errors.New("answered")

// tooDeep says whether arrays and objects nest deeper than maxDepth.
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

package http

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
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
	if !isCall(r.URL.Path) {
		return // a page of the client, whose query is its own
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		s.refuse(c, http.StatusBadRequest, store.Because(store.Invalid, "query_malformed", "The query is malformed"))
		return
	}
	for _, values := range query {
		if len(values) > 1 {
			s.refuse(c, http.StatusBadRequest, store.Because(store.Invalid, "query_repeated", "A query key is repeated"))
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
				store.Because(store.Invalid, "content_type", "The body must be application/json"))
			return
		}
		r.Body = http.MaxBytesReader(c.Writer, r.Body, maxBody)
	}
}

func (s *Server) tooLarge(c *gin.Context) {
	s.refuse(c, http.StatusRequestEntityTooLarge, store.Because(store.Invalid, "body_too_large", "The body is too large"))
}

// isCall says whether a path is served by the table or not at all, also when
// it is written in a way that the table does not know: "//api/x", "/API/x".
func isCall(raw string) bool {
	meant := strings.ToLower(path.Clean("/" + raw))
	for _, top := range []string{"/api", "/dev", "/ws", "/healthz", "/readyz"} {
		if meant == top || strings.HasPrefix(meant, top+"/") {
			return true
		}
	}
	return false
}

// read decodes the call's body into v; unknown fields are ignored. It answers
// by itself and returns errAnswered for a body over maxBody (413) or one that
// does not come within the server's time for it (408), and fails with Invalid for anything that is not one JSON value of v's form.
func (s *Server) read(c *call, v any) error {
	malformed := store.Because(store.Invalid, "json_malformed", "The body is not valid JSON")
	raw, err := io.ReadAll(c.Request.Body)
	if err != nil {
		var long *http.MaxBytesError
		if errors.As(err, &long) {
			s.tooLarge(c.Context)
			return errAnswered
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.refuse(c.Context, http.StatusRequestTimeout, store.Because(store.Invalid, "body_slow", "The body took too long"))
			return errAnswered
		}
		return malformed
	}
	if tooDeep(raw) {
		return malformed
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if err := decoder.Decode(v); err != nil {
		return malformed
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return malformed // something follows the value
	}
	return nil
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

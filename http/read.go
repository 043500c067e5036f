package http

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// validateRequest refuses a request before anything reads it: for a repeated query
// key, or, where no route matches, for a body that is too long or not JSON. A route's
// own body is checked after its caller.
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
		s.noteCaller(c)
		s.refuse(c, http.StatusBadRequest, store.NewErrorReason(store.Invalid, "query_malformed", "The query is malformed"))
		return
	}
	for _, values := range query {
		if len(values) > 1 {
			s.noteCaller(c)
			s.refuse(c, http.StatusBadRequest, store.NewErrorReason(store.Invalid, "query_repeated", "A query key is repeated"))
			return
		}
	}
	matched := s.routeOf(c)
	if matched == nil {
		s.checkBody(c, noBody)
		return
	}
	if body, ok := r.Body.(*limitedBody); ok && matched.body.limit != maxBody {
		own := *r
		own.Body = body.withLimit(matched.body.limit)
		c.Request = &own
	}
}

// checkBody refuses a body that is too long or of a type that the policy does not
// accept, or is encoded, and says whether it did not.
func (s *Server) checkBody(c *gin.Context, policy bodyPolicy) bool {
	r := c.Request
	switch {
	case r.Method == http.MethodGet:
		return true
	case r.ContentLength > policy.limit && policy.long != nil:
		discardBody(c.Writer, r)
		s.fail(c, policy.long)
	case r.ContentLength > policy.limit:
		s.refuse(c, http.StatusRequestEntityTooLarge, errBodyTooLarge)
	case r.ContentLength != 0 && !policy.accepts(r.Header.Values("Content-Type")):
		s.refuse(c, http.StatusUnsupportedMediaType, store.NewErrorf(store.Invalid, "content_type", "The body must be %s", policy.wantsType()))
	case r.ContentLength != 0 && isEncoded(r.Header):
		c.Header("Accept-Encoding", "identity") // RFC 9110, section 15.5.16
		s.refuse(c, http.StatusUnsupportedMediaType, store.NewErrorReason(store.Invalid, "content_encoding", "The body must not be compressed"))
	default:
		return true
	}
	return false
}

// isEncoded says whether a body is compressed or otherwise not as it will be read.
func isEncoded(h http.Header) bool {
	return slices.ContainsFunc(h.Values("Content-Encoding"), func(coding string) bool { return !strings.EqualFold(coding, "identity") && coding != "" })
}

// readJSON decodes the body into v, a pointer to a struct; unknown fields are
// ignored. It fails with Invalid when the body is not one JSON object of v's form, then
// naming the field that is of another type, and as readAll does.
func (s *Server) readJSON(c *call, v any) error {
	malformed := store.NewErrorReason(store.Invalid, "json_malformed", "The body is not valid JSON")
	raw, err := c.rawBody()
	if err != nil {
		return err
	}
	if tooDeep(raw) || !utf8.Valid(raw) || halfSurrogate(raw) {
		return malformed
	}
	known, err := knownFields(raw, v)
	switch {
	case err != nil && json.Valid(raw):
		return store.NewErrorReason(store.Invalid, "json_malformed", "The body must be a JSON object")
	case err != nil:
		return malformed
	}
	if repeatsField(raw) {
		return store.NewErrorReason(store.Invalid, "field_repeated", "A field is repeated")
	}
	err = json.Unmarshal(known, v)
	var wrong *json.UnmarshalTypeError
	switch {
	case isMomentError(err):
		return store.NewErrorReason(store.Invalid, "time_malformed", "A time must have the form 2026-01-31T18:30:00Z")
	case errors.As(err, &wrong) && wrong.Field != "":
		return store.NewErrorf(store.Invalid, "json_malformed", "%s must be "+wantedType(wrong, v), wrong.Field)
	case err != nil:
		return malformed
	}
	return nil
}

// isMomentError says whether a time was not one. What is no text at all fails with an error of no
// type.
func isMomentError(err error) bool {
	var moment *time.ParseError
	return errors.As(err, &moment) || err != nil && strings.HasPrefix(err.Error(), "Time.UnmarshalJSON: ")
}

// wantedType says in words what a field of v should have been.
func wantedType(wrong *json.UnmarshalTypeError, v any) string {
	for _, field := range reflect.VisibleFields(reflect.TypeOf(v).Elem()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == wrong.Field { // wrong has the type of an element where a list is right
			return typeInWords(field.Type)
		}
	}
	return typeInWords(wrong.Type)
}

func typeInWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeInWords(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		switch t.Elem().Kind() {
		case reflect.String:
			return "a list of texts"
		case reflect.Struct:
			return "a list of objects"
		}
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

// queryNumber is a number of the query, or other without one. It fails with Invalid for
// one that is too large and for another spelling, such as 007.
func queryNumber(c *call, name string, other int) (int, error) {
	raw := c.Query(name)
	if raw == "" {
		return other, nil
	}
	n, err := strconv.Atoi(raw)
	if err != nil || strconv.Itoa(n) != raw {
		return 0, store.NewErrorf(store.Invalid, name+"_invalid", "%s must be a number", name)
	}
	return n, nil
}

// rawBody returns the body byte for byte. A credential that checks a signature and the
// handler after it get the same bytes.
func (c *call) rawBody() ([]byte, error) {
	var err error
	if c.raw == nil {
		c.raw, err = readAll(c)
	}
	return c.raw, err
}

// hasBody says whether the request has at least one byte of body. A chunked body
// has no length, so the first byte is peeked.
func (c *call) hasBody() bool {
	body := bufio.NewReaderSize(c.Request.Body, 1)
	_, err := body.Peek(1)
	c.Request.Body = struct {
		io.Reader
		io.Closer
	}{body, c.Request.Body}
	return !errors.Is(err, io.EOF)
}

// readAll reads the whole body. It fails as bodyError says.
func readAll(c *call) ([]byte, error) {
	raw, err := io.ReadAll(c.Request.Body)
	if err != nil {
		return nil, bodyError(err)
	}
	return raw, nil
}

// knownFields drops the members of an object whose exact name is no field of v.
// encoding/json also matches "isadmin" and "iſAdmin" with "isAdmin", so a proxy that
// inspects bodies could understand another value than this node.
func knownFields(raw []byte, v any) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	// Put together by hand: json.Marshal would read every value once more, and a picture
	// is large.
	known := append(make([]byte, 0, len(raw)), '{')
	for _, field := range reflect.VisibleFields(reflect.TypeOf(v).Elem()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		value, ok := all[name]
		if !ok {
			continue
		}
		if len(known) > 1 {
			known = append(known, ',')
		}
		known = append(append(append(append(known, '"'), name...), `":`...), value...)
		delete(all, name)
	}
	return append(known, '}'), nil
}

// repeatsField says whether an object of raw, which is JSON, names a field twice. encoding/json
// takes the last value; who inspects bodies on the way might take the first.
func repeatsField(raw []byte) bool {
	var open []map[string]bool // the names of each object that is open, nil for a list
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{':
			open = append(open, map[string]bool{})
		case '[':
			open = append(open, nil)
		case '}', ']':
			open = open[:len(open)-1]
		case '"':
			start := i
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			if rest := bytes.TrimLeft(raw[i+1:], " \t\r\n"); len(rest) == 0 || rest[0] != ':' {
				continue // a value
			}
			var name string
			names := open[len(open)-1]
			if json.Unmarshal(raw[start:i+1], &name) != nil || names[name] {
				return true
			}
			names[name] = true
		}
	}
	return false
}

// halfSurrogate says whether a string escapes one half of a surrogate pair, which is
// no character; encoding/json would put another one in its place.
func halfSurrogate(raw []byte) bool {
	half := func(i int, from, to uint64) bool {
		if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
			return false
		}
		n, err := strconv.ParseUint(string(raw[i+2:i+6]), 16, 16)
		return err == nil && n >= from && n <= to
	}
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] != '\\':
		case half(i, 0xd800, 0xdbff) && half(i+6, 0xdc00, 0xdfff):
			i += 11
		case half(i, 0xd800, 0xdfff):
			return true
		default:
			i++ // the escaped character
		}
	}
	return false
}

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

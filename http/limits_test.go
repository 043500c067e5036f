// The limits of a request hold for every path that the router matches, however the
// path is written.

package http

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"muster/http/body"
	"muster/store"
	"muster/store/campaign"
	"muster/store/desk"
	"muster/store/encrypted"
)

// hostileParams are parameters that lead out of their route when decoded, or cannot
// be an id.
var hostileParams = []string{
	"..", "%2e%2e", "..%2f", "..%2f..%2f..%2f..%2f..%2f..", "%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e", "%2f", "%2f..%2f..%2f..%2f..%2f..",
	"%00", "..%2f..%2f..%2f..%2f..%00", "..%5c..%5c..", ";x", "..;%2f..;%2f..", "%ff", strings.Repeat("a", 201), strings.Repeat("..%2f", 2000),
}

// spaceReader is a body of n spaces that counts how many were read.
type spaceReader struct{ n, read int }

func (b *spaceReader) Read(p []byte) (int, error) {
	n := min(len(p), b.n-b.read)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n {
		p[i] = ' '
	}
	b.read += n
	return n, nil
}

// serveDirect serves a request without a connection; length -1 means unknown.
func (s *site) serveDirect(token, method, target, kind string, body io.Reader, length int64) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, target, body)
	request.ContentLength = length
	request.Header.Set("Authorization", "Bearer "+token)
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	reply := httptest.NewRecorder()
	s.checked().ServeHTTP(reply, request)
	return reply
}

// A wrong content type, a body that is too large and a repeated query key get the
// same reply whatever the parameter is. A path with enough "..%2f" used to be read
// without a limit.
func TestLimitsHoldForEveryPathOfARoute(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief := s.member("chief", true).ID
	session, _ := s.session(store.MemberSession, chief)
	step := s.faceStep(chief)
	const huge, sent = 300 << 20, 1 << 20 // sending a part is enough to see whether there is a limit
	for _, r := range s.edge.routes() {
		before, param, after := splitParam(r.path)
		values, good := hostileParams, "absent"
		if param == "" {
			values, good = nil, ""
		}
		limit, token := int(r.body.limit), session
		if r.who.name == "face step" {
			token = step
		}
		for name, c := range map[string]struct {
			query, kind string
			size        int
			length      int64
			status      int
			bodies      bool // not for GET, whose body is ignored
		}{
			"text":                  {kind: "text/plain", size: 2, length: 2, status: 415, bodies: true},
			"no content type":       {size: 2, length: 2, status: 415, bodies: true},
			"a form in chunks":      {kind: "application/x-www-form-urlencoded", size: 2, length: -1, status: 415, bodies: true},
			"a byte too many":       {kind: jsonType, size: limit + 1, length: int64(limit) + 1, status: 413, bodies: true},
			"300 MiB":               {kind: jsonType, size: sent, length: huge, status: 413, bodies: true},
			"300 MiB of text":       {kind: "text/plain", size: sent, length: huge, status: 413, bodies: true},
			"far more, in chunks":   {kind: jsonType, size: sent, length: -1, bodies: true}, // found while reading, by the routes that read
			"a key twice":           {query: "?limit=1&limit=2", kind: jsonType, status: 400},
			"a key twice, escaped":  {query: "?limit=1&%6cimit=2", kind: jsonType, status: 400},
			"a query that is none":  {query: "?limit=%zz", kind: jsonType, status: 400},
			"a query by semicolons": {query: "?limit=1;limit=2", kind: jsonType, status: 400},
		} {
			if c.bodies && r.method == http.MethodGet || param == "" && c.status == 0 {
				continue // routes that do not read the body succeed
			}
			if c.bodies && (r.body.kind == uploadBodyKind || r.body.kind == rawBodyKind) {
				continue // an upload and a raw body have types and limits of its own
			}
			answer := func(value string) *httptest.ResponseRecorder {
				spaces := &spaceReader{n: c.size}
				reply := s.serveDirect(token, r.method, before+value+after+c.query, c.kind, spaces, c.length)
				if spaces.read > limit+1 {
					t.Errorf("%s %s with %.40q, %s: %d bytes were read", r.method, r.path, value, name, spaces.read)
				}
				return reply
			}
			plain := answer(good)
			if r.who.name == "face step" && c.status == http.StatusRequestEntityTooLarge && limit > 1<<20 {
				c.status = http.StatusBadRequest // as of a picture of another fault
			}
			if c.status != 0 && plain.Code != c.status {
				t.Errorf("%s %s, %s: %d %s", r.method, r.path, name, plain.Code, plain.Body)
			}
			for _, value := range values {
				if a := answer(value); a.Code != plain.Code || a.Body.String() != plain.Body.String() {
					t.Errorf("%s %s with %.40q, %s: %d %s, the plain path %d %s", r.method, r.path, value, name, a.Code, a.Body, plain.Code, plain.Body)
				}
			}
		}
	}
}

// A refused request with "Expect: 100-continue" gets its reply without a "100
// Continue" first. net/http used to wait for the body, because limitBody replaced the
// one it looks at.
func TestNobodyIsAskedForABodyInVain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	s.must(err)
	defer conn.Close()
	s.must(conn.SetDeadline(time.Now().Add(testTimeout)))
	_, err = io.WriteString(conn, "PATCH /api/admin/users/"+unknownID+"/chat-access HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+
		"Expect: 100-continue\r\nContent-Length: 20\r\n\r\n")
	s.must(err)
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusUnauthorized || !a.Close {
		t.Errorf("%s, the last of its connection: %v", a.Status, a.Close)
	}
}

// A client that reads only after it has sent everything gets the reply to a file that is
// refused: by its length, which is known before, by what it turns out to be, or for who
// sends it. The connection used to be closed in the middle.
func TestLongUploadIsAnsweredOnceSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	member, _ := s.session(store.MemberSession, s.member("ann", false).ID)
	admin, _ := s.session(store.MemberSession, s.member("chief", true).ID)
	part := func(name string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"roomId\"\r\n\r\ngeneral\r\n--x\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name + "\"\r\n\r\n"
	}
	for name, one := range map[string]struct {
		path, token, begins string
		sent, status        int
		says                string
	}{
		"a picture of a profile": {"/api/profile/picture", member, "", 4 * store.MaxPictureBytes, 413, store.PictureTooLarge},
		"a picture of a room":    {"/api/chat-media/upload", admin, part("a.gif") + "GIF89a", 3 * store.MaxImageBytes, 413, "File too large. Maximum size: 10MB"},
		"not permitted":          {"/api/chat-media/upload", member, part("a.gif") + "GIF89a", store.MaxImageBytes, 403, "Administrators only"},
		"signed out":             {"/api/profile/picture", "none", "", store.MaxPictureBytes, 401, "Not authenticated"},
		"no picture":             {"/api/chat-media/upload", admin, part("a.gif") + "MZ", store.MaxImageBytes, 415, "Invalid file type"},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
		s.must(err)
		defer conn.Close()
		s.must(conn.SetDeadline(time.Now().Add(testTimeout)))
		_, err = io.WriteString(conn, "POST "+one.path+" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "+one.token+
			"\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: "+strconv.Itoa(one.sent)+"\r\n\r\n"+one.begins)
		s.must(err)
		if _, err := conn.Write(make([]byte, one.sent-len(one.begins))); err != nil {
			t.Errorf("%s: closed while it sent: %v", name, err)
			continue
		}
		a, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: no answer: %v", name, err)
			continue
		}
		defer a.Body.Close()
		if reply, _ := io.ReadAll(a.Body); a.StatusCode != one.status || !strings.Contains(string(reply), one.says) {
			t.Errorf("%s: %s %s", name, a.Status, reply)
		}
	}
}

// splitParam splits a route's path at its parameter.
func splitParam(path string) (before, param, after string) {
	before, rest, found := strings.Cut(path, ":")
	if !found {
		return path, "", ""
	}
	end := strings.IndexByte(rest+"/", '/')
	return before, rest[:end], rest[end:]
}

// An id with a slash or a NUL, or a long one, gets the same reply as an unknown id on
// every route, and such a username is not available.
func TestNoParameterIsAPath(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token, _ := s.session(store.MemberSession, s.member("chief", true).ID)
	for _, r := range s.edge.routes() {
		before, param, after := splitParam(r.path)
		if param == "" {
			continue
		}
		answer := func(value string) *httptest.ResponseRecorder {
			body := `{"enabled":true,"isAdmin":true}`
			return s.serveDirect(token, r.method, before+value+after, jsonType, strings.NewReader(body), int64(len(body)))
		}
		absent := answer("absent")
		values := hostileParams
		if after != "" {
			values = append(values[:len(values):len(values)], "") // "//", which the router matches as an empty parameter
		}
		for _, value := range values {
			a := answer(value)
			if strings.Contains(r.path, "/check-username/") { // a well-formed one is available
				var check struct{ Available bool }
				if err := json.Unmarshal(a.Body.Bytes(), &check); err != nil || a.Code != 200 || check.Available {
					t.Errorf("%.40q: %d %s", value, a.Code, a.Body)
				}
			} else if a.Code != absent.Code || a.Body.String() != absent.Body.String() {
				t.Errorf("%s %s with %.40q: %d %s, an absent one %d %s", r.method, r.path, value, a.Code, a.Body, absent.Code, absent.Body)
			}
		}
	}
}

// A path that this node or a proxy could normalize to a route's, but that is not
// written as one, gets 404 in JSON and the limits of a call, and never the client's
// page. /ws/chat too is matched only as written.
func TestNoPathIsHalfACall(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) {
		c.Socket = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	})
	token, _ := s.session(store.MemberSession, s.member("chief", true).ID)
	for _, path := range []string{
		"/%61pi/profile/me", "/api%2fprofile/me", "/api/profile%2fme", "/api//profile/me", "//api/profile/me", "///api/..%2fx", "/Api/profile/me",
		"/api;v=1/profile/me", "/api/profile;v=1/me", "/;v=1/../api/profile/me", "/api/..%2f..%2fdashboard", "/api/../dashboard", "/api/%2e%2e/dashboard",
		"/api/chat/..%2f..%2f..%2f..%2fdashboard", "/x/../api/profile/me", "/x%2f..%2fapi/profile/me", "/api/%00", "/dev%2foutbox", "/dev;x/outbox", "/%68ealthz", "/healthz;x",
		"/ws%2fchat", "/%77s/chat", "/ws/ch%61t", "//ws/chat", "/ws/./chat", "/ws/chat/", "/ws/chat;x", "/WS/chat",
	} {
		for _, c := range []struct {
			method, query, kind, body string
			status                    int
		}{
			{"GET", "", "", "", 404}, {"GET", "?a=1&a=2", "", "", 400}, {"HEAD", "", "", "", 404}, {"POST", "", "", "", 404},
			{"POST", "", "text/plain", "{}", 415}, {"DELETE", "", jsonType, strings.Repeat(" ", maxBody+1), 413}, {"PATCH", "?a=1&a=2", jsonType, "{}", 400},
		} {
			a := s.serveDirect(token, c.method, path+c.query, c.kind, strings.NewReader(c.body), int64(len(c.body)))
			if a.Code != c.status || a.Header().Get("Content-Type") != "application/json; charset=utf-8" {
				t.Errorf("%s %s%s, %.20q of %q: %d, want %d: %.80s", c.method, path, c.query, c.body, c.kind, a.Code, c.status, a.Body)
			}
		}
	}
	if a := s.serveDirect(token, "GET", "/ws/chat?x=1", "", nil, 0); a.Code != http.StatusTeapot {
		t.Errorf("the socket itself: %d", a.Code)
	}
}

// The longest text of a call fits whatever way its JSON is written: each character as two
// escapes too, as programs send it that keep to ASCII.
func TestLongestTextsFitEscaped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	_, ann, _ := s.signedInMember("ann")
	for path, c := range map[string]struct {
		method, body string
		most         int
	}{
		"/api/admin/users/" + ann.ID + "/notes": {"PATCH", `{"notes":"%s"}`, desk.MaxNotes},
		"/api/decrypt/admin/create":             {"POST", `{"type":"text","content":"%s"}`, encrypted.MaxContent},
		"/api/decrypt/admin/create-gallery":     {"POST", `{"content":"%s"}`, encrypted.MaxContent},
		"/api/notifications/send":               {"POST", `{"recipientGroup":"all","notificationType":"email","subject":"x","message":"%s"}`, campaign.MaxMessage},
	} {
		for more, want := range []int{200, 400} {
			text := strings.Repeat(`\ud83d\ude00`, c.most+more)
			chief.send(c.method, path, strings.NewReader(fmt.Sprintf(c.body, text)), "Content-Type", jsonType).want(t, want)
		}
	}
}

// No body is read beyond the limit, whatever the method and the path, even when the
// handler reads to the end.
func TestEveryBodyHasAnEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	greedy := func(r *http.Request) {
		var long *http.MaxBytesError
		if _, err := io.ReadAll(r.Body); !errors.As(err, &long) {
			t.Errorf("%s %s: read to the end: %v", r.Method, r.URL.Path, err)
		}
	}
	s.edge.config.Socket = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { greedy(r) })
	s.must(s.edge.mount([]route{jsonRoute("/api/greedy", anyone, func(c *call) (any, error) { greedy(c.Request); return nil, store.ErrAdminsOnly() }, body.OK{})}))
	s.edge.engine.NoRoute(func(c *gin.Context) { greedy(c.Request) })
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
		for _, path := range []string{"/", "/dashboard", "/x/..%2fy", "/ws/chat", "/api/greedy"} {
			for _, length := range []int64{-1, 1 << 20} {
				spaces := &spaceReader{n: 1 << 20}
				s.serveDirect("", method, path, jsonType, spaces, length)
				if spaces.read > maxBody+1 {
					t.Errorf("%s %s: %d bytes were read", method, path, spaces.read)
				}
			}
		}
	}
}

// Routes with other policies than JSON: uploads, raw bodies with a signature, streams,
// files, and credentials that are no bearer tokens.

package http

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"muster/http/body"
	"muster/store"
)

// countReply is a test route's reply.
type countReply struct {
	body.OK
	Count int64 `json:"count"`
}

// zeros is a body of n bytes.
func zeros(n int64) io.Reader { return io.LimitReader(zeroReader{}, n) }

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// An upload route streams its body up to its own limit, with its own media types,
// while all other routes keep theirs.
func TestUploadRouteStreamsItsBody(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const limit = 100 << 20
	largest := atomic.Int64{} // piece that was read at once
	s.must(s.edge.mount([]route{{
		method: "POST", path: "/api/upload", who: member, timeout: time.Minute,
		body: uploadBody(limit, "image/png", "video/mp4"), reply: jsonReply(countReply{}),
		handle: func(c *call) (any, error) {
			n, err := io.Copy(struct{ io.Writer }{io.Discard}, readerFunc(func(p []byte) (int, error) {
				n, err := c.Request.Body.Read(p)
				largest.Store(max(largest.Load(), int64(n)))
				return n, err
			}))
			if err != nil {
				return nil, bodyError(err)
			}
			return countReply{OK: body.Done, Count: n}, nil
		},
	}}))
	token, _ := s.session(store.MemberSession, s.member("ann", false).ID)
	v := s.with(token)
	send := func(size int64, kind string) response {
		return v.send("POST", "/api/upload", zeros(size), "Content-Type", kind)
	}
	if a := send(limit, "video/mp4").want(t, 200); a.body["count"] != float64(limit) {
		t.Errorf("%s", a.raw)
	}
	if largest.Load() > 1<<20 {
		t.Errorf("%d bytes were read at once", largest.Load())
	}
	a := v.send("POST", "/api/upload", bytes.NewReader(make([]byte, 1)), "Content-Type", "text/html").want(t, 415)
	a.says(t, "The body must be image/png or video/mp4")
	send(1, "application/json").want(t, 415)
	s.visitor().send("POST", "/api/upload", strings.NewReader("x"), "Content-Type", "image/png").want(t, 401)
	// With a length the limit is found before the body, without one while reading.
	long := s.serveDirect(token, "POST", "/api/upload", "image/png", &spaceReader{n: 10}, limit+1)
	chunked := s.serveDirect(token, "POST", "/api/upload", "image/png", zeros(limit+1), -1)
	if long.Code != 413 || chunked.Code != 413 {
		t.Errorf("one byte too many: %d, in chunks %d %s", long.Code, chunked.Code, chunked.Body)
	}
	v.send("POST", "/api/chat/set-username", strings.NewReader(strings.Repeat(" ", maxBody+1)), "Content-Type", jsonType).want(t, 413)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A raw route's credential checks a signature over the bytes as sent, and the handler
// gets the same bytes.
func TestRawRouteKeepsItsBytes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	sign := func(raw []byte) string {
		m := hmac.New(sha256.New, []byte("key"))
		m.Write(raw)
		return hex.EncodeToString(m.Sum(nil))
	}
	signature := credential{name: "provider", scheme: "signature", check: func(_ callers, c *call) error {
		raw, err := c.rawBody()
		if err != nil {
			return err
		}
		if !hmac.Equal([]byte(c.GetHeader("X-Signature")), []byte(sign(raw))) {
			return store.NewErrorReason(store.Forbidden, "signature_invalid", "The signature is invalid")
		}
		return nil
	}}
	var got []byte
	s.must(s.edge.mount([]route{{
		method: "POST", path: "/api/webhook", who: signature, body: rawBody(1 << 20), reply: jsonReply(body.OK{}),
		handle: func(c *call) (any, error) {
			var err error
			got, err = c.rawBody()
			return body.Done, err
		},
	}}))
	raw := []byte("{ \"b\" : 1,\r\n\t\"a\":\u00a0 2 }\n\x00\xff" + strings.Repeat("x", 200<<10))
	v := s.visitor()
	v.send("POST", "/api/webhook", bytes.NewReader(raw), "Content-Type", "anything", "X-Signature", sign(raw)).want(t, 200)
	if !bytes.Equal(got, raw) {
		t.Errorf("%d bytes of %d arrived, or others", len(got), len(raw))
	}
	v.send("POST", "/api/webhook", bytes.NewReader(raw), "X-Signature", sign(raw[1:])).want(t, 403)
	v.send("POST", "/api/webhook", bytes.NewReader(raw)).want(t, 403)
	v.send("POST", "/api/webhook", zeros(1<<20+1)).want(t, 413)
}

// A credential may be a cookie and no bearer token; neither opens the other's routes.
func TestCookieCredential(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	applicant := credential{name: "applicant", scheme: "application", check: func(_ callers, c *call) error {
		if cookie, err := c.Cookie("application"); err != nil || cookie != "secret" {
			return store.ErrSessionEnded()
		}
		return nil
	}}
	s.must(s.edge.mount([]route{jsonRoute("/api/application", applicant, func(*call) (any, error) { return body.Done, nil }, body.OK{})}))
	token, _ := s.session(store.MemberSession, s.member("ann", false).ID)
	s.with(token).get("/api/application").want(t, 401)
	v := s.visitor()
	v.send("GET", "/api/application", nil, "Cookie", "application=secret").want(t, 200)
	v.send("GET", "/api/profile/me", nil, "Cookie", "application=secret").want(t, 401)
}

// shortServer serves a site with time limits that are over before a slow route is done.
func (s *site) shortServer(wrap func(net.Listener) net.Listener) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	s.must(err)
	address := "http://" + listener.Addr().String()
	server := &http.Server{Handler: s.edge, ReadTimeout: 100 * time.Millisecond, WriteTimeout: 100 * time.Millisecond}
	go server.Serve(wrap(listener))
	s.t.Cleanup(func() { server.Close() })
	return address
}

// The time limits of a route hold in place of the server's: a slow upload is read and a
// slow stream is written after the server's own limits have passed.
func TestTimeLimitsFollowTheRoute(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pause := func() { // longer than the limits of the server
		<-time.After(250 * time.Millisecond)
	}
	s.must(s.edge.mount([]route{
		{
			method: "POST", path: "/api/slow-upload", who: anyone, timeout: time.Minute, body: uploadBody(1 << 20), reply: jsonReply(countReply{}),
			handle: func(c *call) (any, error) {
				n, err := io.Copy(io.Discard, c.Request.Body)
				if err != nil {
					return nil, bodyError(err)
				}
				return countReply{OK: body.Done, Count: n}, nil
			},
		},
		{
			method: "GET", path: "/api/slow-stream", who: anyone, timeout: time.Minute, body: noBody, reply: streamReply("text/csv", noStore),
			handle: func(c *call) (any, error) {
				for range 3 {
					if _, err := io.WriteString(c.Writer, "line\n"); err != nil {
						return nil, err
					}
					c.Writer.Flush()
					pause()
				}
				return nil, c.Request.Context().Err()
			},
		},
		{
			method: "POST", path: "/api/quick-upload", who: anyone, body: rawBody(1 << 20), reply: jsonReply(body.OK{}),
			handle: func(c *call) (any, error) {
				_, err := c.rawBody()
				return body.Done, err
			},
		},
	}))
	base := s.shortServer(func(l net.Listener) net.Listener { return l })
	slowBody := func() io.Reader {
		reader, writer := io.Pipe()
		go func() {
			for range 3 {
				writer.Write([]byte("piece"))
				pause()
			}
			writer.Close()
		}()
		return reader
	}
	reply, err := http.Post(base+"/api/slow-upload", "application/octet-stream", slowBody())
	s.must(err)
	raw, err := io.ReadAll(reply.Body)
	s.must(err)
	if reply.StatusCode != 200 || !strings.Contains(string(raw), `"count":15`) {
		t.Errorf("slow upload: %d %s", reply.StatusCode, raw)
	}
	reply, err = http.Get(base + "/api/slow-stream")
	s.must(err)
	raw, err = io.ReadAll(reply.Body)
	if err != nil || string(raw) != "line\nline\nline\n" || reply.Header.Get("Content-Type") != "text/csv" || reply.Header.Get("Cache-Control") != noStore {
		t.Errorf("slow stream: %q %v %v", raw, err, reply.Header)
	}
	// A route without a limit of its own keeps the server's.
	reply, err = http.Post(base+"/api/quick-upload", "application/octet-stream", slowBody())
	if err == nil && reply.StatusCode != http.StatusRequestTimeout {
		t.Errorf("a slow body on a quick route: %d", reply.StatusCode)
	}
}

// A stream that fails before its first byte is answered in JSON.
func TestStreamFailsInJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.must(s.edge.mount([]route{{
		method: "GET", path: "/api/no-stream", who: anyone, timeout: time.Minute, body: noBody, reply: streamReply("text/csv", "private, max-age=60"),
		handle: func(*call) (any, error) { return nil, store.NewError(store.NotFound, "Nothing to stream") },
	}}))
	if a := s.visitor().get("/api/no-stream").want(t, 404); a.header.Get("Cache-Control") != noStore {
		t.Errorf("a failure may be cached: %v", a.header)
	}
}

// A file route serves ranges and lets the kernel copy the file to the connection.
func TestFileRoute(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := filepath.Join(t.TempDir(), "file")
	content := strings.Repeat("0123456789", 10_000)
	s.must(os.WriteFile(path, []byte(content), 0o600))
	s.must(s.edge.mount([]route{{
		method: "GET", path: "/api/file/:id", who: anyone, timeout: time.Minute, body: noBody, reply: fileReplies("image/png", "private, max-age=600"),
		handle: func(c *call) (any, error) {
			if c.Param("id") != "known" {
				return nil, store.NewError(store.NotFound, "File not found")
			}
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			return &fileReply{content: f}, nil
		},
	}}))
	var copied atomic.Int64
	base := s.shortServer(func(l net.Listener) net.Listener { return copyListener{l, &copied} })
	get := func(id, ranges string) (*http.Response, string) {
		request, err := http.NewRequest("GET", base+"/api/file/"+id, nil)
		s.must(err)
		if ranges != "" {
			request.Header.Set("Range", ranges)
		}
		reply, err := http.DefaultClient.Do(request)
		s.must(err)
		defer reply.Body.Close()
		raw, err := io.ReadAll(reply.Body)
		s.must(err)
		return reply, string(raw)
	}
	reply, got := get("known", "")
	if reply.StatusCode != 200 || got != content || reply.Header.Get("Content-Type") != "image/png" || reply.Header.Get("Cache-Control") != "private, max-age=600" {
		t.Errorf("%d, %d bytes, %v", reply.StatusCode, len(got), reply.Header)
	}
	if copied.Load() == 0 {
		t.Error("the connection was not given the file to copy")
	}
	if reply, got := get("known", "bytes=10-14"); reply.StatusCode != 206 || got != "01234" {
		t.Errorf("a range: %d %q", reply.StatusCode, got)
	}
	if reply, _ := get("unknown", ""); reply.StatusCode != 404 || reply.Header.Get("Cache-Control") != noStore {
		t.Errorf("%d %v", reply.StatusCode, reply.Header)
	}
}

// copyListener counts what its connections are given to copy.
type copyListener struct {
	net.Listener
	copied *atomic.Int64
}

func (l copyListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return copyConn{conn.(*net.TCPConn), l.copied}, nil
}

type copyConn struct {
	*net.TCPConn
	copied *atomic.Int64
}

func (c copyConn) ReadFrom(from io.Reader) (int64, error) {
	if limited, ok := from.(*io.LimitedReader); ok {
		if _, isFile := limited.R.(*os.File); isFile {
			c.copied.Add(limited.N)
		}
	}
	return c.TCPConn.ReadFrom(from)
}

// A failure to read a body has a status of its own.
func TestBodyErrors(t *testing.T) {
	for err, want := range map[error]error{
		&http.MaxBytesError{Limit: 1}: errBodyTooLarge, os.ErrDeadlineExceeded: errBodySlow,
	} {
		if got := bodyError(err); !errors.Is(got, want) {
			t.Errorf("%v: %v", err, got)
		}
	}
	recorder := httptest.NewRecorder()
	if err := (route{timeout: time.Minute}).extendDeadlines(recorder); err != nil {
		t.Errorf("without a connection: %v", err)
	}
}

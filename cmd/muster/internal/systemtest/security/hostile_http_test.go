package security

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"muster/cmd/muster/internal/cluster"
	"muster/cmd/muster/internal/systemtest/harness"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// exchange sends bytes on a connection of its own and reads every answer until
// the node closes it.
func exchange(t *testing.T, addr, request string) []*http.Response {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	go io.WriteString(conn, request) // may be cut off
	var answers []*http.Response
	from := bufio.NewReader(conn)
	for {
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			if len(answers) == 0 {
				t.Errorf("%.60q: %v", request, err)
			}
			return answers
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Errorf("%.60q: %v", request, err)
		}
		answer.Body = io.NopCloser(bytes.NewReader(body))
		answers = append(answers, answer)
	}
}

// behind is a balancer before a node, with the time limits that it has in a
// cluster.
func behind(t *testing.T, addr string) *httptest.Server {
	t.Helper()
	front := httptest.NewUnstartedServer(nil)
	front.Config = cluster.Balance(slog.New(slog.DiscardHandler), addr)
	front.Start()
	t.Cleanup(front.Close)
	return front
}

// ours says whether an answer is a node's failure in JSON.
func ours(answer *http.Response) bool {
	var failure struct {
		Success              *bool
		Message, Error, Code string
	}
	err := json.NewDecoder(answer.Body).Decode(&failure)
	return err == nil && failure.Success != nil && !*failure.Success && failure.Message != "" && failure.Message == failure.Error && failure.Code != "" &&
		answer.Header.Get("Content-Type") == "application/json; charset=utf-8" && answer.Header.Get("X-Content-Type-Options") == "nosniff"
}

// Requests that no client library would send, on
// real connections of a node as it is served. None is a 500, none gets an
// answer that it did not ask for, and what reaches the router is answered in JSON.
// What net/http cannot read at all it answers by itself, in plain text, and
// ends the connection: nothing of ours is asked then (plain below).
func TestGEN10HostileRequests(t *testing.T) {
	h := harness.Start(t, 1, 1)
	const end, plain = "Connection: close\r\n\r\n", true
	post := func(path string, headers, body string) string {
		return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Length: %d\r\n%s%s", path, headers, len(body), end, body)
	}
	const verify, kind = "/api/auth/verify", "Content-Type: application/json\r\n"
	for name, c := range map[string]struct {
		request string
		status  int
		plain   bool
	}{
		"TRACE":                {"TRACE /api/config HTTP/1.1\r\nHost: x\r\n" + end, 405, false},
		"TRACE of a page":      {"TRACE / HTTP/1.1\r\nHost: x\r\n" + end, 405, false},
		"CONNECT":              {"CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n" + end, 405, false},
		"CONNECT of a path":    {"CONNECT /api/config HTTP/1.1\r\nHost: x\r\n" + end, 405, false},
		"unknown method":       {"BREW /api/config HTTP/1.1\r\nHost: x\r\n" + end, 405, false},
		"method in lower case": {"get /api/config HTTP/1.1\r\nHost: x\r\n" + end, 405, false},
		"asterisk":             {"GET * HTTP/1.1\r\nHost: x\r\n" + end, 404, false},
		"foreign proxy":        {"GET http://evil.example/api/nothing HTTP/1.1\r\nHost: x\r\n" + end, 404, false},
		"HTTP/1.0":             {"GET /api/nothing HTTP/1.0\r\n\r\n", 404, false},
		"HTTP/0.9":             {"GET /api/config\r\n\r\n", 400, plain},
		"HTTP/3.0":             {"GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505, plain},
		"HTTP/2 at once":       {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 405, false},
		"TLS":                  {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, plain},
		"NUL in the path":      {"GET /api/\x00 HTTP/1.1\r\nHost: x\r\n" + end, 400, plain},
		"NUL, escaped":         {"GET /api/%00 HTTP/1.1\r\nHost: x\r\n" + end, 404, false},
		"bad escape":           {"GET /api/%zz HTTP/1.1\r\nHost: x\r\n" + end, 400, plain},
		"up and away":          {"GET /api/../../../etc/passwd%00 HTTP/1.1\r\nHost: x\r\n" + end, 404, false},
		"backslashes":          {"GET /..\\..\\etc\\passwd HTTP/1.1\r\nHost: x\r\n" + end, 404, false},
		"long path":            {"GET /api/" + strings.Repeat("a", 14<<10) + " HTTP/1.1\r\nHost: x\r\n" + end, 404, false},

		"no Host":         {"GET /api/nothing HTTP/1.1\r\n" + end, 400, plain},
		"two Hosts":       {"GET /api/nothing HTTP/1.1\r\nHost: x\r\nHost: y\r\n" + end, 400, plain},
		"bad Host":        {"GET /api/nothing HTTP/1.1\r\nHost: x/\x01y\r\n" + end, 400, plain},
		"foreign Host":    {"GET /api/nothing HTTP/1.1\r\nHost: evil.example\r\n" + end, 404, false},
		"header of blank": {"GET /api/nothing HTTP/1.1\r\nHost: x\r\nBad Name: y\r\n" + end, 400, plain},
		"blank at colon":  {"GET /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length : 0\r\n" + end, 400, plain},
		"no colon":        {"GET /api/nothing HTTP/1.1\r\nHost: x\r\nnonsense\r\n" + end, 400, plain},
		"large header":    {"GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n" + end, 431, plain},
		"many headers":    {"GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X: y\r\n", 10_000) + end, 431, plain},
		"endless line":    {"GET /" + strings.Repeat("x", 64<<10), 431, plain},

		"query key twice":           {"GET /api/config?a=1&a=2 HTTP/1.1\r\nHost: x\r\n" + end, 400, false},
		"query key twice, escaped":  {"GET /api/config?a=1&%61=2 HTTP/1.1\r\nHost: x\r\n" + end, 400, false},
		"query by semicolon":        {"GET /api/config?a=1;a=2 HTTP/1.1\r\nHost: x\r\n" + end, 400, false},
		"form":                      {post(verify, "Content-Type: application/x-www-form-urlencoded\r\n", "identifier=x&code=1"), 415, false},
		"text":                      {post(verify, "Content-Type: text/plain\r\n", "{}"), 415, false},
		"two content types":         {post(verify, kind+"Content-Type: text/plain\r\n", "{}"), 415, false},
		"no content type":           {post(verify, "", "{}"), 415, false},
		"64 KiB and a byte":         {post(verify, kind, `"`+strings.Repeat("x", 64<<10-1)+`"`), 413, false},
		"asks before it sends much": {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Expect: 100-continue\r\nContent-Length: 99999999999\r\n" + end, 413, false},
		"expects another thing":     {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Expect: tea\r\nContent-Length: 2\r\n" + end + "{}", 417, plain},

		"negative length":       {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Content-Length: -1\r\n" + end, 400, plain},
		"signed length":         {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Content-Length: +2\r\n" + end + "{}", 400, plain},
		"two lengths":           {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Content-Length: 2\r\nContent-Length: 3\r\n" + end + "{}", 400, plain},
		"length of 20 digits":   {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Content-Length: 99999999999999999999\r\n" + end, 400, plain},
		"unknown encoding":      {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: gzip\r\n" + end, 501, plain},
		"two encodings":         {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: chunked, chunked\r\n" + end, 501, plain},
		"encoding twice":        {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n" + end, 501, plain},
		"encoding behind a tab": {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: \x0bchunked\r\n" + end, 400, plain},
		"chunk that is none":    {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: chunked\r\n" + end + "zz\r\n{}\r\n0\r\n\r\n", 400, false},
		"chunk of 2^64":         {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: chunked\r\n" + end + "10000000000000000\r\n{}\r\n0\r\n\r\n", 400, false},
		"endless chunks":        {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: chunked\r\n" + end + strings.Repeat("1\r\n \r\n", 70_000), 413, false},
		"endless chunk headers": {"POST " + verify + " HTTP/1.1\r\nHost: x\r\n" + kind + "Transfer-Encoding: chunked\r\n" + end + "1;" + strings.Repeat("x", 64<<10) + "\r\n{", 400, false},
		"token in the address":  {"GET /ws/chat?token=x HTTP/1.1\r\nHost: x\r\n" + end, 400, plain},
		"no handshake":          {"GET /ws/chat HTTP/1.1\r\nHost: x\r\n" + end, 426, plain},
		"handshake by POST":     {"POST /ws/chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 0\r\n\r\n", 405, plain},
		"handshake of a foreigner": {"GET /ws/chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: null\r\n\r\n", 403, plain},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := exchange(t, h.Addr, c.request)
			if len(answers) != 1 || answers[0].StatusCode != c.status {
				for _, one := range answers {
					t.Errorf("%s, want %d", one.Status, c.status)
				}
				return
			}
			if json := ours(answers[0]); json == c.plain {
				t.Errorf("in our shape: %v; %v", json, answers[0].Header)
			}
		})
	}
	t.Cleanup(func() {
		harness.Get(t, "http://"+h.Addr+"/api/config") // it serves on
		if strings.Contains(h.Log.String(), "panicked") {
			t.Error("a handler panicked")
		}
	})
}

// A request with two lengths is the last one
// of its connection, whichever of them a balancer before the node believes. So
// nothing can be smuggled behind it, nor past a cluster's own balancer.
func TestNothingIsSmuggled(t *testing.T) {
	h := harness.Start(t, 1, 1)
	front := behind(t, h.Addr)
	addrs := map[string]string{"node": h.Addr, "balancer": front.Listener.Addr().String()}
	const smuggled = "GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	chunks := "2\r\n{}\r\n0\r\n\r\n"
	for name, headers := range map[string]string{
		"both lengths":             fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n", len(chunks)+len(smuggled)),
		"the other way round":      "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
		"in other letters":         "Content-Length: 3\r\ntransfer-encoding: CHUNKED\r\n",
		"chunked alone":            "Transfer-Encoding: chunked\r\n",
		"an encoding that is none": "Content-Length: 3\r\nTransfer-Encoding: xchunked\r\n",
		"lengths that differ":      "Content-Length: 12\r\nContent-Length: 3\r\n",
	} {
		for _, path := range []string{"/api/auth/verify", "/page", "/api/nothing", "/healthz"} {
			for at, addr := range addrs {
				t.Run(name+" at "+path+" of the "+at, func(t *testing.T) {
					request := "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + headers + "\r\n" + chunks + smuggled
					if answers := exchange(t, addr, request); len(answers) != 1 || answers[0].StatusCode < 400 {
						t.Errorf("%d answers, %v", len(answers), answers)
					}
				})
			}
		}
	}
	// The control: without a trick the second request is answered.
	two := "POST /api/auth/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" + smuggled
	for at, addr := range addrs {
		if answers := exchange(t, addr, two); len(answers) != 2 || answers[1].StatusCode != 200 {
			t.Errorf("two good requests to the %s: %d answers", at, len(answers))
		}
	}
}

// served is the number of connections that net/http serves in this process.
func served() int {
	stacks := make([]byte, 4<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "created by net/http.(*Server).Serve ")
}

// A request that dribbles is cut, its headers after 5 s, its body
// after 15 s with an answer, by a node and by a cluster's balancer alike. A
// hundred of each keep nobody else waiting.
func TestDribblingRequestsAreCut(t *testing.T) {
	h := harness.Start(t, 1, 1)
	front := behind(t, h.Addr)
	addrs := []string{h.Addr, front.Listener.Addr().String()}
	const each = 100
	var dribbling sync.WaitGroup
	for name, c := range map[string]struct {
		request string
		cut     time.Duration
		status  int // 0: cut without a word
	}{
		"handshake": {"GET /ws/chat HTTP/1.1\r\nHost: x\r\nX-Slow: ", 5 * time.Second, 0},
		"headers":   {"GET /api/config HTTP/1.1\r\nHost: x\r\nX-Slow: ", 5 * time.Second, 0},
		"body":      {"POST /api/auth/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{", 15 * time.Second, 408},
		"chunks":    {"POST /api/auth/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n{", 15 * time.Second, 408},
	} {
		for i := range each {
			dribbling.Go(func() {
				conn, err := net.Dial("tcp", addrs[i%len(addrs)])
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				began := time.Now()
				_ = conn.SetReadDeadline(began.Add(c.cut + 30*time.Second)) // a busy machine is no failure, an open door is
				over := make(chan struct{})
				defer close(over)
				io.WriteString(conn, c.request)
				go func() {
					tick := time.NewTicker(time.Second / 2)
					defer tick.Stop()
					for {
						select {
						case <-over:
							return
						case <-tick.C:
							conn.Write([]byte(" "))
						}
					}
				}()
				text, err := io.ReadAll(conn)
				if wait, is := err.(net.Error); is && wait.Timeout() {
					t.Errorf("%s: not cut", name)
				}
				if early := time.Since(began) < c.cut-time.Second; early {
					t.Errorf("%s: cut after %v", name, time.Since(began))
				}
				if c.status != 0 && !bytes.HasPrefix(text, fmt.Appendf(nil, "HTTP/1.1 %d ", c.status)) {
					t.Errorf("%s: answered %.40q", name, text)
				}
			})
		}
	}
	done := make(chan struct{})
	go func() {
		dribbling.Wait()
		close(done)
	}()
	slowest, calls := time.Duration(0), 0
	for tick := time.NewTicker(100 * time.Millisecond); ; calls++ {
		select {
		case <-done:
			t.Logf("%d calls meanwhile, the slowest took %v", calls, slowest)
			harness.Until(t, "nothing is left of them", func() bool { return served() <= 3 }) // the calls' own connection
			return
		case <-tick.C:
		}
		began := time.Now()
		harness.Get(t, "http://"+h.Addr+"/api/config")
		slowest = max(slowest, time.Since(began))
	}
}

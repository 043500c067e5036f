package socket

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"muster/store/logtest"
)

func withLog(l *logtest.Buffer) setting {
	return func(c *Config, _ *site) { c.Logger = slog.New(slog.NewTextHandler(l, nil)) }
}

// A wrong MUSTER_PUBLIC_URL showed as 403s that no metric counted and no line
// explained.
func TestRefusedHandshakesAreCountedAndLogged(t *testing.T) {
	l := &logtest.Buffer{}
	st := open(t, withLog(l))
	foreign := handshake + "Origin: https://evil.example\r\n\r\n"
	for range 5 {
		st.status(foreign)
	}
	if n := st.Refusals()[RefusedOrigin]; n != 5 {
		t.Errorf("%d of 5 are counted", n)
	}
	if n := strings.Count(l.String(), "MUSTER_PUBLIC_URL"); n != 1 {
		t.Errorf("%d lines in one minute:\n%s", n, l)
	}
	st.pass(refusalLogEvery)
	st.status(foreign)
	if got := l.String(); strings.Count(got, "MUSTER_PUBLIC_URL") != 2 || !strings.Contains(got, "times=5") {
		t.Errorf("a minute later:\n%s", got)
	}
	for request, why := range map[string]Refusal{
		strings.Replace(handshake, "/ws/chat", "/ws/chat?token=secret", 1) + "\r\n": RefusedCredential,
		"GET /ws/chat HTTP/1.1\r\nHost: x\r\n\r\n":                                  RefusedHandshake,
		handshake + "Content-Length: 1\r\n\r\nx":                                    RefusedBody,
	} {
		st.status(request)
		if n := st.Refusals()[why]; n != 1 {
			t.Errorf("%s: %d are counted", why, n)
		}
	}
	if got := l.String(); strings.Contains(got, "127.0.0.1") || strings.Contains(got, "secret") || strings.Contains(got, "evil") {
		t.Errorf("the log names the client:\n%s", got)
	}
}

func TestCapsAreCountedByReason(t *testing.T) {
	st := open(t, func(c *Config, _ *site) { c.Max, c.PerAddress = 2, 1 })
	st.raw()
	st.member().out.Joined()
	st.raw()
	st.member()
	st.raw().closed()

	st.limiter.drain()

	st.raw().closed()
	if got := st.Refusals(); got[RefusedFull] != 1 || got[RefusedDraining] != 1 {
		t.Errorf("%v", got)
	}
}

// A panic of a handler is logged with its stack, but not with its value, which may
// quote the request, nor with the client's address.
func TestPanicOfAHandlerIsCounted(t *testing.T) {
	l := &logtest.Buffer{}
	st := open(t, withLog(l))
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret\nof two lines") }))
	web.Config.ErrorLog = st.ErrorLog()
	web.Start()
	defer web.Close()
	if _, err := http.Get(web.URL); err == nil {
		t.Fatal("answered")
	}
	eventually(t, "it is counted", func() bool { return st.Refusals()[Panicked] == 1 })
	got := l.String()
	if !strings.Contains(got, "refusals_test.go") || strings.Contains(got, "secret") || strings.Contains(got, "two lines") || strings.Contains(got, "127.0.0.1") {
		t.Errorf("the log says\n%s", got)
	}
}

func TestErrorLogHasNoAddresses(t *testing.T) {
	for line, want := range map[string]string{
		"http: TLS handshake error from 192.0.2.1:5000: EOF":                        "http: TLS handshake error from (address) EOF",
		"read tcp 192.0.2.1:80->[2001:db8::1]:5000: reset":                          "read tcp (address) reset",
		"accept tcp [::]:8080: accept4: too many open files; retrying in 5ms":       "accept tcp (address) accept4: too many open files; retrying in 5ms",
		"from 2001:db8::7, and (10.0.0.1).":                                         "from (address) and (address)",
		"http: superfluous response.WriteHeader call from main.go (server.go:3461)": "http: superfluous response.WriteHeader call from main.go (server.go:3461)",
	} {
		if got := withoutAddresses(line); got != want {
			t.Errorf("%q became %q", line, got)
		}
	}
}

// failing is a listener that fails first.
type failing struct {
	net.Listener
	fail chan error
}

func (f *failing) Accept() (net.Conn, error) {
	select {
	case err := <-f.fail:
		return nil, err
	default:
		return f.Listener.Accept()
	}
}

type busyError struct{}

func (busyError) Error() string   { return "accept tcp 192.0.2.9:80: accept4: too many open files" }
func (busyError) Timeout() bool   { return false }
func (busyError) Temporary() bool { return true }

// A connection that could not be accepted was logged nowhere.
func TestFailedAcceptIsCounted(t *testing.T) {
	l := &logtest.Buffer{}
	f := &failing{fail: make(chan error, 2)}
	f.fail <- busyError{}
	f.fail <- busyError{}
	st := open(t, withLog(l), func(_ *Config, st *site) {
		st.web = httptest.NewUnstartedServer(nil)
		f.Listener = st.web.Listener
		st.web.Listener = f
	})
	st.web.Config.ErrorLog = st.ErrorLog()
	st.web.Start()
	st.raw()
	if n := st.Refusals()[AcceptFailed]; n != 2 {
		t.Errorf("%d of 2 are counted", n)
	}
	if got := l.String(); strings.Count(got, "LimitNOFILE") != 1 || strings.Contains(got, "192.0.2") {
		t.Errorf("the log says\n%s", got)
	}
}

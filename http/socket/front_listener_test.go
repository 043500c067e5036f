package socket

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Connections through the front listener.

// behind is a site whose other paths say what they were given.
func behind(t *testing.T) *site {
	st := open(t)
	mux := st.web.Config.Handler.(*http.ServeMux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.Method+" "+r.URL.Path+" "+string(body))
	})
	return st
}

func (st *site) connection() (net.Conn, *bufio.Reader) {
	st.t.Helper()
	nc, err := net.Dial("tcp", st.addr())
	if err != nil {
		st.t.Fatal(err)
	}
	st.t.Cleanup(func() { _ = nc.Close() })
	return nc, bufio.NewReader(nc)
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// through begins a request that is passed on: its connection, as the
// client and as net/http have it.
func through(t *testing.T, d, inner net.Listener) (client, server net.Conn) {
	t.Helper()
	client, err := net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	if _, err := io.WriteString(client, "POST "); err != nil {
		t.Fatal(err)
	}
	server, err = d.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return client, server
}

// answer reads one answer, whose body it gives.
func answer(t *testing.T, r *bufio.Reader) (int, string) {
	t.Helper()
	res, err := http.ReadResponse(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// Everything but a handshake reaches net/http whole, in whatever pieces it
// comes, and its connection goes on to be net/http's.
func TestOtherRequestsPass(t *testing.T) {
	st := behind(t)
	body := strings.Repeat("long ", 2000) // more than is read for a handshake
	requests := []string{
		"GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /ws/chatter HTTP/1.1\r\nHost: x\r\n\r\n",
		"POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n" + body,
		"GET /c HTTP/1.1\r\nHost: x\r\nCookie: " + strings.Repeat("c", 5000) + "\r\n\r\n",
	}
	want := []string{"GET /a ", "GET /ws/chatter ", "POST /b " + body, "GET /c "}
	for _, piece := range []int{1, 7, 1 << 20} {
		nc, r := st.connection()
		go func() {
			all := strings.Join(requests, "") // one behind the other, on one connection
			for len(all) > 0 {
				n := min(piece, len(all))
				if _, err := io.WriteString(nc, all[:n]); err != nil {
					return
				}
				all = all[n:]
			}
		}()
		for i := range want {
			if status, got := answer(t, r); status != 200 || got != want[i] {
				t.Fatalf("pieces of %d: %d %.40q", piece, status, got)
			}
		}
	}
}

// A handshake may come in pieces, with the first frames behind it, or after
// other requests on its connection, and be longer than the front listener reads.
func TestHandshakeInPieces(t *testing.T) {
	st := behind(t)
	frames := string(frame(fin|opText, "early"))
	for name, request := range map[string]string{
		"plain":         handshake + "\r\n" + frames,
		"long":          handshake + "Cookie: " + strings.Repeat("c", 5000) + "\r\n\r\n" + frames,
		"odd":           handshake + "X_odd: \x09 a\r\n\r\n" + frames,
		"after another": "GET /a HTTP/1.1\r\nHost: x\r\n\r\n" + handshake + "\r\n" + frames,
	} {
		for _, piece := range []int{1, 1 << 20} {
			nc, r := st.connection()
			go func() {
				for all := request; len(all) > 0; {
					n := min(piece, len(all))
					if _, err := io.WriteString(nc, all[:n]); err != nil {
						return
					}
					all = all[n:]
				}
			}()
			if name == "after another" {
				answer(t, r)
			}
			if res, err := http.ReadResponse(r, nil); err != nil || res.StatusCode != http.StatusSwitchingProtocols {
				t.Fatalf("%s in pieces of %d: %v %v", name, piece, res, err)
			}
			m := st.member()
			if got := receive(t, m.got); got != "early" {
				t.Fatalf("%s: got %q", name, got)
			}
		}
	}
}

// net/http closes its half of a connection first when it leaves something unread:
// a reset could overtake its answer.
func TestPassedConnectionCanBeHalfClosed(t *testing.T) {
	st := open(t)
	inner := listen(t)
	d := st.FrontListener(inner)
	defer func() { _ = d.Close() }()
	nc, other := through(t, d, inner)
	half, ok := other.(interface{ CloseWrite() error })
	if !ok {
		t.Fatal("it cannot")
	}
	if err := half.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := nc.Read(make([]byte, 1)); err != io.EOF {
		t.Fatalf("got %v", err)
	}
	if _, err := io.WriteString(nc, "on"); err != nil {
		t.Fatalf("the other half is closed too: %v", err)
	}
}

// A refusal is a whole answer, after which the connection ends.
func TestRefusedByTheFrontListener(t *testing.T) {
	st := open(t)
	for want, head := range map[int]string{
		400: "GET /ws/chat?token=x HTTP/1.1\r\nHost: x\r\n" + upgrade,
		403: handshake + "Origin: https://evil.example\r\n",
		426: "GET /ws/chat HTTP/1.1\r\nHost: x\r\n",
	} {
		nc, r := st.connection()
		if _, err := io.WriteString(nc, head+"\r\n"); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(r, nil)
		if err != nil || res.StatusCode != want || !res.Close || res.Header.Get("Date") == "" {
			t.Fatalf("want %d: %+v %v", want, res, err)
		}
		if text, err := io.ReadAll(res.Body); err != nil || len(text) == 0 {
			t.Fatalf("%d: %q %v", want, text, err)
		}
		if _, err := r.ReadByte(); err != io.EOF {
			t.Fatalf("%d: it goes on: %v", want, err)
		}
	}
	if n := st.Stats().Open; n != 0 {
		t.Fatalf("%d sockets counted", n)
	}
}

// faulty fails before it gives its connections.
type faulty struct {
	net.Listener
	fail chan error
}

func (f *faulty) Accept() (net.Conn, error) {
	select {
	case err := <-f.fail:
		return nil, err
	default:
		return f.Listener.Accept()
	}
}

// A listener's failure reaches net/http, which knows what to do about it, and
// the front listener goes on accepting. Closed, it says so.
func TestFailingListener(t *testing.T) {
	st := open(t)
	inner := listen(t)
	busy := errors.New("too many open files")
	f := &faulty{inner, make(chan error, 2)}
	f.fail <- busy
	f.fail <- busy
	d := st.FrontListener(f)
	for range 2 {
		if _, err := d.Accept(); err != busy {
			t.Fatalf("got %v", err)
		}
	}
	_, other := through(t, d, inner)
	got := make([]byte, 5)
	if _, err := io.ReadFull(other, got); err != nil || string(got) != "POST " {
		t.Fatalf("%q %v", got, err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Fatalf("got %v", err)
	}
	if err := d.Close(); !errors.Is(err, net.ErrClosed) {
		t.Fatalf("closed twice: %v", err)
	}
}

// A passed connection can be written from a file without a copy through memory.
func TestPassedConnectionReadsFromAFile(t *testing.T) {
	st := open(t)
	inner := listen(t)
	d := st.FrontListener(inner)
	defer func() { _ = d.Close() }()
	client, other := through(t, d, inner)
	from, ok := other.(io.ReaderFrom)
	if !ok {
		t.Fatal("it cannot")
	}
	if n, err := from.ReadFrom(strings.NewReader("from a file")); n != 11 || err != nil {
		t.Fatalf("%d bytes, %v", n, err)
	}
	got := make([]byte, 11)
	if _, err := io.ReadFull(client, got); err != nil || string(got) != "from a file" {
		t.Errorf("%q %v", got, err)
	}
}

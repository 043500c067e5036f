package socket

import (
	"bufio"
	"bytes"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// What the front listener reads itself, net/http reads in the same way; so the two can
// never understand one request differently.
func FuzzReadHead(f *testing.F) {
	for _, head := range plainHeads {
		f.Add([]byte(head))
	}
	for _, head := range oddHeads {
		f.Add([]byte(head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		end := headEnd(head)
		r := readHead(head[:end])
		if r == nil {
			return
		}
		rest := bufio.NewReader(bytes.NewReader(head[:end]))
		want, err := http.ReadRequest(rest)
		if err != nil {
			t.Fatalf("net/http refuses it: %v", err)
		}
		if rest.Buffered() != 0 {
			t.Fatalf("net/http leaves %d bytes", rest.Buffered())
		}
		if r.Method != want.Method || r.RequestURI != want.RequestURI || r.Host != want.Host || r.Proto != want.Proto ||
			!reflect.DeepEqual(r.URL, want.URL) || !reflect.DeepEqual(r.Header, want.Header) {
			t.Fatalf("net/http reads\n%+v\nnot\n%+v", want, r)
		}
		if want.ContentLength != 0 || want.TransferEncoding != nil {
			t.Fatal("it has a body")
		}
	})
}

const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

var plainHeads = []string{
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\n" + upgrade + "\r\n",
	"GET /ws/chat?room=general&x=%20y HTTP/1.1\r\nhost: chat.example.org:8443\r\nORIGIN:https://chat.example.org\r\n" + upgrade + "\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: [::1]:80\r\nCookie: a=1; b=2\r\nCookie: c=3\r\nAccept-Language:   de,en;q=0.5  \r\nX-Empty:\r\n" + upgrade + "\r\n",
	"GET /ws/chat?%zz HTTP/1.1\r\nHost: x\r\n\r\n", // refused by its query
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\n\r\n",     // no handshake, but nothing odd: answered with 426
}

// oddHeads are for net/http, whatever it makes of them.
var oddHeads = []string{
	"",
	"GET /ws/chatter HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /ws/chat/ HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /ws/chat%2f HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /ws%2Fchat HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET http://x/ws/chat HTTP/1.1\r\nHost: x\r\n\r\n",
	"get /ws/chat HTTP/1.1\r\nHost: x\r\n\r\n",
	"HEAD /ws/chat HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET  /ws/chat HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /ws/chat  HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /ws/chat HTTP/1.1 \r\nHost: x\r\n\r\n",
	"GET /ws/chat HTTP/1.0\r\nHost: x\r\n\r\n",
	"GET /ws/chat HTTP/2.0\r\nHost: x\r\n\r\n",
	"GET /ws/chat\r\nHost: x\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\n" + upgrade + "\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost:\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x/y\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\ncontent-length: 5\r\n\r\nhello",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nA_b: c\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nA: \tb\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nA: b\x00\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\r\nA: ä\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\nA: b\r\n\r\n",
	"GET /ws/chat HTTP/1.1\r\nHost: x\rA: b\r\n\r\n",
	"GET /ws/chat HTTP/1.1\nHost: x\n\n",
	"\r\nGET /ws/chat HTTP/1.1\r\nHost: x\r\n\r\n",
}

func TestReadHead(t *testing.T) {
	for _, head := range plainHeads {
		r := readHead([]byte(head))
		if r == nil {
			t.Errorf("not read: %q", head)
			continue
		}
		if r.Host == "" || r.Header.Get("Host") != "" || r.URL.Path != "/ws/chat" {
			t.Errorf("%q: %+v", head, r)
		}
	}
	for _, head := range oddHeads {
		if r := readHead([]byte(head)[:headEnd([]byte(head))]); r != nil {
			t.Errorf("read: %q", head)
		}
	}
	r := readHead([]byte(plainHeads[2]))
	if got := r.Header["Cookie"]; !reflect.DeepEqual(got, []string{"a=1; b=2", "c=3"}) {
		t.Errorf("cookies %q", got)
	}
	if got := r.Header.Get("Accept-Language"); got != "de,en;q=0.5" {
		t.Errorf("got %q", got)
	}
}

func TestMayBeOurs(t *testing.T) {
	whole := plainHeads[0]
	for n := 1; n <= len(whole); n++ {
		if !mayBeHandshake([]byte(whole[:n])) {
			t.Fatalf("%q is not", whole[:n])
		}
	}
	for _, other := range []string{"P", "GEt", "GET /a", "GET /ws/chat/", "GET /ws/chats", strings.ToLower(whole)} {
		if mayBeHandshake([]byte(other)) {
			t.Errorf("%q is", other)
		}
	}
}

package socket

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
)

// This file reads the head of a plain handshake (RFC 9112 sections 3 and 5, RFC
// 6455 section 4.1): GET /ws/chat of HTTP/1.1, one Host, no body, printable ASCII
// only, and nothing that two readers could understand in two ways. Whatever is
// not that is no error: net/http reads it.

const requestLine = "GET /ws/chat"

// mayBeHandshake says whether a head that begins with b can be a plain handshake.
func mayBeHandshake(b []byte) bool {
	if len(b) <= len(requestLine) {
		return bytes.HasPrefix([]byte(requestLine), b)
	}
	next := b[len(requestLine)]
	return bytes.HasPrefix(b, []byte(requestLine)) && (next == ' ' || next == '?')
}

// headEnd is where the body would begin; 0 when the head is not complete.
func headEnd(b []byte) int {
	if i := bytes.Index(b, []byte("\r\n\r\n")); i >= 0 {
		return i + 4
	}
	return 0
}

// readHead reads a complete head; nil when it is not plain, and for none.
// RemoteAddr is left to the caller.
func readHead(head []byte) *http.Request {
	if !mayBeHandshake(head) || !isPrintable(head) {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(head), "\r\n\r\n"), "\r\n")
	_, rest, _ := strings.Cut(lines[0], " ")
	target, version, _ := strings.Cut(rest, " ")
	if version != "HTTP/1.1" {
		return nil
	}
	address, err := url.ParseRequestURI(target)
	if err != nil || address.Path != "/ws/chat" || address.RawPath != "" {
		return nil
	}
	header := readFields(lines[1:])
	hosts := header["Host"]
	if len(hosts) != 1 || !allIn(hosts[0], inHost) {
		return nil
	}
	for _, name := range []string{"Content-Length", "Transfer-Encoding", "Trailer", "Expect"} {
		if header[name] != nil {
			return nil
		}
	}
	delete(header, "Host") // where net/http's requests have it
	return &http.Request{
		Method: http.MethodGet, URL: address, RequestURI: target, Host: hosts[0], Header: header, Body: http.NoBody,
		Proto: version, ProtoMajor: 1, ProtoMinor: 1,
	}
}

// readFields reads the lines of a header; nil when one of them is not plain.
func readFields(lines []string) http.Header {
	header := make(http.Header, len(lines))
	values := make([]string, len(lines)) // one piece of memory for all
	for i, line := range lines {
		name, value, found := strings.Cut(line, ":")
		if !found || !allIn(name, inName) {
			return nil
		}
		name = http.CanonicalHeaderKey(name)
		values[i] = strings.Trim(value, " ")
		if had := header[name]; had != nil {
			header[name] = append(had, values[i])
		} else {
			header[name] = values[i : i+1 : i+1]
		}
	}
	return header
}

// isPrintable says that a head has nothing but printable ASCII and whole line
// ends.
func isPrintable(head []byte) bool {
	for i, b := range head {
		switch {
		case b == '\r' && i+1 < len(head) && head[i+1] == '\n':
		case b == '\n' && i > 0 && head[i-1] == '\r':
		case b < ' ' || b > '~':
			return false
		}
	}
	return true
}

// allIn says that s is not empty and has only characters of one kind.
func allIn(s string, kind func(byte) bool) bool {
	for i := range len(s) {
		if !kind(s[i]) {
			return false
		}
	}
	return s != ""
}

func inName(b byte) bool {
	return b == '-' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z'
}

func inHost(b byte) bool { return inName(b) || b == '.' || b == ':' || b == '[' || b == ']' }

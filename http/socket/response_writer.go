package socket

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"time"
)

// responseWriter is the answer to a handshake that the front listener serves: the
// connection itself for one that opens the socket, a short text for any other.
type responseWriter struct {
	conn   net.Conn // nil: taken
	early  []byte   // read behind the handshake
	header http.Header
	status int
	text   bytes.Buffer
}

func (r *responseWriter) Header() http.Header {
	if r.header == nil {
		r.header = make(http.Header)
	}
	return r.header
}

func (r *responseWriter) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *responseWriter) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.text.Write(p)
}

// hijack gives the connection away, without a time limit.
func (r *responseWriter) hijack() (net.Conn, []byte) {
	nc := r.conn
	r.conn = nil
	_ = nc.SetReadDeadline(never)
	return nc, r.early
}

// send sends the answer and closes the connection, unless it was taken.
func (r *responseWriter) send() {
	if r.conn == nil {
		return
	}
	r.Header().Set("Date", time.Now().UTC().Format(http.TimeFormat))
	answer := http.Response{
		StatusCode: r.status, ProtoMajor: 1, ProtoMinor: 1, Header: r.header,
		ContentLength: int64(r.text.Len()), Body: io.NopCloser(&r.text), Close: true,
	}
	var whole bytes.Buffer // one call for it instead of one for each line
	_ = answer.Write(&whole)
	_ = r.conn.SetWriteDeadline(time.Now().Add(HandshakeTimeout))
	_, _ = r.conn.Write(whole.Bytes())
	_ = r.conn.Close()
}

package socket

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"time"
)

// reply is the answer to a handshake at the door: the connection itself for one
// that opens the socket, a short text for any other.
type reply struct {
	conn   net.Conn // nil: taken
	early  []byte   // read behind the handshake
	header http.Header
	status int
	text   bytes.Buffer
}

func (r *reply) Header() http.Header {
	if r.header == nil {
		r.header = make(http.Header)
	}
	return r.header
}

func (r *reply) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *reply) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.text.Write(p)
}

// take gives the connection away, without a time limit.
func (r *reply) take() (net.Conn, []byte) {
	nc := r.conn
	r.conn = nil
	_ = nc.SetReadDeadline(never)
	return nc, r.early
}

// finish sends the answer and closes the connection, unless it was taken.
func (r *reply) finish() {
	if r.conn == nil {
		return
	}
	r.Header().Set("Date", time.Now().UTC().Format(http.TimeFormat))
	answer := http.Response{
		StatusCode: r.status, ProtoMajor: 1, ProtoMinor: 1, Header: r.header,
		ContentLength: int64(r.text.Len()), Body: io.NopCloser(&r.text), Close: true,
	}
	_ = r.conn.SetWriteDeadline(time.Now().Add(HandshakeTimeout))
	_ = answer.Write(r.conn)
	_ = r.conn.Close()
}

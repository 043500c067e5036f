package socket

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"syscall"

	"muster/http/socket/nonblocking"
)

// Sizes of the library's buffers. net/http's own are 4 KiB each and would stay
// with an idle connection. The reader serves headers and small messages, for
// larger reads bypass it; the writer holds the largest control frame.
const (
	readBuffer  = 512
	writeBuffer = 128
)

// sendBuffer is asked of the kernel for each socket, which gives twice that:
// without it a peer that does not read would pin megabytes there, and its
// lateness would be seen only after they are full.
const sendBuffer = 256 << 10

// hijacker gives the library our conn in place of net/http's connection. It keeps
// the answer to the handshake back: the socket's first frame leaves with it, in
// one call instead of two.
type hijacker struct {
	http.ResponseWriter
	conn *conn
}

// WriteHeader passes every status on but the one that opens the socket.
func (h *hijacker) WriteHeader(status int) {
	if status != http.StatusSwitchingProtocols {
		h.ResponseWriter.WriteHeader(status)
	}
}

// answer is the handshake's answer (RFC 6455 section 4.2.2).
func (h *hijacker) answer() []byte {
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\n")
	_ = h.Header().Write(&b) // into memory
	b.WriteString("\r\n")
	return b.Bytes()
}

// Hijack takes the connection from the front listener or from net/http, with the
// bytes that were already read, and lets go of net/http's buffers.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	raw, early, err := h.takeConn()
	if err != nil {
		return nil, nil, err
	}
	h.conn.early = early
	limited := raw
	if outer, ok := raw.(interface{ NetConn() net.Conn }); ok { // TLS
		limited = outer.NetConn()
	}
	if tcp, ok := limited.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // a wish
	}
	h.conn.raw, h.conn.rc = raw, rawSocket(raw)
	pipe := (*libraryConn)(h.conn)
	return pipe, bufio.NewReadWriter(
		bufio.NewReaderSize(pipe, readBuffer),
		bufio.NewWriterSize(pipe, writeBuffer),
	), nil
}

// takeConn gives the connection and the bytes that came behind the handshake.
func (h *hijacker) takeConn() (raw net.Conn, early []byte, err error) {
	if r, ok := h.ResponseWriter.(*responseWriter); ok {
		raw, early = r.hijack()
		return raw, early, nil
	}
	raw, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	if n := rw.Reader.Buffered(); n > 0 {
		peeked, err := rw.Reader.Peek(n)
		if err != nil {
			_ = raw.Close()
			return nil, nil, err
		}
		early = append(early, peeked...)
	}
	if b, ok := raw.(*prefixedConn); ok {
		raw, early = b.Conn, append(early, b.read...)
	}
	return raw, early, nil
}

// rawSocket gives the socket of a plain TCP connection; nil for one that is
// wrapped, such as TLS, and where no call can be made that does not wait.
func rawSocket(nc net.Conn) syscall.RawConn {
	tcp, plain := nc.(*net.TCPConn)
	if !plain || !nonblocking.Supported {
		return nil
	}
	rc, err := tcp.SyscallConn()
	if err != nil {
		return nil
	}
	return rc
}

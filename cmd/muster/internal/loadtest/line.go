// One connection to a node.

package loadtest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha1"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const dialPatience = 10 * time.Second // as browsers' clients

// endpoint is where a node's sockets are.
type endpoint struct {
	address, host, path string
	tls                 *tls.Config // nil without
	poller              *poller
}

// endpointOf reads ws://host:port/path. An address that is none cannot be dialled.
func endpointOf(address string) endpoint {
	u, err := url.Parse(address)
	if err != nil {
		return endpoint{}
	}
	e := endpoint{address: u.Host, host: u.Host, path: u.RequestURI()}
	port := "80"
	if u.Scheme == "wss" {
		port = "443"
		e.tls = &tls.Config{ServerName: u.Hostname()}
	}
	if u.Port() == "" {
		e.address = net.JoinHostPort(u.Hostname(), port)
	}
	return e
}

// sources is from which addresses of this machine a connection to itself comes.
type sources bool

const (
	oneSource   sources = false
	manySources sources = true
)

// line is a connection after its handshake. Several goroutines may send on it.
type line struct {
	stream stream
	in     inbound
	rest   []byte // what came with the handshake

	mu    sync.Mutex
	limit *time.Timer // until it is closed
}

// Answering fails when no node of the plan takes connections, with the reason of the last one. A
// test would wait for its members for minutes.
func (p Plan) Answering(ctx context.Context) error {
	var last error
	for _, node := range p.Nodes {
		conn, err := (&net.Dialer{Timeout: dialPatience}).DialContext(ctx, "tcp", endpointOf(node).address)
		if err == nil {
			return conn.Close()
		}
		last = err
	}
	return last
}

// dial connects and makes the handshake.
func (e endpoint) dial(ctx context.Context, from sources) (*line, error) {
	dialer := net.Dialer{Timeout: dialPatience, KeepAlive: -1}
	if from == manySources {
		spread(&dialer, e.address)
	}
	conn, err := dialer.DialContext(ctx, "tcp", e.address)
	if err != nil {
		return nil, err
	}
	cut := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	_ = conn.SetDeadline(time.Now().Add(dialPatience))
	if e.tls != nil {
		conn = tls.Client(conn, e.tls)
	}
	rest, err := e.shakeHands(conn)
	if !cut() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return &line{stream: e.poller.adopt(conn), rest: rest}, nil
}

// shakeHands asks for a WebSocket and gives what came after the answer.
func (e endpoint) shakeHands(conn net.Conn) ([]byte, error) {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:]) // never fails
	key := base64.StdEncoding.EncodeToString(nonce[:])
	request := "GET " + e.path + " HTTP/1.1\r\nHost: " + e.host + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n\r\n"
	if _, err := conn.Write([]byte(request)); err != nil {
		return nil, err
	}
	var head []byte
	buffer := make([]byte, 4<<10)
	for end := -1; end < 0; {
		if len(head) > 16<<10 {
			return nil, errFrame
		}
		n, err := conn.Read(buffer)
		if err != nil {
			return nil, err
		}
		head = append(head, buffer[:n]...)
		end = bytes.Index(head, []byte("\r\n\r\n"))
	}
	answer, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(head)), nil)
	if err != nil {
		return nil, err
	}
	_ = answer.Body.Close()
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	if answer.StatusCode != http.StatusSwitchingProtocols || answer.Header.Get("Sec-WebSocket-Accept") != base64.StdEncoding.EncodeToString(sum[:]) {
		return nil, fmt.Errorf("the handshake was answered with %d", answer.StatusCode)
	}
	_, rest, _ := bytes.Cut(head, []byte("\r\n\r\n"))
	return rest, nil
}

// receive calls each with every message until the connection ends, and says how it
// ended: closed, where the node said so. It answers pings.
func (l *line) receive(each func(message []byte)) error {
	handle := func(op byte, payload []byte) error {
		switch op {
		case opText, opContinuation:
			each(payload)
		case opPing:
			l.write(opPong, payload)
		case opClose:
			return readClose(payload)
		}
		return nil
	}
	defer l.patience(0)
	if err := l.in.feed(l.rest, handle); err != nil {
		return err
	}
	l.rest = nil
	return l.stream.receive(func(p []byte) error { return l.in.feed(p, handle) })
}

// send writes a frame as JSON. One that does not leave ends the connection.
func (l *line) send(frame map[string]any) {
	raw, err := json.Marshal(frame)
	if err == nil {
		l.write(opText, raw)
	}
}

func (l *line) write(op byte, payload []byte) {
	if l.stream.send(appendFrame(make([]byte, 0, len(payload)+14), op, payload)) != nil {
		l.close()
	}
}

// patience is how long the connection may last from now on; 0 is for ever.
func (l *line) patience(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limit != nil {
		l.limit.Stop()
		l.limit = nil
	}
	if d > 0 {
		l.limit = time.AfterFunc(d, l.close)
	}
}

func (l *line) close() { l.stream.close() }

// closeCode is the code that a node closed with; 0 for a connection that was lost.
func closeCode(err error) (int, string) {
	var c closed
	if errors.As(err, &c) {
		return c.code, c.reason
	}
	return 0, ""
}

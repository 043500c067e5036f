package systemtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"
)

// rawSocket is a WebSocket client of which a test decides everything: the
// address it comes from, how much the kernel may hold for it, when it reads.
// Thousands of them cost little.
type rawSocket struct {
	conn    *net.TCPConn
	r       *bufio.Reader
	payload []byte // of the last frame, used again

	mu sync.Mutex // of writing
}

// closedBy is the end of a socket that the server announced.
type closedBy struct {
	code   int
	reason string
}

func (c closedBy) Error() string { return fmt.Sprintf("closed with %d: %s", c.code, c.reason) }

// notOpened is a handshake that was answered otherwise.
type notOpened struct {
	status int
	after  string // Retry-After
}

func (n notOpened) Error() string { return fmt.Sprintf("handshake: status %d", n.status) }

// closeCode is the code of a socket's end, 0 for one without.
func closeCode(err error) int {
	var closed closedBy
	errors.As(err, &closed)
	return closed.code
}

// loopback is one of the many addresses of this machine: i from 0 on.
func loopback(i int) string { return fmt.Sprintf("127.1.%d.%d", i/250, 1+i%250) }

// dialRaw opens a socket from an address ("" is any); window is the receive
// buffer in bytes, 0 for the usual one.
func dialRaw(ctx context.Context, addr, from string, window int) (*rawSocket, error) {
	dialer := net.Dialer{Timeout: 20 * time.Second}
	if from != "" {
		dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	dialer.Control = func(_, _ string, raw syscall.RawConn) (err error) {
		if window == 0 {
			return nil
		}
		refused := raw.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, window)
		})
		return errors.Join(refused, err)
	}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	s := &rawSocket{conn: conn.(*net.TCPConn), r: bufio.NewReaderSize(conn, 2<<10)}
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(conn, "GET /ws/chat HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3Rvcm0gb2YgYSB0ZXN0IQ==\r\n\r\n", addr)
	reply, err := http.ReadResponse(s.r, nil)
	if err != nil {
		conn.Close()
		return nil, err
	}
	if reply.StatusCode != http.StatusSwitchingProtocols {
		conn.Close()
		return nil, notOpened{reply.StatusCode, reply.Header.Get("Retry-After")}
	}
	return s, conn.SetDeadline(time.Time{})
}

// say sends one frame as JSON.
func (s *rawSocket) say(frame map[string]any) error {
	payload, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	return s.write(0x1, payload)
}

// join sends join_chat; a lastSeq below 0 is left out.
func (s *rawSocket) join(token, room string, lastSeq int64) error {
	frame := map[string]any{"type": "join_chat", "token": token, "roomId": room}
	if lastSeq >= 0 {
		frame["lastSeq"] = lastSeq
	}
	return s.say(frame)
}

// write sends a masked frame (RFC 6455 section 5.3); the mask is zero, so the
// bytes stand as they are.
func (s *rawSocket) write(opcode byte, payload []byte) error {
	frame := []byte{0x80 | opcode, 0x80 | byte(len(payload))}
	if len(payload) > 125 {
		frame = []byte{0x80 | opcode, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload))}
	}
	frame = append(append(frame, 0, 0, 0, 0), payload...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
	_, err := s.conn.Write(frame)
	return err
}

// next reads one text frame and answers pings. The bytes hold until the next
// call. A close frame comes back as closedBy.
func (s *rawSocket) next() ([]byte, error) {
	for {
		var head [2]byte
		if _, err := io.ReadFull(s.r, head[:]); err != nil {
			return nil, err
		}
		size, wide := int(head[1]&0x7f), 0
		switch size {
		case 126:
			wide = 2
		case 127:
			wide = 8
		}
		if wide > 0 {
			var long [8]byte
			if _, err := io.ReadFull(s.r, long[:wide]); err != nil {
				return nil, err
			}
			size = 0
			for _, b := range long[:wide] {
				size = size<<8 | int(b)
			}
		}
		if size < 0 || size > 4<<20 {
			return nil, errors.New("a frame of more than 4 MiB")
		}
		if cap(s.payload) < size {
			s.payload = make([]byte, size)
		}
		s.payload = s.payload[:size]
		if _, err := io.ReadFull(s.r, s.payload); err != nil {
			return nil, err
		}
		switch head[0] & 0xf {
		case 0x1:
			return s.payload, nil
		case 0x8:
			end := closedBy{}
			if size >= 2 {
				end.code, end.reason = int(s.payload[0])<<8|int(s.payload[1]), string(s.payload[2:])
			}
			return nil, end
		case 0x9:
			if err := s.write(0xA, s.payload); err != nil {
				return nil, err
			}
		}
	}
}

// ofType says whether a frame has a type, without reading all of it.
func ofType(payload []byte, kind string) bool {
	return bytes.HasPrefix(payload, []byte(`{"type":"`+kind+`"`))
}

// await reads up to a frame of a type.
func (s *rawSocket) await(kind string) (frame seen, err error) {
	s.conn.SetReadDeadline(time.Now().Add(40 * time.Second))
	defer s.conn.SetReadDeadline(time.Time{})
	for {
		payload, err := s.next()
		if err != nil {
			return frame, err
		}
		if ofType(payload, kind) {
			return frame, json.Unmarshal(payload, &frame)
		}
	}
}

// mustJoin opens a socket and brings it into a room.
func mustJoin(t *testing.T, addr, from, token, room string) *rawSocket {
	t.Helper()
	s, err := dialRaw(t.Context(), addr, from, 0)
	if err == nil {
		t.Cleanup(func() { s.conn.Close() })
		if err = s.join(token, room, -1); err == nil {
			_, err = s.await("room_joined")
		}
	}
	if err != nil {
		t.Fatalf("join of %s: %v", room, err)
	}
	return s
}

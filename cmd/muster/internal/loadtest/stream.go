package loadtest

import (
	"net"
	"time"
)

// stream is the bytes of a connection. Several goroutines may send and close.
type stream interface {
	// receive gives everything that comes to take, until reading or take fails. The
	// bytes are used again when take returns.
	receive(take func(p []byte) error) error
	send(p []byte) error
	close()
}

// plainStream reads with a goroutine: a connection with TLS, and any on systems without a
// poller.
type plainStream struct{ net.Conn }

func (s plainStream) receive(take func(p []byte) error) error {
	buffer := make([]byte, 4<<10)
	for {
		n, err := s.Read(buffer)
		if n > 0 {
			if err := take(buffer[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}

const writePatience = 10 * time.Second // as browsers' clients

func (s plainStream) send(p []byte) error {
	_ = s.SetWriteDeadline(time.Now().Add(writePatience))
	_, err := s.Write(p)
	return err
}

func (s plainStream) close() { _ = s.Close() }

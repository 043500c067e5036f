// Reading ten thousand sockets with few calls: one goroutine looks every tick which of
// them have something and reads each once, into one buffer. With a goroutine for each
// socket the same test took a quarter more CPU (measurements.md).

package loadtest

import (
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"muster/http/socket/nonblocking"
)

const (
	pollTick   = 2 * time.Millisecond // by which latencies are too long at most
	pollBuffer = 256 << 10
	pollAtOnce = 4096
)

// poller reads all plain sockets of a test.
type poller struct {
	epoll   int
	stopped atomic.Bool
	over    chan struct{}

	mu      sync.Mutex
	sockets map[int32]*polled
}

// startPoller starts one, which stop ends. Nil: sockets are read with goroutines.
func startPoller() *poller {
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil
	}
	p := &poller{epoll: epoll, over: make(chan struct{}), sockets: map[int32]*polled{}}
	go p.run()
	return p
}

// stop: every stream has ended.
func (p *poller) stop() {
	if p != nil {
		p.stopped.Store(true)
		<-p.over
	}
}

// adopt takes a connection over; one that it cannot take is read with a goroutine.
func (p *poller) adopt(conn net.Conn) stream {
	tcp, plain := conn.(*net.TCPConn)
	if p == nil || !plain {
		return plainStream{conn}
	}
	// The runtime's own poller would be woken for every frame, so the socket leaves it.
	fd := -1
	raw, err := tcp.SyscallConn()
	if err == nil {
		_ = raw.Control(func(its uintptr) {
			if n, _, no := syscall.Syscall(syscall.SYS_FCNTL, its, syscall.F_DUPFD_CLOEXEC, 0); no == 0 {
				fd = int(n)
			}
		})
	}
	if fd < 0 {
		return plainStream{conn}
	}
	_ = conn.Close()
	return &polled{poller: p, fd: fd, ended: make(chan error, 1)}
}

// polled is a socket of a poller, which alone closes it.
type polled struct {
	poller *poller
	take   func(p []byte) error
	ended  chan error

	mu sync.Mutex // while fd is used
	fd int        // -1 when closed
}

func (s *polled) receive(take func(p []byte) error) error {
	s.take = take
	p, fd := s.poller, s.fd
	p.mu.Lock()
	p.sockets[int32(fd)] = s
	p.mu.Unlock()
	event := syscall.EpollEvent{Events: syscall.EPOLLIN | syscall.EPOLLRDHUP, Fd: int32(fd)}
	if err := syscall.EpollCtl(p.epoll, syscall.EPOLL_CTL_ADD, fd, &event); err != nil {
		p.end(s, err)
	}
	return <-s.ended
}

// send gives the socket all of p at once: a node that leaves megabytes untaken is lost.
func (s *polled) send(p []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fd < 0 {
		return net.ErrClosed
	}
	n, err := nonblocking.Send(uintptr(s.fd), p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return err
}

// close has the poller see the end.
func (s *polled) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fd >= 0 {
		_ = syscall.Shutdown(s.fd, syscall.SHUT_RDWR)
	}
}

// end closes a socket and says why.
func (p *poller) end(s *polled, why error) {
	s.mu.Lock()
	fd := s.fd
	s.fd = -1
	s.mu.Unlock()
	p.mu.Lock()
	delete(p.sockets, int32(fd))
	p.mu.Unlock()
	_ = syscall.Close(fd)
	s.ended <- why
}

// run reads what has come, tick by tick.
func (p *poller) run() {
	defer close(p.over)
	defer syscall.Close(p.epoll)
	events := make([]syscall.EpollEvent, pollAtOnce)
	ready := make([]*polled, 0, pollAtOnce)
	buffer := make([]byte, pollBuffer)
	for n := 0; !p.stopped.Load(); {
		if n < len(events) {
			pause()
		}
		var err error
		if n, err = syscall.EpollWait(p.epoll, events, 0); err != nil {
			n = 0 // interrupted
		}
		p.mu.Lock()
		for _, e := range events[:n] {
			if s := p.sockets[e.Fd]; s != nil {
				ready = append(ready, s)
			}
		}
		p.mu.Unlock()
		for _, s := range ready {
			p.read(s, buffer)
		}
		clear(ready)
		ready = ready[:0]
	}
}

// pause waits a tick without telling the scheduler, which would look for other work, find
// none and go to sleep, five hundred times a second: a quarter more CPU (measurements.md).
func pause() {
	if runtime.GOMAXPROCS(0) == 1 { // the others have no processor meanwhile
		time.Sleep(pollTick)
		return
	}
	tick := syscall.NsecToTimespec(int64(pollTick))
	_, _, _ = syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&tick)), 0, 0)
}

// read reads once; what is left comes with the next tick.
func (p *poller) read(s *polled, buffer []byte) {
	n, err := nonblocking.Receive(uintptr(s.fd), buffer)
	switch {
	case errors.Is(err, nonblocking.ErrAgain):
		return
	case err == nil && n == 0:
		err = io.EOF
	case err == nil:
		err = s.take(buffer[:n])
	}
	if err != nil {
		p.end(s, err)
	}
}

package systemtest

import (
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// mailSink is a mail server that counts what it takes by recipient, and misbehaves for
// some of them, by the first letter of their address: b is refused for good, l the first
// time, r is taken and the line breaks before that is said.
type mailSink struct {
	t    *testing.T
	addr string

	mu       sync.Mutex
	server   *smtp.Server
	done     chan struct{}
	taken    map[string]int // mails taken whole
	asked    map[string]int // times a mail was offered
	accepted int
}

func newMailSink(t *testing.T) *mailSink {
	s := &mailSink{t: t, addr: "127.0.0.1:0", taken: map[string]int{}, asked: map[string]int{}}
	s.open()
	t.Cleanup(s.close)
	return s
}

// open listens, always on the same port.
func (s *mailSink) open() {
	s.t.Helper()
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.addr = listener.Addr().String()
	s.server, s.done = smtp.NewServer(s), make(chan struct{})
	s.server.Domain = "localhost"
	s.server.ErrorLog = log.New(io.Discard, "", 0) // the library stumbles over lines that a kill breaks, and says so at length
	go func(server *smtp.Server, done chan struct{}) {
		server.Serve(listener)
		close(done)
	}(s.server, s.done)
}

// close ends the server and every line to it.
func (s *mailSink) close() {
	s.server.Close()
	<-s.done
}

// whole is how many mails were taken.
func (s *mailSink) whole() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.accepted
}

func (s *mailSink) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &sinkSession{sink: s, line: c.Conn()}, nil
}

type sinkSession struct {
	sink *mailSink
	line net.Conn
	to   string
}

func (*sinkSession) Mail(string, *smtp.MailOptions) error { return nil }
func (*sinkSession) Reset()                               {}
func (*sinkSession) Logout() error                        { return nil }

func (c *sinkSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.to = to
	c.sink.mu.Lock()
	defer c.sink.mu.Unlock()
	c.sink.asked[to]++
	switch {
	case strings.HasPrefix(to, "b"):
		return &smtp.SMTPError{Code: 550, Message: "no such mailbox"}
	case strings.HasPrefix(to, "l") && c.sink.asked[to] == 1:
		return &smtp.SMTPError{Code: 450, Message: "come again"}
	}
	return nil
}

func (c *sinkSession) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	c.sink.mu.Lock()
	c.sink.taken[c.to]++
	c.sink.accepted++
	c.sink.mu.Unlock()
	if strings.HasPrefix(c.to, "r") {
		c.line.Close()
	}
	return nil
}

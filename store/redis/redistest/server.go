package redistest

import (
	"bufio"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const startLimit = 20 * time.Second

// Server is a redis-server of one test's own, without persistence. Its methods
// fail the test when they cannot do what they say.
type Server struct {
	t    testing.TB
	dir  string
	addr string
	args []string // beside those that every server has
	cmd  *exec.Cmd
}

// Start runs a server on a free port of this machine; it ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	return start(t)
}

func start(t testing.TB, args ...string) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	addr := listener.Addr().String()
	listener.Close()
	s := &Server{t: t, dir: t.TempDir(), addr: addr, args: args}
	t.Cleanup(s.Kill)
	s.Run()
	return s
}

// Addr is where the server listens; it stays the same over restarts.
func (s *Server) Addr() string { return s.addr }

// URL is the server's address as a node is given it.
func (s *Server) URL() string { return "redis://" + s.addr }

// Run starts the server, empty, and returns when it answers.
func (s *Server) Run() {
	s.t.Helper()
	_, port, _ := net.SplitHostPort(s.addr)
	args := append(slices.Clone(s.args), "--port", port, "--bind", "127.0.0.1", "--dir", s.dir, "--logfile", filepath.Join(s.dir, "log"))
	if !slices.Contains(args, "--sentinel") {
		args = append(args, "--save", "", "--appendonly", "no")
	}
	s.cmd = exec.Command("redis-server", args...)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatalf("redistest: redis-server is needed: %v", err)
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(startLimit); ; <-tick.C {
		if answers(s.addr) {
			return
		}
		if time.Now().After(deadline) {
			text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			s.t.Fatalf("redistest: redis-server does not answer:\n%s", text)
		}
	}
}

func answers(addr string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && (line == "+PONG\r\n" || strings.HasPrefix(line, "-NOAUTH"))
}

// Kill ends the server with SIGKILL; what it held is gone.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.t.Errorf("redistest: %v", err)
	}
	s.cmd.Wait()
	s.cmd = nil
}

// Freeze suspends the server: connections stay open and nothing answers.
func (s *Server) Freeze() { s.signal(syscall.SIGSTOP) }

// Thaw lets a frozen server go on where it was.
func (s *Server) Thaw() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(what syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(what); err != nil {
		s.t.Fatalf("redistest: %v", err)
	}
}

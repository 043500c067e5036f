package socket

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"muster/actors"
)

// Measured: cost of a delivery, memory of an idle connection.

// BenchmarkFanOut sends one frame to 1,000 loopback sockets, and waits until
// all have it: a quiet room. With more frames at once they share calls.
func BenchmarkFanOut(b *testing.B) {
	for _, together := range []int{1, 5, 20} {
		b.Run(fmt.Sprintf("together=%d", together), func(b *testing.B) { fanOut(b, 1000, together) })
	}
}

func fanOut(b *testing.B, sockets, together int) {
	st := open(b, func(c *Config, _ *site) { c.Clock = time.Now })
	f := numbered(1, 190) // about 250 bytes
	size := len(f.WithHeader(writeTextHeader)) * together
	var outs []actors.Outbox
	var read sync.WaitGroup
	for range sockets {
		p := st.raw()
		_ = p.SetDeadline(time.Time{})
		outs = append(outs, st.member().out)
		go func() {
			buf := make([]byte, 64<<10)
			for left := 0; ; {
				n, err := p.Read(buf)
				if err != nil {
					return
				}
				for left += n; left >= size; left -= size {
					read.Done()
				}
			}
		}()
	}
	before, cpu := st.Stats(), cpuTime()
	b.ResetTimer()
	for b.Loop() {
		read.Add(sockets)
		for range together {
			for _, out := range outs {
				out.Push(f)
			}
		}
		read.Wait()
	}
	b.StopTimer()
	after := st.Stats()
	deliveries := float64(b.N * sockets * together)
	b.ReportMetric(float64(after.Writes-before.Writes)/deliveries, "writes/delivery")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/deliveries, "ns/delivery")
	b.ReportMetric(float64((cpuTime()-cpu).Nanoseconds())/deliveries, "cpu-ns/delivery") // the readers' with it
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkPush is what a room pays for each member.
func BenchmarkPush(b *testing.B) {
	st := open(b, func(c *Config, _ *site) { c.Clock = time.Now }, still)
	st.raw()
	c := st.member().out.(*conn)
	f := numbered(1, 190)
	for b.Loop() {
		c.Push(f)
		c.mu.Lock()
		c.dequeue(c.queued)
		c.flusher = flushNobody
		c.mu.Unlock()
		c.shard.urgent = c.shard.urgent[:0]
	}
}

const childEnv = "SOCKET_BENCH_CHILD"

// serveChild is the server of BenchmarkIdle in a process of its own: it prints
// its address and serves until its input ends.
func serveChild() bool {
	if os.Getenv(childEnv) == "" {
		return false
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	s := New(Config{PerAddress: -1, Connect: func(actors.Outbox) Session { return noSession{} }})
	mux := http.NewServeMux()
	mux.Handle("/ws/chat", s)
	go func() { _ = http.Serve(l, mux) }()
	fmt.Println(l.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return true
}

// BenchmarkIdle reports the resident memory a connection adds to the server.
func BenchmarkIdle(b *testing.B) {
	const n = 4000
	for b.Loop() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"=1")
		in, _ := cmd.StdinPipe()
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		addr, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			b.Fatal(err)
		}
		dial := func() net.Conn {
			nc, err := net.Dial("tcp", strings.TrimSpace(addr))
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.WriteString(nc, handshake+"\r\n")
			if _, err := http.ReadResponse(bufio.NewReader(nc), nil); err != nil {
				b.Fatal(err)
			}
			return nc
		}
		conns := []net.Conn{dial()}
		before := resident(b, cmd.Process.Pid)
		start := time.Now()
		for len(conns) < n+1 {
			conns = append(conns, dial())
		}
		took := time.Since(start)
		b.ReportMetric(float64(resident(b, cmd.Process.Pid)-before)/n, "B/conn")
		b.ReportMetric(n/took.Seconds(), "connects/s")
		for _, nc := range conns {
			_ = nc.Close()
		}
		_ = in.Close()
		_ = cmd.Wait()
	}
}

func resident(b *testing.B, pid int) int {
	s, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		b.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(s))[1])
	if err != nil {
		b.Fatal(err)
	}
	return pages * os.Getpagesize()
}

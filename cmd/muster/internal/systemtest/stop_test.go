package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"muster/cmd/muster/internal/systemtest/harness"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// signalDebounce is how long the command takes a second signal for the first.
const signalDebounce = time.Second

// A stop is a good one also when somebody never finishes a request. Such
// a caller, or a connection that a browser opened ahead and did not use yet,
// once made the process end with status 1, which a supervisor reads as a crash.
func TestP20StopWithCallsThatNeverEnd(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	n.start()
	silent, err := net.Dial("tcp", n.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	slow, err := net.Dial("tcp", n.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST /api/auth/verify HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{", n.addr)
	n.ready() // a later call was answered, so both connections were taken

	n.cmd.Process.Signal(syscall.SIGTERM)
	n.endsWell(30 * time.Second)
}

// A supervisor that signals the process and its group sends SIGTERM twice at
// once; that once cut the drain short with status 1.
func TestStopTwiceAtOnce(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	n.start()
	n.cmd.Process.Signal(syscall.SIGTERM)
	n.cmd.Process.Signal(syscall.SIGTERM)
	n.endsWell(30 * time.Second)
}

// A second SIGTERM, given after a while, means now. The node does not wait
// for a socket that ignores its close, nor for a call that never ends; what was
// acknowledged is there when it starts again.
func TestP20StopAgainLater(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	n.start()
	ann := n.person()
	ann.signIn("ann@muster.test")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn := ann.enter(ctx) // reads no close frame, so answers none
	const words = "acknowledged before the end"
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "message": words})
	harness.Await(ctx, t, conn, "message")
	slow, err := net.Dial("tcp", n.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST /api/auth/verify HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{", n.addr)
	n.ready()

	n.cmd.Process.Signal(syscall.SIGTERM)
	pause := time.After(signalDebounce + signalDebounce/5) // it is what is tested
	harness.Until(t, "readiness goes first", func() bool {
		reply, err := http.Get("http://" + n.addr + "/readyz")
		if err != nil {
			return false
		}
		defer reply.Body.Close()
		var said struct{ Ready, Draining bool }
		err = json.NewDecoder(reply.Body).Decode(&said)
		return err == nil && reply.StatusCode == http.StatusServiceUnavailable && said.Draining && !said.Ready
	})
	<-pause
	n.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-n.done:
	case <-time.After(30 * time.Second):
		t.Fatal("the second SIGTERM did not end the node")
	}
	n.said("stopped at once", 1)
	if code := n.cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	n.start()
	if texts := ann.history("general"); len(texts) == 0 || texts[len(texts)-1] != words {
		t.Errorf("after the restart: %q", texts)
	}
}

// A browser that does not answer the close, because its machine sleeps or its line is
// dead, once made the stop a failed one when its turn came in the last second of the
// drain.
func TestStopWithBrowsersThatDoNotAnswer(t *testing.T) {
	t.Parallel()
	n := newNode(t, stormSettings()...)
	n.start()
	for _, token := range n.tokens(60, 1) {
		mustJoin(t, n.addr, "", token, "load-1") // and reads no more
	}
	n.cmd.Process.Signal(syscall.SIGTERM)
	n.endsWell(40 * time.Second)
}

// A node whose Postgres froze is gone in time as well, also when a browser
// does not answer, and its own Postgres with it. The driver's goodbye alone took
// 15 s, the embedded Postgres's as long again.
func TestP20StopWhilePostgresIsFrozen(t *testing.T) {
	for _, c := range []struct {
		name  string
		begin func(t *testing.T) (n *node, freeze func())
	}{
		{"its own", func(t *testing.T) (*node, func()) {
			n := newNode(t)
			n.start()
			return n, func() {
				for _, pid := range descendants(t, n.cmd.Process.Pid) {
					pid := pid
					t.Cleanup(func() { syscall.Kill(pid, syscall.SIGCONT) })
					syscall.Kill(pid, syscall.SIGSTOP)
				}
			}
		}},
		{"DATABASE_URL", func(t *testing.T) (*node, func()) {
			database := demoDatabase(t)
			n := newNode(t, "DATABASE_URL="+database.URL())
			n.start()
			return n, database.Freeze
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n, freeze := c.begin(t)
			ann := n.person()
			ann.signIn("ann@muster.test")
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			ann.enter(ctx) // reads no close frame, so the drain takes all its time
			freeze()
			var calls sync.WaitGroup
			for range 10 {
				calls.Go(func() { // given up, they leave connections that the driver still cares for
					var said map[string]any
					if status := ann.call("/api/chat/rooms", nil, &said); status != http.StatusServiceUnavailable {
						t.Errorf("a call to a frozen database: %d", status)
					}
				})
			}
			calls.Wait()
			family := descendants(t, n.cmd.Process.Pid)
			began := time.Now()
			n.cmd.Process.Signal(syscall.SIGTERM)
			select {
			case <-n.done:
			case <-time.After(2 * drainAtMost):
				t.Fatal("SIGTERM did not end the node")
			}
			took := time.Since(began)
			if took > drainAtMost {
				late(t, "it ended after %v", took)
			}
			for _, pid := range family {
				harness.Until(t, "its processes are gone", func() bool { return gone(t, pid) })
			}
			t.Logf("exit after %v with status %d, %d processes with it", took.Round(time.Millisecond), n.cmd.ProcessState.ExitCode(), len(family))
		})
	}
}

// A node without sockets serves on until the balancers have heard
// that it goes. It was gone milliseconds after it had said so, and calls that
// were sent to it meanwhile failed.
func TestP20NodeServesUntilBalancersKnow(t *testing.T) {
	t.Parallel()
	n := newNode(t, "MUSTER_TRUSTED_PROXIES=127.0.0.1")
	n.start()
	var balancer http.Client // keeps its connection, as they do
	ready := func() (status int) {
		reply, err := balancer.Get("http://" + n.addr + "/readyz")
		if err != nil {
			t.Fatalf("gone before its balancer knew: %v", err)
		}
		reply.Body.Close()
		return reply.StatusCode
	}
	change := func(client *http.Client) { // what a balancer may not ask twice
		reply, err := client.Post("http://"+n.addr+"/api/auth/logout", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		if reply.StatusCode >= 500 {
			t.Errorf("a call was answered %d", reply.StatusCode)
		}
	}
	ready()
	n.cmd.Process.Signal(syscall.SIGTERM)
	look := time.NewTicker(250 * time.Millisecond)
	defer look.Stop()
	for range look.C {
		change(&balancer)
		if ready() == http.StatusServiceUnavailable {
			break
		}
	}
	change(&balancer) // what was on its way when the balancer heard it
	change(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws://"+n.addr+"/ws/chat", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	if code := harness.Closed(ctx, conn); code != websocket.StatusTryAgainLater {
		t.Errorf("a newcomer's socket ended with %d", code)
	}
	n.endsWell(2 * drainAtMost)
}

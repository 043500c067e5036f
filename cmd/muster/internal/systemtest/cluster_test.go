package systemtest

import (
	"context"
	"muster/cmd/muster/internal/systemtest/harness"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// said waits until the node's log holds so many matches of a pattern and gives
// them.
func (n *node) said(pattern string, count int) [][]string {
	n.t.Helper()
	want := regexp.MustCompile(pattern)
	deadline := time.Now().Add(60 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for time.Now().Before(deadline) {
		text, err := os.ReadFile(n.log.Name())
		if err != nil {
			n.t.Fatal(err)
		}
		if found := want.FindAllStringSubmatch(string(text), -1); len(found) >= count {
			return found
		}
		<-tick.C
	}
	n.t.Fatalf("the log never said %s %d times", pattern, count)
	return nil
}

// Two nodes stand behind the balancer; one is killed. No request fails, the
// other node's socket goes on, the lost one comes back there, and the killed
// node is started again. SIGTERM drains all and leaves no process behind.
func TestClusterOutlivesAKilledNode(t *testing.T) {
	t.Parallel()
	temporary := t.TempDir()
	n := freshNode(t, "TMPDIR="+temporary)
	n.args = []string{"cluster", "--nodes", "2", "--few"}
	n.start()
	n.said(`ready=true`, 2)
	var pids []int
	for _, found := range n.said(`msg="node started" node="node \d" pid=(\d+)`, 2) {
		pid, err := strconv.Atoi(found[1])
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	ann := n.person()
	ann.signIn("ann@muster.test")
	before := ann.history("general")
	if once := slices.Compact(slices.Sorted(slices.Values(before))); len(before) == 0 || len(before) != len(once) {
		t.Errorf("both nodes made the demo talk: %q", before)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conns := []*websocket.Conn{ann.enter(ctx), ann.enter(ctx)}
	ends := make(chan int, len(conns))
	frames := make([]chan string, len(conns))
	for i, conn := range conns {
		frames[i] = make(chan string, 64)
		go func() {
			for {
				_, raw, err := conn.Read(ctx)
				if err != nil {
					ends <- i
					return
				}
				frames[i] <- string(raw)
			}
		}()
	}
	if err := syscall.Kill(pids[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if got := ann.history("general"); len(got) != len(before) {
			t.Fatalf("call %d after the kill: %q", i, got)
		}
	}
	lost := <-ends
	again := ann.enter(ctx)
	harness.Write(ctx, again, map[string]any{"type": "send_message", "message": "through the other node"})
	for frame := range frames[1-lost] {
		if strings.Contains(frame, "through the other node") {
			break
		}
	}
	select {
	case <-ends:
		t.Error("the kill cost a socket of the other node")
	default:
	}

	n.said(`msg="node died" node="node \d" pid=`+strconv.Itoa(pids[0]), 1)
	restarted := n.said(`msg="node started" node="node \d" pid=(\d+)`, 3)
	n.said(`ready=true`, 3)
	second, _ := strconv.Atoi(restarted[2][1])
	pids = append(pids, second)

	n.cmd.Process.Signal(syscall.SIGTERM)
	n.endsWell(60 * time.Second)
	for _, pid := range pids {
		if err := syscall.Kill(pid, 0); err == nil {
			t.Errorf("process %d is left over", pid)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "muster-redis-*")); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
	text, err := os.ReadFile(n.log.Name())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "panic") || strings.Count(string(text), `msg="node ended"`) != 2 {
		t.Error("the nodes did not drain")
	}
}

// Killed, the cluster leaves no node behind that would go on by itself.
func TestKilledClusterTakesItsNodesAlong(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends a process with its parent")
	}
	t.Parallel()
	n := newNode(t)
	n.args = []string{"cluster", "--nodes", "1", "--few"}
	n.start()
	pid, err := strconv.Atoi(n.said(`msg="node started" node="node 1" pid=(\d+)`, 1)[0][1])
	if err != nil {
		t.Fatal(err)
	}
	n.kill()
	deadline := time.Now().Add(30 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ; !gone(t, pid); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatal("the node goes on")
		}
	}
}

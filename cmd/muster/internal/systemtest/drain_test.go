package systemtest

import (
	"context"
	"fmt"
	"maps"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The bounds of a stop.
const (
	drainAtMost   = 20 * time.Second
	lateAtMost    = 5 * time.Second  // p99
	clusterAtMost = 30 * time.Second // a drain, then Redis and Postgres
	specRetry     = 3 * time.Second  // of a browser that lost its line
)

// started finds the processes that the cluster says it has started, in order.
func (n *node) started() (pids []int, addrs []string) {
	text, err := os.ReadFile(n.log.Name())
	if err != nil {
		n.t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`msg="node started" node="node \d" pid=(\d+) listen=(\S+)`).FindAllStringSubmatch(string(text), -1) {
		pid, _ := strconv.Atoi(found[1])
		pids, addrs = append(pids, pid), append(addrs, found[2])
	}
	return pids, addrs
}

// All nodes of a cluster are restarted one after the other under
// load, behind its balancer; then the cluster itself is stopped by SIGINT,
// with the load on, and started again. Nothing acknowledged is lost, no call
// fails during a rolling restart, nobody waits long, and nothing is left over.
func TestP20RollingRestartAndStoppedCluster(t *testing.T) {
	t.Parallel()
	const perRoom, writers = 12, 2
	nodes, rooms := times(2, 3), times(4, 20)
	const pace = 200 * time.Millisecond // 2 writers a room: 10 messages a second
	temporary := t.TempDir()
	n := newNode(t, stormSettings("TMPDIR="+temporary)...)
	n.args = []string{"cluster", "--nodes", fmt.Sprint(nodes), "--few"}
	n.start()
	n.said(`ready=true`, nodes)
	tokens := n.tokens(rooms*perRoom+3, rooms)
	b := &rollingLoad{t: t, addr: n.addr, vain: map[int]int{}}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	stopWriting := b.start(ctx, tokens, rooms, writers, perRoom, pace, &running)
	b.flowing("the load is on")
	calling, stopCalls := context.WithCancel(ctx)
	var callers sync.WaitGroup
	get := func(path string) func(string) (*http.Request, error) {
		return func(string) (*http.Request, error) {
			return http.NewRequest(http.MethodGet, "http://"+n.addr+path, nil)
		}
	}
	change := func(string) (*http.Request, error) { // what a balancer may not ask twice
		return http.NewRequest(http.MethodPost, "http://"+n.addr+"/api/auth/logout", strings.NewReader("{}"))
	}
	calls := []func(string) (*http.Request, error){
		get("/api/chat/online-count"), get("/api/chat/rooms"), get("/api/chat/room/load-1/messages"), get("/api/profile/me"), get("/api/chat/user-status"),
	}
	for i := range 2 {
		callers.Go(func() { b.caller(calling, 25*time.Millisecond, tokens[rooms*perRoom+i], calls) })
	}
	callers.Go(func() {
		b.caller(calling, 50*time.Millisecond, strings.Repeat("x", 43), []func(string) (*http.Request, error){change})
	})

	var waited, exits spread
	closed := map[int]int{}
	for round := range times(1, 20) {
		pids, _ := n.started()
		b.lateness()
		for _, pid := range pids[len(pids)-nodes:] {
			b.endings()
			began := time.Now()
			syscall.Kill(pid, syscall.SIGTERM)
			harness.Until(t, "the node ends", func() bool { return gone(t, pid) })
			took := time.Since(began)
			exits = append(exits, took)
			if took > drainAtMost {
				late(t, "round %d: a node ended after %v", round, took)
			}
			if how := n.said(fmt.Sprintf(`msg="node died" node="node \d" pid=%d how="([^"]*)"`, pid), 1); how[0][1] != "exit status 0" {
				t.Errorf("round %d: a drained node ended with %s", round, how[0][1])
			}
			b.spreadOut(round, began, closed)
			again := len(pids) + 1
			harness.Until(t, "the node is started again", func() bool { pids, _ = n.started(); return len(pids) >= again })
			_, addrs := n.started()
			n.said(`listen=`+regexp.QuoteMeta(addrs[len(addrs)-1])+` ready=true`, 1)
		}
		b.flowing("everybody is back")
		waited = append(waited, b.lateness()...)
	}
	stopCalls()
	callers.Wait()
	b.mu.Lock()
	vain := maps.Clone(b.vain)
	b.mu.Unlock()
	if len(b.failed) > 0 {
		t.Errorf("%d of %d calls failed: %q", len(b.failed), len(b.calls), b.failed[:min(len(b.failed), 5)])
	}
	if waited.at(0.99) > lateAtMost {
		late(t, "p99 of how late an event came at most: %v", waited.at(0.99))
	}
	t.Logf("%d rolling restarts of %d nodes, %d sockets: exits %v; sockets closed %v, tries in vain %v; time without delivery %v; %d calls, %d failed, %v",
		times(1, 20), nodes, len(b.clients), exits, closed, vain, waited, len(b.calls), len(b.failed), b.calls)

	family := descendants(t, n.cmd.Process.Pid)
	began := time.Now()
	n.cmd.Process.Signal(syscall.SIGINT)
	n.endsWell(2 * clusterAtMost)
	took := time.Since(began)
	if took > clusterAtMost {
		late(t, "the cluster ended after %v", took)
	}
	if len(family) < nodes+2 {
		t.Errorf("only %d processes were there: not %d nodes, Redis and Postgres", len(family), nodes)
	}
	for _, pid := range family {
		if !gone(t, pid) {
			t.Errorf("process %d of %d is left over", pid, len(family))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "muster-redis-*")); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
	acked := b.acks.Load()
	n.start()
	b.flowing("everybody is back after the stop")
	stopWriting()
	stored := b.settled(n, rooms, perRoom, tokens[0])
	t.Logf("the cluster ended %v after SIGINT, %d processes with it; %d acknowledged until then, %d in the end, %d in history",
		took.Round(time.Millisecond), len(family), acked, b.acks.Load(), stored)
}

// spreadOut judges how the sockets of a node that drains were closed: all with
// 1001, and no faster than one in 20 ms.
func (b *rollingLoad) spreadOut(round int, began time.Time, closed map[int]int) {
	b.t.Helper()
	ends := b.endings()
	perSecond := map[int]int{}
	for _, e := range ends {
		closed[e.code]++
		if e.code != 1001 {
			b.t.Errorf("round %d: a socket ended with %d", round, e.code)
		}
		perSecond[int(e.at.Sub(began)/time.Second)]++
	}
	if len(ends) < len(b.clients)/6 {
		b.t.Errorf("round %d: only %d of %d sockets were on the node", round, len(ends), len(b.clients))
	}
	for second, n := range perSecond {
		if n > 75 { // 50, and what the reader was late
			late(b.t, "round %d: %d of %d sockets closed in second %d", round, n, len(ends), second)
		}
	}
}

// A thousand sockets (fewer in the ordinary run) are closed with 1001, evenly over ten seconds, and
// the node has gone within twenty.
func TestP20DrainIsSpread(t *testing.T) {
	t.Parallel()
	sockets := times(300, 1000)
	n := stormNodes(t, 1, demoDatabase(t).URL(), "")[0]
	var open []*rawSocket
	var lock sync.Mutex
	inParallel(n.tokens(sockets, 1), func(token string) {
		s, err := dialRaw(t.Context(), n.addr, "", 0)
		if err == nil {
			if err = s.join(token, "load-1", -1); err == nil {
				_, err = s.await("room_joined")
			}
		}
		if err != nil {
			t.Error(err)
			return
		}
		lock.Lock()
		defer lock.Unlock()
		open = append(open, s)
	})
	ends := make(chan connectionEnd, sockets)
	for _, s := range open {
		go func() {
			defer s.conn.Close()
			for {
				if _, err := s.next(); err != nil {
					ends <- connectionEnd{time.Now(), closeCode(err)}
					return
				}
			}
		}()
	}
	began := time.Now()
	n.cmd.Process.Signal(syscall.SIGTERM)
	n.endsWell(2 * drainAtMost)
	took := time.Since(began)
	if took > drainAtMost {
		late(t, "it ended after %v", took)
	}
	perSecond := make([]int, 30)
	for range open {
		e := <-ends
		if e.code != 1001 {
			t.Errorf("a socket ended with %d", e.code)
		}
		perSecond[min(int(e.at.Sub(began)/time.Second), 29)]++
	}
	for second, count := range perSecond {
		if count > sockets/4 || second < 10 && count == 0 {
			late(t, "%d of %d sockets closed in second %d", count, sockets, second)
		}
	}
	t.Logf("%d sockets closed in the seconds after SIGTERM: %v; exit after %v", len(open), perSecond[:13], took.Round(time.Millisecond))
}

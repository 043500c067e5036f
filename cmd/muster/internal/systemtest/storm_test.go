package systemtest

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math"
	"muster/cmd/muster/internal/systemtest/harness"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"muster/store/postgres"
	"muster/store/redis/redistest"
)

// storms asks for the counts that the promises name. Without it the same tests
// run with fewer rounds, in a few minutes.
var storms = flag.Bool("storms", false, "presence, revocation, drain, admission and flood at the counts of the promises; takes half an hour")

// times is how often something is done: ordinarily, and with -storms.
func times(ordinary, full int) int {
	if *storms {
		return full
	}
	return ordinary
}

// late reports a broken bound of time: a failure with -storms, which has its
// machine for itself, and a line of the log in the ordinary run, which shares it.
func late(t *testing.T, format string, values ...any) {
	t.Helper()
	if *storms {
		t.Errorf(format, values...)
		return
	}
	t.Logf("late: "+format, values...)
}

// stormSettings are those of every node here: the pace of a member is no
// subject of these tests.
func stormSettings(more ...string) []string {
	return append([]string{
		"CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=10000",
	}, more...)
}

// stormNodes starts nodes on one database and one Redis and waits until their
// bus carries; redis "" is a node by itself.
func stormNodes(t *testing.T, count int, database, redis string, more ...string) []*node {
	t.Helper()
	settings := stormSettings("DATABASE_URL=" + database)
	if redis != "" {
		settings = append(settings, "REDIS_URL="+redis)
	}
	var nodes []*node
	for range count {
		n := newNode(t, append(settings, more...)...)
		n.start()
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		n.linked(redis)
	}
	return nodes
}

// linked waits until the node's bus carries, if it has one.
func (n *node) linked(redis string) {
	n.t.Helper()
	harness.Until(n.t, "the bus carries", func() bool {
		var health struct {
			Redis string `json:"redis"`
		}
		return redis == "" || n.ask("/readyz", "", &health) == nil && health.Redis == "up"
	})
}

// stormRedis is a Redis with a proxy before it that can swallow.
func stormRedis(t *testing.T) (*redistest.Server, *redistest.Proxy) {
	t.Helper()
	server := redistest.Start(t)
	return server, redistest.StartProxy(t, server)
}

// openStore opens the nodes' database for what a test looks up there.
func openStore(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: url, MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// opsAddr reserves an address for a node's operators.
func opsAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// metric sums a metric over its labels; where picks label pairs ("" is all).
func metric(t *testing.T, ops, name, where string) float64 {
	t.Helper()
	reply, err := http.Get("http://" + ops + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	sum := 0.0
	for lines := bufio.NewScanner(reply.Body); lines.Scan(); {
		rest, ours := strings.CutPrefix(lines.Text(), name)
		if !ours || rest == "" || rest[0] != ' ' && rest[0] != '{' || !strings.Contains(rest, where) {
			continue
		}
		value, err := strconv.ParseFloat(rest[strings.LastIndexByte(rest, ' ')+1:], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += value
	}
	return sum
}

// liveHeap collects the node's garbage and gives what is left, in bytes.
func liveHeap(t *testing.T, ops string) float64 {
	t.Helper()
	reply, err := http.Get("http://" + ops + "/debug/pprof/heap?gc=1")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	return metric(t, ops, "go_memstats_heap_alloc_bytes", "")
}

// spread is a set of durations as it is printed and judged.
type spread []time.Duration

// at gives the value that the share p of all does not exceed.
func (s spread) at(p float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[max(0, int(math.Ceil(p*float64(len(s))))-1)]
}

func (s spread) String() string {
	round := func(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }
	return fmt.Sprintf("n %d, p50 %v, p99 %v, max %v", len(s), round(s.at(0.5)), round(s.at(0.99)), round(s.at(1)))
}

// every calls do at a steady pace until ctx ends; a call that takes too long
// costs its successors nothing.
func every(ctx context.Context, pace time.Duration, do func()) {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do()
		}
	}
}

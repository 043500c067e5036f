package loadtest_test

import (
	"encoding/json"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/cmd/muster/internal/loadtest"
	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/systemtest/harness"
)

// A load test against a node gives an account that comes out even: each
// message reaches every socket of its room, once and in order, while its members mark
// what they have read.
func TestLoadRun(t *testing.T) {
	h := harness.Start(t, 12, 2)
	plan := loadtest.Plan{Nodes: []string{"ws://" + h.Addr + "/ws/chat"}, Sockets: 12, Rooms: 2, Rate: 50, Duration: 2 * time.Second, Connects: 500, Named: 2, Reads: 20}
	for _, m := range h.Members {
		plan.Tokens = append(plan.Tokens, m.Token)
	}
	var said strings.Builder
	r := loadtest.Run(t.Context(), plan, func(line string) { said.WriteString(line) })
	r.Print(&said)
	if err := r.Verdict(); err != nil || !strings.Contains(said.String(), "0 lost, 0 duplicates, 0 out of order, 0 gaps") {
		t.Errorf("%v\n%s", err, said.String())
	}
	if r.Joined != 12 || r.Sent != 100 || r.Acknowledged != 100 || r.Deliveries != 600 || r.Latency.P99 <= 0 || r.Latency.P50 > r.Latency.Max || r.Marked == 0 || r.Unmarked > 0 {
		t.Errorf("%+v", r)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range plan.Tokens {
		if strings.Contains(said.String()+string(raw), token) {
			t.Error("a token is printed")
		}
	}
}

// All connect at once to two addresses, of which one is cut off while members arrive and
// sockets that never join take what an address may have: everybody is back, nothing is
// lost, and each is counted apart.
func TestLoadRunThroughAStorm(t *testing.T) {
	h := harness.Start(t, 12, 2, func(c *node.Config) { c.SocketsPerAddress = 40 })
	cut, address := relay(t, h.Addr)
	plan := loadtest.Plan{Nodes: []string{"ws://" + h.Addr + "/ws/chat", "ws://" + address + "/ws/chat"}, Sockets: 8, Rooms: 2, Rate: 50, Duration: 5 * time.Second,
		Arrivals: 4, ArriveWithin: 100 * time.Millisecond, Raid: 60}
	for _, m := range h.Members {
		plan.Tokens = append(plan.Tokens, m.Token)
	}
	var said strings.Builder
	r := loadtest.Run(t.Context(), plan, func(line string) {
		if strings.HasPrefix(line, "sending") {
			cut()
		}
	})
	r.Print(&said)
	if err := r.Verdict(); err != nil || r.Joined != 8 || r.Reloads > 0 || len(r.Outages) != 1 {
		t.Fatalf("%v\n%s", err, said.String())
	}
	if o := r.Outages[0]; o.Node != plan.Nodes[1] || o.Lost != 4 || o.Back != 4 || o.After.Max < 1500 || o.After.P50 > o.After.Max || o.Others.P50 <= 0 {
		t.Errorf("%+v", o)
	}
	if a := r.Arriving; a.Joined != 4 || a.All < a.Each.P50 || a.Chat == nil {
		t.Errorf("%+v", a)
	}
	ends := 0
	for _, n := range r.Raiding.Ended {
		ends += n
	}
	if r.Raiding.Ended["1013"] < 20 || ends != 60 {
		t.Errorf("%+v", r.Raiding)
	}
}

// relay is a second address of a node, until it is cut.
func relay(t *testing.T, node string) (cut func(), address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var all []net.Conn
	cut = func() {
		_ = listener.Close()
		mu.Lock()
		defer mu.Unlock()
		for _, conn := range all {
			_ = conn.Close()
		}
	}
	t.Cleanup(cut)
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", node)
			if err != nil {
				_ = from.Close()
				continue
			}
			mu.Lock()
			all = append(all, from, to)
			mu.Unlock()
			go func() { _, _ = io.Copy(to, from); _ = to.Close() }()
			go func() { _, _ = io.Copy(from, to); _ = from.Close() }()
		}
	}()
	return cut, listener.Addr().String()
}

// Administrators among the members watch what all of them do; who is none is refused.
func TestLoadWatchesActivity(t *testing.T) {
	h := harness.Start(t, 4, 2)
	if err := loadtest.MakeAdministrators(t.Context(), h.DB.Pool(), h.Members[:2]); err != nil {
		t.Fatal(err)
	}
	for watching, refused := range map[int]int{2: 0, 3: 1} {
		plan := loadtest.Plan{Nodes: []string{"ws://" + h.Addr + "/ws/chat"}, Sockets: 4, Rooms: 2, Rate: 20, Duration: 2 * time.Second, Connects: 500, Watching: watching}
		for _, m := range h.Members {
			plan.Tokens = append(plan.Tokens, m.Token)
		}
		r := loadtest.Run(t.Context(), plan, func(string) {})
		all := 0
		for _, n := range r.Refused {
			all += n
		}
		// Each of the two receives forty messages, but for the last ones, and who came.
		if received := r.Activities + r.LeftOut; r.Verdict() != nil || received < 40 || received > 2*60 || all != refused {
			t.Errorf("%d watch: %d received, %+v", watching, received, r)
		}
	}
}

// Every call is counted under its path, and those that failed by their status.
func TestLoadCalls(t *testing.T) {
	h := harness.Start(t, 1, 1)
	plan := loadtest.CallPlan{Node: "http://" + h.Addr, Token: h.Members[0].Token, Rounds: 3, AtOnce: 2}
	for _, path := range []string{"/api/chat/rooms", "/api/admin/analytics/overview"} {
		plan.Calls = append(plan.Calls, loadtest.ReadCall(path))
	}
	reports := loadtest.RunCalls(t.Context(), plan)
	if r := reports[0]; r.Calls != 6 || len(r.Failed) != 0 || r.Took.P50 <= 0 || r.Took.P50 > r.Took.P95 || r.Took.P95 > r.Took.Max {
		t.Errorf("%+v", r)
	}
	if r := reports[1]; r.Calls != 6 || r.Failed[403] != 6 {
		t.Errorf("who is no administrator: %+v", r)
	}
	if r := reports[2]; r.Calls != 12 || len(r.Failed) != 0 || r.Took.Max < max(reports[0].Took.Max, reports[1].Took.Max) {
		t.Errorf("all: %+v", r)
	}
}

// Calls that change something go on for as long as the plan says.
func TestLoadCallsThatChange(t *testing.T) {
	h := harness.Start(t, 1, 1)
	change, err := loadtest.ParseChange(`POST /api/chat/room/load-1/read {"seq":0}`)
	if err != nil {
		t.Fatal(err)
	}
	plan := loadtest.CallPlan{Node: "http://" + h.Addr, Token: h.Members[0].Token, Calls: []loadtest.Call{change}, Rounds: 1, AtOnce: 1, Duration: 300 * time.Millisecond, Pause: time.Millisecond}
	if err := plan.Check(); err != nil {
		t.Fatal(err)
	}
	if r := loadtest.RunCalls(t.Context(), plan)[0]; r.Calls < 2 || len(r.Failed) > 0 || r.Path != "POST /api/chat/room/load-1/read" {
		t.Errorf("%+v", r)
	}
	for _, bad := range []string{"", "GET /api/config", "PATCH /api/profile/bio {", "/api/config"} {
		if c, err := loadtest.ParseChange(bad); err == nil {
			t.Errorf("%q is %+v", bad, c)
		}
	}
}

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A load test against a node gives an account that comes out even: each
// message reaches every socket of its room, once and in order.
func TestLoadRun(t *testing.T) {
	h := newHome(t, 12, 2)
	dir := t.TempDir()
	tokens, report := filepath.Join(dir, "tokens"), filepath.Join(dir, "report.json")
	var text []string
	for _, m := range h.members {
		text = append(text, m.Token)
	}
	if err := os.WriteFile(tokens, []byte(strings.Join(text, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, complaints := run(nil, "load", "run", "--nodes", "http://"+h.addr, "--tokens", tokens,
		"--rooms", "2", "--rate", "50", "--seconds", "2", "--json", report)
	if status != 0 {
		t.Fatalf("status %d\n%s%s", status, out, complaints)
	}
	if !strings.Contains(out, "0 lost, 0 duplicates, 0 out of order, 0 gaps") {
		t.Errorf("said\n%s", out)
	}
	raw, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var r loadReport
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	if r.Joined != 12 || r.Sent != 100 || r.Acknowledged != 100 || r.Deliveries != 600 || r.Latency.P99 <= 0 || r.Latency.P50 > r.Latency.Max {
		t.Errorf("%+v", r)
	}
	for _, token := range text {
		if strings.Contains(out+complaints+string(raw), token) {
			t.Error("a token is told")
		}
	}
}

// The account finds what went wrong: this is what each fault looks like.
func TestLoadAccountsForFaults(t *testing.T) {
	l := &load{plan: loadPlan{rooms: 1, sockets: 2, tokens: []string{"a", "b"}}, mark: "load x ", total: 4}
	for i := range 2 {
		s := newLoadSocket(l, i, 4)
		s.take(nil, loadFrame{Type: "room_joined"}, 0)
		s.begin()
		l.sockets = append(l.sockets, s)
	}
	ann, bob := l.sockets[0], l.sockets[1]
	ann.pending["id"] = loadSend{id: "id"}
	ann.pending["late"] = loadSend{id: "late"}
	message := func(s *loadSocket, text, id string, seq int64) {
		s.take(nil, loadFrame{Type: "message", Seq: seq, Text: text, ClientMsgID: id}, time.Second)
	}
	message(ann, "load x 0 0 0", "id", 1)
	if pending, lost := l.outstanding(); pending != 1 || lost != 1 {
		t.Errorf("%d pending, %d lost", pending, lost)
	}
	message(bob, "load x 1 0 0", "", 2) // 1 was jumped
	message(bob, "load x 0 0 0", "", 1) // and came late
	message(bob, "load x 1 0 0", "", 3) // stored twice
	r := l.report(2, time.Second)
	if r.Lost != 0 || r.Gaps != 1 || r.OutOfOrder != 1 || r.Duplicates != 1 || r.Unacknowledged != 1 || r.Acknowledged != 1 {
		t.Errorf("%+v", r)
	}
	if r.verdict() == nil {
		t.Error("the verdict is good")
	}
	// Sent again after a broken line, it comes by the resume and as an answer.
	ann.take(nil, loadFrame{Type: "room_joined", Resumed: true}, 0)
	message(ann, "load x 2 0 0", "late", 2)
	message(ann, "load x 2 0 0", "late", 2)
	if ann.repeats+ann.disorder > 0 || len(ann.pending) > 0 {
		t.Errorf("the answer to a second send is held against the server: %+v", ann)
	}
	// Who must reload is no witness for what was lost.
	bob.take(nil, loadFrame{Type: "room_joined", Seq: 9}, 0)
	if _, lost := l.outstanding(); lost != 0 || l.reloads.Load() != 1 {
		t.Errorf("%d lost", lost)
	}
}

// A run in which every send was refused has shown nothing.
func TestLoadWithoutAcknowledgementFails(t *testing.T) {
	for _, c := range []struct {
		r    loadReport
		good bool
	}{
		{loadReport{Sockets: 1, Joined: 1, Sent: 5, Acknowledged: 5}, true},
		{loadReport{Sockets: 1, Joined: 1, Sent: 5, Acknowledged: 1, Refused: map[string]int{"rate_limited": 4}}, true},
		{loadReport{Sockets: 1, Joined: 1, Sent: 5, Refused: map[string]int{"rate_limited": 5}}, false},
	} {
		if good := c.r.verdict() == nil; good != c.good {
			t.Errorf("%+v: %v", c.r, good)
		}
	}
}

func TestLatenciesAreCountedFinely(t *testing.T) {
	var l latencies
	for us := range 100_000 {
		l.add(time.Duration(us) * time.Microsecond)
	}
	q := l.quantiles()
	for _, c := range []struct{ got, want float64 }{{q.P50, 50}, {q.P90, 90}, {q.P99, 99}, {q.P999, 99.9}, {q.Max, 100}} {
		if c.got < c.want*0.98 || c.got > c.want*1.02 {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	l.add(100 * 24 * time.Hour)
	l.add(-time.Second)
}

// A test that nobody could answer ends by itself and says so; so does one that
// is stopped. What is not understood is refused before anybody is called.
func TestLoadRunEndsAndRefuses(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	plan := loadPlan{nodes: []string{"ws://127.0.0.1:1/ws/chat"}, tokens: []string{"t"}, sockets: 1, rooms: 1, rate: 1, duration: time.Second, connects: 100}
	if r := runLoad(ctx, plan, func(string) {}); r.verdict() == nil || r.Joined != 0 {
		t.Errorf("%+v", r)
	}
	tokens := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(tokens, []byte("one two"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{}, {"--tokens", "/nowhere"}, {"--tokens", tokens, "--sockets", "3"}, {"--tokens", tokens, "--rooms", "3"},
		{"--tokens", tokens, "--rate", "0"}, {"--tokens", tokens, "--nodes", "localhost:8080"}, {"--tokens", tokens, "--rate", "1e9"},
	} {
		if status, _, _ := run(nil, append([]string{"load", "run"}, args...)...); status != 2 {
			t.Errorf("%q: status %d", args, status)
		}
	}
}

// With as many rooms as there are nodes, or a multiple, every room lived on one
// node alone, and nothing crossed.
func TestLoadSpreadsEachRoom(t *testing.T) {
	for _, c := range []struct{ rooms, nodes int }{{1, 2}, {2, 2}, {20, 2}, {20, 3}, {3, 3}, {7, 3}} {
		plan := loadPlan{rooms: c.rooms, nodes: make([]string, c.nodes)}
		seen := map[[2]int]bool{}
		for socket := range c.rooms * c.nodes * c.nodes {
			seen[[2]int{socket % c.rooms, plan.node(socket, 0)}] = true
		}
		if len(seen) != c.rooms*c.nodes {
			t.Errorf("%+v: %d pairs of room and node", c, len(seen))
		}
	}
}

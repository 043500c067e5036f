package loadtest

import (
	"context"
	"testing"
	"time"
)

// The account finds what went wrong: this is what each fault looks like.
func TestLoadAccountsForFaults(t *testing.T) {
	l := &load{plan: Plan{Rooms: 1, Sockets: 2, Tokens: []string{"a", "b"}}, mark: "load x ", total: 4}
	for i := range 2 {
		s := newClient(l, i, 4)
		s.take(nil, frame{Type: "room_joined"}, 0)
		s.begin()
		l.sockets = append(l.sockets, s)
	}
	ann, bob := l.sockets[0], l.sockets[1]
	ann.pending["id"] = send{id: "id"}
	ann.pending["late"] = send{id: "late"}
	message := func(s *client, text, id string, seq int64) {
		s.take(nil, frame{Type: "message", Seq: seq, Text: text, ClientMsgID: id}, time.Second)
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
	if r.Verdict() == nil {
		t.Error("the verdict is good")
	}
	// Sent again after a broken line, it comes by the resume and as an answer.
	ann.take(nil, frame{Type: "room_joined", Resumed: true}, 0)
	message(ann, "load x 2 0 0", "late", 2)
	message(ann, "load x 2 0 0", "late", 2)
	if ann.repeats+ann.disorder > 0 || len(ann.pending) > 0 {
		t.Errorf("the answer to a second send is held against the server: %+v", ann)
	}
	// Who must reload is no witness for what was lost.
	bob.take(nil, frame{Type: "room_joined", Seq: 9}, 0)
	if _, lost := l.outstanding(); lost != 0 || l.reloads.Load() != 1 {
		t.Errorf("%d lost", lost)
	}
}

// A run in which every send was refused has shown nothing.
func TestLoadWithoutAcknowledgementFails(t *testing.T) {
	for _, c := range []struct {
		r    Report
		good bool
	}{
		{Report{Sockets: 1, Joined: 1, Sent: 5, Acknowledged: 5}, true},
		{Report{Sockets: 1, Joined: 1, Sent: 5, Acknowledged: 1, Refused: map[string]int{"rate_limited": 4}}, true},
		{Report{Sockets: 1, Joined: 1, Sent: 5, Refused: map[string]int{"rate_limited": 5}}, false},
	} {
		if good := c.r.Verdict() == nil; good != c.good {
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
// is stopped.
func TestLoadRunEnds(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	plan := Plan{Nodes: []string{"ws://127.0.0.1:1/ws/chat"}, Tokens: []string{"t"}, Sockets: 1, Rooms: 1, Rate: 1, Duration: time.Second, Connects: 100}
	if r := Run(ctx, plan, func(string) {}); r.Verdict() == nil || r.Joined != 0 {
		t.Errorf("%+v", r)
	}
}

// With as many rooms as there are nodes, or a multiple, every room lived on one
// node alone, and nothing crossed.
func TestLoadSpreadsEachRoom(t *testing.T) {
	for _, c := range []struct{ rooms, nodes int }{{1, 2}, {2, 2}, {20, 2}, {20, 3}, {3, 3}, {7, 3}} {
		plan := Plan{Rooms: c.rooms, Nodes: make([]string, c.nodes)}
		seen := map[[2]int]bool{}
		for socket := range c.rooms * c.nodes * c.nodes {
			seen[[2]int{socket % c.rooms, plan.node(socket, 0)}] = true
		}
		if len(seen) != c.rooms*c.nodes {
			t.Errorf("%+v: %d pairs of room and node", c, len(seen))
		}
	}
}

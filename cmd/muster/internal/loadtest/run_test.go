package loadtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// The account finds what went wrong: this is what each fault looks like.
func TestLoadAccountsForFaults(t *testing.T) {
	l := newLoad(Plan{Nodes: []string{"ws://a/"}, Rooms: 1, Sockets: 2, Rate: 4, Duration: time.Second})
	l.mark = "load x "
	for i := range 2 {
		s := newClient(l, &l.members, i, 0, 4)
		s.take(&line{}, frame{kind: "room_joined"}, 0)
		s.expectAll()
		l.sockets = append(l.sockets, s)
	}
	ann, bob := l.sockets[0], l.sockets[1]
	ann.pending = map[string]send{"id": {id: "id"}, "late": {id: "late"}}
	message := func(s *client, text, id string, seq int64) {
		raw, _ := json.Marshal(map[string]any{"type": "message", "seq": seq, "message": text, "clientMsgId": id, "reactions": []any{map[string]any{"seq": 7}}})
		f, ok := readFrame(raw)
		if !ok {
			t.Fatalf("%s is not read", raw)
		}
		s.take(s.line, f, time.Second)
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
	// One that was refused while the database was away was answered: the run was called broken.
	ann.take(ann.line, frame{kind: "error", code: []byte("unavailable"), clientMsgID: []byte("late")}, 0)
	if r := l.report(2, time.Second); r.Unacknowledged != 0 || r.Refused["unavailable"] != 1 {
		t.Errorf("refused: %+v", r)
	}
	// Sent again after a broken line, it comes by the resume and as an answer.
	ann.leave(t.Context(), 0)
	ann.take(&line{}, frame{kind: "room_joined", resumed: true}, 0)
	message(ann, "load x 2 0 0", "late", 2)
	message(ann, "load x 2 0 0", "late", 2)
	if ann.repeats+ann.disorder > 0 || len(ann.pending) > 0 {
		t.Errorf("the answer to a second send is held against the server: %+v", ann)
	}
	// Who must reload is no witness for what was lost.
	bob.take(&line{}, frame{kind: "room_joined", seq: 9}, 0)
	if _, lost := l.outstanding(); lost != 0 || l.reloads.Load() != 1 {
		t.Errorf("%d lost", lost)
	}
}

// An outage lasts from the first loss until all are back. Meanwhile only messages from and
// to members of the other nodes are counted apart.
func TestLoadCountsAnOutage(t *testing.T) {
	l := newLoad(Plan{Nodes: []string{"ws://a/", "ws://b/", "ws://c/"}, Rooms: 1, Sockets: 6, Rate: 100, Duration: time.Second})
	for i := range 6 { // two on each node
		s := newClient(l, &l.members, i, 0, 100)
		s.take(&line{}, frame{kind: "room_joined"}, 0)
		l.sockets = append(l.sockets, s)
	}
	k := 0
	deliver := func(to, from int) {
		text := fmt.Appendf(nil, "%s%d %d %d", l.mark, k, int64(l.now()), from)
		l.sockets[to].take(nil, frame{kind: "message", seq: int64(k + 1), text: text}, l.now())
		k++
	}
	deliver(1, 1) // before
	for _, gone := range []int{0, 3} {
		l.sockets[gone].leave(t.Context(), 0)
	}
	if a, b := l.sockets[0].node, l.sockets[3].node; a != 1 || b != 2 {
		t.Errorf("both go elsewhere, each to its own node: %d, %d", a, b)
	}
	deliver(1, 1)
	deliver(2, 1)
	deliver(1, 0)       // of a member who is lost
	deliver(1, nowhere) // said while it was away
	deliver(0, 1)       // to one who is lost
	l.sockets[0].take(&line{}, frame{kind: "room_joined", resumed: true}, l.now())
	if r := l.report(1, time.Second); r.Verdict() == nil || r.Outages[0].Back != 1 {
		t.Errorf("one is still away: %+v", r.Outages)
	}
	l.sockets[3].take(&line{}, frame{kind: "room_joined", resumed: true}, l.now())
	w := l.windows()[0]
	if over := time.Duration(w.ended.Load()); over == 0 || !w.covers(over) || w.covers(over+1) || w.covers(w.began-1) {
		t.Errorf("it lasts from %v to %v", w.began, over)
	}
	r := l.report(1, time.Second)
	if len(r.Outages) != 1 || r.Outages[0].Node != "ws://a/" || r.Outages[0].Lost != 2 || r.Outages[0].Back != 2 || w.chat.total() != 2 {
		t.Errorf("%d messages, %+v", w.chat.total(), r.Outages)
	}
	// A node that drains ends connections one by one: that is one outage.
	l.sockets[2].leave(t.Context(), 0)
	if l.windows()[0].ended.Load() != 0 || len(l.windows()) != 1 {
		t.Error("a second outage")
	}
	l.sockets[2].take(&line{}, frame{kind: "room_joined", resumed: true}, l.now())
	// Behind a balancer the next node that drains has the same address: it takes a member
	// whom the one before took, maybe after others. The two were one outage that lasted over
	// both drains.
	l.sockets[1].leave(t.Context(), 0)
	l.sockets[2].leave(t.Context(), 0)
	if len(l.windows()) != 2 {
		t.Error("the drain of another node is no outage of its own")
	}
	for _, again := range []int{1, 2} {
		l.sockets[again].take(&line{}, frame{kind: "room_joined", resumed: true}, l.now())
	}
	if r := l.report(1, time.Second); len(r.Outages) != 2 || r.Outages[0].Lost != 4 || r.Outages[1].Lost != 1 || r.Outages[1].Away.Max > r.Outages[1].After.Max {
		t.Errorf("%+v", r.Outages)
	}
}

// Members come back as the browser's client does.
func TestLoadComesBackAsBrowsersDo(t *testing.T) {
	var b backoff
	for i, base := range []time.Duration{3, 6, 12, 24, 30, 30} {
		if wait, again := b.next(io.EOF); !again || wait < base*time.Second/2 || wait > min(base*time.Second*3/2, longestRetry) {
			t.Errorf("retry %d after %v", i, wait)
		}
	}
	b.joined()
	if wait, _ := b.next(closed{1013, "node is full, retry in 9 s"}); wait != 9*time.Second {
		t.Errorf("asked for 9 s: %v", wait)
	}
	b.joined()
	if wait, _ := b.next(closed{1008, ""}); wait < 6*time.Second {
		t.Errorf("after abuse %v", wait)
	}
	for _, code := range []int{4401, 4403} {
		if _, again := b.next(closed{code, ""}); again {
			t.Errorf("comes back after %d", code)
		}
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
		{Report{Sockets: 1, Joined: 1, Sent: 5, Acknowledged: 5, Arriving: &crowdReport{Members: 2, Joined: 1}}, false},
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
			seen[[2]int{socket % c.rooms, plan.node(socket)}] = true
		}
		if len(seen) != c.rooms*c.nodes {
			t.Errorf("%+v: %d pairs of room and node", c, len(seen))
		}
	}
}

// Frames come in any pieces, with pings between the parts of a message.
func TestFramesAreCutAnywhere(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	var stream []byte
	for _, f := range []struct {
		first   byte
		payload string
	}{{finalBit | opText, "short"}, {opText, "in "}, {finalBit | opPing, "?"}, {finalBit | opContinuation, "parts"}, {finalBit | opText, long[:300]}, {finalBit | opText, long}} {
		masked := appendFrame(nil, f.first&0xf, []byte(f.payload))
		head := len(masked) - len(f.payload) - 4
		masked[0], masked[1] = f.first, masked[1]&^maskedBit
		stream = append(append(stream, masked[:head]...), f.payload...)
	}
	for _, piece := range []int{1, 2, 7, 4096, len(stream)} {
		var in inbound
		var got []string
		for part := range slices.Chunk(stream, piece) {
			if err := in.feed(part, func(op byte, payload []byte) error { got = append(got, fmt.Sprint(op, string(payload))); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if want := []string{"1short", "9?", "1in parts", "1" + long[:300], "1" + long}; !slices.Equal(got, want) {
			t.Errorf("in pieces of %d: %.200q", piece, got)
		}
	}
	for _, bad := range [][]byte{{0xc1, 0}, {0x81, 0x80, 0, 0, 0, 0}, {0x81, 127, 1, 0, 0, 0, 0, 0, 0, 0}} {
		if err := new(inbound).feed(bad, nil); err == nil {
			t.Errorf("% x is taken", bad)
		}
	}
}

// Of a frame only the fields of its own are read, whatever texts and nested values hold.
func TestFieldsOfAFrame(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"message","seq":4,"message":"a \"seq\":9 \\","nested":[{"seq":8}],"clientMsgId":"c"}`: `message 4 a \"seq\":9 \\ c`,
		`{"message":"b","type":"message", "seq" : 5 }`:                                                 "message 5 b ",
		`{"type":"room_activity","lastSeq":7}`:                                                         " 0  ",
		`{"type":"message_deleted","inner":{"seq":3},"seq":6}`:                                         "message_deleted 6  ",
	} {
		if f, ok := readFrame([]byte(raw)); !ok || fmt.Sprintf("%s %d %s %s", f.kind, f.seq, f.text, f.clientMsgID) != want {
			t.Errorf("%s: %v %+v", raw, ok, f)
		}
	}
	for _, raw := range []string{"", "[]", `{"seq"`, `{"seq":`, `{"type":"message","seq"`, `{1:2}`} {
		if _, ok := readFrame([]byte(raw)); ok {
			t.Errorf("%q is a frame", raw)
		}
	}
}

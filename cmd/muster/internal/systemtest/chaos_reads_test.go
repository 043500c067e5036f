package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

const (
	readPause = 300 * time.Millisecond // of a marker between two marks
	readLag   = 60                     // the most events by which a mark is behind what was seen
	nameEvery = 7                      // each so many-th message of a writer names the room's marker
)

// roomRead is what one node says of what a member has read in a room.
type roomRead struct {
	LastRead int64 `json:"lastReadSeq"`
	Unread   int   `json:"unread"`
	Mentions int   `json:"mentions"`
}

// readMark is one mark that was acknowledged.
type readMark struct{ asked, got int64 }

// readCopy is all that one marker noted.
type readCopy struct {
	room     int
	marks    []readMark // in the order in which they were acknowledged
	received [][]int64  // numbers of read_state on each connection
	nodes    []roomRead // what each node says at the end
}

// marker is a reader who marks what it has read by calls to any node, each again until
// it succeeds.
type marker struct {
	harness *chaosHarness
	line    *clientLog
	random  *rand.Rand
	ended   chan struct{}

	mu    sync.Mutex
	marks []readMark
}

func newMarker(r *chaosHarness, line *clientLog, seed uint64) *marker {
	return &marker{harness: r, line: line, random: rand.New(rand.NewPCG(r.seed, seed)), ended: make(chan struct{})}
}

// markerName is the username of the marker of a room: the room's first reader.
func markerName(room int) string { return fmt.Sprint("load_", rigWriters+room+1) }

// run marks until stop is closed and the last mark is acknowledged.
func (m *marker) run(ctx context.Context, stop <-chan struct{}) {
	defer close(m.ended)
	for {
		select {
		case <-ctx.Done():
			return
		case <-stop:
			return
		case <-time.After(readPause):
		}
		m.line.mu.Lock()
		seq := m.line.last - m.random.Int64N(readLag)
		m.line.mu.Unlock()
		for seq > 0 && ctx.Err() == nil && !m.mark(ctx, seq) {
			time.Sleep(rulingAgain)
		}
	}
}

// mark makes one call to any node; false when it did not succeed.
func (m *marker) mark(ctx context.Context, seq int64) bool {
	var said roomRead
	path := "/api/chat/room/" + roomName(m.line.room) + "/read"
	if !m.call(ctx, m.random.IntN(rigNodes), http.MethodPost, path, map[string]any{"seq": seq}, &said) {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marks = append(m.marks, readMark{seq, said.LastRead})
	return true
}

func (m *marker) call(ctx context.Context, node int, method, path string, body, reply any) bool {
	raw, err := json.Marshal(body)
	if err != nil {
		m.harness.t.Error(err)
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, giveUpAfter)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, "http://"+m.harness.nodes[node].addr+path, bytes.NewReader(raw))
	if err != nil {
		m.harness.t.Error(err)
		return false
	}
	request.Header.Set("Authorization", "Bearer "+m.line.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		io.Copy(io.Discard, answer.Body)
		return false
	}
	return json.NewDecoder(answer.Body).Decode(reply) == nil
}

// copy is of what the marker noted, with what each node says now.
func (m *marker) copy() readCopy {
	out := readCopy{room: m.line.room}
	for node := range rigNodes {
		var list struct {
			Rooms []struct {
				ID string `json:"id"`
				roomRead
			} `json:"rooms"`
		}
		if !m.call(m.harness.ctx, node, http.MethodGet, "/api/chat/rooms", nil, &list) {
			m.harness.t.Errorf("node %d gives no list of rooms", node)
		}
		for _, room := range list.Rooms {
			if room.ID == roomName(m.line.room) {
				out.nodes = append(out.nodes, room.roomRead)
			}
		}
	}
	m.mu.Lock()
	out.marks = m.marks
	m.mu.Unlock()
	m.line.mu.Lock()
	defer m.line.mu.Unlock()
	for call, seqs := range m.line.reads {
		for len(out.received) <= int(call) {
			out.received = append(out.received, nil)
		}
		out.received[call] = seqs
	}
	return out
}

// checkReads: a mark that was acknowledged stays, none goes back, and at the end every
// node says the same, which is what the history says.
func (r *record) checkReads(t *tally) {
	back, differ := t.count("read mark lost or gone back", "marks acknowledged or received"), t.count("node that says otherwise what is read", "answers")
	ordinals := map[[16]byte]int{}
	for _, s := range r.sends {
		ordinals[s.id] = s.ordinal
	}
	for _, c := range r.reads {
		most := int64(0)
		for _, m := range c.marks {
			back.Of++
			if m.got < m.asked || m.got < most {
				back.N++
				t.note("room %d: a mark at %d was answered with %d after %d", c.room, m.asked, m.got, most)
			}
			most = max(most, m.got)
		}
		for _, seqs := range c.received {
			for i, seq := range seqs {
				back.Of++
				if i > 0 && seq <= seqs[i-1] {
					back.N++
					t.note("room %d: a mark at %d was received after %d", c.room, seq, seqs[i-1])
				}
			}
		}
		want := roomRead{LastRead: most}
		for _, k := range r.history[c.room] {
			if k.seq > most && !k.deleted {
				want.Unread++
				if ordinals[k.client]%nameEvery == 0 {
					want.Mentions++
				}
			}
		}
		want.Unread, want.Mentions = min(want.Unread, 100), min(want.Mentions, 100)
		differ.Of += rigNodes
		differ.N += rigNodes - len(c.nodes)
		for node, said := range c.nodes {
			if said != want {
				differ.N++
				t.note("room %d: node %d says %+v, want %+v", c.room, node, said, want)
			}
		}
	}
}

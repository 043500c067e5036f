package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// Promises P1 to P4 when the node is killed in the middle of the work.
func TestKilledNodeLosesNothing(t *testing.T) {
	loseNothing(t, 20, func(n *node, _ *storetest.Cluster) {
		n.kill()
		n.start()
	})
}

// P20, WS-30: the same when it is told to stop.
func TestStoppedNodeLosesNothing(t *testing.T) {
	loseNothing(t, 5, func(n *node, _ *storetest.Cluster) {
		n.cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-n.done:
		case <-time.After(60 * time.Second):
			t.Fatal("SIGTERM did not end the node")
		}
		if code := n.cmd.ProcessState.ExitCode(); code != 0 {
			t.Fatalf("exit status %d", code)
		}
		n.start()
	})
}

// P1, P19: the same when Postgres crashes and recovers under it.
func TestCrashedPostgresLosesNothing(t *testing.T) {
	loseNothing(t, 5, func(n *node, database *storetest.Cluster) {
		database.StopImmediate()
		database.Start()
		n.ready()
	})
}

// loseNothing hurts a node again and again while members write. Whatever a
// sender saw accepted is in the history, once, in one order for all, and a
// member that comes back with its last number misses nothing.
func loseNothing(t *testing.T, rounds int, hurt func(*node, *storetest.Cluster)) {
	t.Helper()
	const writers, readers = 8, 4
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	t.Logf("seed %d", seed)

	database := storetest.Private(t)
	n := newNode(t, "DATABASE_URL="+database.URL(), "CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
	n.start()
	tokens := n.tokens(writers+readers, 1)

	var acks atomic.Int64
	moved := make(chan struct{}, 1)
	onAck := func() {
		acks.Add(1)
		select {
		case moved <- struct{}{}:
		default:
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var chatters []*chatter
	var running sync.WaitGroup
	for i, token := range tokens {
		c := newChatter(n.addr, token, "load-1", i < writers, onAck)
		chatters = append(chatters, c)
		running.Go(func() { c.run(ctx) })
	}
	for round := range rounds {
		goal := acks.Load() + 10 + random.Int64N(150)
		timeout := time.After(30 * time.Second)
		for acks.Load() < goal {
			select {
			case <-moved:
			case <-timeout:
				t.Fatalf("round %d: no acknowledgements for 30 s", round)
			}
		}
		hurt(n, database)
	}
	for _, c := range chatters {
		c.finish()
	}
	history := settle(t, n, chatters, tokens[0])
	stop()
	running.Wait()
	judge(t, chatters, history)
	t.Logf("%d rounds, %d acknowledged, %d in history", rounds, acks.Load(), len(history))
}

// settle waits until nothing is under way and everybody has seen the last
// event, and gives the room's whole history, oldest first.
func settle(t *testing.T, n *node, chatters []*chatter, token string) []seen {
	t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if time.Now().After(deadline) {
			t.Fatal("some sends were never acknowledged, or somebody never caught up")
		}
		if !everybody(chatters, 0) {
			continue
		}
		// Read only now: nothing more can be stored.
		history := readHistory(t, n, token, "load-1")
		if len(history) > 0 && everybody(chatters, history[len(history)-1].Seq) {
			return history
		}
	}
	return nil
}

// everybody says whether each has all sends acknowledged and has seen seq.
func everybody(chatters []*chatter, seq int64) bool {
	for _, c := range chatters {
		if !c.drained(seq) {
			return false
		}
	}
	return true
}

// readHistory pages a room's history by HTTP, as a browser does.
func readHistory(t *testing.T, n *node, token, room string) []seen {
	t.Helper()
	var history []seen
	before := ""
	for {
		url := fmt.Sprintf("http://%s/api/chat/room/%s/messages?limit=50", n.addr, room)
		if before != "" {
			url += "&before=" + before
		}
		request, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		var page struct {
			Messages []seen `json:"messages"`
		}
		err = json.NewDecoder(reply.Body).Decode(&page)
		reply.Body.Close()
		if err != nil || reply.StatusCode != http.StatusOK {
			t.Fatalf("history: status %d, %v", reply.StatusCode, err)
		}
		history = append(page.Messages, history...)
		if len(page.Messages) < 50 {
			return history
		}
		before = page.Messages[0].ID
	}
}

// judge compares what every chatter saw with the history.
func judge(t *testing.T, chatters []*chatter, history []seen) {
	t.Helper()
	place := map[string]int{}
	once := map[string]string{}
	for i, m := range history {
		place[m.ID] = i
		if m.ClientMsgID != "" && once[m.ClientMsgID] != "" {
			t.Errorf("one send, two messages: %s and %s", once[m.ClientMsgID], m.ID)
		}
		once[m.ClientMsgID] = m.ID
	}
	lost, phantoms, inversions := 0, 0, 0
	for i, c := range chatters {
		for _, id := range c.acked {
			if _, ok := place[id]; !ok {
				lost++
			}
		}
		last := -1
		for _, id := range c.order {
			at, ok := place[id]
			if !ok {
				phantoms++
			} else if at < last {
				inversions++
			} else {
				last = at
			}
		}
		if c.gaps+c.repeats+c.twice+c.reloads > 0 {
			t.Errorf("chatter %d: %d gaps, %d repeats, %d doubled sends, %d reloads", i, c.gaps, c.repeats, c.twice, c.reloads)
		}
		if len(c.order) != len(history) {
			t.Errorf("chatter %d saw %d of %d messages", i, len(c.order), len(history))
		}
	}
	if lost+phantoms+inversions > 0 {
		t.Errorf("lost %d, phantom %d, inversions %d", lost, phantoms, inversions)
	}
}

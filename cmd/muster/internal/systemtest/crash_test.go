package systemtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// Nothing acknowledged is lost, doubled or out of order when the node is killed
// in the middle of the work.
func TestKilledNodeLosesNothing(t *testing.T) {
	t.Parallel()
	loseNothing(t, 20, killed)
}

// The same, so briefly that every change is tried so.
func TestNodeKilledTwiceLosesNothing(t *testing.T) {
	t.Parallel()
	loseNothing(t, 2, killed)
}

func killed(n *node, _ *storetest.Cluster) {
	n.kill()
	n.start()
}

// The same when the node is stopped.
func TestP20StoppedNodeLosesNothing(t *testing.T) {
	t.Parallel()
	loseNothing(t, times(2, 5), func(n *node, _ *storetest.Cluster) {
		n.cmd.Process.Signal(syscall.SIGTERM)
		n.endsWell(60 * time.Second)
		n.start()
	})
}

// The same when Postgres crashes and recovers under it.
func TestP1CrashedPostgresLosesNothing(t *testing.T) {
	t.Parallel()
	loseNothing(t, times(3, 5), func(n *node, database *storetest.Cluster) {
		database.StopImmediate()
		database.Start()
		n.ready()
	})
}

// The machine of the primary is gone, and an operator makes its standby the primary: the
// node follows by itself, by an address that names both (target_session_attrs), and what
// was accepted is there, for the primary had asked the standby before it said so.
func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	primary := demoDatabase(t)
	standby := primary.Standby()
	n := newNode(t, "DATABASE_URL="+storetest.Either(primary, standby), "CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
	n.start()
	people := startClients(t, []*node{n}, 8, 4)
	people.await(200)
	primary.StopImmediate()
	began := time.Now()
	standby.Promote()
	promoted := time.Since(began)
	n.ready()
	people.await(1)
	t.Logf("the standby took writes after %s, members' messages were accepted after %s", promoted.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
	people.await(200)
	people.endAfterFailover(nil)
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

	database := demoDatabase(t)
	n := newNode(t, "DATABASE_URL="+database.URL(), "CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
	n.start()
	people := startClients(t, []*node{n}, writers, readers)
	for range rounds {
		people.await(10 + random.Int64N(150))
		hurt(n, database)
	}
	people.end(people.settle())
}

// everybody says whether each has all sends acknowledged and has seen seq.
func everybody(clients []*resilientClient, seq int64) bool {
	for _, c := range clients {
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

// judge compares what every client saw with the history.
func judge(t *testing.T, clients []*resilientClient, history []seen) {
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
	for i, c := range clients {
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
			t.Errorf("client %d: %d gaps, %d repeats, %d doubled sends, %d reloads", i, c.gaps, c.repeats, c.twice, c.reloads)
		}
		if len(c.order) != len(history) {
			t.Errorf("client %d saw %d of %d messages", i, len(c.order), len(history))
		}
	}
	if lost+phantoms+inversions > 0 {
		t.Errorf("lost %d, phantom %d, inversions %d", lost, phantoms, inversions)
	}
}

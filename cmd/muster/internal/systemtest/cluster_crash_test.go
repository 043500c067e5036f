package systemtest

import (
	"encoding/json"
	"math/rand/v2"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"testing"

	"muster/store/redis/redistest"
)

// ask reads one JSON answer of a node; "" for the token is nobody.
func (n *node) ask(path, token string, reply any) error {
	request, err := http.NewRequest(http.MethodGet, "http://"+n.addr+path, nil)
	if err != nil {
		return err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	return json.NewDecoder(answer.Body).Decode(reply)
}

// Two real nodes on one Postgres and one Redis, killed in
// turn, and Redis too: members go on at the other node from the number they saw
// last, nothing is lost or doubled, and nobody is counted who is not there.
func TestWS31KilledNodeGoesOnAtTheOther(t *testing.T) {
	t.Parallel()
	const rounds, writers, readers = 6, 6, 4
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 3))
	t.Logf("seed %d", seed)
	database, server := demoDatabase(t), redistest.Start(t)
	var two []*node
	for range 2 {
		n := newNode(t, "DATABASE_URL="+database.URL(), "REDIS_URL="+server.URL(),
			"CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
		n.start()
		two = append(two, n)
	}
	bus := func(state string) {
		t.Helper()
		for i, n := range two {
			harness.Until(t, "the bus of a node is "+state, func() bool {
				var health struct {
					Redis string `json:"redis"`
					Ready bool   `json:"ready"`
				}
				err := n.ask("/readyz", "", &health)
				if err == nil && !health.Ready {
					t.Fatalf("node %d is not ready: %+v", i, health)
				}
				return err == nil && health.Redis == state
			})
		}
	}
	bus("up")

	people := startClients(t, two, writers, readers)
	for round := range rounds {
		people.await(50 + random.Int64N(150))
		if round == rounds/2 {
			server.Kill()
			server.Run()
		}
		two[round%2].kill()
		two[round%2].start()
	}
	history := people.settle()
	bus("up")
	for _, n := range two {
		harness.Until(t, "everybody is counted once, and no ghost", func() bool {
			var online struct{ Count int }
			return n.ask("/api/chat/online-count", people.tokens[0], &online) == nil && online.Count == len(people.all)
		})
	}
	people.end(history)
	server.Kill()
	bus("down") // and both stay ready
}

package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store/postgres/storetest"
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

// WS-31, P1 to P4, P6: two real nodes on one Postgres and one Redis, killed in
// turn, and Redis too: members go on at the other node from the number they saw
// last, nothing is lost or doubled, and nobody is counted who is not there.
func TestKilledNodeGoesOnAtTheOther(t *testing.T) {
	const rounds, writers, readers = 6, 6, 4
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 3))
	t.Logf("seed %d", seed)
	database, server := storetest.Private(t), redistest.Start(t)
	var two []*node
	for range 2 {
		n := newNode(t, "DATABASE_URL="+database.URL(), "REDIS_URL="+server.URL(), "MUSTER_SECRET="+strings.Repeat("s", 40),
			"CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
		n.start()
		two = append(two, n)
	}
	tokens := two[0].tokens(writers+readers, 1)
	bus := func(state string) {
		t.Helper()
		for i, n := range two {
			until(t, "the bus of a node is "+state, func() bool {
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
		c := newChatter(two[i%2].addr, token, "load-1", i < writers, onAck)
		c.addrs = append(c.addrs, two[1-i%2].addr)
		chatters = append(chatters, c)
		running.Go(func() { c.run(ctx) })
	}
	for round := range rounds {
		goal := acks.Load() + 50 + random.Int64N(150)
		timeout := time.After(30 * time.Second)
		for acks.Load() < goal {
			select {
			case <-moved:
			case <-timeout:
				t.Fatalf("round %d: no acknowledgements for 30 s", round)
			}
		}
		if round == rounds/2 {
			server.Kill()
			server.Run()
		}
		two[round%2].kill()
		two[round%2].start()
	}
	for _, c := range chatters {
		c.finish()
	}
	history := settle(t, two[0], chatters, tokens[0])
	bus("up")
	for _, n := range two {
		until(t, "everybody is counted once, and no ghost", func() bool {
			var online struct{ Count int }
			return n.ask("/api/chat/online-count", tokens[0], &online) == nil && online.Count == len(chatters)
		})
	}
	stop()
	running.Wait()
	judge(t, chatters, history)
	server.Kill()
	bus("down") // and both stay ready (GEN-22)
	t.Logf("%d kills, %d acknowledged, %d in history", rounds, acks.Load(), len(history))
}

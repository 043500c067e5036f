package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"muster/cmd/muster/internal/systemtest/harness"
	"sync"
	"syscall"
	"testing"
	"time"

	"muster/store/redis/redistest"
)

// The bounds of presence.
const (
	cleanLeave  = 2 * time.Second
	afterKill   = 12 * time.Second // at most; p99 within afterKill99
	afterKill99 = 10 * time.Second
	agreeWithin = 2 * time.Second
	sampleEvery = 250 * time.Millisecond
	// sampleLate is how much a sample may lag: it is taken once a quarter of a
	// second, and read over HTTP.
	sampleLate = 500 * time.Millisecond
)

// 300 members with 450 sockets over three nodes. The count of each live
// node is asked four times a second and compared with who is really there: after
// sockets that close, nodes that are killed, a Redis that comes back empty.
func TestP6PresenceOverThreeNodes(t *testing.T) {
	t.Parallel()
	members := times(150, 300)
	kills := times(2, 50)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 6))
	server := redistest.Start(t)
	p := &presenceFleet{t: t, nodes: stormNodes(t, 3, demoDatabase(t).URL(), server.URL()), lost: map[int]int{}}
	p.samples = make([][]sample, len(p.nodes))
	tokens := p.nodes[0].tokens(members+1, 1)
	for _, token := range tokens[:members] {
		p.people = append(p.people, &fleetMember{token: token, sockets: map[int]*rawSocket{}})
	}
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	defer watching.Wait()
	defer stop()
	for i := range p.nodes {
		watching.Go(func() { p.watch(ctx, i, tokens[members]) })
	}
	began := time.Now()
	p.returns(random)
	joined := p.settle("everybody came", began, 0, time.Minute)
	sockets := 0
	p.mu.Lock()
	for _, a := range p.people {
		sockets += len(a.sockets)
	}
	p.mu.Unlock()
	t.Logf("seed %d: %d people with %d sockets, counted by all %v after the first", seed, p.present(), sockets, joined.at(1))

	// One of two sockets closes: nobody has left.
	for _, a := range p.people[:100] {
		if on := p.on(a); len(on) == 2 {
			p.drop(a, on[0], func(s *rawSocket) { s.write(0x8, []byte{3, 232}); s.conn.CloseWrite() })
		}
	}
	p.still("one of two sockets closed", cleanLeave)

	var left spread
	for round := range times(2, 10) {
		was := p.present()
		began := time.Now()
		for i, a := range p.people[round*10 : round*10+60] {
			for _, node := range p.on(a) {
				p.drop(a, node, func(s *rawSocket) {
					if i%2 == 0 { // with a close frame, or only the end of the stream
						s.write(0x8, []byte{3, 232})
					}
					s.conn.Close()
				})
			}
		}
		left = append(left, p.settle("60 left", began, was, cleanLeave)...)
		was, began = p.present(), time.Now()
		p.returns(random)
		p.settle("they came back", began, was, time.Minute)
	}

	var killed, apart spread
	for round := range kills {
		victims := []int{round % 3}
		if round%3 == 2 { // two at once, of which one receives nothing
			victims = append(victims, (round+1)%3)
		}
		was := p.present()
		began := time.Now()
		for _, v := range victims {
			p.nodes[v].cmd.Process.Signal(syscall.SIGKILL)
		}
		for _, v := range victims {
			p.nodes[v].kill()
			for _, a := range p.people {
				p.drop(a, v, func(s *rawSocket) { s.conn.Close() })
			}
		}
		took := p.settle(fmt.Sprint("kill ", round), began, was, afterKill)
		killed, apart = append(killed, took...), append(apart, took.at(1)-took.at(0))
		was = p.present()
		for _, v := range victims {
			p.mu.Lock()
			p.samples[v] = nil // of the dead one
			p.mu.Unlock()
			p.nodes[v].start()
		}
		began = time.Now()
		for _, v := range victims {
			harness.Until(t, "the new node knows the others", func() bool {
				p.mu.Lock()
				defer p.mu.Unlock()
				for _, s := range p.samples[v] {
					if s.count == was {
						p.samples[v] = nil
						return true
					}
				}
				return false
			})
		}
		if knew := time.Since(began); knew > agreeWithin+sampleLate {
			late(t, "kill %d: the new node knew the others after %v", round, knew)
		}
		began = time.Now()
		p.returns(random)
		p.settle("they came back", began, was, time.Minute)
	}
	if killed.at(0.99) > afterKill99+sampleLate {
		late(t, "p99 after kills %v, promised is %v", killed.at(0.99), afterKill99)
	}

	// Redis comes back empty; meanwhile some leave.
	was := p.present()
	server.Kill()
	for _, a := range p.people[:30] {
		for _, node := range p.on(a) {
			p.drop(a, node, func(s *rawSocket) { s.conn.Close() })
		}
	}
	server.Run()
	began = time.Now()
	redis := p.settle("Redis restarted", began, was, afterKill99)
	p.still("no ghost later", time.Duration(times(5, 30))*time.Second)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lost) > 0 {
		t.Errorf("sockets were closed: %v", p.lost)
	}
	t.Logf("clean leaves: %v; %d rounds of kill -9: %v, nodes apart %v; Redis restarted: %v; %d of %d samples wrong",
		left, kills, killed, apart, redis, p.wrong, p.taken)
}

// The people of the presence test: members on one or two nodes each, and what
// every node says about how many they are.
package systemtest

import (
	"context"
	"maps"
	"math/rand/v2"
	"muster/cmd/muster/internal/systemtest/harness"
	"slices"
	"sync"
	"testing"
	"time"
)

// fleetMember is a member with one socket, or two on different nodes.
type fleetMember struct {
	token   string
	sockets map[int]*rawSocket // by node
}

// presenceFleet is everybody of a presence test, and the truth about them.
type presenceFleet struct {
	t      *testing.T
	nodes  []*node
	people []*fleetMember

	mu      sync.Mutex
	samples [][]sample // of each node
	taken   int        // samples in all
	wrong   int        // of them, those that no moment of the truth explains

	lost map[int]int // sockets that a node closed, by code: nobody gave it a reason
}

// sample is what one node said of the number of people.
type sample struct {
	at    time.Time
	count int
}

// truth is the number of people with a socket. Under mu.
func (p *presenceFleet) truth() int {
	n := 0
	for _, a := range p.people {
		if len(a.sockets) > 0 {
			n++
		}
	}
	return n
}

// present is the truth now.
func (p *presenceFleet) present() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.truth()
}

// live says whether the node's process runs.
func (n *node) live() bool {
	select {
	case <-n.done:
		return false
	default:
		return true
	}
}

// watch samples a node until ctx ends.
func (p *presenceFleet) watch(ctx context.Context, i int, token string) {
	every(ctx, sampleEvery, func() {
		var online struct{ Count int }
		if p.nodes[i].ask("/api/chat/online-count", token, &online) != nil {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.samples[i] = append(p.samples[i], sample{time.Now(), online.Count})
		p.taken++
	})
}

// enter opens a socket of a member on a node and brings it into chat; on a busy
// machine it takes a browser more than one try.
func (p *presenceFleet) enter(a *fleetMember, node int) {
	var s *rawSocket
	var err error
	for range 5 {
		if s, err = dialRaw(p.t.Context(), p.nodes[node].addr, "", 0); err != nil {
			continue
		}
		if err = s.join(a.token, "load-1", -1); err == nil {
			_, err = s.await("room_joined")
		}
		if err == nil {
			break
		}
		s.conn.Close()
	}
	if err != nil {
		p.t.Errorf("a member cannot enter: %v", err)
		return
	}
	p.mu.Lock()
	a.sockets[node] = s
	p.mu.Unlock()
	go func() { // the browser that reads along
		var err error
		for err == nil {
			_, err = s.next()
		}
		s.conn.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		if a.sockets[node] == s && p.nodes[node].live() {
			delete(a.sockets, node) // its node died this moment, or ended it
			if code := closeCode(err); code != 0 {
				p.lost[code]++
			}
		}
	}()
}

// inParallel does something for many, a few at a time.
func inParallel[T any](all []T, do func(T)) {
	work := make(chan T)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for one := range work {
				do(one)
			}
		})
	}
	for _, one := range all {
		work <- one
	}
	close(work)
	running.Wait()
}

// returns brings everybody without a socket back, on nodes that live, and every
// second of them on two.
func (p *presenceFleet) returns(random *rand.Rand) {
	var up []int
	for i, n := range p.nodes {
		if n.live() {
			up = append(up, i)
		}
	}
	type entry struct {
		a    *fleetMember
		node int
	}
	var entries []entry
	p.mu.Lock()
	for i, a := range p.people {
		if want := 1 + (i+1)%2; len(a.sockets) < want {
			random.Shuffle(len(up), func(i, j int) { up[i], up[j] = up[j], up[i] })
			missing := want - len(a.sockets)
			for _, node := range up {
				if a.sockets[node] == nil && missing > 0 {
					entries = append(entries, entry{a, node})
					missing--
				}
			}
		}
	}
	p.mu.Unlock()
	inParallel(entries, func(e entry) { p.enter(e.a, e.node) })
}

// settle waits until every live node says the truth and gives how long each
// took since began. Samples between then and now must lie between what was and
// what is, and stay right once they are.
func (p *presenceFleet) settle(what string, began time.Time, was int, bound time.Duration) spread {
	p.t.Helper()
	low, high, is := was, was, was
	var took spread
	harness.Until(p.t, what+": all live nodes count right", func() bool {
		took = nil
		p.mu.Lock()
		defer p.mu.Unlock()
		is = p.truth()
		low, high = min(low, is), max(high, is)
		for i, n := range p.nodes {
			if !n.live() {
				continue
			}
			right := time.Time{}
			since := p.since(i, began)
			for j, s := range slices.Backward(since) {
				if s.count != is {
					break
				}
				right = since[j].at
			}
			if right.IsZero() || time.Since(right) < 2*sampleEvery {
				return false
			}
			took = append(took, right.Sub(began))
		}
		return true
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.nodes {
		for _, s := range p.since(i, began) {
			if s.count < low || s.count > high {
				p.wrong++
				p.t.Errorf("%s: node %d counts %d, between %d and %d are there", what, i, s.count, low, high)
			}
		}
	}
	if last := took.at(1); last > bound+sampleLate {
		late(p.t, "%s: a node was right after %v, promised is %v", what, last, bound)
	}
	if apart := took.at(1) - took.at(0); apart > agreeWithin+sampleLate {
		late(p.t, "%s: the nodes did not agree for %v", what, apart)
	}
	return took
}

// since gives a node's samples from a moment on. Under mu.
func (p *presenceFleet) since(node int, began time.Time) []sample {
	all := p.samples[node]
	for i, s := range slices.Backward(all) {
		if s.at.Before(began) {
			return all[i+1:]
		}
	}
	return all
}

// still watches that for a while nothing changes: who is gone stays gone.
func (p *presenceFleet) still(what string, while time.Duration) {
	p.t.Helper()
	is, began := p.present(), time.Now()
	harness.Until(p.t, "time passes", func() bool { return time.Since(began) >= while })
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, n := range p.nodes {
		for _, s := range p.since(i, began) {
			if n.live() && (s.count > is || s.count < p.truth()) {
				p.wrong++
				p.t.Errorf("%s: node %d counts %d, %d are there", what, i, s.count, is)
			}
		}
	}
}

// on gives the nodes where a member has a socket.
func (p *presenceFleet) on(a *fleetMember) []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(a.sockets))
}

// drop takes sockets out of the truth; close ends them as browsers do.
func (p *presenceFleet) drop(a *fleetMember, node int, end func(*rawSocket)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := a.sockets[node]; s != nil {
		delete(a.sockets, node)
		end(s)
	}
}

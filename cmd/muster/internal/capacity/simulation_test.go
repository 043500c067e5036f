package capacity

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
)

// Layout is an installation whose log is parted by rooms: a room belongs to one part of the
// log, which is a Postgres, and to one shard of the bus. Nodes stand in regions; an event
// crosses to a region once and is passed on there. Times are in seconds.
type Layout struct {
	Parts, Shards, Regions, NodesPerRegion int
	Commit, PerMessage                     float64 // of a part: one transaction, and a message in it
	PerPublish                             float64 // of a shard, to one region
	InRegion, BetweenRegions               float64 // one way
	ReadBehind                             float64 // a read of the log by a node that missed something
	PollEvery                              float64 // how often a node compares what it has with the log
	Resend                                 float64 // until a sender that has no answer sends again
}

// Traffic is what members do: Rate messages a second for Seconds in Rooms, each of whose
// readers are on so many nodes, in any region.
type Traffic struct {
	Rooms, NodesPerRoom int
	Rate, Seconds       float64
}

// Faults happen while the traffic goes on.
type Faults struct {
	PartDown, PartFor float64 // the first part is away from then on, for so long; a transaction on its way may or may not have been stored
	BusLoses          float64 // the share of events that the bus loses on the way to a node
}

// Outcome is what became of every message.
type Outcome struct {
	Sent, Lost, Doubled, Reordered int
	P50, P99, Max                  float64 // seconds from sending to each node with readers
	BusyPart, BusyShard            float64 // the busiest one's share of the time; of a part the time that it has a transaction open, however small
	Commits, ReadsBehind           int
}

// event is something that happens at a time; order parts events of one time.
type event struct {
	at    float64
	order int
	do    func()
}

type agenda []event

func (a agenda) Len() int { return len(a) }

func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].order < a[j].order
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(e any)   { *a = append(*a, e.(event)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// message is one that a member sends; sends of the same id are stored once.
type message struct {
	id, room int
	sentAt   float64
	answered bool
}

// part is one Postgres. It stores what waits in one transaction after the other.
type part struct {
	waiting  []*message
	storing  bool
	downTill float64
	epoch    int // of transactions: those before a fault are not answered
	busy     float64
}

// room is the log of a room and what each node with readers has of it.
type room struct {
	log      []*message
	stored   map[int]bool
	nodes    []int // places of its readers' nodes
	applied  []int // by them
	announce int   // shard
}

type simulation struct {
	Layout
	faults  Faults
	rng     *rand.Rand
	now     float64
	ordered int
	agenda  agenda
	parts   []*part
	freeAt  []float64 // of shards
	busyBus []float64
	rooms   []*room
	took    []float64
	out     Outcome
	seen    []map[int]bool // by node: what it was given, to find what comes twice
}

// Simulate runs traffic through a layout and says what became of it. The same seed gives the
// same outcome (a discrete-event simulation: time jumps from one event to the next).
func Simulate(l Layout, t Traffic, f Faults, seed uint64) Outcome {
	s := &simulation{Layout: l, faults: f, rng: rand.New(rand.NewPCG(seed, 1)), freeAt: make([]float64, l.Shards), busyBus: make([]float64, l.Shards)}
	for range l.Parts {
		s.parts = append(s.parts, &part{})
	}
	nodes := l.Regions * l.NodesPerRegion
	for range nodes {
		s.seen = append(s.seen, map[int]bool{})
	}
	for i := range t.Rooms {
		at := s.rng.Perm(nodes)[:min(t.NodesPerRoom, nodes)]
		s.rooms = append(s.rooms, &room{stored: map[int]bool{}, nodes: at, applied: make([]int, len(at)), announce: i % l.Shards})
	}
	for at := s.rng.ExpFloat64() / t.Rate; at < t.Seconds; at += s.rng.ExpFloat64() / t.Rate {
		m := &message{id: s.out.Sent, room: s.rng.IntN(t.Rooms), sentAt: at}
		s.out.Sent++
		s.after(at, func() { s.send(m) })
	}
	if f.PartFor > 0 {
		s.after(f.PartDown, func() { s.partFails(s.parts[0]) })
	}
	end := t.Seconds + f.PartFor + 4*l.Resend + 4*l.PollEvery
	for at := l.PollEvery; at < end; at += l.PollEvery {
		s.after(at, s.poll)
	}
	for len(s.agenda) > 0 {
		e := heap.Pop(&s.agenda).(event)
		s.now = e.at
		e.do()
	}
	return s.count(t.Seconds)
}

func (s *simulation) after(at float64, do func()) {
	s.ordered++
	heap.Push(&s.agenda, event{at, s.ordered, do})
}

func (s *simulation) partOf(m *message) *part { return s.parts[m.room%len(s.parts)] }

// send hands a message to the part of its room, and again until it is answered.
func (s *simulation) send(m *message) {
	if m.answered {
		return
	}
	p := s.partOf(m)
	s.after(s.now+s.Resend, func() { s.send(m) })
	if s.now < p.downTill || slices.Contains(p.waiting, m) {
		return
	}
	p.waiting = append(p.waiting, m)
	s.store(p)
}

// store begins a transaction with all that waits.
func (s *simulation) store(p *part) {
	if p.storing || len(p.waiting) == 0 || s.now < p.downTill {
		return
	}
	batch := p.waiting
	p.waiting, p.storing = nil, true
	takes := s.Commit + s.PerMessage*float64(len(batch))
	p.busy += takes
	s.out.Commits++
	epoch := p.epoch
	s.after(s.now+takes, func() {
		failed := epoch != p.epoch
		if failed && s.rng.IntN(2) == 0 {
			return // the fault came before the commit
		}
		for _, m := range batch {
			r := s.rooms[m.room]
			if !r.stored[m.id] {
				r.stored[m.id] = true
				r.log = append(r.log, m)
				if !failed {
					s.publish(r, len(r.log))
				}
			}
			m.answered = m.answered || !failed
		}
		if !failed {
			p.storing = false
			s.store(p)
		}
	})
}

// partFails takes a part away for a while: what waits and what is on its way is not answered.
func (s *simulation) partFails(p *part) {
	p.downTill, p.waiting = s.now+s.faults.PartFor, nil
	p.epoch++
	s.after(p.downTill, func() { p.storing = false })
}

// publish has a shard announce the head of a room to each region that has readers, which
// passes it on to their nodes.
func (s *simulation) publish(r *room, head int) {
	home := r.nodes[0] / s.NodesPerRegion
	for region := range s.Regions {
		first := slices.IndexFunc(r.nodes, func(n int) bool { return n/s.NodesPerRegion == region })
		if first < 0 {
			continue
		}
		begin := math.Max(s.now, s.freeAt[r.announce])
		s.freeAt[r.announce] = begin + s.PerPublish
		s.busyBus[r.announce] += s.PerPublish
		way := s.InRegion
		if region != home {
			way += s.BetweenRegions
		}
		for i, n := range r.nodes {
			if n/s.NodesPerRegion == region && s.rng.Float64() >= s.faults.BusLoses {
				s.after(begin+s.PerPublish+way+s.InRegion, func() { s.apply(r, i, head) })
			}
		}
	}
}

// apply gives a node what comes next in a room; a node that misses what is before reads it
// from the log.
func (s *simulation) apply(r *room, i, head int) {
	switch {
	case head == r.applied[i]+1:
		s.show(r, i, head)
	case head > r.applied[i]:
		s.out.ReadsBehind++
		s.after(s.now+s.ReadBehind, func() {
			for n := r.applied[i] + 1; n <= len(r.log); n++ {
				s.show(r, i, n)
			}
		})
	}
}

func (s *simulation) show(r *room, i, n int) {
	m := r.log[n-1]
	if n != r.applied[i]+1 {
		s.out.Reordered++
	}
	if s.seen[r.nodes[i]][m.id] {
		s.out.Doubled++
	}
	s.seen[r.nodes[i]][m.id] = true
	r.applied[i] = n
	s.took = append(s.took, s.now-m.sentAt)
}

// poll has each node compare the heads of its rooms with the log.
func (s *simulation) poll() {
	for _, r := range s.rooms {
		for i := range r.nodes {
			if len(r.log) > r.applied[i] {
				s.apply(r, i, len(r.log)+1) // reads all that is behind
			}
		}
	}
}

func (s *simulation) count(seconds float64) Outcome {
	stored, behind := 0, 0
	for _, r := range s.rooms {
		stored += len(r.log)
		for _, n := range r.applied {
			behind += len(r.log) - n
		}
	}
	s.out.Lost = s.out.Sent - stored + behind
	slices.Sort(s.took)
	if n := len(s.took); n > 0 {
		s.out.P50, s.out.P99, s.out.Max = s.took[n/2], s.took[n*99/100], s.took[n-1]
	}
	for _, p := range s.parts {
		s.out.BusyPart = math.Max(s.out.BusyPart, p.busy/seconds)
	}
	for _, b := range s.busyBus {
		s.out.BusyShard = math.Max(s.out.BusyShard, b/seconds)
	}
	return s.out
}

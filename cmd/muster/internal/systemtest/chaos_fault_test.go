package systemtest

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// fault is one fault as it was done.
type fault struct {
	name  string
	nodes []int // killed or frozen
	lives []int // their processes

	begin  time.Duration // right before it
	end    time.Duration // it is over, what it hit is there again
	flying []*send       // sent to what was hit and unanswered at begin
	back   time.Duration // Postgres accepts again; 0: it was never away
}

// faultKind is one kind of fault.
type faultKind struct {
	name  string
	often int // in every round of all kinds but the first, which has each once
	do    func(*chaosHarness, *fault)
}

// injuries are all kinds (promises R and 2a).
var injuries = []faultKind{
	{"node killed", 2, func(r *chaosHarness, f *fault) { r.kill(f, r.victim()) }},
	{"node killed, its commit not announced", 2, (*chaosHarness).killBetween},
	{"two nodes killed", 1, func(r *chaosHarness, f *fault) {
		one := r.victim()
		r.kill(f, one, (one+1+r.random.IntN(2))%rigNodes)
	}},
	{"node frozen", 1, (*chaosHarness).freeze},
	{"Postgres stopped at once", 2, (*chaosHarness).stopPostgres},
	{"Postgres frozen", 1, (*chaosHarness).freezePostgres},
	{"Redis killed, back empty", 1, func(r *chaosHarness, f *fault) {
		r.mark(f, nil)
		r.server.Kill()
		r.rest(500*time.Millisecond, 3*time.Second)
		r.server.Run()
	}},
	{"Redis frozen", 1, func(r *chaosHarness, f *fault) {
		r.mark(f, nil)
		r.server.Freeze()
		r.rest(2*time.Second, 5*time.Second)
		r.server.Thaw()
	}},
	{"Redis slow", 1, func(r *chaosHarness, f *fault) {
		r.mark(f, nil)
		for range 8 {
			r.server.Freeze()
			r.rest(200*time.Millisecond, 400*time.Millisecond)
			r.server.Thaw()
			r.rest(20*time.Millisecond, 100*time.Millisecond)
		}
	}},
	{"pub/sub swallowed", 1, func(r *chaosHarness, f *fault) {
		r.mark(f, nil)
		r.swallow(true)
		r.rest(3*time.Second, 7*time.Second)
		r.swallow(false)
	}},
	{"node killed, pub/sub swallowed", 1, func(r *chaosHarness, f *fault) {
		r.swallow(true)
		r.rest(500*time.Millisecond, time.Second)
		r.kill(f, r.victim())
		r.swallow(false)
	}},
	{"node cut from Redis", 1, func(r *chaosHarness, f *fault) {
		r.cutOff(f, func(node int, on bool) { r.pubsub[node].Cut(on) })
	}},
	{"node cut from Postgres", 1, func(r *chaosHarness, f *fault) {
		r.cutOff(f, func(node int, on bool) { r.gates[node].cut(on) })
	}},
	{"sockets cut", 2, (*chaosHarness).cutSome},
}

// inject does faults in a random order until the time is over, and each kind
// at least once.
func (r *chaosHarness) inject(duration time.Duration, say func(string)) {
	over := r.since() + duration
	for round := 0; round == 0 || r.since() < over; round++ {
		var bag []faultKind
		for _, i := range injuries {
			for range i.often {
				bag = append(bag, i)
				if round == 0 {
					break
				}
			}
		}
		r.random.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
		for _, i := range bag {
			if round > 0 && r.since() >= over {
				break
			}
			r.rest(time.Second, 6*time.Second)
			f := &fault{name: i.name}
			i.do(r, f)
			f.end = r.since()
			r.faults = append(r.faults, f)
			say(f.String())
		}
	}
	time.Sleep(calm)
}

// calm follows the last fault, so that what it cost can be seen: the longest
// first retry is 4.5 s.
const calm = 6 * time.Second

// rest lets the run go on for a random while; the ordinary run is in haste.
func (r *chaosHarness) rest(least, most time.Duration) {
	if *chaosFor == 0 {
		most = least + (most-least)/5
	}
	time.Sleep(least + time.Duration(r.random.Int64N(int64(most-least))))
}

// mark notes the moment before a fault and what is in flight to what it hits:
// some nodes, or everything for nil.
func (r *chaosHarness) mark(f *fault, nodes []int) {
	f.nodes = nodes
	for _, node := range nodes {
		f.lives = append(f.lives, int(r.lives[node].Load()))
		f.flying = append(f.flying, r.unanswered(node)...)
	}
	if nodes == nil {
		f.flying = r.unanswered(-1)
	}
	f.begin = r.since()
}

// kill kills nodes with sends in flight and starts them again.
func (r *chaosHarness) kill(f *fault, nodes ...int) {
	r.charge(nodes[0])
	r.mark(f, nodes)
	for _, node := range nodes {
		r.signal(node, syscall.SIGKILL)
	}
	for _, node := range nodes {
		<-r.nodes[node].done
	}
	r.rest(0, 1500*time.Millisecond)
	r.launch(nodes...)
}

// killBetween kills a node after Postgres has committed for it and before it
// hears of that, so between commit and announcement.
func (r *chaosHarness) killBetween(f *fault) {
	node := r.victim()
	r.query(func(ctx context.Context, db *pgx.Conn) error {
		// Behind a shut gate a node commits once and waits. When others have
		// found that in the log by then, it is let go and shut in again.
		for range 10 {
			r.gates[node].hold(true)
			r.charge(node)
			for deadline := time.Now().Add(300 * time.Millisecond); time.Now().Before(deadline); {
				there, err := stored(ctx, db, r.unanswered(node))
				if err != nil {
					return err
				}
				// What was answered meanwhile had been before the gate was shut.
				if slices.ContainsFunc(r.unanswered(node), func(s *send) bool { return there[s.id] && !r.seen(s) }) {
					return nil
				}
			}
			r.gates[node].hold(false)
			r.rest(100*time.Millisecond, 300*time.Millisecond)
		}
		return nil
	})
	r.mark(f, []int{node})
	r.signal(node, syscall.SIGKILL)
	<-r.nodes[node].done
	r.gates[node].hold(false)
	r.rest(0, 1500*time.Millisecond)
	r.launch(node)
}

// seen says whether any line has received a send: other nodes look into the
// log once a second.
func (r *chaosHarness) seen(s *send) bool {
	for _, l := range r.lines() {
		if l.room == s.room && l.lately(s.id) {
			return true
		}
	}
	return false
}

// freeze suspends a node. Some of its people leave it and send again on another node;
// when it goes on it finds what they had sent here.
func (r *chaosHarness) freeze(f *fault) {
	node := r.victim()
	r.charge(node)
	r.mark(f, []int{node})
	r.signal(node, syscall.SIGSTOP)
	r.charge(node) // written to a node that does not read
	for _, l := range r.lines() {
		if l.node() == node && r.random.IntN(2) == 0 {
			l.rejoin([]manner{byEnd, bySilent}[r.random.IntN(2)])
		}
	}
	r.rest(2*time.Second, 7*time.Second)
	r.signal(node, syscall.SIGCONT)
}

// cutOff cuts one node from what it shares with the others.
func (r *chaosHarness) cutOff(f *fault, cut func(node int, on bool)) {
	node := r.victim()
	r.charge(node)
	r.mark(f, []int{node})
	cut(node, true)
	r.rest(2*time.Second, 7*time.Second)
	cut(node, false)
}

func (r *chaosHarness) stopPostgres(f *fault) {
	r.charge(-1)
	r.mark(f, nil)
	r.database.StopImmediate()
	r.rest(100*time.Millisecond, 2*time.Second)
	r.database.Start()
	f.back = r.since()
}

func (r *chaosHarness) freezePostgres(f *fault) {
	r.charge(-1)
	r.mark(f, nil)
	r.database.Freeze()
	r.rest(2*time.Second, 7*time.Second)
	r.database.Thaw()
	f.back = r.since()
}

// cutSome cuts the sockets of a third of the people, each in a manner of its own.
func (r *chaosHarness) cutSome(f *fault) {
	r.mark(f, nil)
	for _, l := range r.lines() {
		if r.random.IntN(3) == 0 {
			l.cut(manner(1 + r.random.IntN(3)))
		}
	}
}

// String is the fault in one line.
func (f *fault) String() string {
	where := ""
	if len(f.nodes) > 0 {
		where = fmt.Sprint(" ", f.nodes)
	}
	return fmt.Sprintf("%7.2f s  %s%s, for %.2f s, %d sends in flight", f.begin.Seconds(), f.name, where, (f.end - f.begin).Seconds(), len(f.flying))
}

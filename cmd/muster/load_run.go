// A load test against running nodes: sockets that talk at a set rate, and an
// account of what each of them was sent.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

const (
	joinPatience  = time.Minute      // until every socket has joined
	quietPatience = 15 * time.Second // after the last send, until all has arrived
	mostMessages  = 10_000_000       // of one test
)

// loadPlan is what an operator asks for. Only the given nodes are called.
type loadPlan struct {
	nodes    []string // of the sockets, each in turn
	tokens   []string
	sockets  int
	rooms    int // load-1 to load-R
	rate     float64
	duration time.Duration
	connects int // new sockets a second
}

// loadRun reads the plan, runs it and prints the report.
func (p program) loadRun(ctx context.Context, args []string) error {
	plan := loadPlan{}
	nodes, tokens, report, seconds := "", "", "", 0
	err := p.flags("load run", args, func(f *flag.FlagSet) {
		f.StringVar(&nodes, "nodes", "http://localhost:8080", "")
		f.StringVar(&tokens, "tokens", "", "")
		f.IntVar(&plan.sockets, "sockets", 0, "")
		f.IntVar(&plan.rooms, "rooms", 1, "")
		f.Float64Var(&plan.rate, "rate", 20, "")
		f.IntVar(&seconds, "seconds", 30, "")
		f.IntVar(&plan.connects, "connects", 500, "")
		f.StringVar(&report, "json", "", "")
	})
	if err != nil {
		return err
	}
	plan.duration = time.Duration(seconds) * time.Second
	if plan.nodes, err = socketAddresses(nodes); err != nil {
		return err
	}
	text, err := os.ReadFile(tokens)
	if err != nil {
		return fmt.Errorf("load run: --tokens FILE, as load prepare writes it: %w; %w", err, errUsage)
	}
	plan.tokens = strings.Fields(string(text))
	if plan.sockets == 0 {
		plan.sockets = len(plan.tokens)
	}
	if err := plan.check(); err != nil {
		return err
	}
	result := runLoad(ctx, plan, func(what string) { fmt.Fprintln(p.err, what) })
	result.print(p.out)
	if report != "" {
		raw, err := json.MarshalIndent(result, "", "  ")
		if err == nil {
			err = os.WriteFile(report, append(raw, '\n'), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return result.verdict()
}

// socketAddresses turns the nodes' addresses into those of their sockets.
func socketAddresses(nodes string) ([]string, error) {
	var all []string
	for one := range strings.SplitSeq(nodes, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return nil, fmt.Errorf("load run: --nodes http://host:port,…; %w", errUsage)
		}
		u.Scheme = strings.Replace(u.Scheme, "http", "ws", 1)
		all = append(all, u.JoinPath("ws", "chat").String())
	}
	return all, nil
}

func (p loadPlan) check() error {
	switch {
	case p.sockets < 1 || p.sockets > len(p.tokens):
		return fmt.Errorf("load run: --sockets is 1 to the %d tokens of the file; %w", len(p.tokens), errUsage)
	case p.rooms < 1 || p.rooms > p.sockets:
		return fmt.Errorf("load run: --rooms is 1 to the number of sockets; %w", errUsage)
	case p.rate <= 0 || p.duration <= 0 || p.connects < 1:
		return fmt.Errorf("load run: --rate, --seconds and --connects are above 0; %w", errUsage)
	case p.connects > 1_000_000:
		return fmt.Errorf("load run: --connects is at most 1000000; %w", errUsage)
	case p.rate*p.duration.Seconds() > mostMessages:
		return fmt.Errorf("load run: that is more than %d messages; %w", mostMessages, errUsage)
	}
	return nil
}

// node is the one that a socket calls in a try. The sockets of each room are
// spread over all nodes.
func (p loadPlan) node(socket, try int) int {
	return (socket/p.rooms + try) % len(p.nodes)
}

// load is a test under way.
type load struct {
	plan    loadPlan
	mark    string    // of this test's messages
	total   int       // messages to send
	epoch   time.Time // of every time in it
	sockets []*loadSocket

	deliveries, reconnects, reloads atomic.Int64
	unsent                          int
	latency, answered               latencies // from the scheduled time of the send
	near, far                       latencies // the same, to readers on the sender's node and on others
}

// runLoad does the whole test: connect, talk, wait until it is quiet, count.
// When ctx ends early, what was measured until then is counted.
func runLoad(ctx context.Context, plan loadPlan, say func(string)) loadReport {
	l := &load{plan: plan, mark: "load " + uuid.NewString()[:8] + " ", epoch: time.Now(),
		total: max(1, int(plan.rate*plan.duration.Seconds()))}
	living, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	say(fmt.Sprintf("connecting %d sockets", plan.sockets))
	l.connect(ctx, living)
	say(fmt.Sprintf("sending %d messages within %v", l.total, plan.duration))
	began := time.Now()
	for _, s := range l.sockets {
		s.begin()
	}
	sent := l.talk(ctx)
	took := time.Since(began)
	l.settle(ctx)
	stop()
	for _, s := range l.sockets {
		<-s.over
	}
	return l.report(sent, took)
}

// connect opens the sockets at the planned pace and waits until they joined.
func (l *load) connect(ctx, living context.Context) {
	pace := time.NewTicker(time.Second / time.Duration(l.plan.connects))
	defer pace.Stop()
	ordinals := (l.total + l.plan.rooms - 1) / l.plan.rooms
	for i := range l.plan.sockets {
		select {
		case <-ctx.Done():
			return
		case <-pace.C:
		}
		s := newLoadSocket(l, i, ordinals)
		l.sockets = append(l.sockets, s)
		go s.live(living)
	}
	limit := time.NewTimer(joinPatience)
	defer limit.Stop()
	for _, s := range l.sockets {
		select {
		case <-s.joined:
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// talk sends every message at its time, whether or not those before it have
// arrived, and returns how many it handed out. Messages go round the rooms, and
// in each round its sockets.
func (l *load) talk(ctx context.Context) int {
	wait := time.NewTimer(0)
	defer wait.Stop()
	start := time.Since(l.epoch)
	for k := range l.total {
		at := start + time.Duration(float64(k)/l.plan.rate*float64(time.Second))
		wait.Reset(at - time.Since(l.epoch))
		select {
		case <-ctx.Done():
			return k
		case <-wait.C:
		}
		room, round := k%l.plan.rooms, k/l.plan.rooms
		inRoom := (len(l.sockets) - room + l.plan.rooms - 1) / l.plan.rooms
		if inRoom < 1 || !l.sockets[room+l.plan.rooms*(round%inRoom)].say(k, at) {
			l.unsent++
		}
	}
	return l.total
}

// settle waits until everything acknowledged has arrived everywhere.
func (l *load) settle(ctx context.Context) {
	limit := time.NewTimer(quietPatience)
	defer limit.Stop()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		if pending, lost := l.outstanding(); pending+lost == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-limit.C:
			return
		case <-look.C:
		}
	}
}

// outstanding counts the sends without an answer, and the acknowledged
// messages that a socket of their room has not got.
func (l *load) outstanding() (pending, lost int) {
	acked := make([][]int, l.plan.rooms)
	for _, s := range l.sockets {
		s.mu.Lock()
		pending += len(s.pending)
		acked[s.room] = append(acked[s.room], s.acked...)
		s.mu.Unlock()
	}
	for _, s := range l.sockets {
		s.mu.Lock()
		if s.counted {
			for _, ordinal := range acked[s.room] {
				if !s.has(ordinal) {
					lost++
				}
			}
		}
		s.mu.Unlock()
	}
	return pending, lost
}

// errLoad: the account does not come out even.
var errLoad = errors.New("load run: the promises were not kept, see the report")

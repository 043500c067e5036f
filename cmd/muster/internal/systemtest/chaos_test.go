package systemtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"muster/actors/wire"
)

// How the chaos test runs; `make chaos` sets them. Without any it is the cut
// that belongs to the ordinary tests: every kind of fault once, for less time
// and with fewer messages.
var (
	chaosFor  = flag.Duration("chaos", 0, "how long faults are made; 0 makes every kind once, each as short as it can be")
	chaosSeed = flag.Uint64("chaos.seed", 0, "seed of the faults, their order and lengths, and of what clients do; 0 draws one")
	chaosRate = flag.Float64("chaos.rate", 40, "messages a second of all writers together")
	chaosJSON = flag.String("chaos.json", "", "file for the report as JSON")
	chaosKeep = flag.Bool("chaos.keep", false, "keep the clients' raw logs although nothing was found")
)

// Three nodes on one
// Postgres and one Redis, and all of it is killed, stopped, frozen and cut in a
// random order while 40 members write and 200 read in 20 rooms. What was
// acknowledged is in the history, once, in one order for all, and everybody
// came back on another node and missed nothing.
func TestWS14Chaos(t *testing.T) {
	seed := *chaosSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	r := newChaosHarness(t, seed, *chaosRate)
	fmt.Printf("chaos: commit %s, seed %d\n", r.commit, seed)
	r.people()
	if t.Failed() {
		return
	}
	r.inject(*chaosFor, func(what string) { fmt.Println(what) })
	ended := r.since()
	rec := r.finish()
	verdict := rec.check()
	r.strays(verdict)
	p := newReport(r, rec, verdict, ended)
	if !verdict.zero() || t.Failed() || *chaosKeep {
		var err error
		if p.Logs, err = rec.keep(r.faults); err != nil {
			t.Error(err)
		}
	}
	p.print(os.Stdout)
	if *chaosJSON != "" {
		if err := p.save(*chaosJSON); err != nil {
			t.Error(err)
		}
	}
	for _, c := range verdict.counts {
		if c.N > 0 {
			t.Errorf("%s: %d of %d %s", c.Name, c.N, c.Of, c.What)
		}
		if c.Of == 0 {
			t.Errorf("%s: there were no %s to look at", c.Name, c.What)
		}
	}
	p.provesSomething(t)
}

// strays counts closes that nothing here is a reason for: an outage is no reason
// to sign every member out, and nobody here floods.
func (r *chaosHarness) strays(t *tally) {
	for _, stray := range []struct {
		name  string
		codes []wire.CloseCode
	}{
		{"signed out or banned", []wire.CloseCode{wire.CloseSessionEnded, wire.CloseBanned}},
		{"closed as abuse", []wire.CloseCode{wire.CloseAbuse, wire.CloseProtocol, wire.CloseNotUTF8, wire.CloseTooBig}},
	} {
		c := t.count(stray.name, "connections")
		for _, l := range r.lines() {
			l.mu.Lock()
			c.Of += len(l.calls)
			for _, code := range stray.codes {
				c.N += l.closed[int(code)]
			}
			l.mu.Unlock()
		}
	}
}

// provesSomething fails a run whose faults met nothing.
func (p *report) provesSomething(t *testing.T) {
	flying, between, dying := map[bool]int{}, 0, 0
	for _, k := range p.Faults {
		switch {
		case strings.HasPrefix(k.Fault, "Postgres"):
			flying[true] += k.InFlight
		case strings.Contains(k.Fault, "node"):
			flying[false] += k.InFlight
			between += k.FaultsBetween
			dying += k.Dying
		}
	}
	if flying[true] == 0 || flying[false] == 0 {
		t.Errorf("in flight: %d at faults of Postgres, %d at faults of nodes", flying[true], flying[false])
	}
	// In a short run the other nodes may have announced each commit before its node died.
	if between == 0 && dying == 0 && *chaosFor > 0 {
		t.Error("no fault fell between a commit and its announcement, and no send was committed as its node died")
	}
	if p.Twice == 0 || p.Repeated == 0 || p.Deletions == 0 || p.Reactions == 0 || p.Edits == 0 || p.Pins == 0 || p.Changes == 0 {
		t.Errorf("%d messages sent to two nodes at once, %d again, %d deletions, %d reactions, %d edits, %d pins, %d changes of rooms",
			p.Twice, p.Repeated, p.Deletions, p.Reactions, p.Edits, p.Pins, p.Changes)
	}
}

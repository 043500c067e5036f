package systemtest

import (
	"slices"
	"time"
)

// spans is a set of durations.
type spans []time.Duration

// at gives the quantile q, 0 of nothing.
func (s spans) at(q float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	slices.Sort(s)
	return s[min(int(q*float64(len(s))), len(s)-1)]
}

// effects is what faults of one kind cost the readers.
type effects struct {
	cut    spans // time without delivery of each reader that had to rejoin, by fault
	kept   spans // and of each that had not
	longer int   // pauses that the next fault prolonged; in neither
	late   spans // from commit to a reader that was there
	resume spans // from Postgres accepting to each node's next acknowledgement
}

// pauseSlack: a pause that began so shortly before a fault is the fault's. A
// pause is never shorter than the room's own between two messages.
const pauseSlack = time.Second

// effects sums up by kind of fault. Each reader's longest pause between two
// deliveries is given to the fault before it.
func (r *record) effects(faults []*fault, ended time.Duration) map[string]*effects {
	out := map[string]*effects{}
	commits := map[int][]time.Duration{} // by room, then number
	for _, s := range r.sends {
		for len(commits[s.room]) <= int(s.seq) {
			commits[s.room] = append(commits[s.room], 0)
		}
		commits[s.room][s.seq] = r.commits[s.id]
	}
	for i, f := range faults {
		e := out[f.name]
		if e == nil {
			e = &effects{}
			out[f.name] = e
		}
		next := ended
		if i+1 < len(faults) {
			next = faults[i+1].begin
		}
		for _, d := range r.copies {
			if d.own == nil {
				e.reader(d, f.begin, next, commits[d.room])
			}
		}
		if f.back > 0 {
			e.resumption(r, f.back)
		}
	}
	return out
}

// reader looks at one reader between one fault and the next.
func (e *effects) reader(d clientCopy, begin, next time.Duration, commits []time.Duration) {
	first, _ := slices.BinarySearchFunc(d.log, begin-pauseSlack, func(g observation, at time.Duration) int { return int(g.at - at) })
	var longest, last time.Duration
	for i := max(first, 1); i < len(d.log); i++ {
		was, g := d.log[i-1], d.log[i]
		if was.at >= next-pauseSlack {
			break
		}
		if was.at >= begin-pauseSlack && g.at > begin {
			longest = max(longest, g.at-was.at)
			last = max(last, g.at)
		}
		if g.kind == kindSent && int(g.seq) < len(commits) {
			if at := commits[g.seq]; g.at >= begin && g.at < next && d.calls[g.call].joined < at {
				e.late = append(e.late, g.at-at)
			}
		}
	}
	if last == 0 {
		return
	}
	if last > next {
		e.longer++
		return
	}
	for _, c := range d.calls {
		if c.ended >= begin && c.ended < next {
			e.cut = append(e.cut, longest)
			return
		}
	}
	e.kept = append(e.kept, longest)
}

// resumption notes how soon each node acknowledged again to which a writer was
// connected.
func (e *effects) resumption(r *record, back time.Duration) {
	var first [rigNodes]time.Duration
	for _, s := range r.sends {
		if s.answered > back && r.commits[s.id] > back && (first[s.node] == 0 || s.answered < first[s.node]) {
			first[s.node] = s.answered
		}
	}
	var manned [rigNodes]bool
	for _, d := range r.copies {
		for _, c := range d.calls {
			if d.own != nil && c.joined > 0 && c.joined < back && (c.ended == 0 || c.ended > back) {
				manned[c.node] = true
			}
		}
	}
	for node, at := range first {
		if at > 0 && manned[node] {
			e.resume = append(e.resume, at-back)
		}
	}
}

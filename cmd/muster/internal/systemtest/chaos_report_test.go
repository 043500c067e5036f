package systemtest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// kindReport is what the report says of one kind of fault. Times are seconds.
type kindReport struct {
	Fault         string  `json:"fault"`
	N             int     `json:"n"`
	InFlight      int     `json:"in_flight"`
	LeastInFlight int     `json:"least_in_flight"`
	FaultsBetween int     `json:"faults_between_commit_and_announcement"`
	Between       int     `json:"sends_between_commit_and_announcement"`
	Dying         int     `json:"sends_committed_as_the_node_died"`
	ReadersCut    int     `json:"readers_cut"`
	CutP50        float64 `json:"cut_p50"`
	CutP99        float64 `json:"cut_p99"`
	CutMax        float64 `json:"cut_max"`
	ReadersKept   int     `json:"readers_kept"`
	KeptP50       float64 `json:"kept_p50"`
	KeptP99       float64 `json:"kept_p99"`
	KeptMax       float64 `json:"kept_max"`
	Prolonged     int     `json:"prolonged_by_the_next_fault"`
	LateP50       float64 `json:"late_p50"`
	LateP99       float64 `json:"late_p99"`
	LateMax       float64 `json:"late_max"`
	Resumes       int     `json:"writes_resumed"`
	ResumeP50     float64 `json:"resume_p50"`
	ResumeMax     float64 `json:"resume_max"`
}

// report is what a run found.
type report struct {
	Commit    string         `json:"commit"`
	Seed      uint64         `json:"seed"`
	Nodes     int            `json:"nodes"`
	Writers   int            `json:"writers"`
	Readers   int            `json:"readers"`
	Rooms     int            `json:"rooms"`
	Rate      float64        `json:"rate"`
	Seconds   float64        `json:"seconds"`
	Messages  int            `json:"messages"`
	Repeated  int            `json:"messages_sent_again"`
	Twice     int            `json:"messages_sent_to_two_nodes_at_once"`
	ByAnother int            `json:"messages_answered_by_another_node"`
	Deletions int            `json:"deletions"`
	Edits     int            `json:"edits"`
	Reactions int            `json:"reactions"`
	Pins      int            `json:"pins"`
	Changes   int            `json:"changes_of_rooms"`
	Marks     int            `json:"read_marks"`
	Events    int            `json:"events"`
	Delivered int            `json:"deliveries"`
	Joins     int            `json:"joins"`
	Ends      map[string]int `json:"connections_ended"`
	Refusals  map[string]int `json:"refusals"`
	Faults    []kindReport   `json:"faults"`
	Counts    []*count       `json:"counts"`
	Cases     []string       `json:"cases,omitempty"`
	Logs      string         `json:"logs,omitempty"`
}

// newReport sums a run up.
func newReport(r *chaosHarness, rec *record, t *tally, ended time.Duration) *report {
	p := &report{
		Commit: r.commit, Seed: r.seed, Nodes: rigNodes, Writers: rigWriters, Readers: len(r.readers), Rooms: rigRooms, Rate: r.rate,
		Seconds: ended.Seconds(), Messages: len(rec.sends), Ends: map[string]int{}, Refusals: map[string]int{}, Counts: t.counts, Cases: t.cases,
	}
	for _, s := range rec.sends {
		if len(s.tries) > 1 {
			p.Repeated++
		}
		if s.twice {
			p.Twice++
		}
		if len(s.tries) > 0 && (s.tries[0].node != s.node || s.tries[0].life != s.life) {
			p.ByAnother++
		}
	}
	for _, d := range rec.moderations {
		switch d.kind {
		case kindDeleted:
			p.Deletions++
		case kindEdited:
			p.Edits++
		default:
			p.Reactions++
		}
	}
	for _, x := range rec.rulings {
		if x.kind == kindChanged {
			p.Changes++
		} else {
			p.Pins++
		}
	}
	for _, c := range rec.reads {
		p.Marks += len(c.marks)
	}
	for _, log := range rec.events {
		p.Events += len(log)
	}
	for _, d := range rec.copies {
		p.Delivered += len(d.log)
		for _, c := range d.calls {
			if c.joined > 0 {
				p.Joins++
			}
			p.Ends[howEnded(c.why)]++
		}
	}
	for _, l := range r.lines() {
		l.mu.Lock()
		for code, n := range l.refused {
			p.Refusals[code] += n
		}
		l.mu.Unlock()
	}
	p.faults(r, rec, ended)
	return p
}

// howEnded sums up how a connection ended.
func howEnded(why string) string {
	switch {
	case why == "":
		return "still open"
	case strings.Contains(why, "status = "):
		_, code, _ := strings.Cut(why, "status = ")
		return "closed " + strings.Replace(code, " and reason = ", " ", 1)
	case why == byReset.String(), why == byEnd.String(), why == bySilent.String():
		return why
	}
	return "by the node's death"
}

// faults sums up by kind.
func (p *report) faults(r *chaosHarness, rec *record, ended time.Duration) {
	hits, effects := rec.hits(r.faults), rec.effects(r.faults, ended)
	kinds := map[string]*kindReport{}
	for i, f := range r.faults {
		k := kinds[f.name]
		if k == nil {
			k = &kindReport{Fault: f.name, LeastInFlight: 1 << 30}
			kinds[f.name] = k
		}
		k.N++
		k.InFlight += hits[i].flying
		k.LeastInFlight = min(k.LeastInFlight, hits[i].flying)
		k.Between += hits[i].between
		k.Dying += hits[i].dying
		if hits[i].between > 0 {
			k.FaultsBetween++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		k, e := kinds[name], effects[name]
		k.ReadersCut, k.CutP50, k.CutP99, k.CutMax = len(e.cut), e.cut.at(.5).Seconds(), e.cut.at(.99).Seconds(), e.cut.at(1).Seconds()
		k.ReadersKept, k.KeptP50, k.KeptP99, k.KeptMax = len(e.kept), e.kept.at(.5).Seconds(), e.kept.at(.99).Seconds(), e.kept.at(1).Seconds()
		k.Prolonged = e.longer
		k.LateP50, k.LateP99, k.LateMax = e.late.at(.5).Seconds(), e.late.at(.99).Seconds(), e.late.at(1).Seconds()
		k.Resumes, k.ResumeP50, k.ResumeMax = len(e.resume), e.resume.at(.5).Seconds(), e.resume.at(1).Seconds()
		p.Faults = append(p.Faults, *k)
	}
}

// print writes the report for a person.
func (p *report) print(to io.Writer) {
	line := func(format string, values ...any) { fmt.Fprintf(to, format+"\n", values...) }
	line("chaos: commit %s, seed %d, %.0f s", p.Commit, p.Seed, p.Seconds)
	line("%d nodes as processes, one Postgres, one Redis; %d writers, %d readers, %d rooms, %.0f messages/s", p.Nodes, p.Writers, p.Readers, p.Rooms, p.Rate)
	line("")
	line("faults                             n  in flight (least)  between commit and announcement: faults (sends)")
	n, flying, between, dying := 0, 0, 0, 0
	for _, k := range p.Faults {
		note := ""
		if strings.Contains(k.Fault, "killed") && !strings.HasPrefix(k.Fault, "Redis") {
			note = fmt.Sprintf("%d (%d), and %d committed as it died", k.FaultsBetween, k.Between, k.Dying)
		}
		line("  %-32s%3d  %5d (%d)%s%s", k.Fault, k.N, k.InFlight, k.LeastInFlight, strings.Repeat(" ", max(1, 12-len(fmt.Sprint(k.LeastInFlight)))), note)
		n, flying, between, dying = n+k.N, flying+k.InFlight, between+k.FaultsBetween, dying+k.Dying
	}
	line("  %-32s%3d  %5d              %d, and %d sends committed as their node died", "all", n, flying, between, dying)
	line("")
	line("messages %d: %d sent again, %d sent to two nodes at once, %d answered by another node than was asked first", p.Messages, p.Repeated, p.Twice, p.ByAnother)
	line("deletions %d, edits %d, reactions added or removed %d, pins made or ended %d, changes of rooms %d, read marks %d; events %d, deliveries %d, joins %d",
		p.Deletions, p.Edits, p.Reactions, p.Pins, p.Changes, p.Marks, p.Events, p.Delivered, p.Joins)
	line("connections ended: %s", sums(p.Ends))
	line("refusals: %s", sums(p.Refusals))
	line("")
	line("must be zero                   found  of n  (p < 3/n at 95 %%)")
	for _, c := range p.Counts {
		bound := "no n"
		if c.Of > 0 {
			bound = fmt.Sprintf("%.1g", 3/float64(c.Of))
		}
		line("  %-28s %5d  of %d %s (p < %s)", c.Name, c.N, c.Of, c.What, bound)
	}
	for _, c := range p.Cases {
		line("    %s", c)
	}
	line("")
	line("seconds without delivery, p50 / p99 / max (in them the room's own pause between two messages)")
	line("                                   readers that rejoined      readers that stayed     prolonged by the    from commit to a reader")
	line("                                     n   p50   p99   max        n   p50   p99   max   next fault, not in  that was there")
	for _, k := range p.Faults {
		line("  %-32s%5d %5.2f %5.2f %5.2f    %5d %5.2f %5.2f %5.2f    %5d            %6.3f %6.3f %6.3f",
			k.Fault, k.ReadersCut, k.CutP50, k.CutP99, k.CutMax, k.ReadersKept, k.KeptP50, k.KeptP99, k.KeptMax, k.Prolonged, k.LateP50, k.LateP99, k.LateMax)
	}
	for _, k := range p.Faults {
		if k.Resumes > 0 {
			line("%s: a node acknowledges again after p50 %.2f s, max %.2f s (n=%d; promised 5 s)", k.Fault, k.ResumeP50, k.ResumeMax, k.Resumes)
		}
	}
	line("promised after a node is killed: p50 3.5 s, p99 5 s, max 8 s without delivery, the client's own 3 s retry (± 50 %%) in it")
	if p.Logs != "" {
		line("what every client noted, the history and the log: %s", p.Logs)
	}
}

func sums(m map[string]int) string {
	if len(m) == 0 {
		return "none"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, m[name]))
	}
	return strings.Join(parts, ", ")
}

// save writes the report as JSON.
func (p *report) save(path string) error {
	raw, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(raw, '\n'), 0o644)
}

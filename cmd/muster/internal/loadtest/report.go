package loadtest

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// Report is a whole test; durations are in milliseconds.
type Report struct {
	Nodes          []string       `json:"nodes"`
	Sockets        int            `json:"sockets"`
	Joined         int            `json:"joined"`
	Rooms          int            `json:"rooms"`
	Rate           float64        `json:"rate"` // asked for, messages a second
	Seconds        float64        `json:"seconds"`
	Sent           int            `json:"sent"`
	Unsent         int            `json:"unsent"` // the generator could not keep up
	Acknowledged   int            `json:"acknowledged"`
	Unacknowledged int            `json:"unacknowledged"`
	Refused        map[string]int `json:"refused"`
	Marked         int64          `json:"readMarks"`
	Unmarked       int64          `json:"readMarksFailed"`
	Activities     int64          `json:"activities"`
	LeftOut        int64          `json:"activitiesLeftOut"` // and counted
	Deliveries     int64          `json:"deliveries"`
	PerSecond      float64        `json:"deliveriesPerSecond"`
	Lost           int            `json:"lost"`
	Duplicates     int            `json:"duplicates"`
	OutOfOrder     int            `json:"outOfOrder"`
	Gaps           int            `json:"gaps"`
	Reconnects     int64          `json:"reconnects"`
	Reloads        int64          `json:"reloads"`
	Latency        quantiles      `json:"latencyMs"`
	OwnNode        quantiles      `json:"latencyOwnNodeMs"`    // to readers on the sender's node
	OtherNodes     quantiles      `json:"latencyOtherNodesMs"` // to readers on other nodes
	Answer         quantiles      `json:"acknowledgeMs"`
	Joining        crowdReport    `json:"joining"`
	Arriving       *crowdReport   `json:"arrivals,omitempty"`
	Raiding        *raidReport    `json:"raid,omitempty"`
	Outages        []outageReport `json:"outages,omitempty"`
}

// crowdReport is members who connected together.
type crowdReport struct {
	Members int        `json:"members"`
	Joined  int        `json:"joined"`
	All     float64    `json:"allJoinedMs"`      // from the first try of the first until the last had joined
	Each    quantiles  `json:"joinedMs"`         // from the first try of each
	Chat    *quantiles `json:"chatMs,omitempty"` // messages meanwhile
}

// raidReport is sockets that never joined.
type raidReport struct {
	Sockets int            `json:"sockets"`
	Ended   map[string]int `json:"ended"` // by the code of the close
	Held    quantiles      `json:"heldMs"`
	Chat    quantiles      `json:"chatMs"` // messages meanwhile
}

// outageReport is a node whose connections broke.
type outageReport struct {
	Node   string    `json:"node"`
	Lost   int       `json:"lost"` // members
	Back   int       `json:"back"`
	After  quantiles `json:"backAfterMs"`  // from the first loss until each had joined again
	Away   quantiles `json:"awayMs"`       // of each member, from its own loss
	Others quantiles `json:"othersChatMs"` // messages meanwhile, from and to members whose node lived
}

// report counts everything up. The sockets have ended.
func (l *load) report(sent int, took time.Duration) Report {
	r := Report{
		Nodes: l.plan.Nodes, Sockets: l.plan.Sockets, Rooms: l.plan.Rooms, Rate: l.plan.Rate, Seconds: took.Seconds(),
		Sent: sent - l.unsent, Unsent: l.unsent, Refused: map[string]int{}, Deliveries: l.deliveries.Load(),
		Reconnects: l.reconnects.Load(), Reloads: l.reloads.Load(), Latency: l.latency.quantiles(), Answer: l.answered.quantiles(),
		Marked: l.marked.Load(), Unmarked: l.unmarked.Load(), Activities: l.received.Load(), LeftOut: l.leftOut.Load(), OwnNode: l.near.quantiles(), OtherNodes: l.far.quantiles(),
	}
	r.PerSecond = float64(r.Deliveries) / took.Seconds()
	r.Unacknowledged, r.Lost = l.outstanding()
	r.Joining = l.members.report()
	r.Joined = r.Joining.Joined
	if l.plan.Arrivals > 0 {
		arrived := l.arrivals.report()
		r.Arriving = &arrived
	}
	if l.raided.window != nil {
		r.Raiding = &raidReport{l.plan.Raid, l.raided.ended, l.raided.held.quantiles(), l.raided.window.chat.quantiles()}
	}
	for _, w := range l.windows() {
		if o := w.outage; o != nil {
			r.Outages = append(r.Outages, outageReport{l.plan.Nodes[o.node], o.lost, o.lost - o.away, o.took.quantiles(), o.absent.quantiles(), w.chat.quantiles()})
		}
	}
	for _, s := range l.everybody() {
		s.mu.Lock()
		r.Acknowledged += len(s.acked)
		r.Duplicates += s.repeats
		r.OutOfOrder += s.disorder
		r.Gaps += s.gaps
		for code, n := range s.refused {
			r.Refused[code] += n
		}
		for _, send := range s.pending {
			if send.refused {
				r.Unacknowledged--
			}
		}
		s.mu.Unlock()
	}
	return r
}

func (c *crowd) report() crowdReport {
	r := crowdReport{Members: c.size, Joined: int(c.here.Load()), All: float64(c.took().Milliseconds()), Each: c.joins.quantiles()}
	if c.window != nil {
		chat := c.window.chat.quantiles()
		r.Chat = &chat
	}
	return r
}

// Verdict is an error when a promise was broken.
func (r Report) Verdict() error {
	if r.Lost+r.Duplicates+r.OutOfOrder+r.Gaps+r.Unacknowledged+r.Unsent > 0 ||
		r.Joined < r.Sockets || r.Sent > 0 && r.Acknowledged == 0 || r.Arriving != nil && r.Arriving.Joined < r.Arriving.Members {
		return errBroken
	}
	for _, o := range r.Outages {
		if o.Back < o.Lost {
			return errBroken
		}
	}
	return nil
}

// Print writes the report for a person.
func (r Report) Print(to io.Writer) {
	fmt.Fprintf(to, "sockets       %d of %d joined, %d rooms, %d reconnects, %d reloads\n", r.Joined, r.Sockets, r.Rooms, r.Reconnects, r.Reloads)
	fmt.Fprintf(to, "messages      %d sent in %.1f s, %d acknowledged, %d unanswered, %d not sent in time\n",
		r.Sent, r.Seconds, r.Acknowledged, r.Unacknowledged, r.Unsent)
	for _, code := range slices.Sorted(maps.Keys(r.Refused)) {
		fmt.Fprintf(to, "refused       %d %s\n", r.Refused[code], code)
	}
	if r.Marked+r.Unmarked > 0 {
		fmt.Fprintf(to, "read marks    %d stored, %d failed\n", r.Marked, r.Unmarked)
	}
	if r.Activities+r.LeftOut > 0 {
		fmt.Fprintf(to, "activity      %d events received, %d left out and counted\n", r.Activities, r.LeftOut)
	}
	fmt.Fprintf(to, "deliveries    %d, %.0f a second\n", r.Deliveries, r.PerSecond)
	fmt.Fprintf(to, "account       %d lost, %d duplicates, %d out of order, %d gaps\n", r.Lost, r.Duplicates, r.OutOfOrder, r.Gaps)
	fmt.Fprintf(to, "latency       %s  (from the scheduled send to each reader)\n", r.Latency)
	if len(r.Nodes) > 1 {
		fmt.Fprintf(to, "own node      %s\nother nodes   %s\n", r.OwnNode, r.OtherNodes)
	}
	fmt.Fprintf(to, "acknowledged  %s\n", r.Answer)
	fmt.Fprintf(to, "joined        the last %.1f s after the first try of all, each after %s\n", r.Joining.All/1000, r.Joining.Each)
	if a := r.Arriving; a != nil {
		fmt.Fprintf(to, "arrivals      %d of %d joined load-1, the last after %.1f s, each after %s\n",
			a.Joined, a.Members, a.All/1000, a.Each)
		if a.Chat != nil {
			fmt.Fprintf(to, "  meanwhile   %s\n", *a.Chat)
		}
	}
	if x := r.Raiding; x != nil {
		ends := make([]string, 0, len(x.Ended))
		for _, how := range slices.Sorted(maps.Keys(x.Ended)) {
			ends = append(ends, fmt.Sprintf("%d %s", x.Ended[how], how))
		}
		fmt.Fprintf(to, "raid          %d sockets that do not join: %s, held for %s\n  meanwhile   %s\n", x.Sockets, strings.Join(ends, ", "), x.Held, x.Chat)
	}
	for _, o := range r.Outages {
		fmt.Fprintf(to, "outage        %s: %d of %d members back after %s\n  each away   %s\n  others      %s\n", o.Node, o.Back, o.Lost, o.After, o.Away, o.Others)
	}
}

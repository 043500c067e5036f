package loadtest

import (
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync/atomic"
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
	for _, s := range l.sockets {
		s.mu.Lock()
		if s.here {
			r.Joined++
		}
		r.Acknowledged += len(s.acked)
		r.Duplicates += s.repeats
		r.OutOfOrder += s.disorder
		r.Gaps += s.gaps
		for code, n := range s.refused {
			r.Refused[code] += n
		}
		s.mu.Unlock()
	}
	return r
}

// Verdict is an error when a promise was broken.
func (r Report) Verdict() error {
	if r.Lost+r.Duplicates+r.OutOfOrder+r.Gaps+r.Unacknowledged+r.Unsent > 0 ||
		r.Joined < r.Sockets || r.Sent > 0 && r.Acknowledged == 0 {
		return errBroken
	}
	return nil
}

// Print writes the report for a person.
func (r Report) Print(to io.Writer) {
	fmt.Fprintf(to, "sockets       %d of %d joined, %d rooms, %d reconnects, %d reloads\n", r.Joined, r.Sockets, r.Rooms, r.Reconnects, r.Reloads)
	fmt.Fprintf(to, "messages      %d sent in %.1f s, %d acknowledged, %d unanswered, %d not sent in time\n",
		r.Sent, r.Seconds, r.Acknowledged, r.Unacknowledged, r.Unsent)
	codes := make([]string, 0, len(r.Refused))
	for code := range r.Refused {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
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
}

// quantiles are in milliseconds.
type quantiles struct {
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P95  float64 `json:"p95"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

func (q quantiles) String() string {
	return fmt.Sprintf("p50 %.1f ms, p90 %.1f, p99 %.1f, p99.9 %.1f, max %.1f", q.P50, q.P90, q.P99, q.P999, q.Max)
}

// latencies counts durations by microseconds, to within 1/64 of each.
type latencies struct {
	counts [64 * 40]atomic.Int64
}

func (l *latencies) add(d time.Duration) {
	us := max(0, int(d.Microseconds()))
	shift := max(0, bits.Len(uint(us))-7)
	l.counts[min(64*shift+us>>shift, len(l.counts)-1)].Add(1)
}

// longest is the greatest duration that falls into a place, in milliseconds.
func longest(place int) float64 {
	shift := max(0, place/64-1)
	return float64((place-64*shift+1)<<shift-1) / 1000
}

func (l *latencies) quantiles() quantiles {
	total := int64(0)
	for i := range l.counts {
		total += l.counts[i].Load()
	}
	at := func(q float64) float64 {
		seen := int64(0)
		for i := range l.counts {
			if seen += l.counts[i].Load(); seen > 0 && float64(seen) >= q*float64(total) {
				return longest(i)
			}
		}
		return 0
	}
	return quantiles{at(.5), at(.9), at(.95), at(.99), at(.999), at(1)}
}

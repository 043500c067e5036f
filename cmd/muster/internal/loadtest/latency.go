package loadtest

import (
	"fmt"
	"math/bits"
	"sync/atomic"
	"time"
)

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

// total is how many were counted.
func (l *latencies) total() int64 {
	total := int64(0)
	for i := range l.counts {
		total += l.counts[i].Load()
	}
	return total
}

func (l *latencies) quantiles() quantiles {
	total := l.total()
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

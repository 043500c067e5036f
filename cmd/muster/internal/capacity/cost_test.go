package capacity

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// measured are CPU-seconds of a node per million deliveries on the machine whose figures stand
// first in loadtest's measurements.md; the last is of a machine that is slower by 1.45, as the
// measurement before it is there.
var measured = []struct {
	name       string
	load       Load
	perMillion float64
}{
	{"1 room × 1,000, 20/s", Load{1000, 1, 20}, 6.45},
	{"1 room × 1,000, 100/s", Load{1000, 1, 100}, 2.3},
	{"1 room × 1,000, 800/s", Load{1000, 1, 800}, 0.485},
	{"1 room × 1,000, 1,000/s", Load{1000, 1, 1000}, 0.42},
	{"1 room × 5,000, 10/s", Load{5000, 1, 10}, 5.95},
	{"1 room × 5,000, 40/s", Load{5000, 1, 40}, 3.9},
	{"1 room × 5,000, 160/s", Load{5000, 1, 160}, 1.0},
	{"100 rooms × 20, 2,000/s", Load{2000, 100, 2000}, 11.4},
	{"100 rooms × 20, 500/s", Load{2000, 100, 500}, 32 / 1.45},
}

// The model says what was measured, to within three tenths.
func TestModelSaysWhatWasMeasured(t *testing.T) {
	for _, m := range measured {
		said := m.load.nodeCPU(1) / m.load.Deliveries() * 1e6
		off := said/m.perMillion - 1
		t.Logf("%-24s measured %6.2f, model %6.2f CPU-s per million deliveries, %+.0f %%", m.name, m.perMillion, said, off*100)
		if math.Abs(off) > 0.3 {
			t.Errorf("%s: %.2f instead of %.2f", m.name, said, m.perMillion)
		}
	}
}

// A disk that takes the planned fsyncs takes those that were measured: pg_stat_wal before and
// after 100 rooms × 20 on one node, those of a node without messages left out.
func TestPlanHasNoFewerCommitsThanWereMeasured(t *testing.T) {
	for rate, measured := range map[float64]float64{50: 49.6, 200: 195, 500: 480, 1000: 157, 2000: 103} {
		if said := (Load{2000, 100, rate}).commits(1); said < measured || said > rate {
			t.Errorf("%v messages a second: %v commits, measured %v", rate, said, measured)
		}
	}
}

// More members never need less, and a plan keeps each machine within its share.
func TestPlanGrows(t *testing.T) {
	before := Plan{}
	for _, online := range []int{10, 100, 1000, 5000, 30_000, 100_000, 1_000_000} {
		p := Make(Load{Online: online, Rooms: max(1, online/50), Rate: float64(online) / 50})
		if p.Nodes < before.Nodes || p.NodeCPU < before.NodeCPU || p.DiskPerMonth <= before.DiskPerMonth || p.Commits < before.Commits || p.WAL <= before.WAL || p.NodeCPU > float64(p.Nodes-1)*nodeCores*busyShare+1e-9 {
			t.Errorf("%d online: %+v after %+v", online, p, before)
		}
		for i, c := range clouds {
			if was, is := c.price(before), c.price(p); before.Nodes > 0 && is < was {
				t.Errorf("%d online cost %.0f at %s, fewer %.0f", online, is, clouds[i].name, was)
			}
		}
		before = p
	}
	if before.Ends == "" {
		t.Error("one installation is said to do for a million members")
	}
	var out bytes.Buffer
	if err := before.Print(&out); err != nil || !strings.Contains(out.String(), "AWS") {
		t.Errorf("%v: %s", err, out.String())
	}
	for _, bad := range []Load{{}, {1, 2, 1}, {1, 1, 0}, {1, 1, math.NaN()}, {1, 1, math.Inf(1)}, {-1, -1, 1}} {
		if bad.Check() == nil {
			t.Errorf("%+v can be planned", bad)
		}
	}
}

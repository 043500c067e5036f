package capacity

import "testing"

// largest is the layout for ten million members online in small: a tenth of its parts of the
// log and shards of the bus, each as busy as they would be.
var largest = Layout{
	Parts: 4, Shards: 3, Regions: 3, NodesPerRegion: 8,
	Commit: 2e-3, PerMessage: 0.6e-3, PerPublish: 0.2e-3, InRegion: 0.5e-3, BetweenRegions: 80e-3,
	ReadBehind: 5e-3, PollEvery: 1, Resend: 2.5,
}

var evening = Traffic{Rooms: 400, NodesPerRoom: 6, Rate: 2000, Seconds: 4}

// Each message comes to each reader's node once and in the order of its room, whatever a part
// of the log and the bus do; what a fault costs is time.
func TestLargestLayoutKeepsThePromises(t *testing.T) {
	for name, f := range map[string]Faults{
		"nothing happens":                  {},
		"a part of the log is taken over":  {PartDown: 1, PartFor: 1.5},
		"the bus loses a tenth of all":     {BusLoses: 0.1},
		"both, and the bus loses all":      {PartDown: 1, PartFor: 1.5, BusLoses: 1},
		"a part is away for half a minute": {PartDown: 2, PartFor: 30},
	} {
		out := Simulate(largest, evening, f, 7)
		t.Logf("%-33s %d sent, p50 %.0f ms, p99 %.0f ms, at most %.1f s, busiest part %.2f, shard %.2f, %d commits, %d reads of what was missed",
			name, out.Sent, out.P50*1e3, out.P99*1e3, out.Max, out.BusyPart, out.BusyShard, out.Commits, out.ReadsBehind)
		if out.Lost+out.Doubled+out.Reordered > 0 || out.Sent < 7000 {
			t.Errorf("%s: %+v", name, out)
		}
		if f == (Faults{}) && (out.P99 > 0.2 || out.BusyPart >= 1) {
			t.Errorf("%s: %+v", name, out)
		}
		if f.PartFor > 0 && out.Max > f.PartFor+largest.Resend+2*largest.PollEvery {
			t.Errorf("%s: somebody waited %.1f s", name, out.Max)
		}
	}
	if again := Simulate(largest, evening, Faults{BusLoses: 0.1}, 7); again != Simulate(largest, evening, Faults{BusLoses: 0.1}, 7) {
		t.Error("the same seed gives another outcome")
	}
}

// A layout with one part fewer than it needs is seen to saturate: what waits grows.
func TestTooFewPartsAreSeen(t *testing.T) {
	few := largest
	few.Parts = 1
	if out := Simulate(few, evening, Faults{}, 7); out.BusyPart < 1 || out.P99 < 0.5 || out.Lost > 0 {
		t.Errorf("%+v", out)
	}
}

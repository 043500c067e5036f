package embedded

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// golden is what the library itself said about an arithmetic pattern.
type golden struct {
	Descriptor []float64 `json:"descriptor150"`
	Landmarks  []float64 `json:"landmarks112"`
	Detector   []float64 `json:"tinyRaw416"`
}

// pattern is the square that the library was shown.
func pattern(side int) grid {
	g := newGrid(side, side, 3)
	for y := range side {
		for x := range side {
			for c := range 3 {
				g.pixel(y, x)[c] = float32((7*x + 13*y + 29*c + x*y/8) % 256)
			}
		}
	}
	return g
}

func TestNetworksSayWhatTheLibrarySays(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var want golden
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	e := engine(t)
	descriptor := e.recogniser.run(pattern(chipSide))
	largestDifference(t, "descriptor", descriptor[:], want.Descriptor, 1, 1e-3)
	largestDifference(t, "landmarks", e.landmarker.run(pattern(landmarkSide)), want.Landmarks, landmarkSide, 0.01)
	largestDifference(t, "detector", e.detector.run(pattern(detectorSide)).values, want.Detector, 1, 1e-2)
}

func largestDifference(t *testing.T, name string, got []float32, want []float64, scale, tolerance float64) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%s: %d numbers, want %d", name, len(got), len(want))
	}
	largest := 0.0
	for i, v := range got {
		largest = max(largest, math.Abs(float64(v)*scale-want[i]))
	}
	t.Logf("%s: the largest difference is %.1e", name, largest)
	if !(largest <= tolerance) {
		t.Errorf("%s: the largest difference is %g, at most %g", name, largest, tolerance)
	}
}

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	testModels      = "../../client/node_modules/@vladmandic/face-api/model"
	testPhotographs = "../../store/face/testdata"
)

// peopleFolder makes a folder a person of the tests' photographs.
func peopleFolder(t *testing.T, people map[string][]string) string {
	t.Helper()
	dir := t.TempDir()
	for person, names := range people {
		if err := os.Mkdir(filepath.Join(dir, person), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(filepath.Join(testPhotographs, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, person, name), raw, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func TestFaceROCPrintsTheTableAndDrawsTheCurve(t *testing.T) {
	t.Parallel()
	dir := peopleFolder(t, map[string][]string{
		"one": {"vlado-a.jpg", "vlado-b.jpg"}, "two": {"astronaut.png"}, "nobody": {"rocket.jpg", "cat.png"}, "empty": nil,
	})
	svg := filepath.Join(t.TempDir(), "curve.svg")
	var out, complaints bytes.Buffer
	status := program{args: []string{"face-roc", dir, "--svg", svg}, environ: []string{"FACE_MODEL_DIR=" + testModels}, out: &out, err: &complaints}.run()
	if status != 0 {
		t.Fatalf("status %d: %s", status, complaints.String())
	}
	for _, want := range []string{
		"3 pictures of 2 people are compared, 1 had no face, 1 left out (The picture must be 320 to 4096",
		"left out: nobody/rocket.jpg: face: no face in the picture\n",
		"1 pairs of one person, 2 pairs of two\n", "ROC area 1.0000\n",
		"        95 %          0.00 % (0 of 1)          0.00 % (0 of 2)\n",
		"        50 %          0.00 % (0 of 1)          0.00 % (0 of 2)\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	drawn, err := os.ReadFile(svg)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(drawn)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, drawn)
		}
	}
	if n := strings.Count(string(drawn), "<circle"); n != 4 {
		t.Errorf("%d thresholds are drawn", n)
	}
}

func TestFaceROCSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	one := peopleFolder(t, map[string][]string{"one": nil})
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"face-roc"}, "face-roc"},
		{[]string{"face-roc", one, "--models", t.TempDir()}, "tiny_face_detector_model-weights_manifest.json"},
		{[]string{"face-roc", one, "--models", testModels}, "at least two people"},
	} {
		var out, complaints bytes.Buffer
		if status := (program{args: c.args, out: &out, err: &complaints}).run(); status == 0 || !strings.Contains(complaints.String(), c.want) {
			t.Errorf("%v: status %d, %s", c.args, status, complaints.String())
		}
	}
}

func TestFacePairsCountWhatIsWrong(t *testing.T) {
	t.Parallel()
	pairs := facePairs{same: []float64{0.30, 0.45, 0.51, 0.62}, different: []float64{0.49, 0.62, 0.75, 0.90, 1.10}}
	var out bytes.Buffer
	if err := pairs.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"95 %         50.00 % (2 of 4)         20.00 % (1 of 5)\n",
		"90 %         25.00 % (1 of 4)         20.00 % (1 of 5)\n",
		"50 %         25.00 % (1 of 4)         20.00 % (1 of 5)\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	// Of 20 pairs of pairs 5 + 5 + 4 + 3 are in order, and one is equal.
	if area := pairs.area(); math.Abs(area-17.5/20) > 1e-9 {
		t.Errorf("area %v", area)
	}
}

// A picture that cannot be written is said before the work, which takes hours with many members: it
// was found at the end, and the measurement was to be made again for its curve.
func TestCurveThatCannotBeWrittenIsSaidFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "none", "curve.svg")} {
		status, out, said := run(nil, "face-roc", "--models", testModels, "--svg", path, dir)
		if status != 1 || out != "" || !strings.HasPrefix(said, "muster: face-roc: --svg cannot be written: open "+path) {
			t.Errorf("%s: %d, %s%s", path, status, out, said)
		}
	}
	// Nothing is left of a measurement that came to nothing, but for what was there.
	fresh, there := filepath.Join(dir, "fresh.svg"), filepath.Join(dir, "there.svg")
	if err := os.WriteFile(there, []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fresh, there} {
		if status, _, said := run(nil, "face-roc", "--models", testModels, "--svg", path, t.TempDir()); status != 1 || !strings.Contains(said, "at least two people") {
			t.Errorf("%d, %s", status, said)
		}
	}
	_, err := os.Stat(fresh)
	if kept, readErr := os.ReadFile(there); !errors.Is(err, os.ErrNotExist) || readErr != nil || string(kept) != "<svg/>" {
		t.Errorf("%v; %v, %q", err, readErr, kept)
	}
}

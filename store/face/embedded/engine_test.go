package embedded

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"muster/store/face"
)

var models = filepath.Join("..", "..", "..", packageModels)

var opened = sync.OnceValues(func() (*Engine, error) { return Open(models) })

// engine is the one engine of all tests.
func engine(t testing.TB) *Engine {
	t.Helper()
	e, err := opened()
	if err != nil {
		t.Fatalf("run `npm --prefix client install`: %v", err)
	}
	return e
}

// photograph reads a picture of the tests.
func photograph(t testing.TB, name string) face.Picture {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := face.ReadPicture(raw)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return picture
}

// pixelsOf decodes a picture of the tests as it is.
func pixelsOf(t testing.TB, name string) image.Image {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	decoded, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// templates are the descriptors of the photographs, made once.
var templates = struct {
	sync.Mutex
	made map[string]face.Enrolment
}{made: map[string]face.Enrolment{}}

func enrolled(t testing.TB, name string) face.Enrolment {
	t.Helper()
	templates.Lock()
	defer templates.Unlock()
	if made, ok := templates.made[name]; ok {
		return made
	}
	made, err := engine(t).Enrol(context.Background(), photograph(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	templates.made[name] = made
	return made
}

func distanceOf(t testing.TB, a, b []byte) float64 {
	t.Helper()
	distance, err := Distance(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return distance
}

func TestPairsLieAsFarApartAsMeasured(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		distance    float64
		least, most float64 // confidence
	}{
		{"vlado-a.jpg", "vlado-b.jpg", 0.380, 95, 100},
		{"vlado-b.jpg", "vlado-c.jpg", 0.493, 85, 100},
		{"vlado-a.jpg", "vlado-c.jpg", 0.536, 70, 94.9},
		{"vlado-a.jpg", "astronaut.png", 0.677, 0, 50},
		{"vlado-b.jpg", "astronaut.png", 0.627, 0, 50},
		{"vlado-c.jpg", "astronaut.png", 0.682, 0, 50},
	} {
		distance := distanceOf(t, enrolled(t, c.a).Template, enrolled(t, c.b).Template)
		confidence := Confidence(distance)
		t.Logf("%s / %s: %.3f, %.1f %%", c.a, c.b, distance, confidence)
		if math.Abs(distance-c.distance) > 0.03 || confidence < c.least || confidence > c.most {
			t.Errorf("%s / %s: distance %.3f, want %.3f ± 0.03; confidence %.1f, want %.1f to %.1f",
				c.a, c.b, distance, c.distance, confidence, c.least, c.most)
		}
	}
}

// An engine that lets everybody pass or nobody fails here. A template that another engine
// made is none of this one's: the enrolled picture is read instead.
func TestOnePersonPassesAndAnotherDoesNot(t *testing.T) {
	e, ctx := engine(t), context.Background()
	reads := 0
	byPicture := face.Reference{Picture: func(context.Context) (face.Picture, error) {
		reads++
		return photograph(t, "vlado-a.jpg"), nil
	}}
	probe := photograph(t, "vlado-b.jpg")
	own, err := e.Compare(ctx, byPicture, probe)
	if err != nil || !own.Passes() || reads != 1 || own.Quality != enrolled(t, "vlado-b.jpg").Quality {
		t.Errorf("one person: %+v, %v, %d reads", own, err, reads)
	}
	other, err := e.Compare(ctx, face.Reference{Template: enrolled(t, "astronaut.png").Template}, probe)
	if err != nil || other.Passes() || other.Confidence > 50 {
		t.Errorf("two persons: %+v, %v", other, err)
	}
	for _, nobody := range []face.Reference{{}, {Template: make([]byte, templateSize-1)}} {
		if got, err := e.Compare(ctx, nobody, probe); !errors.Is(err, face.ErrUnavailable) || got.Passes() {
			t.Errorf("compared with nothing: %+v, %v", got, err)
		}
	}
}

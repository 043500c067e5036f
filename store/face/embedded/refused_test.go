package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	xdraw "golang.org/x/image/draw"

	"muster/store/face"
)

// beside pastes two pictures side by side, scaled to one height.
func beside(a, b image.Image, height int) image.Image {
	width := func(p image.Image) int { return p.Bounds().Dx() * height / p.Bounds().Dy() }
	out := image.NewRGBA(image.Rect(0, 0, width(a)+width(b), height))
	xdraw.ApproxBiLinear.Scale(out, image.Rect(0, 0, width(a), height), a, a.Bounds(), draw.Src, nil)
	xdraw.ApproxBiLinear.Scale(out, image.Rect(width(a), 0, width(a)+width(b), height), b, b.Bounds(), draw.Src, nil)
	return out
}

// scaled makes a picture of a width.
func scaled(p image.Image, width int) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, width, p.Bounds().Dy()*width/p.Bounds().Dx()))
	xdraw.CatmullRom.Scale(out, out.Bounds(), p, p.Bounds(), draw.Src, nil)
	return out
}

// asPicture is what is stored of some pixels.
func asPicture(t *testing.T, pixels image.Image) face.Picture {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, pixels, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return face.Picture{JPEG: file.Bytes()}
}

func TestPicturesThatAreRefused(t *testing.T) {
	person := pixelsOf(t, "vlado-a.jpg")
	for name, c := range map[string]struct {
		picture image.Image
		want    error
	}{
		"cat":             {pixelsOf(t, "cat.png"), face.ErrNoFace},
		"coffee":          {pixelsOf(t, "coffee.png"), face.ErrNoFace},
		"rocket":          {pixelsOf(t, "rocket.jpg"), face.ErrNoFace},
		"two persons":     {beside(person, pixelsOf(t, "astronaut.png"), 512), face.ErrManyFaces},
		"far away":        {scaled(person, 400), face.ErrTooSmall},
		"out of focus":    {scaled(scaled(person, 100), 1024), face.ErrTooBlurred},
		"one grey colour": {image.NewGray(image.Rect(0, 0, 640, 480)), face.ErrNoFace},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := engine(t).Enrol(context.Background(), asPicture(t, c.picture))
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestWhoIsTurnedAway(t *testing.T) {
	frontal := marks{point{100, 100}, point{150, 110}, point{122, 135}, point{98, 160}, point{140, 168}}
	if err := frontal.usable(); err != nil {
		t.Errorf("frontal, yaw %.2f: %v", frontal.yaw(), err)
	}
	turned := frontal
	turned.nose = point{104, 130}
	if err := turned.usable(); !errors.Is(err, face.ErrTurnedAway) {
		t.Errorf("yaw %.2f: %v", turned.yaw(), err)
	}
	upsideDown := marks{}
	if err := upsideDown.usable(); err == nil {
		t.Error("a face without a size was taken")
	}
}

// Held and upright, a picture without loss becomes the same one, so that the engine says
// the same of both.
func TestOrientationOfTheCameraIsApplied(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "testdata", "astronaut.png"))
	if err != nil {
		t.Fatal(err)
	}
	upright := photograph(t, "astronaut.png")
	for _, turn := range []int{3, 6, 8} {
		file := heldPNG(t, raw, turn)
		picture, err := face.ReadPicture(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(picture.JPEG, upright.JPEG) {
			t.Errorf("orientation %d: the picture is another one", turn)
		}
		if turn != 3 {
			continue
		}
		// Without its orientation the same file has no face, so it must have been applied.
		upsideDown, _, err := image.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := engine(t).aligned(colours(upsideDown)); !errors.Is(err, face.ErrNoFace) {
			t.Errorf("upside down: %v", err)
		}
	}
}

func TestConfidenceFallsWithTheDistance(t *testing.T) {
	if c := Confidence(0.50); math.Abs(c-95) > 0.02 {
		t.Errorf("0.50 is %.3f %%", c)
	}
	if c := Confidence(0.60); c != 50 {
		t.Errorf("0.60 is %.3f %%", c)
	}
	last := 100.1
	for d := 0.0; d <= 2; d += 0.01 {
		c := Confidence(d)
		if c > last || c < 0 || c > 100 || d > 0.1 && d < 1.5 && c >= last {
			t.Fatalf("%.2f is %g %%, before it %g %%", d, c, last)
		}
		last = c
	}
	if own := enrolled(t, "vlado-a.jpg"); Confidence(distanceOf(t, own.Template, own.Template)) < 99.99 {
		t.Error("a face is not like itself")
	}
}

// Each of the six files is known by its checksum.
func TestAChangedByteOfTheWeightsStopsTheEngine(t *testing.T) {
	for changed := range checksums {
		t.Run(changed, func(t *testing.T) {
			dir := t.TempDir()
			for name := range checksums {
				data, err := os.ReadFile(filepath.Join(models, name))
				if err != nil {
					t.Fatal(err)
				}
				if name == changed {
					data[len(data)/2] ^= 1
				}
				if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			e, err := Open(dir)
			if !errors.Is(err, face.ErrUnavailable) || !strings.Contains(fmt.Sprint(err), changed) {
				t.Errorf("opened: %v", err)
			}
			stopped(t, e)
		})
	}
	e, err := Open(t.TempDir())
	if !errors.Is(err, face.ErrUnavailable) {
		t.Errorf("opened without files: %v", err)
	}
	stopped(t, e)
}

// stopped fails unless the engine refuses everything.
func stopped(t *testing.T, e *Engine) {
	t.Helper()
	ctx := context.Background()
	picture := asPicture(t, image.NewGray(image.Rect(0, 0, 320, 320)))
	_, enrolErr := e.Enrol(ctx, picture)
	_, compareErr := e.Compare(ctx, face.Reference{Template: make([]byte, templateSize)}, picture)
	for _, err := range []error{e.Ready(ctx), enrolErr, compareErr} {
		if !errors.Is(err, face.ErrUnavailable) {
			t.Errorf("it answers: %v", err)
		}
	}
}

func TestFingerprintKnowsACopy(t *testing.T) {
	_, quality, err := engine(t).aligned(colours(scaled(pixelsOf(t, "astronaut.png"), 480)))
	if err != nil {
		t.Fatal(err)
	}
	own, other := enrolled(t, "astronaut.png").Quality.Fingerprint, enrolled(t, "vlado-a.jpg").Quality.Fingerprint
	if n := bitsApart(own, quality.Fingerprint); n > 6 {
		t.Errorf("a copy is %d bits apart", n)
	}
	if n := bitsApart(own, other); n < 10 {
		t.Errorf("another person is %d bits apart", n)
	}
}

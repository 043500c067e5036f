package embedded

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/jpeg"
	"testing"

	"muster/store/face"
)

// BenchmarkCompare reads and compares one picture of 1280 × 720, as the capture screen
// sends it.
func BenchmarkCompare(b *testing.B) {
	e := engine(b)
	enrolment := face.Reference{Template: enrolled(b, "vlado-b.jpg").Template}
	wide := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	person := pixelsOf(b, "vlado-a.jpg")
	draw.Draw(wide, wide.Bounds(), person, image.Pt(-128, 20), draw.Src)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, wide, &jpeg.Options{Quality: 90}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		picture, err := face.ReadPicture(file.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.Compare(context.Background(), enrolment, picture); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := Open(models); err != nil {
			b.Fatal(err)
		}
	}
}

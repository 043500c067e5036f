package facetest

import (
	"bytes"
	"context"
	"image/jpeg"
	"math"

	"muster/store/face"
)

// ByColour is an engine that finds a face in every drawing, and knows it by the skin in its
// middle.
type ByColour struct{ seen *uint64 }

// NewByColour makes one that has seen nothing.
func NewByColour() ByColour { return ByColour{new(uint64)} }

// ID implements face.Engine.
func (ByColour) ID() string { return "colour/1" }

// Ready implements face.Engine.
func (ByColour) Ready(context.Context) error { return nil }

// Read implements face.Engine.
func (ByColour) Read(_ context.Context, sent []byte) (face.Picture, error) {
	return face.ReadPicture(sent)
}

func (e ByColour) quality() face.Quality {
	*e.seen++
	return face.Quality{Detection: 1, Fingerprint: *e.seen}
}

func skinOf(picture face.Picture) (byte, error) {
	img, err := jpeg.Decode(bytes.NewReader(picture.JPEG))
	if err != nil {
		return 0, err
	}
	middle := img.Bounds().Dx() / 2
	_, green, _, _ := img.At(middle, middle).RGBA()
	return byte(green >> 8), nil
}

// Enrol implements face.Engine.
func (e ByColour) Enrol(_ context.Context, picture face.Picture) (face.Enrolment, error) {
	skin, err := skinOf(picture)
	return face.Enrolment{Template: []byte{skin}, Quality: e.quality()}, err
}

// Compare implements face.Engine.
func (e ByColour) Compare(_ context.Context, enrolled face.Reference, picture face.Picture) (face.Comparison, error) {
	skin, err := skinOf(picture)
	out := face.Comparison{Confidence: 20, Distance: 0.6, Quality: e.quality()}
	if math.Abs(float64(skin)-float64(enrolled.Template[0])) < 25 {
		out.Confidence, out.Distance = 99, 0.3
	}
	return out, err
}

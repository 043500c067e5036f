package pixels

import (
	"image"
	"image/color"
	"testing"
)

// A picture that fits keeps its size and its pixels; white shows through where it is
// transparent. One that does not fit gets smaller.
func TestShrinkLeavesWhatFits(t *testing.T) {
	const width, height = 20, 10
	box := image.Rect(3, 5, 3+width, 5+height)
	opaque, half := image.NewNRGBA(box), image.NewNRGBA(box)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := color.NRGBA{uint8(12 * x), uint8(20 * y), uint8(x * y), 255}
			opaque.Set(x, y, c)
			c.A = uint8(x % 2 * 255)
			half.Set(x, y, c)
		}
	}
	for _, side := range []int{width, 1024} {
		got, through := Shrink(opaque, side), Shrink(half, side)
		if got.Bounds() != image.Rect(0, 0, width, height) {
			t.Fatalf("into %d: %v", side, got.Bounds())
		}
		for y := range height {
			for x := range width {
				want := color.RGBAModel.Convert(opaque.At(3+x, 5+y))
				if got.At(x, y) != want {
					t.Fatalf("into %d, at %d,%d: %v, want %v", side, x, y, got.At(x, y), want)
				}
				if (3+x)%2 == 0 {
					want = color.RGBA{255, 255, 255, 255}
				}
				if through.At(x, y) != want {
					t.Fatalf("transparent into %d, at %d,%d: %v, want %v", side, x, y, through.At(x, y), want)
				}
			}
		}
	}
	if got := Shrink(opaque, width/2).Bounds().Size(); got != image.Pt(width/2, height/2) {
		t.Errorf("halved: %v", got)
	}
}

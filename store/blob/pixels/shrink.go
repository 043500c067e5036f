package pixels

import (
	"image"
	"image/color"

	"golang.org/x/image/draw"
)

// Shrink fits a picture into a square: roughly to twice the size first, which
// costs little, and well from there.
func Shrink(pixels image.Image, side int) image.Image {
	size := pixels.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer > 4*side {
		pixels = scale(pixels, longer, 2*side, draw.ApproxBiLinear)
		longer = 2 * side
	}
	return scale(pixels, longer, min(longer, side), draw.CatmullRom)
}

// scale makes the longer side as long as to. A picture that has this size already is
// copied, which gives the same pixels.
func scale(pixels image.Image, longer, to int, by draw.Scaler) image.Image {
	size := pixels.Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, max(size.X*to/longer, 1), max(size.Y*to/longer, 1)))
	draw.Draw(out, out.Bounds(), image.NewUniform(ground(pixels)), image.Point{}, draw.Src)
	if to == longer {
		draw.Draw(out, out.Bounds(), pixels, pixels.Bounds().Min, draw.Over)
		return out
	}
	by.Scale(out, out.Bounds(), pixels, pixels.Bounds(), draw.Over, nil)
	return out
}

// ground is what shows through the transparent parts of a picture: white, or black
// behind a drawing that is nearly white itself.
func ground(pixels image.Image) color.Color {
	const samples = 64 // each way
	box := pixels.Bounds()
	var light, cover uint64
	for y := range samples {
		for x := range samples {
			r, g, b, a := pixels.At(box.Min.X+x*box.Dx()/samples, box.Min.Y+y*box.Dy()/samples).RGBA()
			light += uint64(299*r+587*g+114*b) / 1000
			cover += uint64(a)
		}
	}
	if cover < samples*samples*0xffff && light > cover/10*8 {
		return color.Black
	}
	return color.White
}

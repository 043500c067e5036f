package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
)

// drawPortrait draws the n-th applicant: head, hair and shoulders before a wall.
func drawPortrait(n int) []byte { return drawPerson(n, 240, 0) }

// drawPerson draws the n-th applicant so many pixels wide; lean moves the head to a side, in
// widths, under another light.
func drawPerson(n, width int, lean float64) []byte {
	height := width * 4 / 3
	skins := []color.RGBA{{244, 208, 177, 255}, {224, 172, 128, 255}, {190, 132, 92, 255}, {141, 92, 62, 255}, {96, 62, 44, 255}}
	hairs := []color.RGBA{{38, 28, 24, 255}, {92, 58, 34, 255}, {196, 152, 84, 255}, {120, 40, 28, 255}, {150, 150, 154, 255}, {24, 24, 32, 255}}
	walls := []color.RGBA{{182, 198, 204, 255}, {206, 194, 170, 255}, {170, 186, 160, 255}, {198, 178, 186, 255}}
	shirts := []color.RGBA{{54, 78, 112, 255}, {120, 52, 52, 255}, {58, 96, 70, 255}, {70, 62, 92, 255}, {44, 48, 54, 255}, {170, 120, 52, 255}}
	skin, hair, wall, shirt := skins[n*3%len(skins)], hairs[n%len(hairs)], walls[n*5%len(walls)], shirts[n*7%len(shirts)]
	long, smile := n%2 == 0, 0.03+0.012*float64(n%4)
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for py := range height {
		for px := range width {
			x, y := float64(px)/float64(width), float64(py)/float64(width) // both in widths
			c, light := wall, 1.06-0.18*y
			if y < 0.9 {
				x -= lean
			}
			if long && within(x, y, 0.5, 0.66, 0.31, 0.42) {
				c = hair
			}
			if within(x, y, 0.5, 1.42, 0.44, 0.42) {
				c = shirt
			}
			if math.Abs(x-0.5) < 0.1 && y > 0.8 && y < 1.06 {
				c, light = skin, 0.86
			}
			if within(x, y, 0.5, 0.5, 0.27, 0.3) {
				c = hair
			}
			if within(x, y, 0.5, 0.6, 0.225, 0.3) {
				c, light = skin, 1.04-0.5*math.Abs(x-0.44-2*lean)
			}
			if within(x, y, 0.5, 0.335, 0.25, 0.13) {
				c, light = hair, 1
			}
			for _, side := range [...]float64{-1, 1} {
				if within(x, y, 0.5+side*0.085, 0.57, 0.036, 0.018) {
					c, light = color.RGBA{250, 250, 248, 255}, 1
				}
				if within(x, y, 0.5+side*0.085, 0.57, 0.016, 0.016) {
					c = color.RGBA{40, 34, 30, 255}
				}
				if within(x, y, 0.5+side*0.085, 0.525, 0.045, 0.01) {
					c, light = hair, 1
				}
			}
			if math.Abs(x-0.5) < 0.016 && y > 0.6 && y < 0.68 {
				light *= 0.9
			}
			if dy := y - 0.76 + smile*(x-0.5)*(x-0.5)/0.006; math.Abs(x-0.5) < 0.075 && math.Abs(dy) < 0.011 {
				c, light = color.RGBA{164, 72, 72, 255}, 1
			}
			at := img.PixOffset(px, py)
			img.Pix[at], img.Pix[at+1], img.Pix[at+2], img.Pix[at+3] = shaded(c.R, light), shaded(c.G, light), shaded(c.B, light), 255
		}
	}
	var out bytes.Buffer
	_ = jpeg.Encode(&out, img, &jpeg.Options{Quality: 86}) // a buffer never fails
	return out.Bytes()
}

// within says whether a point lies in an ellipse round a middle.
func within(x, y, cx, cy, rx, ry float64) bool {
	x, y = (x-cx)/rx, (y-cy)/ry
	return x*x+y*y < 1
}

// shaded is a colour's value under a light.
func shaded(v uint8, light float64) uint8 { return uint8(min(max(float64(v)*light, 0), 255)) }

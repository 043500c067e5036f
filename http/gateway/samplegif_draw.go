package gateway

import (
	"image"
	"image/color"
	"image/gif"
	"math"
)

// The drawings' size in pixels, and how they move.
const (
	drawingWidth  = 160
	drawingHeight = 120
	drawingFrames = 14
	drawingDelay  = 9 // hundredths of a second
)

// The colours of every drawing.
const (
	night = iota
	navy
	blue
	sky
	white
	sand
	yellow
	orange
	red
	pink
	green
	leaf
)

var drawingPalette = color.Palette{
	color.RGBA{16, 18, 34, 255}, color.RGBA{28, 42, 84, 255}, color.RGBA{52, 104, 192, 255}, color.RGBA{126, 188, 240, 255},
	color.RGBA{250, 250, 246, 255}, color.RGBA{232, 206, 150, 255}, color.RGBA{252, 212, 74, 255}, color.RGBA{244, 142, 52, 255},
	color.RGBA{214, 58, 62, 255}, color.RGBA{244, 130, 168, 255}, color.RGBA{46, 132, 84, 255}, color.RGBA{128, 196, 98, 255},
}

// drawing is a moving picture: the colour of a point at a time. x goes from -4/3 to
// 4/3 and y from -1 to 1 upwards; t goes from 0 to 1 and round again.
type drawing struct {
	id, title, words string
	at               func(x, y, t float64) int
}

// animate draws every frame.
func (d drawing) animate() *gif.GIF {
	out := &gif.GIF{}
	bounds := image.Rect(0, 0, drawingWidth, drawingHeight)
	for f := range drawingFrames {
		frame, t := image.NewPaletted(bounds, drawingPalette), float64(f)/drawingFrames
		for py := range drawingHeight {
			y := 1 - 2*(float64(py)+0.5)/drawingHeight
			for px := range drawingWidth {
				x := (2*(float64(px)+0.5)/drawingWidth - 1) * 4 / 3
				frame.Pix[py*frame.Stride+px] = uint8(d.at(x, y, t))
			}
		}
		out.Image, out.Delay = append(out.Image, frame), append(out.Delay, drawingDelay)
	}
	return out
}

// turn is a full turn.
const turn = 2 * math.Pi

// scatter is a number from 0 to 1 that looks random, the same for the same i.
func scatter(i, salt int) float64 {
	h := uint32(i*374761393 + salt*668265263)
	h = (h ^ h>>13) * 1274126177
	return float64(h^h>>16) / (1 << 32)
}

// wrap is the part of v after the point, also for negative v.
func wrap(v float64) float64 { return v - math.Floor(v) }

// within says whether a point is in a circle.
func within(x, y, cx, cy, r float64) bool { return math.Hypot(x-cx, y-cy) < r }

var drawings = []drawing{
	{"sunrise", "Sunrise over the hills", "morning hello sun good day", func(x, y, t float64) int {
		height := -0.5 + 0.45*math.Sin(math.Pi*t)
		switch {
		case y < -0.45+0.12*math.Sin(3*x+1):
			return green
		case y < -0.25+0.16*math.Sin(2*x):
			return leaf
		case within(x, y, 0.2, height, 0.38):
			return yellow
		case math.Mod(math.Atan2(y-height, x-0.2)+turn+t*turn/8, turn/8) < turn/20 && within(x, y, 0.2, height, 0.62):
			return orange
		}
		return sky
	}},
	{"heartbeat", "Beating heart", "love thanks like yes", func(x, y, t float64) int {
		size := 0.62 + 0.09*math.Max(math.Sin(turn*t), math.Sin(2*turn*t))
		x, y = x/size, y/size+0.1
		a := x*x + y*y - 1
		if a*a*a-x*x*y*y*y < 0 {
			if within(x, y, -0.45, 0.5, 0.17) {
				return pink
			}
			return red
		}
		return sand
	}},
	{"confetti", "Confetti", "party celebrate congratulations yay happy birthday", func(x, y, t float64) int {
		for i := range 46 {
			cy := 1.1 - 2.2*wrap(scatter(i, 2)+t)
			if math.Abs(y-cy) > 0.04 {
				continue
			}
			cx := (scatter(i, 1)*2-1)*4/3 + 0.06*math.Sin(turn*(t+scatter(i, 3)))
			if math.Abs(x-cx) < 0.045 && math.Abs(y-cy) < 0.02+0.02*math.Abs(math.Sin(turn*(t+scatter(i, 4)))) {
				return []int{yellow, orange, red, pink, leaf, sky}[i%6]
			}
		}
		return navy
	}},
	{"radar", "Radar", "searching looking where find wait", func(x, y, t float64) int {
		r, behind := math.Hypot(x, y), wrap((math.Atan2(y, x)+turn*t)/turn)
		switch {
		case r > 0.9:
			return night
		case within(x, y, 0.35, 0.3, 0.05) && behind < 0.5, within(x, y, -0.4, -0.2, 0.05) && behind < 0.5:
			return white
		case math.Mod(r, 0.3) < 0.015, math.Abs(x) < 0.008, math.Abs(y) < 0.008:
			return green
		case behind < 0.16:
			return leaf
		case behind < 0.26:
			return green
		}
		return navy
	}},
	{"waves", "Waves at sea", "water ocean calm relax weekend", func(x, y, t float64) int {
		for i, c := range []int{blue, navy, blue, navy} {
			level := 0.35 - 0.33*float64(i)
			if y < level+0.08*math.Sin(3*x+turn*t*float64(1-2*(i%2))+float64(i)) {
				if y > level-0.04+0.08*math.Sin(3*x+turn*t*float64(1-2*(i%2))+float64(i)) {
					return white
				}
				if i == 3 || y > level-0.33+0.08*math.Sin(3*x+turn*t*float64(1-2*((i+1)%2))+float64(i+1)) {
					return c
				}
			}
		}
		return sky
	}},
	{"campfire", "Campfire", "fire hot evening camp stories", func(x, y, t float64) int {
		lick := 0.1 * math.Sin(9*y-turn*t) * (y + 0.7)
		flame := func(w, h float64) bool {
			v := (y + 0.55) / h
			return v > 0 && v < 1 && math.Abs(x-lick) < w*math.Sqrt(1-v)*(0.6+0.4*math.Sin(math.Pi*v+0.6))
		}
		switch {
		case flame(0.16, 0.55+0.06*math.Sin(turn*t)):
			return white
		case flame(0.3, 0.9+0.08*math.Sin(turn*(t+0.3))):
			return yellow
		case flame(0.44, 1.25+0.1*math.Sin(turn*(t+0.6))):
			return orange
		case math.Abs(y+0.62+0.12*x) < 0.07 && math.Abs(x) < 0.7, math.Abs(y+0.62-0.12*x) < 0.07 && math.Abs(x) < 0.7:
			return red
		case y < -0.72:
			return navy
		}
		return night
	}},
	{"ball", "Bouncing ball", "jump bounce again monday", func(x, y, t float64) int {
		height := -0.5 + 1.1*math.Abs(math.Sin(turn*t))
		flat := 1 + 0.25*math.Max(0, 0.25-(height+0.5))*4
		switch {
		case within(x/flat, (y-height)*flat+height, 0, height, 0.28):
			if wrap(math.Atan2(y-height, x)/turn*3+t) < 0.5 {
				return white
			}
			return red
		case math.Hypot(x/(0.34-0.12*(height+0.5)), (y+0.8)/0.05) < 1:
			return green
		case y < -0.7:
			return leaf
		}
		return sky
	}},
	{"stars", "Flying through the stars", "space fast go away", func(x, y, t float64) int {
		for i := range 60 {
			depth := 1 - wrap(scatter(i, 5)+t)
			cx, cy := (scatter(i, 6)*2-1)/(depth+0.05)*0.5, (scatter(i, 7)*2-1)/(depth+0.05)*0.5
			if within(x, y, cx, cy, 0.012+0.035*(1-depth)) {
				return []int{white, yellow, sky}[i%3]
			}
		}
		return night
	}},
	{"rainbow", "Rainbow", "colours happy luck good wow", func(x, y, t float64) int {
		r := math.Hypot(x, y+0.7)
		band := (r - 0.62) / 0.11
		shown := 1-2*math.Atan2(y+0.7, x)/turn < 1.7*t+0.1
		switch {
		case within(x, y, -1, -0.62, 0.26), within(x, y, -0.72, -0.68, 0.22), within(x, y, 1, -0.62, 0.26), within(x, y, 0.72, -0.68, 0.22):
			return white
		case band >= 0 && band < 6 && y > -0.7 && shown:
			return []int{blue, sky, leaf, yellow, orange, red}[int(band)]
		}
		return navy
	}},
	{"rain", "Rainy day", "sad weather wet cry no", func(x, y, t float64) int {
		switch {
		case within(x, y, -0.45, 0.5, 0.3), within(x, y, 0, 0.62, 0.38), within(x, y, 0.45, 0.5, 0.3), math.Abs(x) < 0.5 && math.Abs(y-0.35) < 0.16:
			return white
		}
		for i := range 24 {
			cx, cy := (scatter(i, 8)*2-1)*0.75, 0.3-1.4*wrap(scatter(i, 9)+t)
			if math.Abs(x-cx-0.1*(y-cy)) < 0.014 && math.Abs(y-cy) < 0.09 {
				return sky
			}
		}
		return navy
	}},
	{"flag", "Waving flag", "team ready start here present", func(x, y, t float64) int {
		wave := 0.09 * math.Sin(5*x-turn*t) * (x + 0.8)
		switch {
		case math.Abs(x+0.84) < 0.035 && y > -0.95 && y < 0.85, within(x, y, -0.84, 0.88, 0.07):
			return sand
		case x > -0.8 && x < 0.9 && math.Abs(y-0.3-wave) < 0.42:
			if within(x, y, 0.05, 0.3+wave, 0.2) {
				return yellow
			}
			return red
		case y < -0.9:
			return green
		}
		return sky
	}},
	{"laugh", "Laughing face", "lol haha funny smile joke", func(x, y, t float64) int {
		y -= 0.07 * math.Sin(2*turn*t)
		switch {
		case !within(x, y, 0, 0, 0.8):
			return blue
		case within(x, y, 0, -0.12, 0.48) && y < -0.12:
			if y < -0.38 {
				return red
			}
			return night
		case math.Abs(math.Hypot(x-0.32, y-0.16)-0.16) < 0.04 && y > 0.18, math.Abs(math.Hypot(x+0.32, y-0.16)-0.16) < 0.04 && y > 0.18:
			return night
		case within(x, y, 0.58+0.1*t, 0.02-0.5*t, 0.07), within(x, y, -0.58-0.1*t, 0.02-0.5*t, 0.07):
			return sky
		}
		return yellow
	}},
}

package embedded

import "image"

// colours reads a picture as red, green and blue from 0 to 255.
//
//go:norace
func colours(picture image.Image) grid {
	box := picture.Bounds()
	out := newGrid(box.Dy(), box.Dx(), 3)
	at := 0
	set := func(r, g, b uint8) {
		out.values[at], out.values[at+1], out.values[at+2] = float32(r), float32(g), float32(b)
		at += 3
	}
	from, ok := picture.(*image.YCbCr)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if ok {
				r, g, b, _ := from.YCbCrAt(x, y).RGBA()
				set(uint8(r>>8), uint8(g>>8), uint8(b>>8))
				continue
			}
			r, g, b, _ := picture.At(x, y).RGBA()
			set(uint8(r>>8), uint8(g>>8), uint8(b>>8))
		}
	}
	return out
}

// cut is the part of a picture inside a box.
func cut(in grid, box image.Rectangle) grid {
	out := newGrid(box.Dy(), box.Dx(), in.depth)
	for y := range out.height {
		at := ((box.Min.Y+y)*in.width + box.Min.X) * in.depth
		copy(out.values[y*out.width*out.depth:(y+1)*out.width*out.depth], in.values[at:])
	}
	return out
}

// fitSquare scales a picture to a square of side pixels as the library does: the shorter
// side is filled up with black, half of it before the picture when it is centred, and the
// numbers are interpolated between the corners of pixels, not their middles.
func fitSquare(in grid, side int, centred bool) grid {
	longer := max(in.height, in.width)
	top, left := 0, 0
	if centred {
		top, left = (longer-in.height)/2, (longer-in.width)/2
	}
	out := newGrid(side, side, in.depth)
	step := float32(longer) / float32(side)
	for y := range side {
		for x := range side {
			interpolate(out.pixel(y, x), in, float32(y)*step, float32(x)*step, top, left, longer)
		}
	}
	return out
}

// interpolate mixes the four pixels around a point of the padded square.
//
//go:norace
func interpolate(into []float32, in grid, y, x float32, top, left, longer int) {
	y0, x0 := int(y), int(x)
	shareY, shareX := y-float32(y0), x-float32(x0)
	for dy, fy := range [2]float32{1 - shareY, shareY} {
		for dx, fx := range [2]float32{1 - shareX, shareX} {
			fromY, fromX := min(y0+dy, longer-1)-top, min(x0+dx, longer-1)-left
			if fy*fx == 0 || fromY < 0 || fromY >= in.height || fromX < 0 || fromX >= in.width {
				continue
			}
			for i, v := range in.pixel(fromY, fromX) {
				into[i] += v * fy * fx
			}
		}
	}
}

// normalize subtracts the mean colour that a network was trained with.
//
//go:norace
func normalize(in grid, mean [3]float32) grid {
	out := newGrid(in.height, in.width, in.depth)
	for i, v := range in.values {
		out.values[i] = (v - mean[i%3]) / 255
	}
	return out
}

package pixels

import (
	"image"
	"image/draw"
)

// Turned gives a picture upright that a camera held otherwise, by EXIF's
// orientation.
func Turned(pixels image.Image, turn int) image.Image {
	if turn <= 1 || turn > 8 {
		return pixels
	}
	size := pixels.Bounds().Size()
	upright := image.Rect(0, 0, size.X, size.Y)
	if turn >= 5 {
		upright = image.Rect(0, 0, size.Y, size.X)
	}
	if from, ok := pixels.(*image.YCbCr); ok && from.Rect.Min == (image.Point{}) {
		if ratio, ok := turnedRatio(from.SubsampleRatio, turn); ok {
			to := image.NewYCbCr(upright, ratio)
			small := chromaSize(size, from.SubsampleRatio)
			turnPlane(to.Y, to.YStride, from.Y, from.YStride, size, 1, turn)
			turnPlane(to.Cb, to.CStride, from.Cb, from.CStride, small, 1, turn)
			turnPlane(to.Cr, to.CStride, from.Cr, from.CStride, small, 1, turn)
			return to
		}
	}
	from, ok := pixels.(*image.NRGBA)
	if !ok || from.Rect.Min != (image.Point{}) {
		from = image.NewNRGBA(image.Rect(0, 0, size.X, size.Y))
		draw.Draw(from, from.Rect, pixels, pixels.Bounds().Min, draw.Src)
	}
	to := image.NewNRGBA(upright)
	turnPlane(to.Pix, to.Stride, from.Pix, from.Stride, size, 4, turn)
	return to
}

// turnedRatio is how the colours of a picture are halved once it is turned; ok is
// false when that has no name.
func turnedRatio(r image.YCbCrSubsampleRatio, turn int) (image.YCbCrSubsampleRatio, bool) {
	switch r {
	case image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio420:
		return r, true
	case image.YCbCrSubsampleRatio422:
		if turn >= 5 {
			return image.YCbCrSubsampleRatio440, true
		}
		return r, true
	case image.YCbCrSubsampleRatio440:
		if turn >= 5 {
			return image.YCbCrSubsampleRatio422, true
		}
		return r, true
	}
	return r, turn < 5
}

// chromaSize is the size of the planes of colour.
func chromaSize(size image.Point, r image.YCbCrSubsampleRatio) image.Point {
	switch r {
	case image.YCbCrSubsampleRatio422:
		return image.Pt((size.X+1)/2, size.Y)
	case image.YCbCrSubsampleRatio420:
		return image.Pt((size.X+1)/2, (size.Y+1)/2)
	case image.YCbCrSubsampleRatio440:
		return image.Pt(size.X, (size.Y+1)/2)
	case image.YCbCrSubsampleRatio411:
		return image.Pt((size.X+3)/4, size.Y)
	case image.YCbCrSubsampleRatio410:
		return image.Pt((size.X+3)/4, (size.Y+1)/2)
	}
	return size
}

// turnPlane turns one plane of a size; a pixel has n bytes.
func turnPlane(to []byte, toStride int, from []byte, fromStride int, size image.Point, n, turn int) {
	for y := range size.Y {
		row := from[y*fromStride:]
		for x := range size.X {
			tx, ty := x, y
			switch turn {
			case 2:
				tx = size.X - 1 - x
			case 3:
				tx, ty = size.X-1-x, size.Y-1-y
			case 4:
				ty = size.Y - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = size.Y-1-y, x
			case 7:
				tx, ty = size.Y-1-y, size.X-1-x
			case 8:
				tx, ty = y, size.X-1-x
			}
			at := ty*toStride + tx*n
			if n == 1 {
				to[at] = row[x]
				continue
			}
			copy(to[at:at+n], row[x*n:x*n+n])
		}
	}
}

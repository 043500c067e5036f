package embedded

import (
	"math"

	"muster/store/face"
)

// marks are five points of a face: the middles of the eyes, the tip of the nose and the
// corners of the mouth. Left is left in the picture.
type marks struct{ leftEye, rightEye, nose, leftMouth, rightMouth point }

// chipMarks is where the five points come to lie in an aligned face.
var chipMarks = marks{point{47.5, 46.6}, point{100.5, 46.6}, point{74.0, 76.6}, point{50.4, 103.0}, point{97.6, 103.0}}

func fivePoints(all [68]point) marks {
	return marks{middle(all[36:42]), middle(all[42:48]), all[30], all[48], all[54]}
}

func middle(points []point) point {
	var sum point
	for _, p := range points {
		sum.x, sum.y = sum.x+p.x, sum.y+p.y
	}
	return point{sum.x / float64(len(points)), sum.y / float64(len(points))}
}

func (m marks) all() [5]point {
	return [5]point{m.leftEye, m.rightEye, m.nose, m.leftMouth, m.rightMouth}
}

func (m marks) eyeDistance() float64 {
	return math.Hypot(m.rightEye.x-m.leftEye.x, m.rightEye.y-m.leftEye.y)
}

// yaw is how far the nose lies beside the middle of the eyes, along the line between them
// and as a part of their distance. Frontal faces were measured within ±0.1.
func (m marks) yaw() float64 {
	eyes := m.eyeDistance()
	alongX, alongY := (m.rightEye.x-m.leftEye.x)/eyes, (m.rightEye.y-m.leftEye.y)/eyes
	centre := middle([]point{m.leftEye, m.rightEye})
	return ((m.nose.x-centre.x)*alongX + (m.nose.y-centre.y)*alongY) / eyes
}

// usable fails when the face is too small or turned too far away.
func (m marks) usable() error {
	const leastEyeDistance, mostYaw = 30, 0.25
	switch {
	case !(m.eyeDistance() >= leastEyeDistance):
		return face.ErrTooSmall
	case !(math.Abs(m.yaw()) <= mostYaw):
		return face.ErrTurnedAway
	}
	return nil
}

// similarity maps a point of the aligned face to the picture: turned, scaled and moved.
type similarity struct{ a, b, x, y float64 }

func (s similarity) apply(p point) point {
	return point{s.a*p.x - s.b*p.y + s.x, s.b*p.x + s.a*p.y + s.y}
}

// fit is the similarity from the picture to the aligned face with the least squares of
// what it misses.
func (m marks) fit() similarity {
	from, to := m.all(), chipMarks.all()
	centreFrom, centreTo := middle(from[:]), middle(to[:])
	var a, b, size float64
	for i := range from {
		fx, fy := from[i].x-centreFrom.x, from[i].y-centreFrom.y
		tx, ty := to[i].x-centreTo.x, to[i].y-centreTo.y
		a += fx*tx + fy*ty
		b += fx*ty - fy*tx
		size += fx*fx + fy*fy
	}
	s := similarity{a: a / size, b: b / size}
	s.x = centreTo.x - (s.a*centreFrom.x - s.b*centreFrom.y)
	s.y = centreTo.y - (s.b*centreFrom.x + s.a*centreFrom.y)
	return s
}

// inverse maps back.
func (s similarity) inverse() similarity {
	size := s.a*s.a + s.b*s.b
	i := similarity{a: s.a / size, b: -s.b / size}
	i.x, i.y = -(i.a*s.x - i.b*s.y), -(i.b*s.x + i.a*s.y)
	return i
}

// align cuts the face out upright, 150 × 150. Where the picture is larger than that, the
// mean of several samples is one pixel.
func (m marks) align(picture grid) grid {
	const mostSamples = 8 // each way
	back := m.fit().inverse()
	samples := min(max(int(math.Ceil(math.Hypot(back.a, back.b))), 1), mostSamples)
	share := 1 / float32(samples*samples)
	chip := newGrid(chipSide, chipSide, 3)
	for y := range chipSide {
		for x := range chipSide {
			into := chip.pixel(y, x)
			for sy := range samples {
				for sx := range samples {
					sample(into, picture, back.apply(point{
						float64(x) + (float64(sx)+0.5)/float64(samples) - 0.5,
						float64(y) + (float64(sy)+0.5)/float64(samples) - 0.5,
					}), share)
				}
			}
		}
	}
	return chip
}

// sample adds a share of the colour between four pixels; outside the picture is black.
//
//go:norace
func sample(into []float32, picture grid, p point, share float32) {
	left, top := math.Floor(p.x), math.Floor(p.y)
	if !(left >= -1 && top >= -1 && left < float64(picture.width) && top < float64(picture.height)) {
		return
	}
	shareX, shareY := float32(p.x-left), float32(p.y-top)
	for dy, fy := range [2]float32{1 - shareY, shareY} {
		for dx, fx := range [2]float32{1 - shareX, shareX} {
			x, y := int(left)+dx, int(top)+dy
			if x < 0 || y < 0 || x >= picture.width || y >= picture.height {
				continue
			}
			for i, v := range picture.pixel(y, x) {
				into[i] += v * fx * fy * share
			}
		}
	}
}

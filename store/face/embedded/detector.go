package embedded

import (
	"cmp"
	"image"
	"math"
	"slices"
)

const (
	detectorSide  = 416
	detectorCells = 13
	leastScore    = 0.3 // from which a face counts
	overlapLimit  = 0.4 // shared part of two boxes from which the surer one stands for both
)

// detectorMean is the mean colour of what the detector was trained with.
var detectorMean = [3]float32{117.001, 114.697, 97.404}

// anchors are the widths and heights of faces, in cells, that a cell's five boxes begin
// with.
var anchors = [...][2]float64{
	{1.603231, 2.094468}, {6.041143, 7.080126}, {2.882459, 3.518061}, {4.266906, 5.178857}, {9.041765, 10.66308},
}

// detector finds faces.
type detector struct {
	first  convolution
	middle [5]separable
	last   convolution
}

func newDetector(weights map[string]weight) detector {
	d := detector{
		first: filtersOf(weights["conv0/filters"], weights["conv0/bias"], 1),
		last:  filtersOf(weights["conv8/filters"], weights["conv8/bias"], 1),
	}
	for i, name := range [...]string{"conv1", "conv2", "conv3", "conv4", "conv5"} {
		d.middle[i] = separableOf(weights, name, 1)
	}
	return d
}

// run gives five boxes of five numbers for each cell. The first layer alone adds nothing
// around its input, and the last pool alone does not halve it.
func (d detector) run(square grid) grid {
	out := leaky(d.first.run(normalize(square, detectorMean), valid))
	for _, layer := range d.middle {
		out = leaky(layer.run(maxPool(out, 2, 2, same), one))
	}
	return d.last.run(maxPool(out, 2, 1, same), valid)
}

// detection is a face that was found.
type detection struct {
	score                    float64
	left, top, width, height float64 // pixels of the picture
}

func (d detection) area() float64 { return d.width * d.height }

// box is the face in whole pixels, inside the picture.
func (d detection) box(in grid) image.Rectangle {
	left, top := math.Floor(d.left), math.Floor(d.top)
	box := image.Rect(int(left), int(top), int(left+math.Floor(d.width)), int(top+math.Floor(d.height)))
	return box.Intersect(image.Rect(0, 0, in.width, in.height))
}

// shared is the area that two faces have in common, as a part of the area of both.
func (d detection) shared(other detection) float64 {
	width := min(d.left+d.width, other.left+other.width) - max(d.left, other.left)
	height := min(d.top+d.height, other.top+other.height) - max(d.top, other.top)
	common := max(width, 0) * max(height, 0)
	return common / (d.area() + other.area() - common)
}

// detect finds the faces of a picture, the largest first.
func (d detector) detect(picture grid) []detection {
	out := d.run(fitSquare(picture, detectorSide, false))
	cell := float64(max(picture.width, picture.height)) / detectorCells
	var found []detection
	for y := range detectorCells {
		for x := range detectorCells {
			for i, anchor := range anchors {
				v := out.pixel(y, x)[i*5:]
				score := sigmoid(v[4])
				if score < leastScore {
					continue
				}
				width, height := math.Exp(float64(v[2]))*anchor[0]*cell, math.Exp(float64(v[3]))*anchor[1]*cell
				found = append(found, detection{
					score: score, width: width, height: height,
					left: (float64(x)+sigmoid(v[0]))*cell - width/2, top: (float64(y)+sigmoid(v[1]))*cell - height/2,
				})
			}
		}
	}
	return largestFirst(found)
}

// largestFirst leaves out boxes that show the same face as a surer one.
func largestFirst(found []detection) []detection {
	slices.SortStableFunc(found, func(a, b detection) int { return cmp.Compare(b.score, a.score) })
	var faces []detection
	for _, d := range found {
		if !slices.ContainsFunc(faces, func(surer detection) bool { return surer.shared(d) > overlapLimit }) {
			faces = append(faces, d)
		}
	}
	slices.SortStableFunc(faces, func(a, b detection) int { return cmp.Compare(b.area(), a.area()) })
	return faces
}

func sigmoid(v float32) float64 { return 1 / (1 + math.Exp(-float64(v))) }

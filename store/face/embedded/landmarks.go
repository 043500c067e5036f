package embedded

import (
	"fmt"
	"image"
)

const landmarkSide = 112

// faceMean is the mean colour of what the networks of landmarks and of recognition were
// trained with.
var faceMean = [3]float32{122.782, 117.001, 104.298}

// landmarker finds 68 points of a face.
type landmarker struct {
	first  convolution
	blocks [4][4]separable // the first of the first block is the convolution instead
	last   convolution
}

func newLandmarker(weights map[string]weight) landmarker {
	l := landmarker{first: filtersOf(weights["dense0/conv0/filters"], weights["dense0/conv0/bias"], 2)}
	for block := range l.blocks {
		for layer := range l.blocks[block] {
			if block == 0 && layer == 0 {
				continue
			}
			stride := 1
			if layer == 0 {
				stride = 2
			}
			l.blocks[block][layer] = separableOf(weights, fmt.Sprintf("dense%d/conv%d", block, layer), stride)
		}
	}
	full := weights["fc/weights"]
	l.last = filtersOf(weight{[]int{1, 1, full.shape[0], full.shape[1]}, full.values}, weights["fc/bias"], 1)
	return l
}

// run gives the 68 points of a square as parts of its side: x, y, x, y …
func (l landmarker) run(square grid) []float32 {
	in := normalize(square, faceMean)
	for i, layers := range l.blocks {
		var first grid
		if i == 0 {
			first = l.first.run(in, same)
		} else {
			first = layers[0].run(in, same)
		}
		first = relu(first)
		sum := newGrid(first.height, first.width, first.depth)
		copy(sum.values, first.values)
		in = first
		for _, layer := range layers[1:] {
			add(sum, layer.run(in, same))
			in = newGrid(sum.height, sum.width, sum.depth)
			copy(in.values, sum.values)
			relu(in)
		}
	}
	return l.last.run(averagePool(in, 7, 2), valid).values
}

// point is a place in a picture, in pixels.
type point struct{ x, y float64 }

// landmarks are the 68 points of the face inside a box of a picture.
func (l landmarker) landmarks(picture grid, box image.Rectangle) [68]point {
	longer := max(box.Dx(), box.Dy())
	out := l.run(fitSquare(cut(picture, box), landmarkSide, true))
	left, top := float64(longer-box.Dx())/2, float64(longer-box.Dy())/2
	var points [68]point
	for i := range points {
		points[i] = point{
			float64(box.Min.X) + float64(out[2*i])*float64(longer) - left,
			float64(box.Min.Y) + float64(out[2*i+1])*float64(longer) - top,
		}
	}
	return points
}

package embedded

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// grid is what goes from layer to layer: rows of pixels of depth numbers each.
type grid struct {
	height, width, depth int
	values               []float32
}

func newGrid(height, width, depth int) grid {
	return grid{height, width, depth, make([]float32, height*width*depth)}
}

// pixel is the numbers of one pixel.
func (g grid) pixel(y, x int) []float32 {
	at := (y*g.width + x) * g.depth
	return g.values[at : at+g.depth]
}

// convolution is a layer of filters of side × side pixels. pad is what is added before
// the first row and column; what is added after the last follows from the size of the
// output.
type convolution struct {
	side, stride, depth, filters int
	weights                      []float32 // side, side, depth, filters
	bias                         []float32
}

// filtersOf is the convolution of named arrays.
func filtersOf(w, bias weight, stride int) convolution {
	return convolution{side: w.shape[0], stride: stride, depth: w.shape[2], filters: w.shape[3], weights: w.values, bias: bias.values}
}

// padding is how much a layer adds around its input.
type padding int

const (
	valid padding = iota // nothing
	same                 // so much that the output is the input divided by the stride, rounded up
	one                  // one pixel on each side
)

// place gives the size of a layer's output along one side and how many pixels are added
// before the first. With an odd sum the extra pixel is added after the last.
func (p padding) place(size, side, stride int) (out, before int) {
	switch p {
	case same:
		out = (size + stride - 1) / stride
		return out, max((out-1)*stride+side-size, 0) / 2
	case one:
		return (size+2-side)/stride + 1, 1
	}
	return (size-side)/stride + 1, 0
}

// stripSize is how many copied inputs are multiplied at once, so that they stay in the
// processor's cache; a row of output pixels is never divided.
const stripSize = 1 << 18

// strips are kept for the next convolution: made anew each time they were four fifths of
// all memory that a picture took.
var strips = sync.Pool{New: func() any { return new([]float32) }}

// run applies the filters: the inputs of each output pixel are copied into a row, and the
// rows are multiplied with the filters as a matrix.
func (c convolution) run(in grid, p padding) grid {
	height, top := p.place(in.height, c.side, c.stride)
	width, left := p.place(in.width, c.side, c.stride)
	out := newGrid(height, width, c.filters)
	if c.side == 1 && c.stride == 1 {
		multiply(in.values, height*width, c.weights, c.depth, c.filters, out.values)
		addBias(out, c.bias)
		return out
	}
	row := c.side * c.side * c.depth
	rows := min(max(stripSize/(width*row), 1), height)
	kept := strips.Get().(*[]float32)
	defer strips.Put(kept)
	strip := slices.Grow((*kept)[:0], rows*width*row)[:rows*width*row]
	*kept = strip
	for y := 0; y < height; y += rows {
		rows := min(rows, height-y)
		for i := range rows * width {
			c.gather(strip[i*row:(i+1)*row], in, (y+i/width)*c.stride-top, (i%width)*c.stride-left)
		}
		multiply(strip, rows*width, c.weights, row, c.filters, out.values[y*width*c.filters:])
	}
	addBias(out, c.bias)
	return out
}

// gather copies the inputs of one output pixel; what lies outside is zero.
//
//go:norace
func (c convolution) gather(row []float32, in grid, y, x int) {
	from, to := max(-x, 0), min(in.width-x, c.side)
	for dy := range c.side {
		part := row[dy*c.side*c.depth : (dy+1)*c.side*c.depth]
		if y+dy < 0 || y+dy >= in.height || from >= to {
			clear(part)
			continue
		}
		clear(part[:from*c.depth])
		at := ((y+dy)*in.width + x + from) * in.depth
		copy(part[from*c.depth:], in.values[at:at+(to-from)*in.depth])
		clear(part[to*c.depth:])
	}
}

// multiply is out = a × b, where a has rows of inner numbers and b inner rows of columns.
func multiply(a []float32, rows int, b []float32, inner, columns int, out []float32) {
	blas32.Gemm(blas.NoTrans, blas.NoTrans, 1,
		blas32.General{Rows: rows, Cols: inner, Stride: inner, Data: a},
		blas32.General{Rows: inner, Cols: columns, Stride: columns, Data: b},
		0, blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: out})
}

//go:norace
func addBias(g grid, bias []float32) {
	for at := 0; at < len(g.values); at += g.depth {
		pixel := g.values[at : at+g.depth]
		for i, b := range bias {
			pixel[i] += b
		}
	}
}

// separable is a convolution in two steps: one filter of 3 × 3 a channel, then a mix of
// the channels.
type separable struct {
	stride int
	filter []float32 // 3, 3, depth
	mix    convolution
}

func separableOf(weights map[string]weight, name string, stride int) separable {
	return separable{stride, weights[name+"/depthwise_filter"].values,
		filtersOf(weights[name+"/pointwise_filter"], weights[name+"/bias"], 1)}
}

//go:norace
func (s separable) run(in grid, p padding) grid {
	height, top := p.place(in.height, 3, s.stride)
	width, left := p.place(in.width, 3, s.stride)
	out := newGrid(height, width, in.depth)
	for y := range height {
		for x := range width {
			sum := out.pixel(y, x)
			for dy := range 3 {
				for dx := range 3 {
					fromY, fromX := y*s.stride-top+dy, x*s.stride-left+dx
					if fromY < 0 || fromY >= in.height || fromX < 0 || fromX >= in.width {
						continue
					}
					from := in.pixel(fromY, fromX)
					filter := s.filter[(dy*3+dx)*in.depth:]
					filter = filter[:len(sum)]
					for i := range sum {
						sum[i] += from[i] * filter[i]
					}
				}
			}
		}
	}
	return s.mix.run(out, valid)
}

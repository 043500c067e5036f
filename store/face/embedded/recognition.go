package embedded

const (
	chipSide         = 150
	descriptorLength = 128
)

// recogniser describes an aligned face by 128 numbers. It is a residual network.
type recogniser struct {
	first  convolution
	blocks []residual
	last   convolution
}

// residual is a block that adds what its two convolutions make of its input to the input.
type residual struct {
	halves bool
	first  convolution
	second convolution
}

func newRecogniser(weights map[string]weight) recogniser {
	r := recogniser{first: scaledFilters(weights, "conv32_down", 2)}
	for _, block := range [...]struct {
		name   string
		halves bool
	}{
		{"conv32_1", false}, {"conv32_2", false}, {"conv32_3", false},
		{"conv64_down", true}, {"conv64_1", false}, {"conv64_2", false}, {"conv64_3", false},
		{"conv128_down", true}, {"conv128_1", false}, {"conv128_2", false},
		{"conv256_down", true}, {"conv256_1", false}, {"conv256_2", false}, {"conv256_down_out", true},
	} {
		stride := 1
		if block.halves {
			stride = 2
		}
		r.blocks = append(r.blocks, residual{block.halves,
			scaledFilters(weights, block.name+"/conv1", stride), scaledFilters(weights, block.name+"/conv2", 1)})
	}
	full := weights["fc"]
	r.last = convolution{side: 1, stride: 1, depth: full.shape[0], filters: full.shape[1], weights: full.values}
	return r
}

// scaledFilters is a convolution with the scale that follows it in the network: both are
// linear, so one does for both.
//
//go:norace
func scaledFilters(weights map[string]weight, name string, stride int) convolution {
	c := filtersOf(weights[name+"/conv/filters"], weights[name+"/conv/bias"], stride)
	scale, shift := weights[name+"/scale/weights"].values, weights[name+"/scale/biases"].values
	for i := range c.weights {
		c.weights[i] *= scale[i%c.filters]
	}
	for i := range c.bias {
		c.bias[i] = c.bias[i]*scale[i] + shift[i]
	}
	return c
}

func (r recogniser) run(chip grid) [descriptorLength]float32 {
	out := relu(r.first.run(normalize(chip, faceMean), valid))
	out = maxPool(out, 3, 2, valid)
	for _, block := range r.blocks {
		out = block.run(out)
	}
	return [descriptorLength]float32(r.last.run(averagePool(out, out.height, 1), valid).values)
}

func (b residual) run(in grid) grid {
	if !b.halves {
		return relu(add(b.second.run(relu(b.first.run(in, same)), same), in))
	}
	out := b.second.run(relu(b.first.run(in, valid)), same)
	return relu(addCorner(averagePool(in, 2, 2), out))
}

// addCorner is the sum of two grids of which one may have a row, a column or channels
// more than the other; what one lacks counts as zero.
//
//go:norace
func addCorner(a, b grid) grid {
	sum := newGrid(max(a.height, b.height), max(a.width, b.width), max(a.depth, b.depth))
	for _, part := range [...]grid{a, b} {
		for y := range part.height {
			for x := range part.width {
				into := sum.pixel(y, x)
				for i, v := range part.pixel(y, x) {
					into[i] += v
				}
			}
		}
	}
	return sum
}

// describe is the mean of what the network says about a face and about its mirror image.
func (r recogniser) describe(chip grid) [descriptorLength]float32 {
	straight, mirrored := r.run(chip), r.run(mirror(chip))
	for i := range straight {
		straight[i] = (straight[i] + mirrored[i]) / 2
	}
	return straight
}

//go:norace
func mirror(in grid) grid {
	out := newGrid(in.height, in.width, in.depth)
	for y := range in.height {
		for x := range in.width {
			copy(out.pixel(y, in.width-1-x), in.pixel(y, x))
		}
	}
	return out
}

package embedded

// maxPool takes the largest number of each square of side × side.
//
//go:norace
func maxPool(in grid, side, stride int, p padding) grid {
	height, top := p.place(in.height, side, stride)
	width, left := p.place(in.width, side, stride)
	out := newGrid(height, width, in.depth)
	for y := range height {
		fromY, toY := max(y*stride-top, 0), min(y*stride-top+side, in.height)
		for x := range width {
			fromX, toX := max(x*stride-left, 0), min(x*stride-left+side, in.width)
			largest := out.pixel(y, x)
			copy(largest, in.pixel(fromY, fromX))
			for sy := fromY; sy < toY; sy++ {
				for sx := fromX; sx < toX; sx++ {
					for i, v := range in.pixel(sy, sx) {
						largest[i] = max(largest[i], v)
					}
				}
			}
		}
	}
	return out
}

// averagePool takes the mean of each square of side × side that lies inside.
//
//go:norace
func averagePool(in grid, side, stride int) grid {
	height, _ := valid.place(in.height, side, stride)
	width, _ := valid.place(in.width, side, stride)
	out := newGrid(height, width, in.depth)
	share := 1 / float32(side*side)
	for y := range height {
		for x := range width {
			mean := out.pixel(y, x)
			for dy := range side {
				for dx := range side {
					for i, v := range in.pixel(y*stride+dy, x*stride+dx) {
						mean[i] += v * share
					}
				}
			}
		}
	}
	return out
}

// relu replaces what is below zero by zero.
//
//go:norace
func relu(g grid) grid {
	for i, v := range g.values {
		g.values[i] = max(v, 0)
	}
	return g
}

// leaky makes what is below zero a tenth.
//
//go:norace
func leaky(g grid) grid {
	for i, v := range g.values {
		if v < 0 {
			g.values[i] = v * 0.1
		}
	}
	return g
}

// add adds other to g, which changes.
//
//go:norace
func add(g grid, other grid) grid {
	for i, v := range other.values {
		g.values[i] += v
	}
	return g
}

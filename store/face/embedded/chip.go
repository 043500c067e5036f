package embedded

// leastSharpness is the sharpness below which a face is refused. The photographs of the
// tests have 0.056 to 0.21. Blurred by 4 % of the eye distance they have 0.0026 to 0.0039
// and lie 0.21 to 0.35 from themselves; by 6 %, 0.0008 to 0.0013 and 0.31 to 0.49.
const leastSharpness = 0.002

// brightness is the grey of an aligned face.
//
//go:norace
func brightness(chip grid) grid {
	grey := newGrid(chip.height, chip.width, 1)
	for i := range grey.values {
		p := chip.values[i*3 : i*3+3]
		grey.values[i] = 0.299*p[0] + 0.587*p[1] + 0.114*p[2]
	}
	return grey
}

// sharpness is how strong the edges of an aligned face are: the mean square of the
// second differences of its grey, as a part of the variance of the grey itself.
//
//go:norace
func sharpness(chip grid) float64 {
	grey := brightness(chip)
	at := func(y, x int) float64 { return float64(grey.values[y*grey.width+x]) }
	var sum, squares, edges, n float64
	// The middle of the chip is face; what is around it differs from picture to picture.
	const margin = 20
	for y := margin; y < grey.height-margin; y++ {
		for x := margin; x < grey.width-margin; x++ {
			v := at(y, x)
			edge := 4*v - at(y-1, x) - at(y+1, x) - at(y, x-1) - at(y, x+1)
			sum, squares, edges, n = sum+v, squares+v*v, edges+edge*edge, n+1
		}
	}
	variance := squares/n - (sum/n)*(sum/n)
	if variance < 1 {
		return 0
	}
	return edges / n / variance
}

// fingerprint says of 8 × 8 places whether the next to the right is brighter. Copies of a
// picture have the same or nearly the same one.
func fingerprint(chip grid) uint64 {
	grey := brightness(chip)
	var places [8][9]float32
	for y := range grey.height {
		for x := range grey.width {
			places[y*8/grey.height][x*9/grey.width] += grey.values[y*grey.width+x]
		}
	}
	// The columns are of 16 and 17 pixels, so sums become means.
	var width [9]float32
	for x := range grey.width {
		width[x*9/grey.width]++
	}
	bits := uint64(0)
	for _, row := range places {
		for x := range 8 {
			bits <<= 1
			if row[x+1]/width[x+1] > row[x]/width[x] {
				bits |= 1
			}
		}
	}
	return bits
}

package embedded

import (
	"encoding/binary"
	"fmt"
	"math"
)

// templateSize is the bytes of a template: 128 float32, the lowest byte first.
const templateSize = 4 * descriptorLength

func encode(descriptor [descriptorLength]float32) []byte {
	template := make([]byte, 0, templateSize)
	for _, v := range descriptor {
		template = binary.LittleEndian.AppendUint32(template, math.Float32bits(v))
	}
	return template
}

// Distance is Euclid's distance between two templates. It fails for what is no template.
func Distance(a, b []byte) (float64, error) {
	if len(a) != templateSize || len(b) != templateSize {
		return 0, fmt.Errorf("face: templates of %d and %d bytes, not %d", len(a), len(b), templateSize)
	}
	sum := 0.0
	for i := 0; i < templateSize; i += 4 {
		difference := number(a[i:]) - number(b[i:])
		sum += difference * difference
	}
	if math.IsNaN(sum) {
		return 0, fmt.Errorf("face: a template is damaged")
	}
	return math.Sqrt(sum), nil
}

func number(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }

// Confidence turns a distance into percent. At 0.60, which the model's author gives as the
// border between one person and two, it is 50, and it is 95 at 0.50. It is a scale for
// people, not a probability.
func Confidence(distance float64) float64 {
	const border, slope = 0.60, 0.034
	return 100 / (1 + math.Exp((distance-border)/slope))
}

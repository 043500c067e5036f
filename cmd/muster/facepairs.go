package main

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"muster/store/face/embedded"
)

// facePairs are the distances between pictures, sorted: of one person, and of two.
type facePairs struct{ same, different []float64 }

func (p *facePairs) add(to *[]float64, a, b []byte) error {
	distance, err := embedded.Distance(a, b)
	if err == nil {
		*to = append(*to, distance)
	}
	return err
}

// below is how many sorted distances have a confidence of at least percent.
func below(distances []float64, percent float64) int {
	return sort.Search(len(distances), func(i int) bool { return embedded.Confidence(distances[i]) < percent })
}

// area is how often a pair of one person lies closer than a pair of two: 1 is perfect and
// 0.5 is chance.
func (p facePairs) area() float64 {
	closer := 0.0
	for _, d := range p.same {
		farther := len(p.different) - sort.Search(len(p.different), func(i int) bool { return p.different[i] > d })
		equal := len(p.different) - farther - sort.SearchFloat64s(p.different, d)
		closer += float64(farther) + float64(equal)/2
	}
	return closer / float64(len(p.same)) / float64(len(p.different))
}

// print writes who is refused and who is let in wrongly at four thresholds.
func (p facePairs) print(out io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%d pairs of one person, %d pairs of two\n\n", len(p.same), len(p.different))
	fmt.Fprintf(&text, "%12s %24s %24s\n", "confidence", "false reject", "false accept")
	for _, percent := range []float64{95, 90, 70, 50} {
		rejected, accepted := len(p.same)-below(p.same, percent), below(p.different, percent)
		fmt.Fprintf(&text, "%10.0f %% %24s %24s\n", percent, share(rejected, len(p.same)), share(accepted, len(p.different)))
	}
	fmt.Fprintf(&text, "\nROC area %.4f\n", p.area())
	_, err := io.WriteString(out, text.String())
	return err
}

func share(n, of int) string {
	return fmt.Sprintf("%.2f %% (%d of %d)", 100*float64(n)/float64(of), n, of)
}

// svg draws the curve: right the pairs of two people that a threshold lets in, up the pairs
// of one person that it lets in. The dots are the thresholds of the table.
func (p facePairs) svg() string {
	const side, margin = 400, 50
	place := func(accepted, right int) (x, y float64) {
		return margin + side*float64(accepted)/float64(len(p.different)), margin + side*(1-float64(right)/float64(len(p.same)))
	}
	var path, dots strings.Builder
	path.WriteString("M50 450")
	line := func(accepted, right int) {
		x, y := place(accepted, right)
		fmt.Fprintf(&path, " L%.2f %.2f", x, y)
	}
	// Between two pairs of one person the curve is flat.
	for i, d := range p.same {
		accepted := sort.SearchFloat64s(p.different, d)
		line(accepted, i)
		line(accepted, i+1)
	}
	line(len(p.different), len(p.same))
	for _, percent := range []float64{95, 90, 70, 50} {
		x, y := place(below(p.different, percent), below(p.same, percent))
		fmt.Fprintf(&dots, `<circle cx="%.2f" cy="%.2f" r="4"/><text x="%.2f" y="%.2f">%.0f %%</text>`, x, y, x+8, y+14, percent)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 500" font-family="sans-serif" font-size="12">
<title>ROC curve, area %.4f</title>
<rect width="500" height="500" fill="#fff"/>
<path d="M50 50V450H450M50 450L450 50" fill="none" stroke="#bbb"/>
<path d="%s" fill="none" stroke="#1656b8" stroke-width="2"/>
<g fill="#1656b8">%s</g>
<text x="250" y="480" text-anchor="middle">two people let in, 0 to 100 %%</text>
<text x="25" y="250" text-anchor="middle" transform="rotate(-90 25 250)">one person let in, 0 to 100 %%</text>
</svg>
`, p.area(), path.String(), dots.String())
}

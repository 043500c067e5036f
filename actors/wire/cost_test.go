package wire

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// cheap is ten times the promised 10 ms: under the race detector everything
// costs about that much more, and a busy machine adds to it. What grows faster
// than its input is far beyond.
const cheap = 100 * time.Millisecond

// No frame, however it is made, costs 10 ms to read. The best of
// some tries counts: the machine may be busy, a frame that is dear is dear each
// time.
func TestNoFrameIsDear(t *testing.T) {
	const room = MaxFrame - 200
	keys := func(form string) string {
		var b strings.Builder
		for i := 0; b.Len() < room-20; i++ {
			fmt.Fprintf(&b, form, i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"deep":               strings.Repeat("[", MaxFrame),
		"deep in a text":     `{"type":"send_message","message":"` + strings.Repeat("[", room) + `"}`,
		"keys":               `{"type":"send_message","message":"a"` + keys(`,"k%d":0`) + `}`,
		"the same key":       `{"type":"send_message"` + strings.Repeat(`,"message":"a"`, room/14) + `}`,
		"metadata":           `{"type":"send_message","mediaData":{"metadata":{"a":0` + keys(`,"k%d":[]`) + `}}}`,
		"shallow arrays":     `{"type":"send_message","mediaData":{"metadata":{"a":[[]` + strings.Repeat(",[]", room/4) + `]}}}`,
		"digits":             `{"type":"join_room","lastSeq":` + strings.Repeat("9", room) + `}`,
		"digits in metadata": `{"type":"send_message","mediaData":{"metadata":{"a":` + strings.Repeat("9", room) + `}}}`,
		"exponent":           `{"type":"send_message","mediaData":{"metadata":{"a":1e` + strings.Repeat("9", room) + `}}}`,
		"escapes":            `{"type":"send_message","message":"` + strings.Repeat(`\u00e9`, room/6) + `"}`,
		"lone surrogates":    `{"type":"send_message","message":"` + strings.Repeat(`\ud800`, room/6) + `"}`,
		"backslashes":        strings.Repeat(`\`, MaxFrame),
		"quotes":             strings.Repeat(`"`, MaxFrame),
		"blanks":             strings.Repeat(" ", MaxFrame),
		"open at the end":    `{"type":"send_message","message":"` + strings.Repeat("a", room),
	} {
		if len(text) > MaxFrame {
			t.Fatalf("%s: %d bytes", name, len(text))
		}
		best := time.Hour
		for range 20 {
			began := time.Now()
			_, _ = Decode([]byte(text))
			best = min(best, time.Since(began))
		}
		if best > cheap {
			t.Errorf("%s: %v", name, best)
		}
	}
}

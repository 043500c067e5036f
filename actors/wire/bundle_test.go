package wire

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// What goes together is byte for byte what would have gone one by one, however
// it is cut and cut again.
func TestBundle(t *testing.T) {
	var frames []Frame
	for i := range 4 {
		frames = append(frames, Encode(LeaveRoom{RoomID: strings.Repeat("x", 100*i)}))
	}
	raw := func(frames []Frame) []byte {
		var all []byte
		for _, f := range frames {
			all = append(all, f.Bytes()...)
		}
		return all
	}
	check := func(what string, b Bundle, want []Frame) {
		t.Helper()
		if b.Count() != len(want) || !bytes.Equal(b.Bytes(), raw(want)) {
			t.Fatalf("%s: %d frames, %d bytes; want %d, %d", what, b.Count(), len(b.Bytes()), len(want), len(raw(want)))
		}
		for i := range want {
			if !bytes.Equal(b.At(i).Payload(), want[i].Payload()) {
				t.Fatalf("%s: frame %d is %q", what, i, b.At(i).Payload())
			}
		}
	}
	check("none", Together(), nil)
	check("one", Together(frames[2]), frames[2:3])
	all := Together(frames...)
	for from := range 5 {
		for to := from; to <= 4; to++ {
			part := all.Cut(from, to)
			check(fmt.Sprint(from, to), part, frames[from:to])
			for again := range part.Count() {
				check(fmt.Sprint(from, to, again), part.Cut(again, part.Count()), frames[from+again:to])
			}
		}
	}
	if !bytes.Equal(all.Bytes(), raw(frames)) {
		t.Fatal("cutting changed it")
	}
}

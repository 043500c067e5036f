package wire

import (
	"bytes"
	"strings"
	"testing"
)

// What leaves together is byte for byte what would have left one by one, however it
// is cut and cut again.
func TestFramesTogether(t *testing.T) {
	header := func(room []byte, size int) int {
		room[len(room)-1] = byte(size)
		return 1
	}
	var frames []Frame
	for i := range 4 {
		frames = append(frames, Encode(LeaveRoom{RoomID: strings.Repeat("x", 10*i)}))
	}
	check := func(got Frames, want []Frame) {
		t.Helper()
		var raw []byte
		for _, f := range want {
			raw = append(raw, f.WithHeader(header)...)
		}
		if len(got.All()) != len(want) || !bytes.Equal(got.WithHeaders(header), raw) {
			t.Fatalf("%d frames, %q; want %d, %q", len(got.All()), got.WithHeaders(header), len(want), raw)
		}
	}
	check(Frames{}, nil)
	check(Together(nil), nil)
	check(Together(frames[2:3]), frames[2:3])
	all := Together(frames)
	for from := range 5 {
		for to := from; to <= 4; to++ {
			part := all.Cut(from, to)
			check(part, frames[from:to])
			for again := range to - from {
				check(part.Cut(again, to-from), frames[from+again:to])
			}
		}
	}
	check(all, frames)
}

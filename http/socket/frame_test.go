package socket

import (
	"encoding/binary"
	"strings"
	"testing"

	"muster/actors/wire"
)

// A frame carries the header of RFC 6455 section 5.2 at the borders of its
// three lengths.
func TestTextHeader(t *testing.T) {
	empty := wire.Encode(wire.LeaveRoom{RoomID: "x"}).Len() - 1
	for _, n := range []int{125, 126, 127, 65535, 65536, 70000} {
		f := wire.Encode(wire.LeaveRoom{RoomID: strings.Repeat("x", n-empty)})
		raw := f.WithHeader(writeTextHeader)
		var length, header int
		switch raw[1] {
		case 126:
			length, header = int(binary.BigEndian.Uint16(raw[2:])), 4
		case 127:
			length, header = int(binary.BigEndian.Uint64(raw[2:])), 10
		default:
			length, header = int(raw[1]), 2
		}
		want := map[bool]int{true: 2, false: 4}[n <= 125]
		if n > 65535 {
			want = 10
		}
		if raw[0] != 0x81 || length != n || header != want || string(raw[header:]) != string(f.Payload()) {
			t.Errorf("%d bytes: header % x, length %d, whole %d", n, raw[:header], length, len(raw))
		}
	}
}

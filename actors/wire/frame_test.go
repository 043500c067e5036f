package wire

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// A frame carries the header of RFC 6455 section 5.2 at the borders of its
// three lengths.
func TestFrameHeader(t *testing.T) {
	empty := len(Encode(LeaveRoom{RoomID: "x"}).Payload()) - 1
	for _, n := range []int{125, 126, 127, 65535, 65536, 70000} {
		f := Encode(LeaveRoom{RoomID: strings.Repeat("x", n-empty)})
		raw := f.Bytes()
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
		if raw[0] != 0x81 || length != n || header != want || len(raw) != n+header || f.Len() != len(raw) {
			t.Errorf("%d bytes: header % x, length %d, whole %d", n, raw[:header], length, len(raw))
		}
		if !bytes.Equal(raw[header:], f.Payload()) || !bytes.HasPrefix(f.Payload(), []byte(`{"type":"leave_room","roomId":"x`)) {
			t.Errorf("%d bytes: payload %.40s", n, f.Payload())
		}
	}
}

func TestFrameWithoutFields(t *testing.T) {
	if got := string(Encode(UsernameNeeded{}).Payload()); got != `{"type":"username_required"}` {
		t.Error(got)
	}
	if (Frame{}).Len() != 0 {
		t.Error("the zero frame has a length")
	}
}

func BenchmarkEncodeMessage(b *testing.B) {
	m := Message{reply()}
	b.ReportAllocs()
	for b.Loop() {
		Encode(m)
	}
}

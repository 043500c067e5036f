package wire

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// The transport's header is written once, right before the payload, however
// many sockets ask for it at once.
func TestWithHeader(t *testing.T) {
	f := Encode(LeaveRoom{RoomID: "x"})
	calls := 0
	header := func(room []byte, size int) int {
		calls++
		if len(room) != headerRoom || size != f.Len() || size != len(f.Payload()) {
			t.Errorf("%d bytes of room for a payload of %d", len(room), size)
		}
		copy(room[headerRoom-3:], "abc")
		return 3
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got := f.WithHeader(header); string(got) != "abc"+string(f.Payload()) {
				t.Errorf("got %q", got)
			}
		})
	}
	all.Wait()
	if calls != 1 {
		t.Errorf("the header was written %d times", calls)
	}
	if a, b := f.WithHeader(header), f.WithHeader(header); &a[0] != &b[0] {
		t.Error("the frame was copied")
	}
}

func TestPayload(t *testing.T) {
	long := strings.Repeat("x", 70000)
	if got := Encode(LeaveRoom{RoomID: long}).Payload(); !bytes.Equal(got, []byte(`{"type":"leave_room","roomId":"`+long+`"}`)) {
		t.Errorf("%d bytes: %.40s", len(got), got)
	}
	if got := string(Encode(UsernameNeeded{}).Payload()); got != `{"type":"username_required"}` {
		t.Error(got)
	}
	if zero := (Frame{}); zero.Len() != 0 || zero.WithHeader(nil) != nil {
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

package telemetry

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"muster/actors/runtime"
	"muster/store/roomlog"
)

// What one message costs at the meter, when it is alone in its batch: the
// worst case, for all but Received and Judged are called once a batch.
func BenchmarkMeterOfOneMessage(b *testing.B) {
	m := newMeter(prometheus.NewRegistry())
	b.ReportAllocs()
	for b.Loop() {
		m.Received("send_message")
		m.Recorded(1, time.Millisecond, time.Millisecond, nil)
		m.Judged(roomlog.MessageSent, "")
		m.Passed(runtime.Committed, time.Millisecond)
		m.Passed(runtime.Announced, time.Millisecond)
		m.Flushed(time.Millisecond)
	}
}

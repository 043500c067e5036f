// What it costs to admit those who connect.

package roomlog_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// BenchmarkAdmitBatch admits members by token, so many a query: those whose sessions
// were seen within the minute, and those who come back after an hour.
func BenchmarkAdmitBatch(b *testing.B) {
	const members = 4096
	w := newWorld(b)
	people := make([]storetest.Person, members)
	for i := range people {
		people[i] = w.Join(fmt.Sprintf("load_%d", i+1))
	}
	w.Exec(`analyze`)
	hours := 0
	for _, batch := range []int{1, 8, 32, 128} {
		for _, back := range []string{"within a minute", "after an hour"} {
			b.Run(fmt.Sprintf("batch=%d/%s", batch, back), func(b *testing.B) {
				requests := make([]roomlog.AdmissionRequest, batch)
				for next := 0; b.Loop(); next += batch {
					if back != "within a minute" && next%members < batch {
						b.StopTimer()
						hours++
						storetest.MoveClock(b, w.URL, time.Duration(hours)*time.Hour)
						b.StartTimer()
					}
					for i := range requests {
						requests[i] = roomlog.AdmissionRequest{Token: people[(next+i)%members].Token, Room: "general"}
					}
					if _, err := w.AdmitBatch(context.Background(), requests); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*batch), "µs/member")
			})
		}
	}
}

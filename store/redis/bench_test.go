package redis

import (
	"testing"

	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// arrivals is a listener that passes room events on.
type arrivals struct {
	gapCounter
	came chan int64
}

func (a *arrivals) RoomEvents(_ string, events []roomlog.Event) { a.came <- events[len(events)-1].Seq }

// BenchmarkCross is one event's way to another node and nothing else: what is
// added to the time in which members there see it. BenchmarkPublish is what it
// costs the log writer.
func BenchmarkCross(b *testing.B) {
	server := redistest.Start(b)
	from, to := open(b, server.URL()), open(b, server.URL())
	l := &arrivals{came: make(chan int64, 1024)}
	from.Listen(&gapCounter{})
	to.Listen(l)
	eventually(b, "up", func() bool { return to.State() == Up && l.gaps.Load() > 0 })
	to.Subscribe("general")
	eventually(b, "the room is subscribed to", func() bool { return from.State() == Up && l.gaps.Load() > 1 })
	seq := int64(0)
	cross := func() {
		seq++
		from.Publish("general", []roomlog.Event{redistest.Message("general", seq)})
		for came := range l.came {
			if came == seq {
				return
			}
		}
	}
	cross()
	for b.Loop() {
		cross()
	}
}

func BenchmarkPublish(b *testing.B) {
	server := redistest.Start(b)
	bus := open(b, server.URL())
	bus.Listen(&gapCounter{})
	events := []roomlog.Event{redistest.Message("general", 1)}
	b.ReportAllocs()
	for b.Loop() {
		bus.Publish("general", events)
	}
}

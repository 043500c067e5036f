// What storing and reading cost. Run with
//
//	go test ./store/postgres -run '^$' -bench . -benchtime 2s

package roomlog_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// appendShape is how log writers store: how many at once, in how many rooms, how many
// messages a call.
type appendShape struct{ writers, rooms, batch int }

func (s appendShape) String() string {
	return fmt.Sprintf("writers=%d/rooms=%d/batch=%d", s.writers, s.rooms, s.batch)
}

// BenchmarkAppend stores messages in calls of a log writer's size, from one log writer
// to one room and from four writers to fifty rooms.
func BenchmarkAppend(b *testing.B) {
	for _, shape := range []appendShape{{1, 1, 1}, {1, 1, 8}, {1, 1, 32}, {1, 1, 128}, {1, 20, 128}, {4, 50, 32}, {4, 50, 128}} {
		b.Run(shape.String(), func(b *testing.B) { newWorld(b).appends(b, shape) })
	}
}

// BenchmarkAppendIndexed stores messages with the index of words and without it.
func BenchmarkAppendIndexed(b *testing.B) {
	for _, shape := range []appendShape{{1, 1, 1}, {1, 20, 32}, {1, 20, 128}} {
		for _, index := range []string{"searchable", "unsearchable"} {
			b.Run(shape.String()+"/"+index, func(b *testing.B) {
				w := newWorld(b)
				if index == "unsearchable" {
					w.Exec(`drop index messages_search`)
				}
				w.appends(b, shape)
			})
		}
	}
}

// appends stores messages of a thousand members.
func (w *world) appends(b *testing.B, shape appendShape) {
	for room := range shape.rooms {
		w.Must(w.AddRoom(context.Background(), roomlog.Room{ID: fmt.Sprintf("load-%d", room+1), DisplayName: "Load", AccessLevel: roomlog.OpenAccess}))
	}
	people := make([]storetest.Person, 1000)
	for i := range people {
		people[i] = w.Join(fmt.Sprintf("load_%d", i+1))
	}
	var calls atomic.Int64
	var writers sync.WaitGroup
	b.ResetTimer()
	for s := range shape.writers {
		writers.Go(func() {
			for n := calls.Add(1); n <= int64(b.N); n = calls.Add(1) {
				commands := make([]roomlog.Command, shape.batch)
				for i := range commands {
					// A room belongs to one log writer, as in actors.
					room := (int(n)*shape.batch+i)*shape.writers + s
					commands[i] = people[(int(n)*shape.batch+i)%len(people)].Says(fmt.Sprintf("load-%d", room%shape.rooms+1), "the quick brown fox jumps over the lazy dog")
				}
				results, err := w.Append(context.Background(), commands)
				if err != nil || !results[0].Stored {
					b.Error(results, err)
					return
				}
			}
		})
	}
	writers.Wait()
	b.ReportMetric(float64(b.N*shape.batch)/b.Elapsed().Seconds(), "messages/s")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)*float64(shape.writers)/1000, "ms/commit")
}

// BenchmarkHistory reads pages anywhere in a room of a million messages.
func BenchmarkHistory(b *testing.B) {
	w := newWorld(b)
	ann := w.Join("ann")
	w.Fill("general", ann, 1_000_000)
	w.Exec(`analyze`)
	for name, seq := range map[string]int{"newest": 0, "middle": 500_000, "first": 51} {
		before := ""
		if seq > 0 {
			before = one[string](w, `select id::text from messages where room_id = 'general' and seq = $1`, seq)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if page, err := w.ReadHistory(context.Background(), ann.ID, "general", 50, before); err != nil || len(page) != 50 {
					b.Fatal(len(page), err)
				}
			}
		})
	}
	b.Run("resume 500", func(b *testing.B) {
		for b.Loop() {
			if page, err := w.Events(context.Background(), "general", 700_000, 500); err != nil || len(page) != 500 {
				b.Fatal(len(page), err)
			}
		}
	})
	b.Run("open room", func(b *testing.B) {
		for b.Loop() {
			if state, err := w.OpenRoom(context.Background(), "general"); err != nil || len(state.Tail) != 50 {
				b.Fatal(err)
			}
		}
	})
}

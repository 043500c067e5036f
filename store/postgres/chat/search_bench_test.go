package chat_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/chat"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// BenchmarkSearch searches a million messages in twenty rooms, whose words are as
// frequent as in a language: w1 stands in nearly every second message, w19999 in a
// few. It reports the 95th of 100 searches by their time.
func BenchmarkSearch(b *testing.B) {
	w, ctx := newWorld(b), context.Background()
	ann := w.Join("ann")
	for room := range 20 {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: fmt.Sprintf("room-%d", room), DisplayName: "Room", AccessLevel: roomlog.OpenAccess}))
	}
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "quiet", DisplayName: "Quiet", AccessLevel: roomlog.OpenAccess}))
	w.Must(pgx.BeginFunc(ctx, w.Pool(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		storetest.Populate(b, tx, 999)
		storetest.SearchableMessages(b, tx)
		return nil
	}))
	w.Exec(`set statement_timeout = 0`)
	conn, err := pgx.Connect(ctx, w.URL)
	w.Must(err)
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `vacuum analyze messages`); err != nil {
		b.Fatal(err)
	}
	old := time.Now().Add(-900_000 * time.Second)
	for _, one := range []struct {
		name   string
		search chat.Search
	}{
		{"very common", words("w1")}, {"common", words("w30")}, {"middling", words("w150")}, {"uncommon", words("w1000")}, {"rare", words("w19999")},
		{"unknown", words("nothing")}, {"two common", words("w1 w2")}, {"three", words("w1 w30 w100")}, {"phrase", words(`"w1 w2"`)},
		{"rare phrase", words(`"w40 w50"`)}, {"common in a quiet room", chat.Search{Phrases: []string{"w1"}, Room: "quiet"}},
		{"uncommon in a room", chat.Search{Phrases: []string{"w300"}, Room: "room-3"}},
		{"common of a member", chat.Search{Phrases: []string{"w1"}, From: "member_7"}}, {"common of another", chat.Search{Phrases: []string{"w1"}, From: "member_900"}},
		{"common long ago", chat.Search{Phrases: []string{"w1"}, Before: old}},
		{"common long ago in a room", chat.Search{Phrases: []string{"w1"}, Before: old, Room: "room-3"}},
		{"links", chat.Search{Has: chat.HasLink}},
		{"a day long ago", chat.Search{After: old.Add(-24 * time.Hour), Before: old}},
		{"a day in a quiet room", chat.Search{After: old.Add(-24 * time.Hour), Before: old, Room: "quiet"}},
	} {
		b.Run(one.name, func(b *testing.B) {
			one.search.Limit = chat.SearchPage
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if _, err := w.Search(ctx, ann.ID, one.search); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}

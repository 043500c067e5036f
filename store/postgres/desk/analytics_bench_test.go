package desk_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/desk"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// BenchmarkAnalytics asks for every count of the analytics, and for the first rows of each,
// among a million messages of thirty days in a hundred rooms, fifty thousand of them of the
// last hour, and 100,000 members who were all seen today in two browsers. It reports how
// long most calls and nearly all take at most. Run with
//
//	go test ./store/postgres -run '^$' -bench Analytics$ -benchtime 40x
func BenchmarkAnalytics(b *testing.B) {
	w, ctx := newWorld(b), context.Background()
	w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(ctx))) // from here on who was seen is noted
	for room := range 100 {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: fmt.Sprintf("room-%d", room), DisplayName: "Room", AccessLevel: roomlog.OpenAccess}))
	}
	w.Must(pgx.BeginFunc(ctx, w.Pool(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		storetest.Populate(b, tx, 100_000)
		storetest.SignInEverybody(b, tx, 2)
		storetest.MonthOfMessages(b, tx)
		return nil
	}))
	for done := false; !done; {
		var err error
		done, err = desks.New(w.World.Node.DB).RollUp(ctx)
		w.Must(err)
	}
	w.Exec(`vacuum analyze`)
	type ask struct {
		name string
		run  func() error
	}
	asks := []ask{
		{"overview", func() error { return storetest.Second(desks.New(w.World.Node.DB).Overview(ctx)) }},
		{"growth of 7 days", func() error { return storetest.Second(desks.New(w.World.Node.DB).Growth(ctx, 7)) }},
		{"growth of 365 days", func() error { return storetest.Second(desks.New(w.World.Node.DB).Growth(ctx, 365)) }},
		{"recent messages", func() error {
			return storetest.Second(desks.New(w.World.Node.DB).RecentMessages(ctx, desk.ActivityPage))
		}},
		{"active members", func() error { return storetest.Second(desks.New(w.World.Node.DB).ActiveMembers(ctx, 500)) }},
		{"recent activity", func() error {
			_, _, err := desks.New(w.World.Node.DB).Activities(ctx, desk.ActivityCursor{}, desk.ActivityPage)
			return err
		}},
	}
	rows := func(name string, q desk.FigureQuery) {
		asks = append(asks, ask{name + ", rows", func() error {
			q.Days, q.Limit = 7, desk.FigurePage
			q, err := q.Check()
			if err == nil {
				_, _, err = desks.New(w.World.Node.DB).FigureRows(ctx, q)
			}
			return err
		}})
	}
	sender := one[string](w, `select sender_id::text from messages where created_at > muster_now() - interval '1 day' order by random() limit 1`)
	for _, within := range []desk.TimeRange{desk.LastHour, desk.Today, desk.LastWeek, desk.LastMonth} {
		asks = append(asks, ask{"chat of " + string(within), func() error { return storetest.Second(desks.New(w.World.Node.DB).ChatAnalytics(ctx, within)) }})
		rows("messages of "+string(within), desk.FigureQuery{Figure: desk.FigureMessages, Range: within, Hour: -1})
		rows("messages at 3 h of "+string(within), desk.FigureQuery{Figure: desk.FigureMessages, Range: within, Hour: 3})
		rows("messages of a member of "+string(within), desk.FigureQuery{Figure: desk.FigureMessages, Range: within, Hour: -1, Member: sender})
		rows("senders of "+string(within), desk.FigureQuery{Figure: desk.FigureSenders, Range: within, Hour: -1})
	}
	for _, figure := range []desk.Figure{desk.FigureMembers, desk.FigureJoined, desk.FigureActive, desk.FigureRooms, desk.FigureActiveRooms, desk.FigureUploads} {
		rows(string(figure), desk.FigureQuery{Figure: figure, Range: desk.Today, Hour: -1})
	}
	for _, one := range asks {
		b.Run(one.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if err := one.run(); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1000, "p50-ms")
			b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "p95-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

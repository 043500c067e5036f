// The counts as they follow from the rows, to compare the stored sums with.

package desk_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"muster/store"
	"muster/store/desk"
	desks "muster/store/postgres/desk"
)

// recount holds the counts as they follow from the rows, in the plainest way.
type recount struct {
	t        testing.TB
	zone     *time.Location
	now      time.Time
	messages []countedMessage
	joined   []time.Time          // of members who are not erased
	seen     map[string]time.Time // the same members, and when they were seen last
}

type countedMessage struct {
	ID, Room, Sender string
	At               time.Time
}

func (w *world) recount(zone *time.Location) recount {
	w.T.Helper()
	r := recount{t: w.T, zone: zone, now: one[time.Time](w, `select muster_now()`), seen: map[string]time.Time{}}
	rows, err := w.Pool().Query(context.Background(), `select id::text, room_id, sender_id::text, created_at from messages where deleted_at is null`)
	w.Must(err)
	for rows.Next() {
		var m countedMessage
		w.Must(rows.Scan(&m.ID, &m.Room, &m.Sender, &m.At))
		r.messages = append(r.messages, m)
	}
	w.Must(rows.Err())
	rows, err = w.Pool().Query(context.Background(), `select m.id::text, m.created_at,
		coalesce((select max(e.last_seen_at) from sessions s join session_seen e on e.session_id = s.id where s.person_id = m.id), '2000-01-01')
		from members m where erased_at is null`)
	w.Must(err)
	for rows.Next() {
		var id string
		var at, seen time.Time
		w.Must(rows.Scan(&id, &at, &seen))
		r.joined, r.seen[id] = append(r.joined, at), seen
	}
	w.Must(rows.Err())
	return r
}

// within are the messages of a range.
func (r recount) within(of desk.TimeRange) (found []countedMessage) {
	for _, m := range r.messages {
		since := store.DayOf(r.now, r.zone).Since(store.DayOf(m.At, r.zone))
		if of == desk.LastHour && r.now.Sub(m.At) <= time.Hour || of != desk.LastHour && since < of.Days() {
			found = append(found, m)
		}
	}
	return found
}

func (r recount) chat(of desk.TimeRange) (hours [24]int, senders map[string]int) {
	senders = map[string]int{}
	for _, m := range r.within(of) {
		hours[m.At.In(r.zone).Hour()]++
		senders[m.Sender]++
	}
	return hours, senders
}

// check compares every figure, and the rows that they open, with the recount.
func (r recount) check(w *world, step string) {
	r.t.Helper()
	ctx := context.Background()
	for _, of := range []desk.TimeRange{desk.LastHour, desk.Today, desk.LastWeek, desk.LastMonth} {
		got, err := desks.New(w.World.Node.DB).ChatAnalytics(ctx, of)
		w.Must(err)
		hours, senders := r.chat(of)
		if got.Hours != hours || got.Senders != len(senders) {
			r.t.Fatalf("%s: %s has %v of %d senders, want %v of %d", step, of, got.Hours, got.Senders, hours, len(senders))
		}
		var top []string
		for id := range senders {
			top = append(top, id)
		}
		slices.SortFunc(top, func(a, b string) int { return cmp.Or(senders[b]-senders[a], cmp.Compare(a, b)) })
		var listed, wanted []string
		for _, s := range got.Top {
			listed = append(listed, fmt.Sprint(s.ID, s.Messages))
		}
		for _, id := range top[:min(len(top), desk.TopSenders)] {
			wanted = append(wanted, fmt.Sprint(id, senders[id]))
		}
		if !slices.Equal(listed, wanted) {
			r.t.Fatalf("%s: the top of %s is %v, want %v", step, of, listed, wanted)
		}
		for _, row := range w.figureRows(desk.FigureQuery{Figure: desk.FigureSenders, Range: of, Hour: -1}) {
			if senders[row.ID] != row.Messages {
				r.t.Fatalf("%s: %d messages of one in %s, want %d", step, row.Messages, of, senders[row.ID])
			}
			delete(senders, row.ID)
		}
		if len(senders) > 0 {
			r.t.Fatalf("%s: %s lacks the senders %v", step, of, senders)
		}
		if rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureMessages, Range: of, Hour: -1}); len(rows) != got.Total() {
			r.t.Fatalf("%s: %d messages listed of %s, want %d", step, len(rows), of, got.Total())
		}
		if hour, n := got.Peak(); n > 0 {
			if rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureMessages, Range: of, Hour: hour}); len(rows) != n {
				r.t.Fatalf("%s: %d messages listed at %d h, want %d", step, len(rows), hour, n)
			}
			if rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureMessages, Range: of, Hour: -1, Member: got.Top[0].ID}); len(rows) != got.Top[0].Messages {
				r.t.Fatalf("%s: %d messages listed of one sender, want %d", step, len(rows), got.Top[0].Messages)
			}
		}
	}
	o, err := desks.New(w.World.Node.DB).Overview(ctx)
	w.Must(err)
	today := store.DayOf(r.now, r.zone)
	start, before := today.Start(r.zone), today.Add(-1).Start(r.zone)
	yesterday := 0
	for _, m := range r.messages {
		if !m.At.Before(before) && m.At.Before(start) && m.At.Sub(before) < r.now.Sub(start) {
			yesterday++
		}
	}
	if day, week := len(r.within(desk.Today)), len(r.within(desk.LastWeek)); o.MessagesToday != day || o.MessagesWeek != week || o.MessagesYesterday != yesterday {
		r.t.Fatalf("%s: %d, %d and %d messages today, in the week and yesterday, want %d, %d and %d", step, o.MessagesToday, o.MessagesWeek, o.MessagesYesterday, day, week, yesterday)
	}
	if rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureMembers}); o.Members != len(r.joined) || len(rows) != o.Members {
		r.t.Fatalf("%s: %d members and %d listed, want %d", step, o.Members, len(rows), len(r.joined))
	}
	active := map[string]bool{}
	for id, at := range r.seen {
		if !at.Before(start) {
			active[id] = true
		}
	}
	rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureActive})
	if o.ActiveToday != len(active) || len(rows) != len(active) {
		r.t.Fatalf("%s: %d active and %d listed, want %d", step, o.ActiveToday, len(rows), len(active))
	}
	for i, row := range rows {
		if !active[row.ID] || row.At.Before(start) || row.At.After(r.seen[row.ID]) || i > 0 && row.At.After(rows[i-1].At) {
			r.t.Fatalf("%s: %s is listed as seen at %s", step, row.Username, row.At)
		}
	}
	weekAgo := 0
	for _, at := range r.joined {
		if at.Before(today.Add(-6).Start(r.zone)) {
			weekAgo++
		}
	}
	if o.MembersWeekAgo != weekAgo {
		r.t.Fatalf("%s: %d members a week ago, want %d", step, o.MembersWeekAgo, weekAgo)
	}
	rooms := map[string]bool{}
	for _, m := range r.messages {
		if r.now.Sub(m.At) <= 24*time.Hour {
			rooms[m.Room] = true
		}
	}
	if rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureActiveRooms}); o.ActiveRooms != len(rooms) || len(rows) != len(rooms) {
		r.t.Fatalf("%s: %d active rooms and %d listed, want %d", step, o.ActiveRooms, len(rows), len(rooms))
	}
	growth, err := desks.New(w.World.Node.DB).Growth(ctx, 7)
	w.Must(err)
	want := map[string]int{}
	for _, at := range r.joined {
		want[store.DayOf(at, r.zone).String()]++
	}
	for i, day := range growth {
		if day.Day != today.Add(i-6).String() || day.Count != want[day.Day] {
			r.t.Fatalf("%s: growth is %v, want %v", step, growth, want)
		}
	}
	last := today
	if rows := w.figureRows(desk.FigureQuery{Figure: desk.FigureJoined, Day: &last}); len(rows) != growth[6].Count {
		r.t.Fatalf("%s: %d listed who joined today, want %d", step, len(rows), growth[6].Count)
	}
	for _, room := range second2(w.AllRooms(ctx)) {
		if n := one[int](w, `select count(*) from messages where room_id = $1 and deleted_at is null`, room.ID); room.Messages != n {
			r.t.Fatalf("%s: room %s has %d messages, want %d", step, room.ID, room.Messages, n)
		}
	}
}

func second2[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// figureRows reads all pages of small size, and wants no row twice.
func (w *world) figureRows(q desk.FigureQuery) (all []desk.FigureRow) {
	w.T.Helper()
	q.Limit = 7
	q.Days = max(q.Days, 7)
	q, err := q.Check()
	w.Must(err)
	seen := map[string]bool{}
	for {
		page, next, err := desks.New(w.World.Node.DB).FigureRows(context.Background(), q)
		w.Must(err)
		for _, row := range page {
			if seen[row.ID] {
				w.T.Fatalf("%s lists %s twice", q.Figure, row.ID)
			}
			seen[row.ID] = true
		}
		all = append(all, page...)
		if next == "" {
			return all
		}
		q.Cursor = next
	}
}

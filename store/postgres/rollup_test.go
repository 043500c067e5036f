package postgres_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// recount is the figures as they are counted from the rows, in the plainest way.
type recount struct {
	t        testing.TB
	zone     *time.Location
	now      time.Time
	messages []countedMessage
	joined   []time.Time          // of members who are not erased
	seen     map[string]time.Time // the same members, and when they were seen last
}

type countedMessage struct {
	ID, Sender string
	At         time.Time
}

func (w *world) recount(zone *time.Location) recount {
	w.t.Helper()
	r := recount{t: w.t, zone: zone, now: one[time.Time](w, `select muster_now()`), seen: map[string]time.Time{}}
	rows, err := w.Pool().Query(context.Background(), `select id::text, sender_id::text, created_at from messages where deleted_at is null`)
	w.must(err)
	for rows.Next() {
		var m countedMessage
		w.must(rows.Scan(&m.ID, &m.Sender, &m.At))
		r.messages = append(r.messages, m)
	}
	w.must(rows.Err())
	rows, err = w.Pool().Query(context.Background(), `select m.id::text, m.created_at,
		coalesce((select max(e.last_seen_at) from sessions s join session_seen e on e.session_id = s.id where s.person_id = m.id), '2000-01-01')
		from members m where erased_at is null`)
	w.must(err)
	for rows.Next() {
		var id string
		var at, seen time.Time
		w.must(rows.Scan(&id, &at, &seen))
		r.joined, r.seen[id] = append(r.joined, at), seen
	}
	w.must(rows.Err())
	return r
}

// within are the messages of a range.
func (r recount) within(of store.TimeRange) (found []countedMessage) {
	for _, m := range r.messages {
		since := store.DayOf(r.now, r.zone).Since(store.DayOf(m.At, r.zone))
		if of == store.LastHour && r.now.Sub(m.At) <= time.Hour || of != store.LastHour && since < of.Days() {
			found = append(found, m)
		}
	}
	return found
}

func (r recount) chat(of store.TimeRange) (hours [24]int, senders map[string]int) {
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
	for _, of := range []store.TimeRange{store.LastHour, store.Today, store.LastWeek, store.LastMonth} {
		got, err := w.ChatAnalytics(ctx, of)
		w.must(err)
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
		for _, id := range top[:min(len(top), store.TopSenders)] {
			wanted = append(wanted, fmt.Sprint(id, senders[id]))
		}
		if !slices.Equal(listed, wanted) {
			r.t.Fatalf("%s: the top of %s is %v, want %v", step, of, listed, wanted)
		}
		for _, row := range w.figureRows(store.FigureQuery{Figure: store.FigureSenders, Range: of, Hour: -1}) {
			if senders[row.ID] != row.Messages {
				r.t.Fatalf("%s: %d messages of one in %s, want %d", step, row.Messages, of, senders[row.ID])
			}
			delete(senders, row.ID)
		}
		if len(senders) > 0 {
			r.t.Fatalf("%s: %s lacks the senders %v", step, of, senders)
		}
		if rows := w.figureRows(store.FigureQuery{Figure: store.FigureMessages, Range: of, Hour: -1}); len(rows) != got.Total() {
			r.t.Fatalf("%s: %d messages listed of %s, want %d", step, len(rows), of, got.Total())
		}
		if hour, n := got.Peak(); n > 0 {
			if rows := w.figureRows(store.FigureQuery{Figure: store.FigureMessages, Range: of, Hour: hour}); len(rows) != n {
				r.t.Fatalf("%s: %d messages listed at %d h, want %d", step, len(rows), hour, n)
			}
			if rows := w.figureRows(store.FigureQuery{Figure: store.FigureMessages, Range: of, Hour: -1, Member: got.Top[0].ID}); len(rows) != got.Top[0].Messages {
				r.t.Fatalf("%s: %d messages listed of one sender, want %d", step, len(rows), got.Top[0].Messages)
			}
		}
	}
	o, err := w.Overview(ctx)
	w.must(err)
	today := store.DayOf(r.now, r.zone)
	start, before := today.Start(r.zone), today.Add(-1).Start(r.zone)
	yesterday := 0
	for _, m := range r.messages {
		if !m.At.Before(before) && m.At.Before(start) && m.At.Sub(before) < r.now.Sub(start) {
			yesterday++
		}
	}
	if day, week := len(r.within(store.Today)), len(r.within(store.LastWeek)); o.MessagesToday != day || o.MessagesWeek != week || o.MessagesYesterday != yesterday {
		r.t.Fatalf("%s: %d, %d and %d messages today, in the week and yesterday, want %d, %d and %d", step, o.MessagesToday, o.MessagesWeek, o.MessagesYesterday, day, week, yesterday)
	}
	if rows := w.figureRows(store.FigureQuery{Figure: store.FigureMembers}); o.Members != len(r.joined) || len(rows) != o.Members {
		r.t.Fatalf("%s: %d members and %d listed, want %d", step, o.Members, len(rows), len(r.joined))
	}
	active := map[string]bool{}
	for id, at := range r.seen {
		if !at.Before(start) {
			active[id] = true
		}
	}
	rows := w.figureRows(store.FigureQuery{Figure: store.FigureActive})
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
	if rows := w.figureRows(store.FigureQuery{Figure: store.FigureActiveRooms}); len(rows) != o.ActiveRooms {
		r.t.Fatalf("%s: %d active rooms and %d listed", step, o.ActiveRooms, len(rows))
	}
	growth, err := w.Growth(ctx, 7)
	w.must(err)
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
	if rows := w.figureRows(store.FigureQuery{Figure: store.FigureJoined, Day: &last}); len(rows) != growth[6].Count {
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
func (w *world) figureRows(q store.FigureQuery) (all []store.FigureRow) {
	w.t.Helper()
	q.Limit = 7
	q.Days = max(q.Days, 7)
	q, err := q.Check()
	w.must(err)
	seen := map[string]bool{}
	for {
		page, next, err := w.FigureRows(context.Background(), q)
		w.must(err)
		for _, row := range page {
			if seen[row.ID] {
				w.t.Fatalf("%s lists %s twice", q.Figure, row.ID)
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

// worldIn is a community whose clock shows a time, in a zone.
func worldIn(t testing.TB, zone *time.Location, at time.Time) (w *world, move func(time.Duration)) {
	t.Helper()
	w = &world{t: t, url: storetest.URL(t)}
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.url, MaxConns: 8, Zone: zone}.WithLockTimeout(2*time.Second))
	w.must(err)
	t.Cleanup(db.Close)
	w.node = node{db, db.Live()}
	ahead := time.Until(at)
	move = func(by time.Duration) {
		ahead += by
		storetest.MoveClock(t, w.url, ahead)
	}
	move(0)
	w.must(w.EnsureDefaultRoom(context.Background(), "general", "General"))
	return w, move
}

// Whatever is done, in any order with the adding up, all figures are what a recount
// from the rows gives: over days of 23 and 25 hours, deletions and erasures.
func TestFiguresEqualARecount_ANLY7_9(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, at string }{
		{"Europe/Berlin", "2027-03-26T20:00:00Z"},
		{"America/Sao_Paulo", "2027-10-30T20:00:00Z"},
		{"Australia/Lord_Howe", "2027-04-02T10:00:00Z"}, // half an hour back
	} {
		t.Run(c.zone, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			w, move := worldIn(t, zone, at)
			ctx := context.Background()
			w.must(w.AddRoom(ctx, store.Room{ID: "den", DisplayName: "Den", AccessLevel: store.OpenAccess}))
			random := rand.New(rand.NewPCG(uint64(at.Unix()), 1))
			var people []person
			var messages [][3]string // room, id, sender's place
			for i := range 7 {
				people = append(people, w.join(fmt.Sprintf("member_%d", i)))
			}
			for step := range 60 {
				did := ""
				switch random.IntN(12) {
				case 0, 1, 2, 3:
					i := random.IntN(len(people))
					for range 1 + random.IntN(6) {
						command := people[i].says([]string{"general", "den"}[random.IntN(2)], "hello")
						if res := w.append(command)[0]; res.Err == nil {
							messages = append(messages, [3]string{command.Room, command.MessageID, fmt.Sprint(i)})
						}
					}
					did = "post"
				case 4, 5:
					if len(messages) == 0 {
						continue
					}
					i := random.IntN(len(messages))
					var sender int
					fmt.Sscan(messages[i][2], &sender)
					w.append(people[sender].does(store.MessageDeleted, messages[i][0], messages[i][1], ""))
					did = "delete"
				case 6:
					// A picture goes with its sender; a text stays.
					p := people[random.IntN(len(people))]
					w.exec(`update messages set kind = 'image' where sender_id = $1 and deleted_at is null and random() < 0.5`, p.ID)
					w.exec(`update members set erase_at = muster_now() where id = $1 and erased_at is null`, p.ID)
					w.must(second(w.EraseDue(ctx)))
					did = "erase"
				case 7:
					p := people[random.IntN(len(people))]
					until := one[time.Time](w, `select muster_now()`).Add(24 * time.Hour)
					w.must(w.SetChatAccess(ctx, p.ID, true, &until))
					people = append(people, w.join(fmt.Sprintf("later_%d", step)))
					did = "ban and join"
				case 8:
					move(time.Duration(random.IntN(11*60)) * time.Minute)
					for i := range people { // those who were not erased sign in again
						if token, s, err := w.CreateSession(ctx, store.MemberSession, people[i].ID, "Firefox", "192.0.2.1"); err == nil {
							people[i].session, people[i].token = s.ID, token
						}
					}
					did = "later"
				case 10, 11:
					// By a call, or on a socket; some are signed in twice.
					for _, p := range people {
						switch random.IntN(6) {
						case 0:
							_, _ = w.Authenticate(ctx, p.token) // who was erased has no session
						case 1, 2:
							w.must(second(w.AdmitBatch(ctx, []store.AdmissionRequest{{Token: p.token}, {SessionID: p.session, ActedAgo: time.Hour}})))
						case 3:
							_, _, _ = w.CreateSession(ctx, store.MemberSession, p.ID, "Firefox", "192.0.2.1")
						}
					}
					did = "see"
				case 9:
					w.must(second(w.RollUp(ctx)))
					did = "add up"
				}
				if step%3 == 0 || did == "erase" {
					w.recount(zone).check(w, fmt.Sprintf("step %d, %s", step, did))
				}
			}
			w.must(second(w.RollUp(ctx)))
			w.recount(zone).check(w, "at the end")
			if rest := one[int](w, `select count(*) from rollup_deletions`); rest != 0 {
				t.Errorf("%d deletions were never taken off", rest)
			}
			for _, column := range []string{"day", "week", "month"} {
				if got, want := one[int](w, `select `+column+`::int from rollup_senders`), one[int](w, `select count(*) from rollup_members where `+column+` > 0`); got != want {
					t.Errorf("%d senders of the %s, the rows are %d", got, column, want)
				}
			}
			sums := one[int](w, `select coalesce(sum(messages), 0)::int from rollup_quarters`)
			if n := one[int](w, `select count(*) from messages where deleted_at is null`); sums != n {
				t.Errorf("the sums hold %d messages, the rows are %d", sums, n)
			}
		})
	}
}

// The sums of another zone's days are of no use: figures are counted from the rows
// until everything is added up anew.
func TestSumsOfAnotherZone(t *testing.T) {
	t.Parallel()
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	w, move := worldIn(t, time.UTC, time.Date(2027, 2, 1, 14, 0, 0, 0, time.UTC))
	ann := w.join("ann")
	w.stored(ann.says("general", "in the afternoon, and late in the evening of Tokyo"))
	move(2 * time.Hour) // it is the next day there
	w.stored(ann.says("general", "after midnight of Tokyo"))
	w.must(second(w.RollUp(context.Background())))
	w.recount(time.UTC).check(w, "before")
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.url, MaxConns: 4, Zone: tokyo})
	w.must(err)
	t.Cleanup(db.Close)
	there := &world{t: t, url: w.url, node: node{db, db.Live()}}
	there.recount(tokyo).check(there, "with the sums of UTC")
	there.must(second(there.RollUp(context.Background())))
	there.recount(tokyo).check(there, "added up anew")
	w.recount(time.UTC).check(w, "with the sums of Tokyo")
}

// Nodes that add up at once count nothing twice.
func TestRollUpOnManyNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.join("ann")
	done := make(chan error)
	for range 4 {
		go func() {
			for range 8 {
				if _, err := w.RollUp(context.Background()); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 40 {
		w.stored(ann.says("general", "hello"))
	}
	for range 4 {
		w.must(<-done)
	}
	w.must(second(w.RollUp(context.Background())))
	w.recount(time.UTC).check(w, "after all")
	if sums := one[int](w, `select sum(month)::int from rollup_members`); sums != 40 {
		t.Errorf("%d messages were added up, want 40", sums)
	}
}

// No rows, no division by nothing.
func TestFiguresOfNothing_ANLY6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.recount(time.UTC).check(w, "empty")
	for figure, got := range map[string]float64{
		"rate of nothing": store.GrowthRate(0, 7), "rate": store.GrowthRate(3, 4) - 33.3, "fall": store.GrowthRate(4, 3) + 25,
		"average of nothing": store.Average(0, 0), "average": store.Average(7, 3) - 2.33,
	} {
		if got != 0 && !(got > -1e-9 && got < 1e-9) {
			t.Errorf("%s is off by %v", figure, got)
		}
	}
	if hour, n := (store.ChatAnalytics{}).Peak(); hour != 0 || n != 0 || !reflect.DeepEqual(store.ChatAnalytics{}.Total(), 0) {
		t.Errorf("the peak of nothing is %d at %d", n, hour)
	}
}

package desk_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"muster/store"
	"muster/store/desk"
	"muster/store/postgres"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Whatever happens, in any order with the adding up, all counts are what a recount of
// the rows gives: over days of 23 and 25 hours, deletions and erasures.
func TestCountsEqualARecount_ANLY7_9(t *testing.T) {
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
			w, move := worldAt(t, zone, at)
			ctx := context.Background()
			w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.OpenAccess}))
			random := rand.New(rand.NewPCG(uint64(at.Unix()), 1))
			var people []storetest.Person
			var messages [][3]string // room, id, sender's place
			for i := range 7 {
				people = append(people, w.Join(fmt.Sprintf("member_%d", i)))
			}
			for step := range 60 {
				did := ""
				switch random.IntN(12) {
				case 0, 1, 2, 3:
					i := random.IntN(len(people))
					for range 1 + random.IntN(6) {
						command := people[i].Says([]string{"general", "den"}[random.IntN(2)], "hello")
						if res := w.Do(command)[0]; res.Err == nil {
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
					w.Do(people[sender].Does(roomlog.MessageDeleted, messages[i][0], messages[i][1], ""))
					did = "delete"
				case 6:
					// A picture goes with its sender; a text stays.
					p := people[random.IntN(len(people))]
					storetest.TurnIntoPictures(t, w.Owner(), p.ID, random.IntN(5))
					storetest.DueForErasure(t, w.Owner(), p.ID)
					w.Must(storetest.Second(w.EraseDue(ctx)))
					did = "erase"
				case 7:
					p := people[random.IntN(len(people))]
					until := one[time.Time](w, `select muster_now()`).Add(24 * time.Hour)
					if err := w.SetChatAccess(ctx, p.ID, true, &until); store.CodeOf(err) != store.NotFound { // one who was erased
						w.Must(err)
					}
					people = append(people, w.Join(fmt.Sprintf("later_%d", step)))
					did = "ban and join"
				case 8:
					move(time.Duration(random.IntN([]int{40, 11 * 60}[random.IntN(2)])) * time.Minute)
					for i := range people { // those who were not erased sign in again
						if token, s, err := w.CreateSession(ctx, store.MemberSession, people[i].ID, "Firefox", "192.0.2.1"); err == nil {
							people[i].Session, people[i].Token = s.ID, token
						}
					}
					did = "later"
				case 10, 11:
					// By a call, or on a socket; some are signed in twice.
					for _, p := range people {
						switch random.IntN(6) {
						case 0:
							_, _ = w.Authenticate(ctx, p.Token) // who was erased has no session
						case 1, 2:
							decisions, err := w.AdmitBatch(ctx, []roomlog.AdmissionRequest{{Token: p.Token}, {SessionID: p.Session, ActedAgo: time.Hour}})
							w.Must(err)
							w.Must(w.NoteSeen(ctx, storetest.Unnoted(decisions)))
						case 3:
							_, _, _ = w.CreateSession(ctx, store.MemberSession, p.ID, "Firefox", "192.0.2.1")
						}
					}
					did = "see"
				case 9:
					if random.IntN(2) == 0 { // a node of the version before added up without the hour
						w.Exec(`update rollup_state set hour_mark = ''`)
					}
					w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(ctx)))
					did = "add up"
				}
				if step%3 == 0 || did == "erase" {
					w.recount(zone).check(w, fmt.Sprintf("step %d, %s", step, did))
				}
			}
			w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(ctx)))
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

// Where the clocks go back to midnight the day has two of them, and begins with the first: who
// was seen between them was seen today.
func TestSeenBetweenTwoMidnights_ANLY9(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Atlantic/Azores")
	if err != nil {
		t.Fatal(err)
	}
	w, move := worldAt(t, zone, time.Date(2027, time.October, 30, 23, 50, 0, 0, zone))
	rollUp := func() { t.Helper(); w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(context.Background()))) }
	w.Join("ann")
	rollUp()
	w.recount(zone).check(w, "on the day before")
	move(20 * time.Minute)
	w.Join("bob")
	w.recount(zone).check(w, "after the first midnight")
	rollUp()
	w.recount(zone).check(w, "after the first midnight, added up")
	w.Join("cyd")
	rollUp()
	w.recount(zone).check(w, "later in the first hour")
	move(time.Hour)
	w.Join("dee")
	w.recount(zone).check(w, "after the second midnight")
	rollUp()
	w.recount(zone).check(w, "after the second midnight, added up")
}

// The sums of another zone's days are of no use: the rows are counted until everything
// is added up anew.
func TestSumsOfAnotherZone(t *testing.T) {
	t.Parallel()
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	w, move := worldAt(t, time.UTC, time.Date(2027, 2, 1, 14, 0, 0, 0, time.UTC))
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "in the afternoon, and late in the evening of Tokyo"))
	move(2 * time.Hour) // it is the next day there
	w.Stored(ann.Says("general", "after midnight of Tokyo"))
	w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(context.Background())))
	w.recount(time.UTC).check(w, "before")
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.URL, MaxConns: 4, Zone: tokyo})
	w.Must(err)
	t.Cleanup(db.Close)
	there := &world{&storetest.World{T: t, URL: w.URL, Owner: w.Owner, Node: storetest.NewNode(db)}}
	there.recount(tokyo).check(there, "with the sums of UTC")
	there.Must(storetest.Second(desks.New(there.World.Node.DB).RollUp(context.Background())))
	there.recount(tokyo).check(there, "added up anew")
	w.recount(time.UTC).check(w, "with the sums of Tokyo")
}

// Nodes that add up at once count nothing twice.
func TestRollUpOnManyNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	done := make(chan error)
	for range 4 {
		go func() {
			for range 8 {
				if _, err := desks.New(w.World.Node.DB).RollUp(context.Background()); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 40 {
		w.Stored(ann.Says("general", "hello"))
	}
	for range 4 {
		w.Must(<-done)
	}
	w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(context.Background())))
	w.recount(time.UTC).check(w, "after all")
	if sums := one[int](w, `select sum(month)::int from rollup_members`); sums != 40 {
		t.Errorf("%d messages were added up, want 40", sums)
	}
}

// No rows, no division by nothing.
func TestCountsOfNothing_ANLY6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.recount(time.UTC).check(w, "empty")
	for figure, got := range map[string]float64{
		"rate of nothing": desk.GrowthRate(0, 7), "rate": desk.GrowthRate(3, 4) - 33.3, "fall": desk.GrowthRate(4, 3) + 25,
		"average of nothing": desk.Average(0, 0), "average": desk.Average(7, 3) - 2.33,
	} {
		if got != 0 && !(got > -1e-9 && got < 1e-9) {
			t.Errorf("%s is off by %v", figure, got)
		}
	}
	if hour, n := (desk.ChatAnalytics{}).Peak(); hour != 0 || n != 0 || !reflect.DeepEqual(desk.ChatAnalytics{}.Total(), 0) {
		t.Errorf("the peak of nothing is %d at %d", n, hour)
	}
}

package people_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Fifty claims at once, one winner; fifty changes of one member at
// once, one change.
func TestUsernameRace_NAME1_P12(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	const claims = 50
	var won, taken atomic.Int64
	var all sync.WaitGroup
	for i := range claims {
		m, err := w.AddMember(ctx, store.NewMember{Email: fmt.Sprintf("m%d@example.org", i)})
		w.Must(err)
		name := "Phoenix"
		if i%2 == 0 {
			name = " phoenix "
		}
		all.Go(func() {
			switch got, err := w.SetUsername(ctx, m.ID, name); {
			case err == nil && got == "phoenix":
				won.Add(1)
			case err != nil && store.AsError(err).Reason == "username_taken":
				taken.Add(1)
			default:
				t.Errorf("%q %v", got, err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 || taken.Load() != claims-1 {
		t.Fatalf("%d won, %d were refused as taken", won.Load(), taken.Load())
	}

	ann := w.Join("ann")
	storetest.MoveClock(t, w.URL, 31*24*time.Hour)
	won.Store(0)
	for i := range claims {
		all.Go(func() {
			if _, err := w.SetUsername(ctx, ann.ID, fmt.Sprintf("ann_%d", i)); err == nil {
				won.Add(1)
			} else if store.AsError(err).Reason != "username_locked" {
				t.Error(err)
			}
		})
	}
	all.Wait()
	renamed := one[int64](w, `select count(*) from site_events where kind = 'renamed' and body->>'memberId' = $1`, ann.ID)
	if won.Load() != 1 || renamed != 1 {
		t.Fatalf("%d changes, %d announced", won.Load(), renamed)
	}
}

// The lock, the rest of a freed name, and names that follow.
func TestUsernameLifetime_NAME8to12(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	const day = 24 * time.Hour
	ann, bob := w.Join("ann"), w.Join("bob")
	old := w.Stored(ann.Says("general", "x")).Message.ID
	at := func(d time.Duration) { storetest.MoveClock(t, w.URL, d) }
	set := func(p storetest.Person, name, reason string) {
		t.Helper()
		_, err := w.SetUsername(ctx, p.ID, name)
		if got := ""; err != nil {
			if got = store.AsError(err).Reason; got != reason {
				t.Fatalf("%s: %v, want %q", name, err, reason)
			}
		} else if reason != "" {
			t.Fatalf("%s was given, want %q", name, reason)
		}
	}
	eligible := func(p storetest.Person, want bool, days int) {
		t.Helper()
		e, err := w.UsernameEligibility(ctx, p.ID)
		if err != nil || e.CanChange != want || e.DaysRemaining != days {
			t.Fatalf("%+v %v, want %v %d", e, err, want, days)
		}
	}
	eligible(ann, false, 30)
	at(30*day - time.Hour)
	eligible(ann, false, 1)
	set(ann, "ann", "") // the same name is no change
	set(ann, "anna", "username_locked")
	at(30 * day)
	eligible(ann, true, 0)
	set(ann, "bob", "username_taken")
	set(ann, "m4estro_x", "username_reserved")
	set(ann, "anna", "")
	eligible(ann, false, 365)
	set(bob, "ann", "username_taken") // held back
	if err := w.UsernameFree(ctx, bob.ID, "ann"); store.CodeOf(err) != store.Conflict {
		t.Fatal(err)
	}
	if err := w.UsernameFree(ctx, ann.ID, "ann"); err != nil {
		t.Fatalf("its former owner may have it back: %v", err)
	}
	at(30*day + 365*day + time.Hour)
	eligible(ann, true, 0)
	if err := w.UsernameFree(ctx, bob.ID, "ann"); err != nil {
		t.Fatalf("the rest is over: %v", err)
	}
	set(bob, "ann", "")
	state, err := w.OpenRoom(ctx, "general")
	w.Must(err)
	if m := state.Tail[0]; m.ID != old || m.SenderID != ann.ID || m.SenderName != "anna" {
		t.Fatalf("%+v", m)
	}
	events, err := w.SiteEvents(ctx, 0, 100)
	w.Must(err)
	if last := events[len(events)-1]; last.Kind != store.Renamed || last.MemberID != bob.ID || last.OldUsername != "bob" || last.NewUsername != "ann" {
		t.Fatalf("%+v", last)
	}
	if n := one[int64](w, `select count(*) from username_changes`); n != 4 {
		t.Fatalf("%d changes kept", n)
	}
}

func TestFirstUsernameFreesTheWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	m, err := w.AddMember(ctx, store.NewMember{Phone: "+15551234567"})
	w.Must(err)
	p := w.SignIn(m)
	if e, err := w.UsernameEligibility(ctx, m.ID); err != nil || !e.CanChange {
		t.Fatalf("%+v %v", e, err)
	}
	w.Refused(p.Says("general", "x"), roomlog.ErrUsernameRequired())
	if _, err := w.SetUsername(ctx, m.ID, "The_One"); err != nil {
		t.Fatal(err)
	}
	if e := w.Stored(p.Says("general", "x")); e.ActorName != "the_one" {
		t.Fatalf("%+v", e)
	}
	creator, err := w.AddMember(ctx, store.NewMember{Email: "c@example.org", Username: "maestro", IsCreator: true})
	if err != nil || creator.Username != "maestro" || !creator.IsCreator {
		t.Fatalf("the creator may carry the reserved name: %+v %v", creator, err)
	}
}

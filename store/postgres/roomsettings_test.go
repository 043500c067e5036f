package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
)

func ptr[T any](v T) *T { return &v }

func (w *world) slow(room string, seconds int) {
	w.t.Helper()
	_, err := w.UpdateRoom(context.Background(), room, store.RoomUpdate{SlowModeSeconds: &seconds})
	w.must(err)
}

// outcomes sends one message each and gives "ok" or the code for each.
func (w *world) outcomes(commands ...store.Command) []string {
	w.t.Helper()
	var all []string
	for _, v := range w.append(commands...) {
		word := "ok"
		if v.Err != nil {
			word = store.AsError(v.Err).ReasonOrCode()
		}
		all = append(all, word)
	}
	return all
}

func TestRoomSettingsAreAnEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	chief, ann := w.join("chief"), w.join("ann")
	w.must(w.SetAdmin(ctx, chief.ID, true))
	w.stored(ann.says("general", "before"))
	service := w.AdminService(chief.caller())
	now, e, changed, err := service.UpdateRoom(ctx, "general", store.RoomUpdate{DisplayName: ptr(" The Hall "), SlowModeSeconds: ptr(30), ReadOnly: ptr(true)})
	w.must(err)
	want := store.Room{ID: "general", DisplayName: "The Hall", IsDefault: true, AccessLevel: store.OpenAccess, SlowMode: 30 * time.Second, ReadOnly: true}
	if now != want || !changed || e.Seq != 2 || e.Kind != store.SettingsChanged || *e.Settings != want || e.ActorID != chief.ID {
		t.Fatalf("%+v %v %+v %+v", now, changed, e, e.Settings)
	}
	if _, _, changed, err := service.UpdateRoom(ctx, "general", store.RoomUpdate{ReadOnly: ptr(true)}); changed || err != nil {
		t.Error(changed, err)
	}
	_, _, _, err = service.UpdateRoom(ctx, "general", store.RoomUpdate{ReadOnly: ptr(false), Description: ptr("a hall")})
	w.must(err)
	want.ReadOnly, want.Description = false, "a hall"
	all := w.dense("general")
	if len(all) != 3 || *all[1].Settings != want || *all[2].Settings != want || all[1].MessageID != "" {
		t.Errorf("%+v", all)
	}
	access, err := w.CheckRoomAccess(ctx, ann.ID, "general")
	w.must(err)
	rooms, err := w.Rooms(ctx, ann.ID)
	w.must(err)
	state, err := w.OpenRoom(ctx, "general")
	w.must(err)
	if access.Room != want || rooms[0].Room != want || state.Room != want {
		t.Errorf("%+v %+v %+v", access, rooms, state.Room)
	}
	for _, bad := range []store.RoomUpdate{{SlowModeSeconds: ptr(-1)}, {SlowModeSeconds: ptr(3601)}, {DisplayName: ptr("")}, {DisplayName: ptr("two\nlines")}, {Description: ptr("\x00")}} {
		if _, _, _, err := service.UpdateRoom(ctx, "general", bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, _, _, err := service.UpdateRoom(ctx, "nowhere", store.RoomUpdate{}); store.CodeOf(err) != store.NotFound {
		t.Error(err)
	}
	if _, _, _, err := w.AdminService(ann.caller()).UpdateRoom(ctx, "general", store.RoomUpdate{ReadOnly: ptr(true)}); store.CodeOf(err) != store.Forbidden {
		t.Error(err)
	}
	if n := one[int64](w, `select count(*) from audit where action = 'room_updated' and subject = 'general' and actor_id = $1
		and (detail->'before'->>'display_name' = 'General' or detail->'after'->>'description' = 'a hall')`, chief.ID); n != 2 {
		t.Errorf("%d audit rows", n)
	}
}

func TestReadOnlyRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.must(w.AddRoom(ctx, store.Room{ID: "den", DisplayName: "Den", AccessLevel: store.AdminAccess}))
	ann, mod, boss, chief := w.join("ann"), w.join("mo_the_m"), w.join("bosslady"), w.join("chief")
	w.must(w.SetAdmin(ctx, chief.ID, true))
	for member, role := range map[string]store.RoomRole{ann.ID: store.RoomMember, mod.ID: store.RoomModerator, boss.ID: store.RoomAdmin} {
		w.must(w.GrantRoom(ctx, "den", member, role, chief.ID))
	}
	first := ann.says("den", "first")
	w.stored(first)
	_, err := w.UpdateRoom(ctx, "den", store.RoomUpdate{ReadOnly: ptr(true)})
	w.must(err)
	w.refused(ann.says("den", "x"), store.ErrReadOnly())
	first.MessageID = newID()
	if v := w.append(first)[0]; v.Err != nil || v.Event == nil || v.Stored { // a resend is still answered
		t.Error(show(v))
	}
	w.stored(ann.does(store.ReactionAdded, "den", one[string](w, `select id::text from messages`), "👍"))
	for _, who := range []person{mod, boss, chief} {
		w.stored(who.says("den", "x"))
	}
}

func TestSlowMode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cyd, chief := w.join("ann"), w.join("bob"), w.join("cyd"), w.join("chief")
	w.must(w.SetAdmin(ctx, chief.ID, true))
	w.must(w.AddRoom(ctx, store.Room{ID: "other", DisplayName: "Other", AccessLevel: store.OpenAccess}))
	said := w.stored(ann.says("general", "before slow mode")).Message.ID
	w.stored(ann.does(store.MessageDeleted, "general", said, ""))
	w.slow("general", 600)

	// What was sent before counts, deleted or not.
	v := w.append(ann.says("general", "x"))[0]
	if e := store.AsError(v.Err); e == nil || e.Reason != "slow_mode" || e.RetryAfter < 9*time.Minute || e.RetryAfter > 10*time.Minute {
		t.Fatal(show(v))
	}
	two := bob.says("general", "first")
	again := two
	again.MessageID = newID()
	got := w.outcomes(two, bob.says("general", "second"), again, bob.says("other", "in another room"), ann.says("other", "in another room"), chief.says("general", "1"), chief.says("general", "2"))
	if want := "[ok slow_mode ok ok ok ok ok]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
	w.stored(bob.edits("general", two.MessageID, "edited at once"))

	storetest.MoveClock(t, w.url, 595*time.Second)
	if got := w.outcomes(ann.says("general", "x"), bob.says("general", "x")); fmt.Sprint(got) != "[slow_mode slow_mode]" {
		t.Error(got)
	}
	storetest.MoveClock(t, w.url, 601*time.Second)
	if got := w.outcomes(ann.says("general", "x"), bob.says("general", "x"), ann.says("general", "x")); fmt.Sprint(got) != "[ok ok slow_mode]" {
		t.Error(got)
	}

	// Off and on again, with a message between, and from short to long.
	w.slow("general", 0)
	w.stored(cyd.says("general", "while it is off"))
	w.slow("general", 60)
	if got := w.outcomes(cyd.says("general", "x")); fmt.Sprint(got) != "[slow_mode]" {
		t.Error(got)
	}
	storetest.MoveClock(t, w.url, 601*time.Second+61*time.Second)
	w.stored(cyd.says("general", "x"))
	w.slow("general", 3600)
	if got := w.outcomes(ann.says("general", "x"), cyd.says("general", "x")); fmt.Sprint(got) != "[slow_mode slow_mode]" {
		t.Error(got)
	}
	w.dense("general")
}

// One member sends from many tabs on three nodes at once: one message is stored a
// window, whatever the interleaving.
func TestSlowModeUnderParallelSendsOnThreeNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people := []person{w.join("ann"), w.join("bob")}
	w.slow("general", 60)
	nodes := []node{w.node, w.open(6), w.open(6)}
	for round := range 3 {
		storetest.MoveClock(t, w.url, time.Duration(round)*61*time.Second)
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				p := people[i%2]
				if _, err := nodes[i%3].Append(context.Background(), []store.Command{p.says("general", "a"), p.says("general", "b")}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, p := range people {
			if n := one[int64](w, `select count(*) from messages where sender_id = $1`, p.ID); n != int64(round+1) {
				t.Fatalf("round %d: %d messages of %s", round, n, p.Username)
			}
		}
	}
	w.dense("general")
}

// Slow mode that is turned on while members send counts what was stored before it.
func TestSlowModeBeginsBetweenSends(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.open(6)
	ann := w.join("ann")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 10 {
				if _, err := other.Append(context.Background(), []store.Command{ann.says("general", "x")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	w.slow("general", 600)
	all.Wait()
	after := 0
	changed := false
	for _, e := range w.dense("general") {
		changed = changed || e.Kind == store.SettingsChanged
		if changed && e.Kind == store.MessageSent {
			after++
		}
	}
	before := one[int64](w, `select count(*) from messages`) - int64(after)
	if want := 1; before > 0 {
		want = 0
		if after != want {
			t.Errorf("%d before, %d after", before, after)
		}
	} else if after != want {
		t.Errorf("%d after", after)
	}
}

// The window is read in pages however many were sent in it.
func TestSlowModeRecallsAllSenders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	early, late, old := w.join("early"), w.join("late"), w.join("old")
	w.exec(`insert into messages (id, room_id, seq, kind, body, sender_id, created_at)
		select gen_random_uuid(), 'general', n, 'text', 'x', case when n <= 20 then $1::uuid when n = 21 then $2::uuid else $3::uuid end,
		       muster_now() - case when n <= 20 then interval '2 hours' else interval '30 minutes' end
		from generate_series(1, 12000) n`, old.ID, early.ID, late.ID)
	w.exec(`insert into room_events (room_id, seq, kind, message_id, actor_id, at)
		select room_id, seq, 'message', id, sender_id, created_at from messages`)
	w.exec(`update room_heads set seq = 12000, last_at = (select max(created_at) from messages) where room_id = 'general'`)
	w.slow("general", 3600)
	if got := w.outcomes(early.says("general", "x"), late.says("general", "x"), old.says("general", "x")); fmt.Sprint(got) != "[slow_mode slow_mode ok]" {
		t.Error(got)
	}
}

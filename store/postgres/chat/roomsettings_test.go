package chat_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/store"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

func ptr[T any](v T) *T { return &v }

func (w *world) slow(room string, seconds int) {
	w.T.Helper()
	_, err := w.UpdateRoom(context.Background(), room, roomlog.RoomUpdate{SlowModeSeconds: &seconds})
	w.Must(err)
}

// outcomes sends one message each and gives "ok" or the code for each.
func (w *world) outcomes(commands ...roomlog.Command) []string {
	w.T.Helper()
	var all []string
	for _, v := range w.Do(commands...) {
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
	chief, ann := w.Join("chief"), w.Join("ann")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	w.Stored(ann.Says("general", "before"))
	service := w.AdminService(chief.Caller())
	now, e, changed, err := chats.AdminOf(service).UpdateRoom(ctx, "general", roomlog.RoomUpdate{DisplayName: ptr(" The Hall "), SlowModeSeconds: ptr(30), ReadOnly: ptr(true)})
	w.Must(err)
	want := roomlog.Room{ID: "general", DisplayName: "The Hall", Description: "Where everybody meets.", IsDefault: true, AccessLevel: roomlog.OpenAccess, SlowMode: 30 * time.Second, ReadOnly: true}
	if now != want || !changed || e.Seq != 2 || e.Kind != roomlog.SettingsChanged || *e.Settings != want || e.ActorID != chief.ID {
		t.Fatalf("%+v %v %+v %+v", now, changed, e, e.Settings)
	}
	if _, _, changed, err := chats.AdminOf(service).UpdateRoom(ctx, "general", roomlog.RoomUpdate{ReadOnly: ptr(true)}); changed || err != nil {
		t.Error(changed, err)
	}
	_, _, _, err = chats.AdminOf(service).UpdateRoom(ctx, "general", roomlog.RoomUpdate{ReadOnly: ptr(false), Description: ptr("a hall")})
	w.Must(err)
	want.ReadOnly, want.Description = false, "a hall"
	all := w.Dense("general")
	if len(all) != 3 || *all[1].Settings != want || *all[2].Settings != want || all[1].MessageID != "" {
		t.Errorf("%+v", all)
	}
	access, err := w.CheckRoomAccess(ctx, ann.ID, "general")
	w.Must(err)
	rooms, _, err := w.Rooms(ctx, ann.ID)
	w.Must(err)
	state, err := w.OpenRoom(ctx, "general")
	w.Must(err)
	if access.Room != want || rooms[0].Room != want || state.Room != want {
		t.Errorf("%+v %+v %+v", access, rooms, state.Room)
	}
	for _, bad := range []roomlog.RoomUpdate{{SlowModeSeconds: ptr(-1)}, {SlowModeSeconds: ptr(3601)}, {DisplayName: ptr("")}, {DisplayName: ptr("two\nlines")}, {Description: ptr("\x00")}} {
		if _, _, _, err := chats.AdminOf(service).UpdateRoom(ctx, "general", bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, _, _, err := chats.AdminOf(service).UpdateRoom(ctx, "nowhere", roomlog.RoomUpdate{}); store.CodeOf(err) != store.NotFound {
		t.Error(err)
	}
	if _, _, _, err := chats.AdminOf(w.AdminService(ann.Caller())).UpdateRoom(ctx, "general", roomlog.RoomUpdate{ReadOnly: ptr(true)}); store.CodeOf(err) != store.Forbidden {
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
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	ann, mod, boss, chief := w.Join("ann"), w.Join("mo_the_m"), w.Join("bosslady"), w.Join("chief")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	for member, role := range map[string]roomlog.RoomRole{ann.ID: roomlog.RoomMember, mod.ID: roomlog.RoomModerator, boss.ID: roomlog.RoomAdmin} {
		w.Must(w.GrantRoom(ctx, "den", member, role, chief.ID))
	}
	first := ann.Says("den", "first")
	w.Stored(first)
	_, err := w.UpdateRoom(ctx, "den", roomlog.RoomUpdate{ReadOnly: ptr(true)})
	w.Must(err)
	w.Refused(ann.Says("den", "x"), roomlog.ErrReadOnly())
	first.MessageID = storetest.NewID()
	if v := w.Do(first)[0]; v.Err != nil || v.Event == nil || v.Stored { // a resend is still answered
		t.Error(storetest.Show(v))
	}
	w.Stored(ann.Does(roomlog.ReactionAdded, "den", one[string](w, `select id::text from messages`), "👍"))
	for _, who := range []storetest.Person{mod, boss, chief} {
		w.Stored(who.Says("den", "x"))
	}
}

func TestSlowMode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cyd, chief := w.Join("ann"), w.Join("bob"), w.Join("cyd"), w.Join("chief")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	said := w.Stored(ann.Says("general", "before slow mode")).Message.ID
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", said, ""))
	w.slow("general", 600)

	// What was sent before counts, deleted or not.
	v := w.Do(ann.Says("general", "x"))[0]
	if e := store.AsError(v.Err); e == nil || e.Reason != "slow_mode" || e.RetryAfter < 9*time.Minute || e.RetryAfter > 10*time.Minute {
		t.Fatal(storetest.Show(v))
	}
	two := bob.Says("general", "first")
	again := two
	again.MessageID = storetest.NewID()
	got := w.outcomes(two, bob.Says("general", "second"), again, bob.Says("other", "in another room"), ann.Says("other", "in another room"), chief.Says("general", "1"), chief.Says("general", "2"))
	if want := "[ok slow_mode ok ok ok ok ok]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
	w.Stored(bob.Edits("general", two.MessageID, "edited at once"))

	storetest.MoveClock(t, w.URL, 595*time.Second)
	if got := w.outcomes(ann.Says("general", "x"), bob.Says("general", "x")); fmt.Sprint(got) != "[slow_mode slow_mode]" {
		t.Error(got)
	}
	storetest.MoveClock(t, w.URL, 601*time.Second)
	if got := w.outcomes(ann.Says("general", "x"), bob.Says("general", "x"), ann.Says("general", "x")); fmt.Sprint(got) != "[ok ok slow_mode]" {
		t.Error(got)
	}

	// Off and on again, with a message between, and from short to long.
	w.slow("general", 0)
	w.Stored(cyd.Says("general", "while it is off"))
	w.slow("general", 60)
	if got := w.outcomes(cyd.Says("general", "x")); fmt.Sprint(got) != "[slow_mode]" {
		t.Error(got)
	}
	storetest.MoveClock(t, w.URL, 601*time.Second+61*time.Second)
	w.Stored(cyd.Says("general", "x"))
	w.slow("general", 3600)
	if got := w.outcomes(ann.Says("general", "x"), cyd.Says("general", "x")); fmt.Sprint(got) != "[slow_mode slow_mode]" {
		t.Error(got)
	}
	w.Dense("general")
}

// One member sends from many tabs on three nodes at once: one message is stored a
// window, whatever the interleaving.
func TestSlowModeUnderParallelSendsOnThreeNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people := []storetest.Person{w.Join("ann"), w.Join("bob")}
	w.slow("general", 60)
	nodes := []storetest.Node{w.Node, w.OpenNode(6), w.OpenNode(6)}
	for round := range 3 {
		storetest.MoveClock(t, w.URL, time.Duration(round)*61*time.Second)
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				p := people[i%2]
				if _, err := nodes[i%3].Append(context.Background(), []roomlog.Command{p.Says("general", "a"), p.Says("general", "b")}); err != nil {
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
	w.Dense("general")
}

// Slow mode that is turned on while members send counts what was stored before it.
func TestSlowModeBeginsBetweenSends(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.OpenNode(6)
	ann := w.Join("ann")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 10 {
				if _, err := other.Append(context.Background(), []roomlog.Command{ann.Says("general", "x")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	w.slow("general", 600)
	all.Wait()
	after := 0
	changed := false
	for _, e := range w.Dense("general") {
		changed = changed || e.Kind == roomlog.SettingsChanged
		if changed && e.Kind == roomlog.MessageSent {
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
	early, late, old := w.Join("early"), w.Join("late"), w.Join("old")
	w.Fill("general", old, 20)
	storetest.MoveClock(t, w.URL, 90*time.Minute)
	w.Fill("general", early, 1)
	w.Fill("general", late, 12_000-21)
	storetest.MoveClock(t, w.URL, 2*time.Hour)
	w.slow("general", 3600)
	if got := w.outcomes(early.Says("general", "x"), late.Says("general", "x"), old.Says("general", "x")); fmt.Sprint(got) != "[slow_mode slow_mode ok]" {
		t.Error(got)
	}
}

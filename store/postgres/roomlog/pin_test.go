package roomlog_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

func TestPins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	ann, mod, chief, out := w.Join("ann"), w.Join("mo_the_m"), w.Join("chief"), w.Join("outside")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	w.Must(w.GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember, chief.ID))
	w.Must(w.GrantRoom(ctx, "den", mod.ID, roomlog.RoomModerator, chief.ID))
	one, two := w.Stored(ann.Says("den", "one")).Message.ID, w.Stored(ann.Says("den", "two")).Message.ID
	foreign := w.Stored(ann.Says("general", "in another room")).Message.ID

	for _, x := range []struct {
		who     storetest.Person
		room    string
		message string
		want    *store.Error
	}{
		{ann, "den", one, roomlog.ErrModeratorsOnly()}, {mod, "general", foreign, roomlog.ErrModeratorsOnly()},
		{out, "den", one, roomlog.ErrNoRoomAccess()}, {chief, "nowhere", one, roomlog.ErrNoRoomAccess()}, {chief, "../x", one, roomlog.ErrNoRoomAccess()},
		{mod, "den", foreign, roomlog.ErrMessageUnknown()}, {mod, "den", storetest.NewID(), roomlog.ErrMessageUnknown()}, {mod, "den", "nonsense", roomlog.ErrMessageUnknown()},
	} {
		if _, _, err := w.Pin(ctx, x.who.Caller(), x.room, x.message); store.AsError(err).ReasonOrCode() != x.want.ReasonOrCode() {
			t.Errorf("%s pins %s in %s: %v", x.who.Username, x.message, x.room, err)
		}
	}
	e, stored, err := w.Pin(ctx, mod.Caller(), "den", one)
	w.Must(err)
	if !stored || e.Seq != 3 || e.Kind != roomlog.MessagePinned || e.MessageID != one || e.ActorID != mod.ID || e.ActorName != mod.Username || e.At.IsZero() {
		t.Fatalf("%v %+v", stored, e)
	}
	again, stored, err := w.Pin(ctx, chief.Caller(), "den", one)
	w.Must(err)
	if stored || again.Seq != 3 || again.ActorID != mod.ID {
		t.Errorf("again: %v %+v", stored, again)
	}
	_, _, err = w.Pin(ctx, chief.Caller(), "den", two)
	w.Must(err)
	pins, err := w.ReadPins(ctx, ann.ID, "den")
	w.Must(err)
	if len(pins) != 2 || pins[0].Message.ID != two || pins[1].Message.Text != "one" || pins[1].ByName != mod.Username || !pins[1].PinnedAt.Equal(e.At) {
		t.Errorf("%+v", pins)
	}
	if _, err := w.ReadPins(ctx, out.ID, "den"); store.CodeOf(err) != store.Forbidden {
		t.Error(err)
	}
	// A deletion takes the pin with it, without an event of its own.
	w.Stored(ann.Does(roomlog.MessageDeleted, "den", two, ""))
	if pins, err = w.ReadPins(ctx, ann.ID, "den"); err != nil || len(pins) != 1 {
		t.Errorf("%+v %v", pins, err)
	}
	if _, _, err := w.Unpin(ctx, ann.Caller(), "den", one); store.AsError(err).Reason != "moderators_only" {
		t.Error(err)
	}
	e, stored, err = w.Unpin(ctx, chief.Caller(), "den", one)
	w.Must(err)
	if !stored || e.Seq != 6 || e.Kind != roomlog.MessageUnpinned || e.MessageID != one || e.ActorID != chief.ID {
		t.Errorf("%v %+v", stored, e)
	}
	if _, stored, err = w.Unpin(ctx, chief.Caller(), "den", one); stored || err != nil {
		t.Errorf("unpinned twice: %v %v", stored, err)
	}
	if pins, err = w.ReadPins(ctx, ann.ID, "den"); err != nil || len(pins) != 0 {
		t.Errorf("%+v %v", pins, err)
	}
	all := w.Dense("den")
	if len(all) != 6 || all[2].Kind != roomlog.MessagePinned || all[2].MessageID != one || all[5].Kind != roomlog.MessageUnpinned || all[5].ActorID != chief.ID {
		t.Errorf("%+v", all)
	}
	ended := chief.Caller()
	ended.Session.ID = storetest.NewID()
	if _, _, err := w.Pin(ctx, ended, "den", one); store.CodeOf(err) != store.Unauthorized {
		t.Error(err)
	}
}

// Many pin at once on three nodes while others send: at most twenty stand, and the
// numbers have no gap.
func TestPinsAreBoundedUnderParallelPins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	chief, ann := w.Join("chief"), w.Join("ann")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	nodes := []storetest.Node{w.Node, w.OpenNode(6), w.OpenNode(6)}
	var said []string
	for i := range roomlog.MaxPins + 10 {
		said = append(said, w.Stored(ann.Says("general", fmt.Sprint(i))).Message.ID)
	}
	var pinned, full atomic.Int32
	var all sync.WaitGroup
	// A busy machine answers some with Unavailable, after which a client tries the same again.
	again := func(err error) bool { return err != nil && store.CodeOf(err) == store.Unavailable }
	for i, id := range said {
		all.Go(func() {
			_, _, err := logs.New(nodes[i%3].DB).Pin(ctx, chief.Caller(), "general", id)
			for again(err) {
				_, _, err = logs.New(nodes[i%3].DB).Pin(ctx, chief.Caller(), "general", id)
			}
			switch {
			case err == nil:
				pinned.Add(1)
			case store.AsError(err).Reason == "too_many_pins":
				full.Add(1)
			default:
				t.Error(err)
			}
		})
		all.Go(func() {
			between := []roomlog.Command{ann.Says("general", "between")}
			_, err := nodes[i%3].Append(ctx, between)
			for again(err) {
				_, err = nodes[i%3].Append(ctx, between)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if pinned.Load() != roomlog.MaxPins || full.Load() != 10 {
		t.Errorf("%d pinned, %d refused", pinned.Load(), full.Load())
	}
	if pins, err := w.ReadPins(ctx, ann.ID, "general"); err != nil || len(pins) != roomlog.MaxPins {
		t.Errorf("%d pins, %v", len(pins), err)
	}
	if got := len(w.Dense("general")); got != 2*len(said)+roomlog.MaxPins {
		t.Errorf("%d events", got)
	}
}

// A picture goes with the member who sent it, and so does its pin: a pin of nothing would
// stand in the list and count among the twenty. A text stays, and stays pinned.
func TestErasureTakesThePinsOfPictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	chief, ann := w.Join("chief"), w.Join("ann")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	var said []string
	for _, text := range []string{"text", "picture"} {
		said = append(said, w.Stored(ann.Says("general", text)).Message.ID)
	}
	storetest.TurnIntoPictures(t, w.Owner(), ann.ID, 1)
	for _, id := range said {
		_, _, err := w.Pin(ctx, chief.Caller(), "general", id)
		w.Must(err)
	}
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d are erased, %v", n, err)
	}
	pins, err := w.ReadPins(ctx, chief.ID, "general")
	if err != nil || len(pins) != 1 || pins[0].Message.ID != said[0] {
		t.Errorf("%+v %v", pins, err)
	}
}

// Pins that earlier erasures left behind go by a migration.
func TestPinsOfWhatIsDeletedGo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	at := storetest.EmptyDatabase(t, storetest.URL(t))
	storetest.MigrateTo(t, at, 105)
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `
		with ann as (insert into members (email, username, username_at) values ('ann@example.org', 'ann', muster_now()) returning id),
		said as (insert into messages (id, room_id, seq, kind, body, sender_id, created_at, deleted_at)
			select gen_random_uuid(), 'general', n, 'text', case n when 1 then 'stays' end, id, muster_now(), case n when 2 then muster_now() end
			from ann, generate_series(1, 2) n returning id, seq, sender_id)
		insert into room_pins (room_id, message_id, seq, pinned_by, at) select 'general', id, seq, sender_id, muster_now() from said`); err != nil {
		t.Fatal(err)
	}
	if err := postgres.Migrate(ctx, at); err != nil {
		t.Fatal(err)
	}
	var left string
	if err := conn.QueryRow(ctx, `select coalesce(string_agg(m.body, ' '), '') from room_pins p join messages m on m.id = p.message_id`).Scan(&left); err != nil || left != "stays" {
		t.Errorf("%q %v", left, err)
	}
}

func TestPreviewsOfTheCurrentTextOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	said := w.Stored(ann.Says("general", "see https://example.org")).Message.ID
	p := roomlog.LinkPreview{URL: "https://example.org", Title: "Example", Description: "of a page", Image: "https://example.org/a.png"}
	add := func(text string, want bool) roomlog.Event {
		t.Helper()
		e, stored, err := w.AddPreview(ctx, said, text, p)
		if err != nil || stored != want {
			t.Fatalf("%q: %v %v", text, stored, err)
		}
		return e
	}
	add("another text", false)
	e := add("see https://example.org", true)
	if e.Seq != 2 || e.Kind != roomlog.MessagePreview || e.Room != "general" || e.MessageID != said || *e.Preview != p {
		t.Errorf("%+v", e)
	}
	add("see https://example.org", false) // twice is harmless
	page, err := w.ReadHistory(ctx, ann.ID, "general", 50, "")
	w.Must(err)
	if page[0].Preview == nil || *page[0].Preview != p {
		t.Errorf("%+v", page[0])
	}
	if got := w.Dense("general")[1]; got.Preview == nil || *got.Preview != p {
		t.Errorf("%+v", got)
	}
	w.Stored(ann.Edits("general", said, "no link"))
	if got := w.Dense("general"); got[0].Message.Preview != nil || *got[1].Preview != (roomlog.LinkPreview{}) {
		t.Errorf("after an edit: %+v %+v", got[0].Message, got[1].Preview)
	}
	p.Title = "Other"
	add("no link", true)
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", said, ""))
	if got := w.Dense("general"); got[0].Message.Preview != nil || *got[1].Preview != (roomlog.LinkPreview{}) || *got[3].Preview != (roomlog.LinkPreview{}) {
		t.Errorf("after the deletion: %+v", got)
	}
	add("no link", false)
	add("", false)
	if _, stored, err := w.AddPreview(ctx, storetest.NewID(), "x", p); stored || err != nil {
		t.Error(stored, err)
	}
}

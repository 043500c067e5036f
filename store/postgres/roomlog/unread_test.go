package roomlog_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// roomOf is a room in a member's list.
func (w *world) roomOf(p storetest.Person, room string) roomlog.ListedRoom {
	w.T.Helper()
	rooms, _, err := w.Rooms(context.Background(), p.ID)
	w.Must(err)
	for _, r := range rooms {
		if r.ID == room {
			return r
		}
	}
	w.T.Fatalf("%s is not in the list", room)
	return roomlog.ListedRoom{}
}

// unread wants what a member has unread in a room.
func (w *world) unread(p storetest.Person, room string, lastRead int64, unread, mentions int) {
	w.T.Helper()
	got := w.roomOf(p, room).Read
	want := roomlog.ReadState{MemberID: p.ID, Room: room, LastRead: lastRead, Unread: unread, Mentions: mentions}
	if got != want {
		w.T.Errorf("%+v, want %+v", got, want)
	}
}

// reads marks a room as read.
func (w *world) reads(p storetest.Person, room string, seq int64) roomlog.ReadState {
	w.T.Helper()
	state, _, err := w.MarkRead(context.Background(), p.ID, room, seq)
	w.Must(err)
	return state
}

// What others say after a mark is unread, and nothing else: not one's own
// messages, not what was deleted, not what an ignored member says. A mark never
// goes back and never beyond the head.
func TestUnreadCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	w.unread(bob, "general", 0, 0, 0)
	w.Stored(ann.Says("general", "one"))
	w.Stored(ann.Says("general", "two @bob"))
	w.Stored(bob.Says("general", "mine"))
	w.unread(bob, "general", 0, 2, 1)
	w.unread(ann, "general", 0, 1, 0)
	gone := w.Stored(ann.Says("general", "three @bob")) // number 4
	w.unread(bob, "general", 0, 3, 2)
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", gone.Message.ID, "")) // number 5
	w.Stored(ann.Does(roomlog.ReactionAdded, "general", w.RoomEvents("general")[2].Message.ID, "👍"))
	w.unread(bob, "general", 0, 2, 1)
	for _, x := range []struct{ seq, want int64 }{{1, 1}, {0, 1}, {1, 1}, {3, 3}, {2, 3}, {1_000_000_000_000_000_000, 6}, {5, 6}} {
		if got := w.reads(bob, "general", x.seq).LastRead; got != x.want {
			t.Errorf("read %d: the mark is %d, want %d", x.seq, got, x.want)
		}
		w.unread(bob, "general", x.want, map[int64]int{1: 1}[x.want], map[int64]int{1: 1}[x.want])
	}
	w.Must(w.IgnoreMember(context.Background(), bob.ID, cyd.ID))
	w.Stored(cyd.Says("general", "psst @bob"))
	w.Stored(ann.Says("general", "hello"))
	w.unread(bob, "general", 6, 1, 0)
	w.unread(ann, "general", 0, 2, 0)
	if _, _, err := w.MarkRead(context.Background(), bob.ID, "general", -1); store.AsError(err).Reason != "seq_invalid" {
		t.Error(err)
	}
	if n := one[int](w, `select count(*) from room_reads`); n != 1 {
		t.Errorf("%d marks, want bob's alone", n)
	}
}

// A mark that did not move is not announced.
func TestMarkReadSaysWhetherItMoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Stored(ann.Says("general", "one"))
	for i, want := range []bool{true, false} {
		if _, moved, err := w.MarkRead(context.Background(), bob.ID, "general", 1); err != nil || moved != want {
			t.Errorf("try %d: moved %v, %v", i, moved, err)
		}
	}
}

// Marks of many tabs at once: the highest stands, whoever comes last, and every
// answer is at least what was asked for.
func TestMarksInParallel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	for i := range 20 {
		w.Stored(ann.Says("general", fmt.Sprint(i)))
	}
	var tabs sync.WaitGroup
	for seq := range int64(21) {
		tabs.Go(func() {
			state, _, err := w.MarkRead(context.Background(), bob.ID, "general", seq)
			if err != nil || state.LastRead < seq || state.Unread != int(20-state.LastRead) {
				t.Errorf("read %d: %+v %v", seq, state, err)
			}
		})
	}
	tabs.Wait()
	w.unread(bob, "general", 20, 0, 0)
}

// Who is let in has read what was said before: a new member, one who is granted
// a room, a new administrator, and one who comes back. What is said afterwards is
// unread, also before the first look.
func TestNewcomersHaveReadWhatWasSaidBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Must(w.SetAdmin(ctx, ann.ID, true))
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	for i := range 3 {
		w.Stored(ann.Says("general", fmt.Sprint(i)))
		w.Stored(ann.Says("den", fmt.Sprint(i)))
	}
	bob := w.Join("bob")
	w.Must(w.GrantRoom(ctx, "den", bob.ID, roomlog.RoomMember, ""))
	w.unread(bob, "general", 3, 0, 0)
	w.unread(bob, "den", 3, 0, 0)
	w.Stored(ann.Says("general", "welcome"))
	w.Stored(ann.Says("den", "welcome"))
	w.unread(bob, "general", 3, 1, 0)
	w.Must(w.GrantRoom(ctx, "den", bob.ID, roomlog.RoomModerator, "")) // another role changes nothing
	w.unread(bob, "den", 3, 1, 0)
	w.Must(w.RevokeRoom(ctx, "den", bob.ID))
	if _, _, err := w.MarkRead(ctx, bob.ID, "den", 4); store.AsError(err).Reason != "no_room_access" {
		t.Errorf("reading a closed room: %v", err)
	}
	w.Stored(ann.Says("den", "without you"))
	w.Must(w.GrantRoom(ctx, "den", bob.ID, roomlog.RoomMember, ""))
	w.unread(bob, "den", 5, 0, 0)
	w.unread(bob, "general", 3, 1, 0)
	cyd := w.Join("cyd")
	w.Must(w.SetAdmin(ctx, cyd.ID, true))
	w.unread(cyd, "den", 5, 0, 0)
}

// The list is bounded however much there is, and shows the last message as it
// stands, the choice of notifications and no mute that is over.
func TestRoomListShowsTheLastMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	if r := w.roomOf(bob, "general"); r.Last != nil || r.Head != 0 || r.Notifications != (roomlog.RoomNotifications{Level: roomlog.NotifyAll}) {
		t.Errorf("an empty room: %+v", r)
	}
	w.Fill("general", ann, 2*roomlog.MostUnread)
	e := w.Stored(ann.Says("general", strings.Repeat("ä", 200)))
	r := w.roomOf(bob, "general")
	if r.Read.Unread != roomlog.MostUnread || r.Head != 2*roomlog.MostUnread+1 {
		t.Errorf("%+v", r.Read)
	}
	want := roomlog.LastMessage{ID: e.Message.ID, SenderID: ann.ID, SenderName: "ann", Preview: strings.Repeat("ä", 80), Kind: roomlog.TextMessage, CreatedAt: e.At}
	if *r.Last != want {
		t.Errorf("%+v, want %+v", *r.Last, want)
	}
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", e.Message.ID, ""))
	want.Preview = ""
	if got := *w.roomOf(bob, "general").Last; got != want {
		t.Errorf("deleted: %+v", got)
	}
	until := time.Now().Add(time.Hour).Format(time.RFC3339)
	n, err := w.SetRoomNotifications(ctx, bob.ID, "general", "mentions", &until)
	w.Must(err)
	if got := w.roomOf(bob, "general").Notifications; got != n || n.MutedUntil.IsZero() || n.Level != roomlog.NotifyMentions {
		t.Errorf("%+v, stored %+v", got, n)
	}
	storetest.MoveClock(t, w.URL, 2*time.Hour)
	if got := w.roomOf(bob, "general").Notifications; got != (roomlog.RoomNotifications{Level: roomlog.NotifyMentions}) {
		t.Errorf("after the mute: %+v", got)
	}
}

// Another node finds marks in the database: each that was moved since its last
// read, also when its transaction commits late.
func TestReadMarksAreFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Stored(ann.Says("general", "one @bob"))
	w.Stored(ann.Says("general", "two"))
	w.reads(bob, "general", 1)
	marks, next, err := w.ReadMarks(ctx, 0)
	if err != nil || len(marks) != 0 || next == 0 {
		t.Fatalf("the first read: %v %d %v", marks, next, err)
	}
	late := w.Begin()
	_, err = late.Exec(ctx, `update room_reads set seq = 2, xid = pg_current_xact_id()`)
	w.Must(err)
	marks, next, err = w.ReadMarks(ctx, next)
	if two := (roomlog.ReadMark{MemberID: bob.ID, Room: "general", LastRead: 2}); err != nil || slices.Contains(marks, two) {
		t.Fatalf("nothing is committed: %v %v", marks, err)
	}
	w.Stored(ann.Says("general", "three @bob"))
	w.Must(late.Commit(ctx))
	marks, _, err = w.ReadMarks(ctx, next)
	if err != nil || len(marks) != 1 || marks[0] != (roomlog.ReadMark{MemberID: bob.ID, Room: "general", LastRead: 2}) {
		t.Fatalf("%v %v", marks, err)
	}
	states, err := w.ReadStates(ctx, marks)
	if err != nil || len(states) != 1 || states[0] != (roomlog.ReadState{MemberID: bob.ID, Room: "general", LastRead: 2, Unread: 1, Mentions: 1}) {
		t.Fatalf("%v %v", states, err)
	}
}

// Rooms that have grown are found with their newest message and whom the new
// ones name, without those who ignore the sender.
func TestMovements(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	w.Must(w.SetAdmin(ctx, ann.ID, true))
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "den", bob.ID, roomlog.RoomMember, ""))
	w.Must(w.IgnoreMember(ctx, cyd.ID, ann.ID))
	w.Stored(ann.Says("general", "before @bob"))
	moved, err := w.Movements(ctx, nil, nil)
	w.Must(err)
	if len(moved) != 1 || moved[0].Room != "general" || moved[0].Head != 1 || moved[0].Private {
		t.Fatalf("%+v", moved)
	}
	w.Stored(ann.Says("general", "@ann @cyd and @bob"))
	w.Stored(ann.Says("general", "hear, @all"))
	w.Stored(ann.Says("den", "secret"))
	w.Stored(ann.Does(roomlog.ReactionAdded, "general", moved[0].Last.ID, "👍"))
	moved, err = w.Movements(ctx, map[string]int64{"general": 1, "den": 0}, nil)
	w.Must(err)
	byRoom := map[string]roomlog.RoomMovement{}
	for _, m := range moved {
		byRoom[m.Room] = m
	}
	g, den := byRoom["general"], byRoom["den"]
	if g.Head != 4 || g.Last.Preview != "hear, @all" || fmt.Sprint(g.Named) != fmt.Sprint([]string{bob.ID}) || fmt.Sprint(g.NamedAll) != fmt.Sprint([]string{ann.ID}) {
		t.Errorf("general: %+v", g)
	}
	if den.Head != 1 || !den.Private || den.Named != nil {
		t.Errorf("den: %+v", den)
	}
	moved, err = w.Movements(ctx, map[string]int64{"general": 1, "den": 1}, map[string]int64{"general": 2})
	if err != nil || len(moved) != 1 || moved[0].Named != nil || fmt.Sprint(moved[0].NamedAll) != fmt.Sprint([]string{ann.ID}) {
		t.Errorf("named up to the second: %+v %v", moved, err)
	}
	guests, err := w.RoomGuests(ctx, "den")
	w.Must(err)
	if len(guests) != 2 || !strings.Contains(fmt.Sprint(guests), bob.ID) || !strings.Contains(fmt.Sprint(guests), ann.ID) {
		t.Errorf("guests %v", guests)
	}
	w.Must(w.DeleteRoom(ctx, "den"))
	moved, err = w.Movements(ctx, map[string]int64{"general": 4}, nil)
	if err != nil || len(moved) != 0 {
		t.Errorf("quiet and deleted: %+v %v", moved, err)
	}
}

// Thousands of unread messages in fifty rooms are counted without a look at the
// messages themselves.
func TestUnreadIsCountedFromIndexes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Fill("general", ann, 5000)
	w.nameEvery("general", 10, bob)
	w.Exec(`vacuum analyze messages`)
	w.Exec(`vacuum analyze message_mentions`)
	rows, err := w.Pool().Query(ctx, `explain (analyze, costs off, timing off) `+logs.MemberRooms, bob.ID)
	w.Must(err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.Must(err)
	plan := strings.Join(lines, "\n")
	if !strings.Contains(plan, "Index Only Scan Backward using messages_number_once") || !strings.Contains(plan, "Index Only Scan Backward using message_mentions_unread") {
		t.Error(plan)
	}
	rooms, _, err := w.Rooms(ctx, bob.ID)
	w.Must(err)
	if i := slices.IndexFunc(rooms, func(r roomlog.ListedRoom) bool { return r.ID == "general" }); rooms[i].Read.Unread != roomlog.MostUnread || rooms[i].Read.Mentions != roomlog.MostUnread {
		t.Errorf("%+v", rooms[i].Read)
	}
}

// Where nearly all that is said to everybody is said in one room, all of it was read for each
// other room of the list: with 100,000 such messages the list took seconds.
func TestWhatNamesEverybodyIsCountedFromTheIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.OpenAccess}))
	w.Fill("general", ann, 5000)
	w.Exec(`insert into message_mentions (message_id, room_id, seq, sender_id, at) select id, room_id, seq, sender_id, created_at from messages`)
	w.Exec(`vacuum analyze messages`)
	w.Exec(`vacuum analyze message_mentions`)
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		w.Must(pgx.BeginFunc(ctx, w.Pool(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `set local plan_cache_mode = `+mode); err != nil {
				return err
			}
			rows, err := tx.Query(ctx, `explain (costs off) `+logs.MemberRooms, bob.ID)
			if err != nil {
				return err
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Scan on message_mentions") || strings.Count(plan, "using message_mentions_unread") != 2 {
				t.Errorf("%s:\n%s", mode, plan)
			}
			return err
		}))
	}
	rooms, _, err := w.Rooms(ctx, bob.ID)
	w.Must(err)
	for _, r := range rooms {
		if want := map[string]int{"general": roomlog.MostUnread, "den": 0}[r.ID]; r.Read.Mentions != want {
			t.Errorf("%s: %d mentions, want %d", r.ID, r.Read.Mentions, want)
		}
	}
}

// nameEvery makes each n-th message of a room one that names p.
func (w *world) nameEvery(room string, n int, p storetest.Person) {
	w.Exec(`insert into message_mentions (message_id, room_id, seq, member_id, sender_id, at)
		select id, room_id, seq, $3, sender_id, created_at from messages where room_id = $1 and seq % $2 = 0`, room, n, p.ID)
}

// BenchmarkRooms lists 50 rooms, each with thousands of unread messages, twenty of
// which name the member, in a log of a million messages; "read" is the list of who
// has read everything, "named" of one whom 300 messages of each room name and who
// ignores a hundred members.
func BenchmarkRooms(b *testing.B) {
	w := newWorld(b)
	ann, bob, cyd, dan := w.Join("ann"), w.Join("bob"), w.Join("cyd"), w.Join("dan")
	for i := range 100 {
		w.Must(w.IgnoreMember(context.Background(), dan.ID, w.Join(fmt.Sprintf("ignored_%d", i)).ID))
	}
	for i := range 50 {
		room := fmt.Sprintf("load-%d", i)
		w.Must(w.AddRoom(context.Background(), roomlog.Room{ID: room, DisplayName: "Load", AccessLevel: roomlog.OpenAccess}))
		w.Fill(room, ann, 20_000)
		w.nameEvery(room, 150, bob)
		w.nameEvery(room, 10, dan)
		w.Stored(ann.Says(room, "@bob look"))
	}
	w.Exec(`insert into room_reads (member_id, room_id, seq) select m.id, h.room_id, h.seq - case when m.id = $1 then 0 else 3000 end
		from members m, room_heads h where m.id in ($1, $2, $3) on conflict (member_id, room_id) do update set seq = excluded.seq`, cyd.ID, bob.ID, dan.ID)
	w.Exec(`vacuum analyze`)
	for name, who := range map[string]storetest.Person{"unread": bob, "read": cyd, "named": dan} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if rooms, _, err := w.Rooms(context.Background(), who.ID); err != nil || len(rooms) < 50 {
					b.Fatal(len(rooms), err)
				}
			}
		})
	}
	heads := map[string]int64{}
	for _, r := range func() []roomlog.ListedRoom { rooms, _, _ := w.Rooms(context.Background(), bob.ID); return rooms }() {
		heads[r.ID] = r.Head
	}
	b.Run("movements, none", func(b *testing.B) {
		for b.Loop() {
			if moved, err := w.Movements(context.Background(), heads, nil); err != nil || len(moved) > 0 {
				b.Fatal(moved, err)
			}
		}
	})
	for room := range heads {
		heads[room] = max(heads[room]-20, 0)
	}
	b.Run("movements, 50 rooms", func(b *testing.B) {
		for b.Loop() {
			if moved, err := w.Movements(context.Background(), heads, nil); err != nil || len(moved) < 50 {
				b.Fatal(moved, err)
			}
		}
	})
}

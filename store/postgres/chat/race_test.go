// Races that once broke the log, each reproduced.

package chat_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// A resend that raced its original on another node left a hole in the numbers:
// numbers were taken before it was known which of the two gets in.
func TestResendRacingItsOriginal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	one, two := w.OpenNode(4), w.OpenNode(4)
	var writers []storetest.Person
	for i := range 3 {
		writers = append(writers, w.Join(fmt.Sprintf("writer_%d", i)))
	}
	const rounds = 60
	var all sync.WaitGroup
	for _, p := range writers {
		all.Go(func() {
			for i := range rounds {
				command := p.Says("general", fmt.Sprint("message ", i))
				again := command
				again.MessageID = storetest.NewID()
				if i%3 == 0 {
					again.Room = "other" // another head does not serialise them
				}
				var both sync.WaitGroup
				var v [2][]roomlog.Result
				var errs [2]error
				both.Go(func() { v[0], errs[0] = one.Append(ctx, []roomlog.Command{p.Says("general", "before"), command}) })
				both.Go(func() { v[1], errs[1] = two.Append(ctx, []roomlog.Command{again, p.Says(again.Room, "after")}) })
				both.Wait()
				if errs[0] != nil || errs[1] != nil {
					t.Error(errs)
					return
				}
				a, b := v[0][1], v[1][0]
				if a.Err != nil || b.Err != nil || a.Stored == b.Stored || a.Event.Message.ID != b.Event.Message.ID ||
					a.Event.Seq != b.Event.Seq || a.Event.Room != b.Event.Room {
					t.Errorf("round %d: %s and %s", i, storetest.Show(a), storetest.Show(b))
				}
			}
		})
	}
	all.Wait()
	if got := len(w.Dense("general")) + len(w.Dense("other")); got != 3*rounds*3 {
		t.Errorf("%d events, want %d", got, 3*rounds*3)
	}
}

// A message of a banned member was stored after the ban had been answered: the
// append had judged it before it waited for the room's head. The same for
// everything else that permits a command.
func TestRevocationWhileAnAppendWaits(t *testing.T) {
	t.Parallel()
	for name, revoke := range map[string]struct {
		room string
		want *store.Error
		do   func(w *world, p storetest.Person) error
	}{
		"ban": {"general", roomlog.ErrBanned(), func(w *world, p storetest.Person) error {
			until := one[time.Time](w, `select muster_now() + interval '1 hour'`)
			return w.SetChatAccess(context.Background(), p.ID, true, &until)
		}},
		"chat off": {"general", roomlog.ErrBanned(), func(w *world, p storetest.Person) error {
			return w.SetChatAccess(context.Background(), p.ID, false, nil)
		}},
		"logout": {"general", store.ErrSessionEnded(), func(w *world, p storetest.Person) error {
			return w.EndSession(context.Background(), p.Session, p.ID)
		}},
		"sign out everywhere": {"general", store.ErrSessionEnded(), func(w *world, p storetest.Person) error {
			_, err := w.EndSessions(context.Background(), p.ID, "")
			return err
		}},
		"sign-in disabled": {"general", store.ErrSessionEnded(), func(w *world, p storetest.Person) error {
			return w.DisableSignIn(context.Background(), p.ID, true)
		}},
		"access revoked": {"den", roomlog.ErrNoRoomAccess(), func(w *world, p storetest.Person) error {
			return w.RevokeRoom(context.Background(), "den", p.ID)
		}},
		"room deleted": {"den", roomlog.ErrNoRoomAccess(), func(w *world, p storetest.Person) error {
			return w.DeleteRoom(context.Background(), "den")
		}},
		"admin removed": {"attic", roomlog.ErrNoRoomAccess(), func(w *world, p storetest.Person) error {
			return w.SetAdmin(context.Background(), p.ID, false)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ctx := context.Background()
			for _, room := range []string{"den", "attic"} {
				w.Must(w.AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: roomlog.AdminAccess}))
			}
			p, boss := w.Join("ann"), w.Join("boss")
			w.Must(w.GrantRoom(ctx, "den", p.ID, roomlog.RoomMember, ""))
			w.Must(w.SetAdmin(ctx, boss.ID, true))
			w.Must(w.SetAdmin(ctx, p.ID, true))
			if revoke.room == "den" {
				w.Must(w.SetAdmin(ctx, p.ID, false))
			}
			w.Stored(p.Says(revoke.room, "before"))

			holder := w.Begin()
			_, err := holder.Exec(ctx, `select 1 from room_heads where room_id = $1 for update`, revoke.room)
			w.Must(err)
			answered := make(chan []roomlog.Result, 1)
			go func() {
				v, _ := w.Append(ctx, []roomlog.Command{p.Says(revoke.room, "too late")})
				answered <- v
			}()
			w.AwaitBlocked()
			w.Must(revoke.do(w, p))
			w.Must(holder.Commit(ctx))
			if v := <-answered; len(v) != 1 || v[0].Err == nil || store.AsError(v[0].Err).Message != revoke.want.Message {
				t.Fatalf("%+v", v)
			}
			if got := len(w.Dense(revoke.room)); got != 1 {
				t.Fatalf("%d events", got)
			}
		})
	}
}

// The other order: the ban is being committed while the append asks what
// permits it. The append waits for the ban and sees it; without its own lock it
// would be judged by what stood before.
func TestAppendWaitsForTheBanInFlight(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	for _, x := range []struct {
		what   string
		revoke func(tx pgx.Tx, member string)
		want   *store.Error
	}{
		{"a ban", func(tx pgx.Tx, member string) { storetest.CloseChat(t, tx, member) }, roomlog.ErrBanned()},
		{"a sign-out", func(tx pgx.Tx, member string) { storetest.EndSessions(t, tx, member) }, store.ErrSessionEnded()},
		{"a right taken", func(tx pgx.Tx, member string) {
			w.Must(storetest.Second(tx.Exec(ctx, `delete from room_access where member_id = $1`, member)))
		}, roomlog.ErrNoRoomAccess()},
		{"the room's end", func(tx pgx.Tx, _ string) {
			w.Must(storetest.Second(tx.Exec(ctx, `update rooms set deleted_at = muster_now() where id = 'den'`)))
		}, roomlog.ErrNoRoomAccess()},
	} {
		p := w.Join("ann" + storetest.NewID()[28:34])
		w.Must(w.GrantRoom(ctx, "den", p.ID, roomlog.RoomMember, ""))
		inFlight := w.Begin()
		x.revoke(inFlight, p.ID)
		answered := make(chan []roomlog.Result, 1)
		go func() {
			v, _ := w.Append(ctx, []roomlog.Command{p.Says("den", "too late")})
			answered <- v
		}()
		w.AwaitBlocked()
		w.Must(inFlight.Commit(ctx))
		if v := <-answered; len(v) != 1 || v[0].Err == nil || store.AsError(v[0].Err).Message != x.want.Message {
			t.Errorf("%s: %+v", x.what, v)
		}
	}
	if got := len(w.Dense("den")); got != 0 {
		t.Errorf("%d events", got)
	}
}

// Eight connections, five rooms: numbers are dense, times never go back, each
// sender's order is kept, and every send is one message.
func TestConcurrentAppends(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	rooms := []string{"room-0", "room-1", "room-2", "room-3", "room-4"}
	for _, room := range rooms {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: roomlog.OpenAccess}))
	}
	const writers, calls, batch = 8, 25, 10
	var all sync.WaitGroup
	for i := range writers {
		p, node := w.Join(fmt.Sprintf("writer_%d", i)), w.OpenNode(1)
		all.Go(func() {
			for c := range calls {
				var commands []roomlog.Command
				for n := range batch {
					// Rooms in another order each time, to tempt deadlocks.
					commands = append(commands, p.Says(rooms[(n*(i+1)+c)%len(rooms)], fmt.Sprintf("%04d", c*batch+n)))
				}
				results, err := node.Append(ctx, commands)
				if err != nil {
					t.Error(err)
					return
				}
				for _, v := range results {
					if !v.Stored {
						t.Error(storetest.Show(v))
					}
				}
			}
		})
	}
	all.Wait()
	total := 0
	for _, room := range rooms {
		last := map[string]string{}
		for _, e := range w.Dense(room) {
			total++
			if m := e.Message; m.Text <= last[m.SenderID] {
				t.Errorf("%s: %s said %s after %s", room, m.SenderName, m.Text, last[m.SenderID])
			} else {
				last[m.SenderID] = m.Text
			}
		}
	}
	if total != writers*calls*batch {
		t.Errorf("%d events", total)
	}
}

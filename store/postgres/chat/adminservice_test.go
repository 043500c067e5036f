package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Every command leaves one audit row with who, what, whom, from where,
// before and after; a refused one leaves none.
func TestOfficeIsAudited_ADM16(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	ann := w.Join("ann")
	office := w.AdminService(boss)
	until := one[time.Time](w, `select muster_now() + interval '1 hour'`)
	written := until.UTC().Format("2006-01-02T15:04:05.999999Z07:00")
	status := func(admin, chat bool, banned any) map[string]any {
		return map[string]any{"is_admin": admin, "chat_enabled": chat, "banned_until": banned, "sign_in_disabled": false}
	}
	room := map[string]any{"display_name": "Den", "description": "deep", "access_level": "admin"}
	level := func(l string) map[string]any { return map[string]any{"access_level": l} }
	for _, x := range []struct {
		action, subject, room string
		before, after         any
		do                    func() error
	}{
		{"chat_access_changed", ann.ID, "", status(false, true, nil), status(false, true, written), func() error {
			m, err := members.AdminOf(office).SetChatAccess(ctx, ann.ID, people.ChatAccess{BannedUntil: until})
			if !m.Status.BannedUntil.Equal(until) || !m.Status.ChatEnabled {
				t.Errorf("%+v", m)
			}
			return err
		}},
		{"chat_access_changed", ann.ID, "", status(false, true, written), status(false, false, nil), func() error {
			_, err := members.AdminOf(office).SetChatAccess(ctx, ann.ID, people.ChatAccess{})
			return err
		}},
		{"chat_access_changed", ann.ID, "", status(false, false, nil), status(false, true, nil), func() error {
			_, err := members.AdminOf(office).SetChatAccess(ctx, ann.ID, people.ChatAccess{Enabled: true})
			return err
		}},
		{"admin_status_changed", ann.ID, "", status(false, true, nil), status(true, true, nil), func() error {
			m, err := members.AdminOf(office).SetAdmin(ctx, ann.ID, true)
			if !m.IsAdmin || m.Username != "ann" {
				t.Errorf("%+v", m)
			}
			return err
		}},
		{"admin_status_changed", ann.ID, "", status(true, true, nil), status(false, true, nil), func() error {
			_, err := members.AdminOf(office).SetAdmin(ctx, ann.ID, false)
			return err
		}},
		{"room_created", "den", "", nil, room, func() error {
			return storetest.Second(chats.AdminOf(office).AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", Description: "deep", AccessLevel: roomlog.AdminAccess}, ""))
		}},
		{"room_access_granted", ann.ID, "den", nil, level("member"), func() error {
			g, err := chats.AdminOf(office).GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember)
			if g.Member.ID != ann.ID || g.Room != "den" || g.Role != roomlog.RoomMember || g.GrantedAt.IsZero() {
				t.Errorf("%+v", g)
			}
			return err
		}},
		{"room_access_granted", ann.ID, "den", level("member"), level("moderator"), func() error {
			_, err := chats.AdminOf(office).GrantRoom(ctx, "den", ann.ID, roomlog.RoomModerator)
			return err
		}},
		{"room_access_revoked", ann.ID, "den", level("moderator"), nil, func() error {
			g, err := chats.AdminOf(office).RevokeRoom(ctx, "den", ann.ID)
			if g.Member.ID != ann.ID || g.Role != roomlog.RoomModerator {
				t.Errorf("%+v", g)
			}
			return err
		}},
		{"room_deleted", "den", "", room, nil, func() error {
			r, err := chats.AdminOf(office).DeleteRoom(ctx, "den")
			if r.ID != "den" || r.DisplayName != "Den" {
				t.Errorf("%+v", r)
			}
			return err
		}},
	} {
		rows := one[int](w, `select count(*) from audit`)
		_, seq, err := w.Heads(ctx, nil)
		w.Must(err)
		w.Must(x.do())
		if got := one[int](w, `select count(*) from audit`); got != rows+1 {
			t.Fatalf("%s: %d audit rows more", x.action, got-rows)
		}
		last := func(column string) string {
			return one[string](w, `select `+column+`::text from audit order by id desc limit 1`)
		}
		var detail map[string]any
		w.Must(json.Unmarshal([]byte(last("detail")), &detail))
		want := map[string]any{"session": boss.Session.ID, "before": x.before, "after": x.after}
		if x.room != "" {
			want["room"] = x.room
		}
		if last("action") != x.action || last("subject") != x.subject || last("actor_id") != boss.Member.ID || !reflect.DeepEqual(detail, want) {
			t.Errorf("%s of %s by %s: %v, want %s %v", last("action"), last("subject"), last("actor_id"), detail, x.action, want)
		}
		if _, now, err := w.Heads(ctx, nil); err != nil || now != seq+1 {
			t.Errorf("%s: %d site events, %v", x.action, now-seq, err)
		}
	}
	rows := one[int](w, `select count(*) from audit`)
	for what, err := range map[string]error{
		"own right": storetest.Second(members.AdminOf(office).SetAdmin(ctx, boss.Member.ID, false)), "nobody": storetest.Second(members.AdminOf(office).SetAdmin(ctx, storetest.NewID(), true)),
		"no ban in the past": storetest.Second(members.AdminOf(office).SetChatAccess(ctx, ann.ID, people.ChatAccess{BannedUntil: until.Add(-2 * time.Hour)})),
		"an administrator":   storetest.Second(members.AdminOf(office).SetChatAccess(ctx, boss.Member.ID, people.ChatAccess{})),
		"the default room":   storetest.Second(chats.AdminOf(office).DeleteRoom(ctx, "general")),
		"a room twice":       storetest.Second(chats.AdminOf(office).AddRoom(ctx, roomlog.Room{ID: "general", DisplayName: "x", AccessLevel: roomlog.AdminAccess}, "")),
		"no grant":           storetest.Second(chats.AdminOf(office).RevokeRoom(ctx, "general", ann.ID)),
	} {
		if err == nil {
			t.Errorf("%s was done", what)
		}
	}
	if got := one[int](w, `select count(*) from audit`); got != rows {
		t.Errorf("%d audit rows of refused commands", got-rows)
	}
}

// A call that passed the guard just before its administrator lost
// the right, or the session, changes nothing any more.
func TestOfficeAsksAgain_ROLE8_P7(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Chief("other")
	ann := w.Join("ann")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember, ""))
	for i, x := range []struct {
		take func(p storetest.Person) error
		want *store.Error
	}{
		{func(p storetest.Person) error { return w.SetAdmin(ctx, p.ID, false) }, store.ErrAdminsOnly()},
		{func(p storetest.Person) error { return w.EndSession(ctx, p.Session, p.ID) }, store.ErrSessionEnded()},
		{func(p storetest.Person) error { return w.DisableSignIn(ctx, p.ID, true) }, store.ErrSessionEnded()},
	} {
		boss, p := w.Chief(fmt.Sprint("boss_", i))
		w.Must(x.take(p))
		office := w.AdminService(boss)
		_, before, err := w.Heads(ctx, nil)
		w.Must(err)
		for what, err := range map[string]error{
			"chat":   storetest.Second(members.AdminOf(office).SetChatAccess(ctx, ann.ID, people.ChatAccess{})),
			"admin":  storetest.Second(members.AdminOf(office).SetAdmin(ctx, ann.ID, true)),
			"room":   storetest.Second(chats.AdminOf(office).AddRoom(ctx, roomlog.Room{ID: "new", DisplayName: "x", AccessLevel: roomlog.AdminAccess}, "")),
			"delete": storetest.Second(chats.AdminOf(office).DeleteRoom(ctx, "den")),
			"grant":  storetest.Second(chats.AdminOf(office).GrantRoom(ctx, "den", ann.ID, roomlog.RoomAdmin)),
			"revoke": storetest.Second(chats.AdminOf(office).RevokeRoom(ctx, "den", ann.ID)),
		} {
			if err == nil || !reflect.DeepEqual(store.AsError(err), x.want) {
				t.Errorf("%s: %v, want %v", what, err, x.want)
			}
		}
		if _, after, err := w.Heads(ctx, nil); err != nil || after != before {
			t.Errorf("%d site events, %v", after-before, err)
		}
	}
	// A member who forges the word of the guard is no administrator either.
	caller, err := w.Authenticate(ctx, ann.Token)
	w.Must(err)
	caller.Member.IsAdmin = true
	if _, err := members.AdminOf(w.AdminService(caller)).SetAdmin(ctx, ann.ID, true); store.CodeOf(err) != store.Forbidden {
		t.Error(err)
	}
}

// Administrators who take each other's right at once, in a ring, never
// leave the community without one.
func TestAdministratorsRemoveEachOther_AUSR11(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	const circle = 4
	var offices []store.Caller
	for i := range circle {
		boss, _ := w.Chief(fmt.Sprint("boss_", i))
		offices = append(offices, boss)
	}
	for range 25 {
		for _, b := range offices {
			w.Must(w.SetAdmin(ctx, b.Member.ID, true))
		}
		var all sync.WaitGroup
		errs := make([]error, circle)
		for i, b := range offices {
			all.Go(func() {
				errs[i] = storetest.Second(members.AdminOf(w.AdminService(b)).SetAdmin(ctx, offices[(i+1)%circle].Member.ID, false))
			})
		}
		all.Wait()
		taken := 0
		for _, err := range errs {
			switch store.CodeOf(err) {
			case "":
				taken++
			case store.Forbidden:
			default:
				t.Error(err)
			}
		}
		if left := one[int](w, `select count(*) from member_standing where is_admin`); left != circle-taken || left < 1 {
			t.Fatalf("%d administrators left after %d removals", left, taken)
		}
	}
}

// Administrators who ban each other at once are both kept out of chat, and both keep the
// back office: either of them lifts it.
func TestAdministratorsBanEachOther_AUSR13(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	one, _ := w.Chief("one")
	two, _ := w.Chief("two")
	until := time.Now().Add(time.Hour)
	for range 25 {
		var all sync.WaitGroup
		for _, pair := range [][2]store.Caller{{one, two}, {two, one}} {
			all.Go(func() {
				if _, err := members.AdminOf(w.AdminService(pair[0])).SetChatAccess(ctx, pair[1].Member.ID, people.ChatAccess{Enabled: true, BannedUntil: until, Confirmed: true}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, banned := range []store.Caller{one, two} {
			if _, err := w.CheckRoomAccess(ctx, banned.Member.ID, "general"); store.CodeOf(err) != store.Forbidden {
				t.Fatalf("%s is in chat: %v", banned.Member.Username, err)
			}
		}
		for _, pair := range [][2]store.Caller{{one, two}, {two, one}} {
			m, err := members.AdminOf(w.AdminService(pair[0])).SetChatAccess(ctx, pair[1].Member.ID, people.ChatAccess{Enabled: true})
			if err != nil || !m.IsAdmin || !m.Status.BannedUntil.IsZero() {
				t.Fatalf("%+v %v", m, err)
			}
		}
	}
}

// Counts of the rooms; deleted messages and deleted rooms do not count.
func TestAllRooms_ADM6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Join("bob")
	for _, id := range []string{"den", "gone"} {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: id, DisplayName: "The " + id, AccessLevel: roomlog.AdminAccess}))
		w.Must(w.GrantRoom(ctx, id, ann.ID, roomlog.RoomMember, ""))
	}
	w.Must(w.DeleteRoom(ctx, "gone"))
	w.Stored(ann.Says("den", "one"))
	w.Stored(ann.Says("general", "two"))
	gone := ann.Says("general", "three")
	w.Stored(gone)
	w.Stored(roomlog.Command{Kind: roomlog.MessageDeleted, Room: "general", Member: ann.ID, Session: ann.Session, MessageID: gone.MessageID})
	rooms, err := w.AllRooms(ctx)
	w.Must(err)
	want := []roomlog.RoomSummary{
		{Room: roomlog.Room{ID: "general", DisplayName: "General", Description: "Where everybody meets.", IsDefault: true, AccessLevel: roomlog.OpenAccess}, Members: 2, Messages: 1},
		{Room: roomlog.Room{ID: "den", DisplayName: "The den", AccessLevel: roomlog.AdminAccess}, Members: 1, Messages: 1},
	}
	if !reflect.DeepEqual(rooms, want) {
		t.Errorf("%+v", rooms)
	}
}

// A member is named by e-mail address, phone or username; a username
// that looks like somebody's number is not taken for it.
func TestFindNamed_ADM18(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ids := map[string]string{}
	for _, n := range []store.NewMember{
		{Name: "Ann", Email: "ann@example.org", Username: "ann"}, {Name: "Phone", Phone: "+15551234567"},
		{Name: "Fake", Email: "fake@example.org", Username: "5559876543"},
	} {
		m, err := w.AddMember(ctx, n)
		w.Must(err)
		ids[n.Name] = m.ID
	}
	for raw, want := range map[string]string{
		"ann": "Ann", " Ann@Example.org ": "Ann", "@ANN": "Ann", "ANN": "Ann", "(555) 123-4567": "Phone", "+1 555 123 4567": "Phone",
		"@5559876543": "Fake", "fake@example.org": "Fake",
		"5559876543": "", "+15559876543": "", "": "", "@": "", "@@": "", "nobody": "", "nobody@example.org": "", "ann\x00": "", "\x00@b.co": "", "' or 1=1 --": "", "%": "", "a_n": "",
	} {
		m, err := w.FindNamed(ctx, raw)
		if want == "" && store.CodeOf(err) != store.NotFound || want != "" && (err != nil || m.ID != ids[want]) {
			t.Errorf("%q: %q %v", raw, m.Name, err)
		}
	}
}

// The database's clock decides what is past.
func TestBanEndsByTheDatabasesClock_CHAT35(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	ann := w.Join("ann")
	until := one[time.Time](w, `select muster_now() + interval '1 hour'`)
	w.Must(storetest.Second(members.AdminOf(w.AdminService(boss)).SetChatAccess(ctx, ann.ID, people.ChatAccess{BannedUntil: until})))
	if _, err := w.CheckRoomAccess(ctx, ann.ID, "general"); err == nil {
		t.Error("a banned member came in")
	}
	storetest.MoveClock(t, w.URL, time.Hour+time.Second)
	if _, err := w.CheckRoomAccess(ctx, ann.ID, "general"); err != nil {
		t.Error(err)
	}
	if _, err := members.AdminOf(w.AdminService(boss)).SetChatAccess(ctx, ann.ID, people.ChatAccess{BannedUntil: until}); store.AsError(err).Reason != "ban_past" {
		t.Error(err)
	}
}

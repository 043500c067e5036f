package chat_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/chat"
	"muster/store/people"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// A change and a report are announced to every administrator and to nobody else; a
// refused change is not, nor is anything announced to an administrator whose sign-in
// is closed.
func TestChangesAreAnnouncedToAdministrators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	other, _ := w.Chief("other")
	closed, _ := w.Chief("closed")
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Must(w.DisableSignIn(ctx, closed.Member.ID, true))
	changes := func() []string {
		t.Helper()
		return one[[]string](w, `with gone as (delete from broadcasts where kind = 'admin_changed' returning *)
			select coalesce(array_agg(subject || ' ' || value::text order by seq), '{}') from gone`)
	}
	want := func(what, part, user, by string) {
		t.Helper()
		got := map[string]bool{}
		for _, line := range changes() {
			got[line] = true
		}
		expected := map[string]bool{}
		for _, admin := range []string{boss.Member.ID, other.Member.ID} {
			expected[fmt.Sprintf(`to:%s:admin:%s:%s {"by": "%s", "part": "%s", "userId": "%s"}`, admin, part, user, by, part, user)] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(expected) {
			t.Errorf("%s:\n%v\nwant\n%v", what, got, expected)
		}
	}
	changes()
	office := w.AdminService(boss)
	w.Must(storetest.Second(members.AdminOf(office).SetChatAccess(ctx, ann.ID, people.ChatAccess{})))
	want("chat is switched off", "users", ann.ID, boss.Member.ID)
	w.Must(storetest.Second(chats.AdminOf(office).AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}, "")))
	want("a room is made", "rooms", "", boss.Member.ID)
	slow := 30
	w.Must(failureOf(chats.AdminOf(office).UpdateRoom(ctx, "den", roomlog.RoomUpdate{SlowModeSeconds: &slow})))
	want("a room's settings change", "rooms", "", boss.Member.ID)
	w.Must(failureOf(chats.AdminOf(office).UpdateRoom(ctx, "den", roomlog.RoomUpdate{SlowModeSeconds: &slow})))
	if lines := changes(); len(lines) != 0 {
		t.Errorf("the same settings again were announced: %v", lines)
	}
	w.Must(storetest.Second(w.Report(ctx, bob.ID, chat.NewReport{MemberID: ann.ID, Reason: chat.ReportSpam})))
	want("a member is reported", "reports", ann.ID, bob.ID)
	w.Must(office.Record(ctx, store.AuditRecord{Action: "users_viewed", Subject: "users"}))
	if _, err := members.AdminOf(office).SetAdmin(ctx, boss.Member.ID, false); err == nil {
		t.Error("an administrator took the own right")
	}
	if lines := changes(); len(lines) != 0 {
		t.Errorf("a look and a refusal were announced: %v", lines)
	}
}

func failureOf(_ roomlog.Room, _ roomlog.Event, _ bool, err error) error { return err }

// Two administrators who ban each other at once are both banned from chat, both keep
// the right, and each may take the own ban back.
func TestAdministratorsBanEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	other, _ := w.Chief("other")
	until := one[time.Time](w, `select muster_now() + interval '1 hour'`)
	ban := people.ChatAccess{Enabled: true, BannedUntil: until, Confirmed: true}
	for range 10 {
		var both sync.WaitGroup
		var errs [2]error
		both.Go(func() {
			errs[0] = storetest.Second(members.AdminOf(w.AdminService(boss)).SetChatAccess(ctx, other.Member.ID, ban))
		})
		both.Go(func() {
			errs[1] = storetest.Second(members.AdminOf(w.AdminService(other)).SetChatAccess(ctx, boss.Member.ID, ban))
		})
		both.Wait()
		w.Must(errs[0])
		w.Must(errs[1])
		if n := one[int](w, `select count(*) from member_standing where is_admin and banned_until > muster_now()`); n != 2 {
			t.Fatalf("%d administrators are banned", n)
		}
		for _, each := range []store.Caller{boss, other} {
			w.Must(storetest.Second(members.AdminOf(w.AdminService(each)).SetChatAccess(ctx, each.Member.ID, people.ChatAccess{Enabled: true})))
		}
	}
	if n := one[int](w, `select count(*) from audit where action = 'chat_access_changed'`); n != 40 {
		t.Errorf("%d changes stand in the audit log, want 40", n)
	}
}

package roomlog_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Every way of reading a room checks the same rights.
func TestEveryWayIntoARoomChecksTheSameRights_ROOM4_ROOM10_ROOM11_CHAT34(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	for _, room := range []string{"den", "gone"} {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: roomlog.AdminAccess}))
	}
	plain, guest, chief, banned, silent := w.Join("plain"), w.Join("guest"), w.Join("chief"), w.Join("banned"), w.Join("silent")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	w.Must(w.GrantRoom(ctx, "den", guest.ID, roomlog.RoomMember, chief.ID))
	w.Must(w.GrantRoom(ctx, "gone", guest.ID, roomlog.RoomMember, chief.ID))
	w.Must(w.GrantRoom(ctx, "den", banned.ID, roomlog.RoomAdmin, chief.ID))
	w.Must(w.DeleteRoom(ctx, "gone"))
	until := one[time.Time](w, `select muster_now() + interval '1 hour'`)
	w.Must(w.SetChatAccess(ctx, banned.ID, true, &until))
	w.Must(w.SetChatAccess(ctx, silent.ID, false, nil))
	closed, errBanned := roomlog.ErrNoRoomAccess(), roomlog.ErrBanned()
	for _, x := range []struct {
		who  string
		room string
		want *store.Error
	}{
		{plain.ID, "general", nil}, {plain.ID, "den", closed}, {plain.ID, "absent", closed}, {plain.ID, "gone", closed}, {plain.ID, "no such id!", closed},
		{guest.ID, "general", nil}, {guest.ID, "den", nil}, {guest.ID, "gone", closed},
		{chief.ID, "den", nil}, {chief.ID, "gone", closed}, {chief.ID, "absent", closed},
		{banned.ID, "general", errBanned}, {banned.ID, "den", errBanned}, {silent.ID, "general", errBanned},
		{storetest.NewID(), "general", closed}, {"nobody", "general", closed},
	} {
		_, history := w.ReadHistory(ctx, x.who, x.room, 50, "")
		room, admitted := w.CheckRoomAccess(ctx, x.who, x.room)
		for _, err := range []error{history, admitted} {
			if x.want == nil && err != nil || x.want != nil && (err == nil || !reflect.DeepEqual(store.AsError(err), x.want)) {
				t.Errorf("%s %s: %v, want %v", x.who, x.room, err, x.want)
			}
		}
		if x.want != nil && room != (roomlog.RoomAccess{}) || x.want == nil && room.ID != x.room {
			t.Errorf("%s was shown %+v", x.who, room)
		}
	}
	for who, want := range map[string][]string{plain.ID: {"general"}, guest.ID: {"general", "den"}, chief.ID: {"general", "den"}} {
		rooms, _, err := w.Rooms(ctx, who)
		w.Must(err)
		var ids []string
		for _, r := range rooms {
			ids = append(ids, r.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%v, want %v", ids, want)
		}
	}
	if _, _, err := w.Rooms(ctx, banned.ID); store.AsError(err).Reason != "banned" {
		t.Error(err)
	}
	w.Must(w.RevokeRoom(ctx, "den", guest.ID))
	if _, err := w.CheckRoomAccess(ctx, guest.ID, "den"); store.CodeOf(err) != store.Forbidden {
		t.Error(err)
	}
}

func TestRoomsChange_ADM7_ADM9_ADM12_ROOM13(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	add := func(id string) error {
		return w.AddRoom(ctx, roomlog.Room{ID: id, DisplayName: id, AccessLevel: roomlog.AdminAccess})
	}
	w.Must(add("den"))
	for what, x := range map[string]struct {
		err  error
		want store.Code
	}{
		"a second of that name":   {add("den"), store.Conflict},
		"a name of another form":  {add("Big Room"), store.Invalid},
		"deleting the default":    {w.DeleteRoom(ctx, "general"), store.Conflict},
		"deleting none":           {w.DeleteRoom(ctx, "absent"), store.NotFound},
		"granting the default":    {w.GrantRoom(ctx, "general", ann.ID, roomlog.RoomMember, ""), store.Conflict},
		"granting none":           {w.GrantRoom(ctx, "absent", ann.ID, roomlog.RoomMember, ""), store.NotFound},
		"granting nobody":         {w.GrantRoom(ctx, "den", storetest.NewID(), roomlog.RoomMember, ""), store.NotFound},
		"granting an odd role":    {w.GrantRoom(ctx, "den", ann.ID, "emperor", ""), store.Invalid},
		"revoking what was never": {w.RevokeRoom(ctx, "den", ann.ID), store.NotFound},
	} {
		if store.CodeOf(x.err) != x.want {
			t.Errorf("%s: %v", what, x.err)
		}
	}
	w.Must(w.GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember, ""))
	w.Must(w.GrantRoom(ctx, "den", ann.ID, roomlog.RoomModerator, ""))
	if role := one[string](w, `select role from room_access where member_id = $1`, ann.ID); role != "moderator" {
		t.Error(role)
	}
	_, before, err := w.Heads(ctx, nil)
	w.Must(err)
	w.Must(w.EnsureDefaultRoom(ctx, "general", "General")) // nothing to do, nothing to announce
	if _, after, err := w.Heads(ctx, nil); err != nil || after != before {
		t.Errorf("%d site events, were %d: %v", after, before, err)
	}
	w.Must(w.DeleteRoom(ctx, "den"))
}

// The name of a deleted room is free again, and was taken for ever. Its id is not: old links
// and messages lead to no other room.
func TestNameOfADeletedRoomIsFree_ADM7_ADM9(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	_, ann := w.Chief("ann")
	add := func(id string) error {
		return w.AddRoom(ctx, roomlog.Room{ID: id, DisplayName: id, AccessLevel: roomlog.AdminAccess})
	}
	w.Must(add("den"))
	said := w.Stored(ann.Says("den", "secret"))
	for _, next := range []string{"den-2", "den-3"} {
		former := one[string](w, `select id from rooms where id like 'den%' and deleted_at is null`)
		w.Must(w.DeleteRoom(ctx, former))
		w.Must(add("den"))
		if now := one[string](w, `select id || ' ' || display_name from rooms where id like 'den%' and deleted_at is null`); now != next+" den" {
			t.Errorf("after %s: %s, want %s", former, now, next)
		}
		if err := add("den"); store.CodeOf(err) != store.Conflict { // a second click
			t.Errorf("%s twice: %v", next, err)
		}
	}
	if n := one[int](w, `select count(*) from messages where id = $1 and room_id = 'den'`, said.Message.ID); n != 1 {
		t.Error("the message is in another room")
	}
	long := strings.Repeat("a", 40)
	w.Must(add(long))
	w.Must(w.DeleteRoom(ctx, long))
	w.Must(add(long))
	if now := one[string](w, `select id from rooms where id like 'aaa%' and deleted_at is null`); now != long[:38]+"-2" {
		t.Error(now)
	}
}

// The default room is made when it is missing and may be
// any open room. A deleted or private one of that id was once opened to
// everybody with its whole history.
func TestDefaultRoomOpensNothing_ADM8_ADM9_ROOM13(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, stranger := w.Join("ann"), w.Join("stranger")
	for room, level := range map[string]roomlog.AccessLevel{"gone": roomlog.AdminAccess, "gone-open": roomlog.OpenAccess, "den": roomlog.AdminAccess, "lobby": roomlog.OpenAccess} {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: level}))
		if level == roomlog.AdminAccess {
			w.Must(w.GrantRoom(ctx, room, ann.ID, roomlog.RoomMember, ""))
		}
		w.Stored(ann.Says(room, "secret"))
	}
	w.Must(w.DeleteRoom(ctx, "gone"))
	w.Must(w.DeleteRoom(ctx, "gone-open"))
	for room, want := range map[string]string{
		"gone": "room_deleted", "gone-open": "room_deleted", "den": "room_private", "lobby": "", "general": "", "new": "",
	} {
		for range 2 { // the next start finds the same
			_, before, err := w.Heads(ctx, nil)
			w.Must(err)
			err = w.EnsureDefaultRoom(ctx, room, "Default")
			_, after, failed := w.Heads(ctx, nil)
			w.Must(failed)
			if (want == "") != (err == nil) || want != "" && (word(err) != want || store.CodeOf(err) != store.Conflict || after != before) {
				t.Errorf("%s: %v, %d site events, were %d", room, err, after, before)
			}
			if _, err := w.ReadHistory(ctx, stranger.ID, room, 50, ""); (err == nil) != (want == "") {
				t.Errorf("a stranger reads %s: %v", room, err)
			}
		}
		if want == "" && !one[bool](w, `select is_default from rooms where id = $1`, room) {
			t.Errorf("%s is no default room", room)
		}
	}
}

// What can be resumed.
func TestResumable_P4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	can := func(room string, seq int64, want bool) {
		t.Helper()
		if got, err := w.Resumable(ctx, room, seq); err != nil || got != want {
			t.Errorf("%s after %d: %v %v, want %v", room, seq, got, err, want)
		}
	}
	can("general", 0, true)
	can("general", 1, false)
	can("absent", 0, false)
	w.Fill("general", ann, 10_001)
	storetest.MoveClock(t, w.URL, 23*time.Hour)
	can("general", 0, true)
	storetest.MoveClock(t, w.URL, 25*time.Hour)
	can("general", 0, false) // 10,001 events and more than a day
	can("general", 1, true)
	can("general", 10_001, true)
	can("general", 10_002, false)
	can("general", -1, false)
	can("general", math.MaxInt64, false) // whose next number used to be out of range
	w.Fill("general", ann, 45_000)
	can("general", 5_001, false) // 50,000 events, but the first is too old
	can("general", 10_001, true)
}

package chat_test

import (
	"slices"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Who may know of a flag: administrators, and moderators and admins of that room, unless
// they are kept out of chat.
func TestFlagIsForModerators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	ann, mod, boss, banned, chief := w.Join("ann"), w.Join("mo_the_m"), w.Join("bosslady"), w.Join("barred"), w.Join("chief")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	for member, role := range map[string]roomlog.RoomRole{ann.ID: roomlog.RoomMember, mod.ID: roomlog.RoomModerator, boss.ID: roomlog.RoomAdmin, banned.ID: roomlog.RoomModerator} {
		w.Must(w.GrantRoom(ctx, "den", member, role, chief.ID))
	}
	until := time.Now().Add(time.Hour)
	w.Must(w.SetChatAccess(ctx, banned.ID, true, &until))
	den, general := w.Stored(ann.Says("den", "x")).Message.ID, w.Stored(ann.Says("general", "x")).Message.ID
	storetest.FlagMessage(t, w.Owner(), den)
	for _, x := range []struct {
		message, room string
		flagged       bool
		to            []string
	}{{den, "den", true, []string{mod.ID, boss.ID, chief.ID}}, {general, "general", false, []string{chief.ID}}} {
		f, err := w.Flag(ctx, x.message)
		w.Must(err)
		slices.Sort(x.to)
		if f.Room != x.room || f.MessageID != x.message || f.Flagged != x.flagged || !slices.Equal(f.To, x.to) {
			t.Errorf("%+v, want %+v", f, x)
		}
	}
	w.Stored(ann.Does(roomlog.MessageDeleted, "den", den, ""))
	if f, err := w.Flag(ctx, den); err != nil || f.Flagged {
		t.Errorf("a deleted message: %+v %v", f, err)
	}
	if _, err := w.Flag(ctx, storetest.NewID()); store.CodeOf(err) != store.NotFound {
		t.Error(err)
	}
}

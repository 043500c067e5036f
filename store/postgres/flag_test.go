package postgres_test

import (
	"slices"
	"testing"
	"time"

	"muster/store"
)

// Who may know of a flag: administrators, and moderators and admins of that room, unless
// they are kept out of chat.
func TestFlagIsForModerators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	w.must(w.AddRoom(ctx, store.Room{ID: "den", DisplayName: "Den", AccessLevel: store.AdminAccess}))
	ann, mod, boss, banned, chief := w.join("ann"), w.join("mo_the_m"), w.join("bosslady"), w.join("barred"), w.join("chief")
	w.must(w.SetAdmin(ctx, chief.ID, true))
	for member, role := range map[string]store.RoomRole{ann.ID: store.RoomMember, mod.ID: store.RoomModerator, boss.ID: store.RoomAdmin, banned.ID: store.RoomModerator} {
		w.must(w.GrantRoom(ctx, "den", member, role, chief.ID))
	}
	until := time.Now().Add(time.Hour)
	w.must(w.SetChatAccess(ctx, banned.ID, true, &until))
	den, general := w.stored(ann.says("den", "x")).Message.ID, w.stored(ann.says("general", "x")).Message.ID
	w.exec(`update messages set flagged = true where id = $1`, den)
	for _, x := range []struct {
		message, room string
		flagged       bool
		to            []string
	}{{den, "den", true, []string{mod.ID, boss.ID, chief.ID}}, {general, "general", false, []string{chief.ID}}} {
		f, err := w.Flag(ctx, x.message)
		w.must(err)
		slices.Sort(x.to)
		if f.Room != x.room || f.MessageID != x.message || f.Flagged != x.flagged || !slices.Equal(f.To, x.to) {
			t.Errorf("%+v, want %+v", f, x)
		}
	}
	w.stored(ann.does(store.MessageDeleted, "den", den, ""))
	if f, err := w.Flag(ctx, den); err != nil || f.Flagged {
		t.Errorf("a deleted message: %+v %v", f, err)
	}
	if _, err := w.Flag(ctx, newID()); store.CodeOf(err) != store.NotFound {
		t.Error(err)
	}
}

package roomlog_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// flat is everything a message holds, for searching.
func flat(m roomlog.Message) string { return fmt.Sprintf("%+v", m) }

// A deleted text came back through a resume, a reply preview and a resend.
func TestDeletedTextNeverComesBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	secret := ann.Says("general", "the secret word")
	w.Stored(secret)
	reply := bob.Says("general", "a reply")
	reply.Draft.ReplyTo = secret.MessageID
	w.Stored(reply)
	gif := ann.Says("general", "")
	gif.Draft = roomlog.Draft{Kind: roomlog.GIFMessage, MediaURL: "https://i.giphy.com/secret.gif",
		ThumbnailURL: "https://i.giphy.com/secret-small.gif", ClientMsgID: storetest.NewID(), ReplyTo: reply.MessageID}
	w.Stored(gif)
	w.Stored(bob.Does(roomlog.ReactionAdded, "general", secret.MessageID, "👍"))
	for _, m := range []roomlog.Command{secret, gif} {
		e := w.Stored(ann.Does(roomlog.MessageDeleted, "general", m.MessageID, ""))
		if e.MessageID != m.MessageID || e.ActorID != ann.ID {
			t.Fatalf("%+v", e)
		}
	}

	var seen []string
	for _, e := range w.Dense("general") {
		if e.Message != nil {
			seen = append(seen, flat(*e.Message))
		}
	}
	page, err := w.ReadHistory(ctx, bob.ID, "general", 50, "")
	w.Must(err)
	state, err := w.OpenRoom(ctx, "general")
	w.Must(err)
	for _, m := range append(page, state.Tail...) {
		seen = append(seen, flat(m))
		if m.ID == secret.MessageID && (m.DeletedAt.IsZero() || len(m.Reactions) > 0) {
			t.Errorf("%+v", m)
		}
		if m.ID == reply.MessageID && (!m.ReplyDeleted || m.ReplyText != "" || m.ReplyTo != secret.MessageID) {
			t.Errorf("%+v", m)
		}
	}
	for _, command := range []roomlog.Command{secret, gif} {
		command.MessageID = storetest.NewID()
		v := w.Do(command)[0]
		if v.Stored || v.Err != nil || v.Event.Message.DeletedAt.IsZero() {
			t.Errorf("resend: %s", storetest.Show(v))
		}
		seen = append(seen, flat(*v.Event.Message))
	}
	late := bob.Says("general", "late reply")
	late.Draft.ReplyTo = secret.MessageID
	w.Refused(late, roomlog.ErrMessageUnknown())
	w.Refused(bob.Does(roomlog.ReactionAdded, "general", secret.MessageID, "👍"), roomlog.ErrMessageUnknown())
	if all := strings.Join(seen, "\n"); strings.Contains(all, "secret") {
		t.Errorf("it came back:\n%s", all)
	}
	if n := one[int64](w, `select count(*) from messages where body like '%secret%' or media_url is not null or thumbnail_url is not null`); n != 0 {
		t.Error("it still lies in its row")
	}
}

// Author, administrator, or moderator and admin of that room;
// twice is harmless; somebody else's deletion is audited.
func TestWhoMayDelete_CHAT23_ADM14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	for _, room := range []string{"den", "attic"} {
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: roomlog.AdminAccess}))
	}
	ann, mod, boss, chief, plain := w.Join("ann"), w.Join("mo_the_m"), w.Join("bosslady"), w.Join("chief"), w.Join("plain")
	w.Must(w.SetAdmin(ctx, chief.ID, true))
	// An administrator of the back office may never have chosen a name for chat.
	office, err := w.AddMember(ctx, store.NewMember{Email: "office@example.org", IsAdmin: true})
	w.Must(err)
	nameless, err := w.AddMember(ctx, store.NewMember{Email: "nameless@example.org"})
	w.Must(err)
	w.Must(w.GrantRoom(ctx, "den", nameless.ID, roomlog.RoomMember, chief.ID))
	w.Refused(w.SignIn(nameless).Does(roomlog.MessageDeleted, "den", w.Stored(chief.Says("den", "x")).Message.ID, ""), roomlog.ErrUsernameRequired())
	for room, roles := range map[string]map[string]roomlog.RoomRole{
		"den":   {ann.ID: roomlog.RoomMember, mod.ID: roomlog.RoomModerator, boss.ID: roomlog.RoomAdmin, plain.ID: roomlog.RoomMember},
		"attic": {ann.ID: roomlog.RoomMember, mod.ID: roomlog.RoomMember, boss.ID: roomlog.RoomMember},
	} {
		for member, role := range roles {
			w.Must(w.GrantRoom(ctx, room, member, role, chief.ID))
		}
	}
	for _, x := range []struct {
		who  storetest.Person
		room string
		may  bool
	}{
		{ann, "den", true}, {plain, "den", false}, {mod, "den", true}, {boss, "den", true}, {chief, "den", true},
		{w.SignIn(office), "den", true}, {mod, "attic", false}, {boss, "attic", false}, {chief, "attic", true}, {ann, "attic", true},
	} {
		said := w.Stored(ann.Says(x.room, "x")).Message.ID
		command := x.who.Does(roomlog.MessageDeleted, x.room, said, "")
		if !x.may {
			w.Refused(command, roomlog.ErrNotYours())
			continue
		}
		command.Address = "203.0.113.9"
		if x.room == "attic" {
			command.Address = "192.0.2.1" // where the session was signed in
		}
		first := w.Stored(command)
		for _, again := range []storetest.Person{x.who, ann} {
			v := w.Do(again.Does(roomlog.MessageDeleted, x.room, said, ""))[0]
			if v.Err != nil || v.Stored || v.Event.Seq != first.Seq || v.Event.ActorID != x.who.ID || v.Event.ActorName != x.who.Username || !v.Event.At.Equal(first.At) {
				t.Errorf("%s in %s, again: %s", x.who.Username, x.room, storetest.Show(v))
			}
		}
		if n := one[int64](w, `select count(*) from audit where action = 'message_deleted' and subject = $1 and actor_id = $2`, said, x.who.ID); (n == 1) != (x.who.ID != ann.ID) {
			t.Errorf("%s in %s: %d audit rows", x.who.Username, x.room, n)
		}
		// It showed where the session was signed in, wherever the act came from.
		came := one[int64](w, `select count(*) from audit_addresses d join audit a on a.id = d.audit_id where a.subject = $1 and d.address = $2`, said, command.Address)
		if (came == 1) != (x.who.ID != ann.ID && x.room == "den") {
			t.Errorf("%s in %s: %d addresses of the act", x.who.Username, x.room, came)
		}
	}
	w.Dense("den")
	w.Dense("attic")
}

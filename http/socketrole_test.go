package http

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// outcome is what a command on the socket comes to: the type of the frame that
// announces it, or the code of an error.
type outcome = string

// socketRole is a kind of caller, in the private room den unless it may not enter it.
type socketRole struct {
	name  string
	token func() string
	// refused is the close code of a socket that is not let into chat at all.
	refused websocket.StatusCode
	// inside says whether the role may enter den; outside it is in general.
	inside bool
	// other are the outcomes that differ from those of a member with access.
	other map[string]outcome
}

// silent is the outcome of a command that changes nothing and is not answered.
const silent outcome = "silent"

// ordinary are the outcomes of each command for a member with access to den, on the
// message of somebody else. typing is seen by others only.
var ordinary = map[string]outcome{
	"join_chat": "already_joined", "join_room": "room_joined", "leave_room": "room_left", "send_message": "message",
	"typing_start": "typing_indicator", "typing_stop": "typing_indicator", "add_reaction": "reaction_added", "remove_reaction": "reaction_removed",
	"edit_message": "not_yours", "delete_message": "not_yours", "watch": "already_joined",
	"watch_activity": "admins_only", "unwatch_activity": silent,
}

// Every command of the socket gives every role exactly what it may do; what a role may
// not do changes nothing.
func TestEverySocketCommandForEveryRole_ROLE(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1)
	ctx := context.Background()
	_, ann, annSession := l.signedInMember("ann")
	l.must(l.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	l.must(l.GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember, ""))
	someone := func(name string, role roomlog.RoomRole, admin bool) func() string {
		m, err := l.AddMember(ctx, store.NewMember{Name: name, Email: "chat-" + name + "@example.org", Username: name, IsAdmin: admin})
		l.must(err)
		if role != "" {
			l.must(l.GrantRoom(ctx, "den", m.ID, role, ""))
		}
		return func() string { token, _ := l.session(store.MemberSession, m.ID); return token }
	}
	nameless, err := l.AddMember(ctx, store.NewMember{Email: "nameless@example.org"})
	l.must(err)
	l.must(l.GrantRoom(ctx, "den", nameless.ID, roomlog.RoomMember, ""))
	banned := l.member("barred", false)
	l.must(l.GrantRoom(ctx, "den", banned.ID, roomlog.RoomMember, ""))
	until := time.Now().Add(time.Hour)
	l.must(l.SetChatAccess(ctx, banned.ID, true, &until))
	applicant, err := l.AddApplicant(ctx, "apply@example.org", "")
	l.must(err)
	unnamed := map[string]outcome{}
	for _, command := range []string{"send_message", "add_reaction", "remove_reaction", "edit_message", "delete_message", "typing_start"} {
		unnamed[command] = "username_required"
	}
	unnamed["typing_stop"] = silent
	outside := map[string]outcome{}
	for command := range ordinary {
		outside[command] = "no_room" // it is not there
	}
	outside["join_chat"], outside["watch"], outside["join_room"] = "already_joined", "already_joined", "no_room_access"
	outside["watch_activity"], outside["unwatch_activity"] = "admins_only", silent
	moderates := map[string]outcome{"delete_message": "message_deleted"}
	for _, role := range []socketRole{
		{name: "nobody", token: store.NewToken, refused: 4401},
		{name: "applicant", token: func() string { token, _ := l.session(store.ApplicantSession, applicant.ID); return token }, refused: 4403},
		{name: "banned", token: func() string { token, _ := l.session(store.MemberSession, banned.ID); return token }, refused: 4403},
		{name: "stranger", token: someone("stranger", "", false), other: outside},
		{name: "nameless", token: func() string { token, _ := l.session(store.MemberSession, nameless.ID); return token }, inside: true, other: unnamed},
		{name: "member", token: someone("plain", roomlog.RoomMember, false), inside: true},
		{name: "room moderator", token: someone("wendy", roomlog.RoomModerator, false), inside: true, other: moderates},
		{name: "room admin", token: someone("xavier", roomlog.RoomAdmin, false), inside: true, other: moderates},
		{name: "administrator", token: someone("yves", "", true), inside: true, other: map[string]outcome{"delete_message": "message_deleted", "watch_activity": "activity_watched"}},
	} {
		token := role.token()
		if role.refused != 0 {
			b := l.dial(0, token, "den")
			if err := b.await("the end", func(_ []frame, ended bool) bool { return ended }); err != nil || b.code != role.refused {
				t.Errorf("%s: closed with %d, want %d: %v", role.name, b.code, role.refused, err)
			}
			continue
		}
		witnessToken, _ := l.session(store.MemberSession, ann.ID)
		witness := l.dial(0, witnessToken, "den")
		witness.waitJoined("den")
		room := "general"
		if role.inside {
			room = "den"
		}
		b := l.dial(0, token, room)
		b.waitJoined(room)
		said := l.storeMessage(ann, annSession, "den", "said to "+role.name)
		readers := []*socketClient{witness}
		if role.inside {
			readers = append(readers, b)
		}
		for _, reader := range readers { // else it would be taken for what is sent below
			reader.waitFrame("message", func(f frame) bool { return f.Text == "said to "+role.name })
		}
		var commands []string
		for _, in := range wire.Incoming {
			if in.Type() != "delete_message" {
				commands = append(commands, in.Type())
			}
		}
		for _, command := range append(commands, "delete_message") { // until then the message stands
			want, known := ordinary[command]
			if !known {
				t.Fatalf("this test has no row for the command %s", command)
			}
			if special, differs := role.other[command]; differs {
				want = special
			}
			if want == silent {
				b.send(fields{"type": command, "roomId": "den"})
				b.fence()
				continue
			}
			got := b.outcomeOf(witness, command, ordinary[command], fields{
				"type": command, "roomId": "den", "messageId": said, "reaction": "👍", "message": "by " + role.name, "messageType": "text", "token": token,
			})
			if got != want {
				t.Errorf("%s as %s: %s, want %s", command, role.name, got, want)
			}
			if got == "room_left" {
				b.answered(fields{"type": "join_room", "roomId": room}, func(f frame) bool { return f.Type == "room_joined" })
			}
		}
		var text *string
		l.must(l.Pool().QueryRow(ctx, `select body from messages where id = $1`, said).Scan(&text))
		if deletes := role.other["delete_message"] == "message_deleted"; deletes != (text == nil) || text != nil && *text != "said to "+role.name {
			t.Errorf("after %s the message is %v", role.name, text)
		}
		b.conn.CloseNow()
		witness.conn.CloseNow()
	}
}

// outcomeOf sends a command and waits for what it comes to: an error, or the frame
// that its success brings to this socket or to the witness.
func (b *socketClient) outcomeOf(witness *socketClient, command string, success outcome, f fields) outcome {
	b.t.Helper()
	b.mu.Lock()
	own := len(b.frames)
	b.mu.Unlock()
	witness.mu.Lock()
	seen := len(witness.frames)
	witness.mu.Unlock()
	b.send(f)
	deadline := time.NewTimer(testTimeout)
	defer deadline.Stop()
	for {
		b.mu.Lock()
		mine, changed := b.frames[own:], b.changed
		b.mu.Unlock()
		for _, one := range mine {
			switch {
			case one.Type == "error":
				return one.Code
			case one.Type == success || command == "delete_message" && one.Type == "message_deleted", one.Type == "activity_watched":
				return one.Type
			}
		}
		witness.mu.Lock()
		others, witnessed := witness.frames[seen:], witness.changed
		witness.mu.Unlock()
		for _, one := range others {
			if one.Type == success && success == "typing_indicator" {
				return one.Type
			}
		}
		select {
		case <-changed:
		case <-witnessed:
		case <-deadline.C:
			return fmt.Sprintf("nothing after %v", mine)
		}
	}
}

// fence waits until all commands sent so far were handled.
func (b *socketClient) fence() {
	b.t.Helper()
	b.answered(fields{"type": "join_chat", "token": "again"}, func(f frame) bool { return f.Code == "already_joined" })
}

// answered sends a command and waits for a frame after it that answers it.
func (b *socketClient) answered(command fields, answers func(frame) bool) {
	b.t.Helper()
	b.mu.Lock()
	from := len(b.frames)
	b.mu.Unlock()
	b.send(command)
	if err := b.await("the answer", func(frames []frame, _ bool) bool { return slices.ContainsFunc(frames[from:], answers) }); err != nil {
		b.t.Fatal(err)
	}
}

package http

import (
	"testing"

	"muster/store"
	"muster/store/roomlog"
)

// Moderators and administrators make and end pins. Pins are announced to the chat, and
// whoever may read the room sees them.
func TestPins(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, session := s.signedInMember("ann")
	mod, moderator, _ := s.signedInMember("mo_the_m")
	bob, _, _ := s.signedInMember("bob")
	s.addDen(map[string]roomlog.RoomRole{member.ID: roomlog.RoomMember, moderator.ID: roomlog.RoomModerator})
	first, second := s.storeMessage(member, session, "den", "first"), s.storeMessage(member, session, "den", "second")
	path := "/api/chat/room/den/pins"

	ann.post(path, fields{"messageId": first}).want(t, 403).says(t, roomlog.ModeratorsOnly)
	bob.post(path, fields{"messageId": first}).want(t, 403).says(t, roomlog.NoRoomAccess)
	bob.get(path).want(t, 403)
	for _, bad := range []any{fields{}, fields{"messageId": "7"}, fields{"messageId": 7}, `[]`} {
		mod.call("POST", path, bad).want(t, 400)
	}
	mod.post(path, fields{"messageId": unknownID}).want(t, 404)
	mod.post("/api/chat/room/general/pins", fields{"messageId": first}).want(t, 403)
	chief.post("/api/chat/room/general/pins", fields{"messageId": first}).want(t, 404)
	if n := len(s.hub.announced); n != 0 {
		t.Fatalf("%d events of refused pins", n)
	}
	mod.post(path, fields{"messageId": first}).want(t, 200)
	chief.post(path, fields{"messageId": first}).want(t, 200)
	chief.post(path, fields{"messageId": second}).want(t, 200)
	pins := ann.get(path).want(t, 200).body["pins"].([]any)
	if len(pins) != 2 {
		t.Fatalf("%v", pins)
	}
	older := pins[1].(fields)
	if m := older["message"].(fields); m["id"] != first || m["message"] != "first" || older["pinnedBy"] != "mo_the_m" || older["pinnedAt"] == nil {
		t.Errorf("%v", older)
	}
	ann.call("DELETE", path, fields{"messageId": first}).want(t, 403)
	mod.call("DELETE", path, fields{"messageId": first}).want(t, 200)
	mod.send("DELETE", path+"?messageId="+first, nil).want(t, 200) // twice is harmless
	mod.send("DELETE", path+"?messageId="+second, nil).want(t, 200)
	if pins := ann.get(path).want(t, 200).body["pins"].([]any); len(pins) != 0 {
		t.Errorf("%v", pins)
	}
	var announced []roomlog.EventKind
	for _, e := range s.hub.announced {
		announced = append(announced, e.Kind)
	}
	want := []roomlog.EventKind{roomlog.MessagePinned, roomlog.MessagePinned, roomlog.MessageUnpinned, roomlog.MessageUnpinned}
	if len(announced) != 4 || announced[0] != want[0] || announced[1] != want[1] || announced[2] != want[2] || announced[3] != want[3] {
		t.Errorf("announced %v", announced)
	}
}

func TestTooManyPins(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	_, member, session := s.signedInMember("ann")
	for range roomlog.MaxPins {
		chief.post("/api/chat/room/general/pins", fields{"messageId": s.storeMessage(member, session, "general", "x")}).want(t, 200)
	}
	a := chief.post("/api/chat/room/general/pins", fields{"messageId": s.storeMessage(member, session, "general", "x")}).want(t, 409)
	if a.body["code"] != "too_many_pins" {
		t.Errorf("%s", a.raw)
	}
}

// A pin is a frame on every node, with its number in the room.
func TestPinsReachEveryNode(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 2)
	chief, _ := l.signedInAdmin("chief")
	_, member, session := l.signedInMember("ann")
	id := l.storeMessage(member, session, "general", "x")
	token, _ := l.session(store.MemberSession, member.ID)
	var sockets []*socketClient
	for node := range 2 {
		b := l.dial(node, token, "general")
		b.waitJoined("general")
		sockets = append(sockets, b)
	}
	chief.post("/api/chat/room/general/pins", fields{"messageId": id}).want(t, 200)
	chief.send("DELETE", "/api/chat/room/general/pins?messageId="+id, nil).want(t, 200)
	for _, b := range sockets {
		b.waitFrame("message_pinned", func(f frame) bool { return f.Seq == 2 && f.RoomID == "general" })
		b.waitFrame("message_unpinned", func(f frame) bool { return f.Seq == 3 && f.RoomID == "general" })
	}
}

package http

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/actors"
	"muster/store"
	"muster/store/roomlog"
)

// says stores a message of a member.
func (s *site) says(m store.Member, room, text string) roomlog.Event {
	s.t.Helper()
	_, session := s.session(store.MemberSession, m.ID)
	results, err := s.Append(context.Background(), []roomlog.Command{{
		Kind: roomlog.MessageSent, Room: room, Member: m.ID, Session: session, MessageID: uuid.Must(uuid.NewV7()).String(),
		Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text},
	}})
	s.must(err)
	s.must(results[0].Err)
	return *results[0].Event
}

// listed is the row of a room in the visitor's list.
func (v *visitor) listed(room string) map[string]any {
	v.t.Helper()
	for _, one := range v.get("/api/chat/rooms").want(v.t, 200).body["rooms"].([]any) {
		if r := one.(map[string]any); r["id"] == room {
			return r
		}
	}
	v.t.Fatalf("%s is not in the list", room)
	return nil
}

// The list of rooms has what is unread, the last message and the people in it.
// Reading moves the mark and is announced to the member's sockets once; bad marks
// change nothing.
func TestUnreadAndReading(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.member("ann", false), s.member("bob", false)
	s.hub.people = map[string][]actors.RoomPerson{"general": {{ID: ann.ID, Name: "ann"}, {ID: bob.ID, Name: "bob"}}}
	s.says(ann, "general", "hello")
	s.says(ann, "general", "hello @bob")
	token, _ := s.session(store.MemberSession, bob.ID)
	v := s.with(token)
	r := v.listed("general")
	for field, want := range map[string]any{"lastSeq": 2.0, "lastReadSeq": 0.0, "unread": 2.0, "mentions": 1.0, "onlineCount": 2.0} {
		if r[field] != want {
			t.Errorf("%s is %v, want %v", field, r[field], want)
		}
	}
	if last := r["lastMessage"].(map[string]any); last["username"] != "ann" || last["preview"] != "hello @bob" || last["messageType"] != "text" {
		t.Errorf("last message %v", last)
	}
	if n := r["notifications"].(map[string]any); n["level"] != "all" || n["mutedUntil"] != nil {
		t.Errorf("notifications %v", n)
	}
	const read = "/api/chat/room/general/read"
	a := v.post(read, map[string]any{"seq": 1}).want(t, 200)
	if a.body["lastReadSeq"] != 1.0 || a.body["unread"] != 1.0 || a.body["mentions"] != 1.0 {
		t.Errorf("%s", a.raw)
	}
	for _, bad := range []any{-1, 1.5, "2", 1e30, nil} {
		v.post(read, map[string]any{"seq": bad}).want(t, 400)
	}
	if a := v.post(read, map[string]any{"seq": 1_000_000_000_000_000_000}).want(t, 200); a.body["lastReadSeq"] != 2.0 || a.body["unread"] != 0.0 {
		t.Errorf("%s", a.raw)
	}
	v.post(read, map[string]any{"seq": 1}).want(t, 200)
	if len(s.hub.reads) != 2 || s.hub.reads[1] != (roomlog.ReadState{MemberID: bob.ID, Room: "general", LastRead: 2}) {
		t.Errorf("announced %+v", s.hub.reads)
	}
	for _, room := range []string{"nowhere", "No%20Room"} {
		v.post("/api/chat/room/"+room+"/read", map[string]any{"seq": 1}).want(t, 403).says(t, roomlog.NoRoomAccess)
	}
}

// A member chooses what a room notifies of; what cannot be chosen is refused.
func TestRoomNotifications(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token, _ := s.session(store.MemberSession, s.member("bob", false).ID)
	v := s.with(token)
	put := func(room string, body any) response {
		return v.call("PUT", "/api/chat/room/"+room+"/notifications", body)
	}
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second).Format(time.RFC3339)
	a := put("general", map[string]any{"level": "mentions", "mutedUntil": until}).want(t, 200)
	if n := a.body["notifications"].(map[string]any); n["level"] != "mentions" || n["mutedUntil"] != until {
		t.Errorf("%s", a.raw)
	}
	for _, bad := range []map[string]any{
		{}, {"level": "some"}, {"level": "all", "mutedUntil": "tomorrow"}, {"level": "all", "mutedUntil": 5}, {"level": "all", "mutedUntil": ""},
	} {
		put("general", bad).want(t, 400)
	}
	if n := v.listed("general")["notifications"].(map[string]any); n["level"] != "mentions" || n["mutedUntil"] != until {
		t.Errorf("after what was refused: %v", n)
	}
	// A change of the level alone ended the mute that it left out.
	if n := put("general", map[string]any{"level": "all"}).want(t, 200).body["notifications"].(map[string]any); n["level"] != "all" || n["mutedUntil"] != until {
		t.Errorf("a body without a mute: %v", n)
	}
	if n := v.listed("general")["notifications"].(map[string]any); n["level"] != "all" || n["mutedUntil"] != until {
		t.Errorf("after a body without a mute: %v", n)
	}
	if n := put("general", map[string]any{"level": "all", "mutedUntil": nil}).want(t, 200).body["notifications"].(map[string]any); n["mutedUntil"] != nil {
		t.Errorf("a mute that was ended: %v", n)
	}
	if n := put("general", map[string]any{"level": "none", "mutedUntil": "2001-01-01T00:00:00Z"}).want(t, 200).body["notifications"].(map[string]any); n["level"] != "none" || n["mutedUntil"] != nil {
		t.Errorf("a mute that is over: %v", n)
	}
	put("nowhere", map[string]any{"level": "all"}).want(t, 403)
}

// A member's mentions are listed with their rooms; a bad cursor is refused.
func TestMentionsAreListed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.member("ann", false), s.member("bob", false)
	for range 3 {
		s.says(ann, "general", "hello @bob")
	}
	token, _ := s.session(store.MemberSession, bob.ID)
	v := s.with(token)
	a := v.get("/api/chat/mentions?limit=2").want(t, 200)
	first := a.body["mentions"].([]any)
	if len(first) != 2 || first[0].(map[string]any)["roomName"] != "General" || first[0].(map[string]any)["message"].(map[string]any)["seq"] != 3.0 {
		t.Errorf("%s", a.raw)
	}
	a = v.get("/api/chat/mentions?limit=2&cursor="+a.body["nextCursor"].(string)).want(t, 200)
	if len(a.body["mentions"].([]any)) != 1 || a.body["nextCursor"] != nil {
		t.Errorf("%s", a.raw)
	}
	v.get("/api/chat/mentions?cursor=nonsense").want(t, 400)
	v.get("/api/chat/mentions?limit=many").want(t, 400)
}

package http

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// addDen adds the private room den, with members in these roles.
func (s *site) addDen(roles map[string]roomlog.RoomRole) {
	s.t.Helper()
	s.must(s.AddRoom(s.t.Context(), roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	for member, role := range roles {
		s.must(s.GrantRoom(s.t.Context(), "den", member, role, ""))
	}
}

// signedInMember returns a visitor signed in as a new member, and its session's id.
func (s *site) signedInMember(username string) (*visitor, store.Member, string) {
	m := s.member(username, false)
	token, session := s.session(store.MemberSession, m.ID)
	return s.with(token), m, session
}

// storeMessage stores a text message and returns its id.
func (s *site) storeMessage(m store.Member, session, room, text string) string {
	s.t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	verdicts, err := s.Append(context.Background(), []roomlog.Command{{Kind: roomlog.MessageSent, Room: room, Member: m.ID, Session: session,
		MessageID: id, Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text}}})
	s.must(err)
	s.must(verdicts[0].Err)
	return id
}

func ids(a response) []string {
	var all []string
	for _, one := range a.body["messages"].([]any) {
		all = append(all, one.(map[string]any)["id"].(string))
	}
	return all
}

// A page is oldest first and holds what is older than its cursor, without gap or
// overlap.
func TestHistoryPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, session := s.signedInMember("ann")
	var said []string
	for i := range 7 {
		said = append(said, s.storeMessage(ann, session, "general", fmt.Sprint("line ", i)))
	}
	last := v.get("/api/chat/room/general/messages?limit=3").want(t, 200)
	if !slices.Equal(ids(last), said[4:]) || last.body["hasMore"] != true || last.body["roomId"] != "general" {
		t.Fatalf("%v", ids(last))
	}
	before := v.get("/api/chat/messages?limit=3&before="+said[4]).want(t, 200)
	if !slices.Equal(ids(before), said[1:4]) {
		t.Fatalf("%v", ids(before))
	}
	first := v.get("/api/chat/messages?limit=3&before="+said[1]).want(t, 200)
	if !slices.Equal(ids(first), said[:1]) || first.body["hasMore"] != false {
		t.Fatalf("%v", ids(first))
	}
	for query, want := range map[string]int{"limit=0": 1, "limit=-5": 1, "limit=1000": 7, "": 7} {
		if a := v.get("/api/chat/messages?"+query).want(t, 200); len(ids(a)) != want {
			t.Errorf("%s: %d messages", query, len(ids(a)))
		}
	}
	v.get("/api/chat/messages?limit=many").want(t, 400)
	for _, mark := range []string{"nothing", "00000000-0000-7000-8000-000000000000", "%00"} {
		v.get("/api/chat/messages?before="+mark).want(t, 404)
	}
	m := last.body["messages"].([]any)[0].(map[string]any)
	if m["message"] != "line 4" || m["username"] != "ann" || m["user_id"] != ann.ID || m["message_type"] != m["messageType"] || m["deleted_at"] != nil {
		t.Errorf("%v", m)
	}
}

// A deleted message stays in the history without its text.
func TestDeletedTextIsGone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, session := s.signedInMember("ann")
	id := s.storeMessage(ann, session, "general", "canary")
	_, err := s.Append(context.Background(), []roomlog.Command{{Kind: roomlog.MessageDeleted, Room: "general", Member: ann.ID, Session: session, MessageID: id}})
	s.must(err)
	m := v.get("/api/chat/messages").want(t, 200).body["messages"].([]any)[0].(map[string]any)
	if m["id"] != id || m["message"] != "" || m["deleted_at"] == nil {
		t.Errorf("%v", m)
	}
}

// The replies for a closed room and for an unknown one are the same, and a cursor
// from another room gives no access to it.
func TestRoomsByAccess_ROOM4_ROOM7_ROOM10_ROOM15(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, session := s.signedInMember("ann")
	other, bob, _ := s.signedInMember("bob")
	s.must(s.AddRoom(context.Background(), roomlog.Room{ID: "private", DisplayName: "Private", Description: "secret", AccessLevel: roomlog.AdminAccess}))
	s.must(s.GrantRoom(context.Background(), "private", ann.ID, roomlog.RoomMember, ann.ID))
	hidden := s.storeMessage(ann, session, "private", "hidden")
	rooms := v.get("/api/chat/rooms").want(t, 200).body["rooms"].([]any)
	// A room's name is its id: whichever a call has, the reply has the one form.
	for _, one := range rooms {
		name := one.(map[string]any)["name"].(string)
		a := v.get("/api/chat/room/"+name+"/messages").want(t, 200)
		if one.(map[string]any)["id"] != name || a.body["roomId"] != name {
			t.Errorf("%v is answered as %v", one, a.body["roomId"])
		}
	}
	if len(rooms) != 2 || rooms[0].(map[string]any)["is_default"] != true || rooms[1].(map[string]any)["name"] != "private" {
		t.Errorf("%v", rooms)
	}
	if rooms := other.get("/api/chat/rooms").want(t, 200).body["rooms"].([]any); len(rooms) != 1 {
		t.Errorf("%v sees %v", bob.Username, rooms)
	}
	if a := v.get("/api/chat/room/private/access").want(t, 200); a.body["hasAccess"] != true || a.body["room"].(map[string]any)["display_name"] != "Private" {
		t.Errorf("%s", a.raw)
	}
	closed, absent := other.get("/api/chat/room/private/access").want(t, 200), other.get("/api/chat/room/absent/access").want(t, 200)
	if closed.body["hasAccess"] != false || closed.body["room"] != nil || string(closed.raw) != string(absent.raw) {
		t.Errorf("closed %s, absent %s", closed.raw, absent.raw)
	}
	for _, id := range []string{"private", "absent", "UPPER", "a%2fb", "%00", "..."} {
		other.get("/api/chat/room/"+id+"/messages").want(t, 403).says(t, roomlog.NoRoomAccess)
		if a := other.get("/api/chat/room/"+id+"/access").want(t, 200); a.body["hasAccess"] != false {
			t.Errorf("%s: %s", id, a.raw)
		}
	}
	other.get("/api/chat/messages?before="+hidden).want(t, 404)
}

// Every member gets the own chat status, and a ban ends by itself.
func TestUserStatus(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, _ := s.signedInMember("ann")
	if a := v.get("/api/chat/user-status").want(t, 200); a.body["hasUsername"] != true || a.body["username"] != "ann" || a.body["isAdmin"] != false || a.body["isBanned"] != false {
		t.Errorf("%s", a.raw)
	}
	until := time.Now().Add(time.Hour)
	s.must(s.SetChatAccess(context.Background(), ann.ID, true, &until))
	if a := v.get("/api/chat/user-status").want(t, 200); a.body["isBanned"] != true {
		t.Errorf("%s", a.raw)
	}
	v.get("/api/chat/rooms").want(t, 403).says(t, roomlog.BannedFromChat)
	storetest.MoveClock(t, s.url, time.Hour+time.Second)
	if a := v.get("/api/chat/user-status").want(t, 200); a.body["isBanned"] != false {
		t.Errorf("after the ban: %s", a.raw)
	}
	v.get("/api/chat/rooms").want(t, 200)
	chief := s.member("chief", true)
	token, _ := s.session(store.MemberSession, chief.ID)
	if a := s.with(token).get("/api/chat/user-status").want(t, 200); a.body["isAdmin"] != true || a.body["creatorId"] != nil || a.body["hasUsername"] != false || a.body["username"] != nil {
		t.Errorf("%s", a.raw)
	}
	// The operator names one member as the creator.
	named := store.NewMember{Name: "Creator", Email: "creator@muster.test", IsCreator: true}
	creator, err := s.AddMember(context.Background(), named)
	s.must(err)
	if a := v.get("/api/chat/user-status").want(t, 200); a.body["creatorId"] != creator.ID {
		t.Errorf("%s", a.raw)
	}
	named.Email = "other@muster.test"
	if _, err := s.AddMember(context.Background(), named); store.CodeOf(err) != store.Conflict {
		t.Errorf("a second creator: %v", err)
	}
}

// The number of people in chat is the hub's.
func TestOnlineCount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	if a := v.get("/api/chat/online-count").want(t, 200); a.body["count"] != 3.0 {
		t.Errorf("%s", a.raw)
	}
}

// A username can be checked, belongs to one member, and is locked for thirty days.
func TestUsername(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.signedInMember("taken")
	m, err := s.AddMember(context.Background(), store.NewMember{Name: "New", Email: "new@example.org"})
	s.must(err)
	token, _ := s.session(store.MemberSession, m.ID)
	v := s.with(token)
	for name, reason := range map[string]string{
		"zulu": "", "Zulu_1": "", "taken": store.UsernameTaken, "ab": store.UsernameTooShort, "a%20b": store.UsernameForm, "sys_tem1": store.UsernameReserved,
		"a%2fb": store.UsernameForm, "%00%00%00": store.UsernameForm, "aaaaaaaaaaaaaaaaaaaaa": store.UsernameTooLong,
	} {
		a := v.get("/api/chat/check-username/"+name).want(t, 200)
		if a.body["available"] != (reason == "") || a.body["reason"] != reason {
			t.Errorf("%s: %s", name, a.raw)
		}
	}
	if a := v.get("/api/profile/username-change-eligibility").want(t, 200); a.body["canChange"] != true || a.body["lockDays"] != 30.0 || a.body["nextAvailableDate"] != nil {
		t.Errorf("%s", a.raw)
	}
	v.post("/api/chat/set-username", map[string]string{"username": "taken"}).want(t, 409).says(t, store.UsernameTaken)
	v.post("/api/chat/set-username", map[string]string{"username": "a b c"}).want(t, 400).says(t, store.UsernameForm)
	v.post("/api/chat/set-username", map[string]int{"username": 1}).want(t, 400)
	if a := v.post("/api/chat/set-username", map[string]string{"username": " Zulu "}).want(t, 200); a.body["username"] != "zulu" {
		t.Errorf("%s", a.raw)
	}
	if s.hub.changes.Load() != 1 {
		t.Error("nothing was announced to the chat")
	}
	if a := v.get("/api/profile/username-change-eligibility").want(t, 200); a.body["canChange"] != false || a.body["daysRemaining"] != 30.0 || a.body["lockDays"] != 365.0 {
		t.Errorf("%s", a.raw)
	}
	if a := v.get("/api/chat/check-username/Zulu").want(t, 200); a.body["available"] != true {
		t.Errorf("one's own name: %s", a.raw)
	}
	v.post("/api/chat/set-username", map[string]string{"username": "yankee"}).want(t, 409)
	storetest.MoveClock(t, s.url, 30*24*time.Hour)
	s.exec(`update session_seen set last_seen_at = muster_now()`)
	s.exec(`update sessions set expires_max = muster_now() + interval '1 hour'`)
	v.post("/api/chat/set-username", map[string]string{"username": "yankee"}).want(t, 200)
}

// A member may check sixty usernames a minute.
func TestUsernameChecksAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	for range 60 {
		v.get("/api/chat/check-username/zulu").want(t, 200)
	}
	a := v.get("/api/chat/check-username/zulu").want(t, 429)
	if a.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	storetest.MoveClock(t, s.url, time.Minute)
	v.get("/api/chat/check-username/zulu").want(t, 200)
}

// The profile has every field, with the stored values.
func TestOwnProfile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, ann, _ := s.signedInMember("ann")
	profile := v.get("/api/profile/me").want(t, 200).body["profile"].(map[string]any)
	for field, want := range map[string]any{"name": "Member ann", "username": "ann", "rank": "Recruit", "points": 0.0, "email": "ann@example.org",
		"phone": nil, "profile_picture_url": nil, "profile_picture_thumbnail_url": nil, "image_url": nil, "public_bio": "",
		"show_rank_public": false, "user_id": ann.ID, "is_guardian": false, "total_contributed": 0.0, "contribution_amount": 0.0,
		"profile_views_count": 0.0, "total_points_earned": 0.0} {
		if got, there := profile[field]; !there || got != want {
			t.Errorf("%s is %v", field, got)
		}
	}
	for _, field := range []string{"badges", "skills_tags"} {
		if list, ok := profile[field].([]any); !ok || len(list) != 0 {
			t.Errorf("%s is %v", field, profile[field])
		}
	}
	if profile["member_since"] != profile["created_at"] || profile["updated_at"] == nil {
		t.Errorf("%v", profile)
	}
}

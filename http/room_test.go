package http

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"muster/actors"
	"muster/store"
)

// Rooms are created private, listed and deleted.
func TestAdministratorsRooms(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, session := s.signedInMember("ann")
	made := chief.post("/api/admin/rooms", fields{"name": "Night Watch", "display_name": "The Watch", "description": "late"}).want(t, 200)
	watch := fields{"id": "night-watch", "name": "night-watch", "display_name": "The Watch", "description": "late", "is_default": false,
		"access_level": "admin", "member_count": 0, "message_count": 0}
	made.wantFields(t, "room", watch)
	made.says(t, "Room created successfully")
	chief.post("/api/admin/rooms", fields{"name": "night watch"}).want(t, 409).says(t, "A room with this name already exists")
	for _, name := range []string{"a_b", "general/../x", "\u212a", "a\x00"} {
		chief.post("/api/admin/rooms", fields{"name": name}).want(t, 400).says(t, "Room names may only contain a-z, 0-9 and hyphens")
	}
	for name, says := range map[string]string{
		"": "A room needs a name", "-x": "Room names must begin with a letter or a digit",
		strings.Repeat("a", 41): "Room names must be 40 characters or less",
	} {
		chief.post("/api/admin/rooms", fields{"name": name}).want(t, 400).says(t, says)
	}
	for _, title := range []string{"\u200b", "two\u2028lines"} {
		chief.post("/api/admin/rooms", fields{"name": "x", "display_name": title}).want(t, 400)
	}
	chief.post("/api/admin/rooms", fields{"name": "x", "display_name": strings.Repeat("x", 81)}).want(t, 400)
	chief.post("/api/admin/rooms", fields{"name": "x", "description": strings.Repeat("x", 501)}).want(t, 400)
	for _, odd := range []string{`{"name":5}`, `{"name":["x"]}`, `[]`, `"x"`, ``, `{"name":{}}`} {
		chief.call("POST", "/api/admin/rooms", odd).want(t, 400)
	}
	for range 3 {
		s.storeMessage(member, session, "general", "hello")
	}
	listed := chief.get("/api/admin/rooms").want(t, 200).body["rooms"].([]any)
	if general := listed[0].(fields); len(listed) != 2 || general["id"] != "general" || general["is_default"] != true ||
		general["member_count"] != 2.0 || general["message_count"] != 3.0 {
		t.Errorf("%v", listed)
	}
	for name, value := range watch {
		if got := listed[1].(fields)[name]; fmt.Sprint(got) != fmt.Sprint(value) {
			t.Errorf("listed %s is %v, want %v", name, got, value)
		}
	}
	if a := ann.get("/api/chat/room/night-watch/access").want(t, 200); a.body["hasAccess"] != false {
		t.Errorf("a new room is open: %s", a.raw)
	}
	chief.send("DELETE", "/api/admin/rooms/general", nil).want(t, 409).says(t, "The default room is open to everyone and cannot be deleted")
	gone := chief.send("DELETE", "/api/admin/rooms/night-watch", nil).want(t, 200)
	gone.says(t, "Room deleted successfully")
	gone.wantFields(t, "room", fields{"id": "night-watch", "display_name": "The Watch"})
	absent := chief.send("DELETE", "/api/admin/rooms/absent", nil).want(t, 404)
	for _, id := range []string{"night-watch", "%00", "a%2fb", "..", "UPPER", unknownID + unknownID, "%ff", "'--", strings.Repeat("a", 5000)} {
		if a := chief.send("DELETE", "/api/admin/rooms/"+id, nil); a.status != 404 || string(a.raw) != string(absent.raw) && id != ".." {
			t.Errorf("%.20q: %d %s", id, a.status, a.raw)
		}
	}
	if rooms := chief.get("/api/admin/rooms").want(t, 200).body["rooms"].([]any); len(rooms) != 1 {
		t.Errorf("%v", rooms)
	}
	chief.post("/api/admin/rooms", fields{"name": "Night Watch"}).want(t, 200).wantFields(t, "room", fields{"id": "night-watch-2", "display_name": "night-watch", "message_count": 0})
	if s.hub.changes.Load() != 3 {
		t.Errorf("announced %d times to the chat", s.hub.changes.Load())
	}
}

// Access is granted by e-mail or username, changed by granting again, and revoked by
// ids in the body or the query.
func TestAdministratorsRoomAccess(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	chief.post("/api/admin/rooms", fields{"name": "den"}).want(t, 200)
	grant := func(who, room, level any) response {
		return chief.post("/api/admin/room-access", fields{"user_email": who, "room_id": room, "access_level": level})
	}
	opened := func(want bool) {
		t.Helper()
		if a := ann.get("/api/chat/room/den/access").want(t, 200); a.body["hasAccess"] != want {
			t.Errorf("%s", a.raw)
		}
	}
	for level, who := range map[string]string{"member": "ANN@example.org", "moderator": "ann", "admin": "@ann"} {
		a := grant(who, "den", level).want(t, 200)
		a.says(t, "Access granted successfully")
		a.wantFields(t, "access", fields{"id": member.ID, "room_id": "den", "access_level": level})
		profile := a.body["access"].(fields)["profiles"].(fields)
		if profile["id"] != member.ID || profile["email"] != "ann@example.org" || profile["username"] != "ann" || a.body["access"].(fields)["granted_at"] == nil {
			t.Errorf("%s", a.raw)
		}
		opened(true)
	}
	grant("stranger@example.org", "den", "member").want(t, 404).says(t, "Member not found")
	for _, who := range []string{"", "nobody", "%", "\x00", member.ID} {
		grant(who, "den", "member").want(t, 404)
	}
	grant("ann", "general", "member").want(t, 409).says(t, "The default room is open to everyone and has no access list")
	for _, room := range []string{"absent", "", "\x00", "DEN", "a/b"} {
		grant("ann", room, "member").want(t, 404).says(t, "Room not found")
	}
	for _, level := range []string{"", "owner", "ADMIN", "member "} {
		grant("ann", "den", level).want(t, 400).says(t, "Access level must be member, moderator or admin")
	}
	grant(5, "den", "member").want(t, 400)
	grant("ann", []string{"den"}, "member").want(t, 400)

	revoke := func(query string, body any) response {
		return chief.call("DELETE", "/api/admin/room-access"+query, body)
	}
	a := revoke("", fields{"user_id": member.ID, "room_id": "den"}).want(t, 200)
	a.says(t, "Access revoked successfully")
	a.wantFields(t, "access", fields{"id": member.ID, "room_id": "den"})
	opened(false)
	revoke("", fields{"user_id": member.ID, "room_id": "den"}).want(t, 404)
	grant("ann", "den", "member").want(t, 200)
	chief.send("DELETE", "/api/admin/room-access?user_id="+member.ID+"&room_id=den", nil).want(t, 200)
	opened(false)
	// A proxy that drops the body may send an empty chunked one.
	chunks := func(query, body string) response {
		request, err := http.NewRequest("DELETE", s.base+"/api/admin/room-access"+query, io.NopCloser(strings.NewReader(body)))
		s.must(err)
		request.TransferEncoding = []string{"chunked"} // also for an empty body
		request.Header.Set("Authorization", "Bearer "+chief.token)
		request.Header.Set("Content-Type", "application/json")
		reply, err := chief.client.Do(request)
		s.must(err)
		defer reply.Body.Close()
		a := response{status: reply.StatusCode, header: reply.Header}
		a.raw, err = io.ReadAll(reply.Body)
		s.must(err)
		s.must(json.Unmarshal(a.raw, &a.body))
		return a
	}
	grant("ann", "den", "member").want(t, 200)
	chunks("", "").want(t, 400).says(t, "user_id and room_id are needed")
	chunks("?user_id="+member.ID+"&room_id=den", " ").want(t, 400)
	chunks("", strings.Repeat(" ", maxBody+1)).want(t, 413)
	chunks("?user_id="+member.ID+"&room_id=den", "").want(t, 200)
	opened(false)
	grant("ann", "den", "member").want(t, 200)
	chunks("", `{"user_id":"`+member.ID+`","room_id":"den"}`).want(t, 200)
	opened(false)
	for _, id := range []string{unknownID, "nothing", "\x00", strings.Repeat("a", 36)} {
		revoke("", fields{"user_id": id, "room_id": "den"}).want(t, 404)
		revoke("", fields{"user_id": member.ID, "room_id": id}).want(t, 404)
	}
	revoke("", fields{"user_id": member.ID}).want(t, 400)
	revoke("", fields{"user_id": 5, "room_id": "den"}).want(t, 400)
	revoke("", `{"user_id":`).want(t, 400)
	chief.send("DELETE", "/api/admin/room-access", nil).want(t, 400)
	if got := s.hub.changes.Load(); got != 11 {
		t.Errorf("announced %d times to the chat", got)
	}
}

// The access list has one entry for each grant, with its level; a default room has
// none, an unknown or deleted room is 404, and only administrators may read it.
func TestADM11RoomAccessList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	phone, err := s.AddMember(context.Background(), store.NewMember{Name: "Phone only", Phone: "+15551234567"})
	s.must(err)
	chief.post("/api/admin/rooms", fields{"name": "den", "display_name": "The Den"}).want(t, 200)
	list := func(room string) response { return chief.get("/api/admin/room-access/" + room) }
	empty := list("den").want(t, 200)
	if users, ok := empty.body["users"].([]any); !ok || len(users) != 0 || empty.body["room_id"] != "den" ||
		empty.body["room_name"] != "The Den" || empty.body["is_default"] != false {
		t.Errorf("%s", empty.raw)
	}
	chief.post("/api/admin/room-access", fields{"user_email": "ann", "room_id": "den", "access_level": "moderator"}).want(t, 200)
	chief.post("/api/admin/room-access", fields{"user_email": "+1 (555) 123-4567", "room_id": "den", "access_level": "member"}).want(t, 200)
	users := list("den").want(t, 200).body["users"].([]any)
	if len(users) != 2 {
		t.Fatalf("%v", users)
	}
	first, second := users[0].(fields), users[1].(fields)
	profile := first["profiles"].(fields)
	if first["id"] != member.ID || first["room_id"] != "den" || first["access_level"] != "moderator" || first["granted_at"] == nil ||
		profile["id"] != member.ID || profile["email"] != "ann@example.org" || profile["username"] != "ann" {
		t.Errorf("%v", first)
	}
	if profile := second["profiles"].(fields); second["id"] != phone.ID || second["access_level"] != "member" ||
		profile["email"] != nil || profile["username"] != nil {
		t.Errorf("%v", second)
	}
	// All entries came at once: 12 MB of a room with 50,000 members.
	page := list("den?limit=1").want(t, 200)
	cursor, _ := page.body["nextCursor"].(string)
	rest := list("den?limit=1&cursor="+cursor).want(t, 200)
	if one, two := page.body["users"].([]any), rest.body["users"].([]any); len(one) != 1 || len(two) != 1 || cursor == "" ||
		one[0].(fields)["id"] != member.ID || two[0].(fields)["id"] != phone.ID || rest.body["nextCursor"] != nil {
		t.Errorf("%s, then %s", page.raw, rest.raw)
	}
	chief.call("DELETE", "/api/admin/room-access", fields{"user_id": phone.ID, "room_id": "den"}).want(t, 200)
	if users := list("den").want(t, 200).body["users"].([]any); len(users) != 1 {
		t.Errorf("%v", users)
	}
	if a := list("general").want(t, 200); a.body["is_default"] != true || len(a.body["users"].([]any)) != 0 || a.body["room_name"] != "General" {
		t.Errorf("%s", a.raw)
	}
	chief.send("DELETE", "/api/admin/rooms/den", nil).want(t, 200)
	list("den").want(t, 404).says(t, "Room not found")
	list("absent").want(t, 404)
	ann.get("/api/admin/room-access/general").want(t, 403).says(t, "Administrators only")
}

// The people of a room are listed once each with the time they were last seen; the
// count is that of all people also when the list is cut.
func TestADM10RoomPresence(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	s.hub.people = map[string][]actors.RoomPerson{"general": {{ID: member.ID, Name: "ann"}, {ID: unknownID, Name: "gone"}}}
	a := chief.get("/api/admin/room-presence/general").want(t, 200)
	people := a.body["presence"].([]any)
	if len(people) != 2 || a.body["onlineCount"] != 2.0 {
		t.Fatalf("%s", a.raw)
	}
	if p := people[0].(fields); p["user_id"] != member.ID || p["username"] != "ann" || p["last_seen"] == nil {
		t.Errorf("%v", p)
	}
	if p := people[1].(fields); p["user_id"] != unknownID || p["last_seen"] != nil {
		t.Errorf("%v", p)
	}
	const presenceListed = 500
	for i := range presenceListed {
		s.hub.people["general"] = append(s.hub.people["general"], actors.RoomPerson{ID: fmt.Sprint(i), Name: fmt.Sprint(i)})
	}
	if a := chief.get("/api/admin/room-presence/general").want(t, 200); a.body["onlineCount"] != float64(presenceListed+2) ||
		len(a.body["presence"].([]any)) != presenceListed {
		t.Errorf("%v people counted, %d listed", a.body["onlineCount"], len(a.body["presence"].([]any)))
	}
	chief.post("/api/admin/rooms", fields{"name": "den"}).want(t, 200)
	if a := chief.get("/api/admin/room-presence/den").want(t, 200); a.body["onlineCount"] != 0.0 || len(a.body["presence"].([]any)) != 0 {
		t.Errorf("%s", a.raw)
	}
	chief.get("/api/admin/room-presence/absent").want(t, 404).says(t, "Room not found")
	ann.get("/api/admin/room-presence/general").want(t, 403)
}

// The role in the access reply is the one that the server deletes messages by.
func TestADM14RoleInARoom(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, _, _ := s.signedInMember("ann")
	chief.post("/api/admin/rooms", fields{"name": "den"}).want(t, 200)
	role := func(v *visitor, room string) any {
		return v.get("/api/chat/room/"+room+"/access").want(t, 200).body["role"]
	}
	if got := role(ann, "den"); got != nil {
		t.Errorf("role %v without access", got)
	}
	for _, level := range []string{"member", "moderator", "admin"} {
		chief.post("/api/admin/room-access", fields{"user_email": "ann", "room_id": "den", "access_level": level}).want(t, 200)
		if got := role(ann, "den"); got != level {
			t.Errorf("role %v, want %s", got, level)
		}
	}
	if got := role(ann, "general"); got != "member" {
		t.Errorf("role %v in the default room", got)
	}
	if got := role(chief, "den"); got != "admin" {
		t.Errorf("role %v of an administrator", got)
	}
}

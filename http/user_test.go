package http

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"muster/actors"
	"muster/store/desk"
	"muster/store/roomlog"
)

// The administrators' table and the calls of one user, each recorded in the log.
func TestAdministratorsUsers_AUSR(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	s.member("bob", false)
	s.hub.people = map[string][]actors.RoomPerson{"general": {{ID: member.ID, Name: "ann"}}}
	table := func(query string) (names []string, a response) {
		t.Helper()
		a = chief.get("/api/admin/users/detailed?"+query).want(t, 200)
		for _, u := range a.body["users"].([]any) {
			names = append(names, u.(fields)["name"].(string))
		}
		return names, a
	}
	names, a := table("sortBy=name&sortOrder=desc&limit=2&page=1")
	if fmt.Sprint(names) != "[Member chief Member bob]" || fmt.Sprint(a.body["pagination"]) != "map[total:3 totalPages:2]" {
		t.Errorf("%v %s", names, a.raw)
	}
	next := a.body["nextCursor"].(string)
	names, a = table("sortBy=name&sortOrder=desc&limit=2&cursor=" + next)
	if fmt.Sprint(names) != "[Member ann]" || a.body["nextCursor"] != nil {
		t.Errorf("%s", a.raw)
	}
	row := a.body["users"].([]any)[0].(fields)
	for field, want := range (fields{
		"id": member.ID, "email": "ann@example.org", "phone": nil, "username": "ann", "rank": "Recruit", "is_admin": false, "is_guardian": false, "is_erased": false,
		"is_online": true, "total_contributed": 0.0, "contribution_count": 0.0, "face_recognition_status": "not_enrolled",
	}) {
		if got, there := row[field]; !there || got != want {
			t.Errorf("%s is %v, want %v", field, got, want)
		}
	}
	if names, a := table("page=7"); len(names) != 0 || fmt.Sprint(a.body["pagination"]) != "map[total:3 totalPages:1]" {
		t.Errorf("beyond the end: %s", a.raw)
	}
	if names, _ := table("limit=5000&search=" + url.QueryEscape("%")); len(names) != 0 {
		t.Errorf("%v are called %%", names)
	}
	for _, bad := range []string{"filter=banned", "sortBy=id", "sortBy=" + url.QueryEscape("name;drop table members"), "sortOrder=up", "page=x", "limit=x", "cursor=x", "sortBy=name&cursor=" + next} {
		chief.get("/api/admin/users/detailed?"+bad).want(t, 400)
	}
	if a := chief.get("/api/admin/users?limit=2").want(t, 200); len(a.body["users"].([]any)) != 2 || a.body["nextCursor"] == nil {
		t.Errorf("%s", a.raw)
	}

	path := "/api/admin/users/" + member.ID
	chief.call("PATCH", path+"/notes", fields{"notes": "  is kind\r\nto all "}).want(t, 200).wantFields(t, "profile", fields{"notes": "is kind\nto all"})
	if a := chief.call("PATCH", path+"/notes", fields{"notes": "is rude", "version": 0}).want(t, 409); a.body["code"] != "notes_changed" {
		t.Errorf("%s", a.raw)
	}
	chief.call("PATCH", path+"/subscription", fields{"active": true}).want(t, 200).wantFields(t, "profile", fields{"chat_subscription_active": true})
	chief.get(path+"/profile").want(t, 200).wantFields(t, "profile", fields{
		"id": member.ID, "name": "Member ann", "email": "ann@example.org", "rank": "Recruit", "notes": "is kind\nto all", "is_online": true,
		"face_scan_count": 0, "face_verification_skip_count": 0, "chat_banned_until": nil, "last_contributed_at": nil, "contribution_count": 0,
	})
	analytics := chief.get(path+"/analytics").want(t, 200)
	if days := analytics.body["chatStats"].(fields)["dailyActivity"].([]any); len(days) != 7 || analytics.body["activityLevel"] != "inactive" {
		t.Errorf("%s", analytics.raw)
	}
	if log := chief.get(path+"/activity").want(t, 200).body["activityLog"].([]any); len(log) == 0 {
		t.Error("no activity")
	}
	s.must(s.AddRoom(t.Context(), roomlog.Room{ID: "den", DisplayName: "The Den", AccessLevel: roomlog.AdminAccess}))
	s.must(s.GrantRoom(t.Context(), "den", member.ID, roomlog.RoomModerator, ""))
	if access := fmt.Sprint(chief.get(path+"/room-access").want(t, 200).body["access"]); !strings.Contains(access, "display_name:The Den") || !strings.Contains(access, "access_level:moderator") {
		t.Errorf("%s", access)
	}
	// Nothing of this reaches the member.
	if raw := string(ann.get("/api/profile/me").want(t, 200).raw) + string(ann.get("/api/profile/public/ann").want(t, 200).raw); strings.Contains(raw, "is kind") {
		t.Error("a member reads the notes on itself")
	}
	if sessions := chief.get(path+"/sessions").want(t, 200).body["sessions"].([]any); len(sessions) != 1 || sessions[0].(fields)["address"] != "192.0.2.1" {
		t.Errorf("%v", sessions)
	}
	changes := s.hub.changes.Load()
	if a := chief.send("DELETE", path+"/sessions", nil).want(t, 200); a.body["ended"] != 1.0 || s.hub.changes.Load() == changes {
		t.Errorf("%s", a.raw)
	}
	ann.get("/api/profile/me").want(t, 401)
	for _, bad := range []string{`{}`, `{"notes":null}`, `{"notes":7}`, `{"notes":"` + strings.Repeat("é", desk.MaxNotes+1) + `"}`} {
		chief.call("PATCH", path+"/notes", bad).want(t, 400)
	}
	for _, bad := range []string{`{}`, `{"active":"yes"}`} {
		chief.call("PATCH", path+"/subscription", bad).want(t, 400)
	}
	for _, nobody := range []string{unknownID, "me", "%00"} {
		for _, part := range []string{"/profile", "/analytics", "/activity", "/room-access", "/sessions"} {
			chief.get("/api/admin/users/"+nobody+part).want(t, 404)
		}
		chief.call("PATCH", "/api/admin/users/"+nobody+"/notes", fields{"notes": "x"}).want(t, 404)
		chief.send("DELETE", "/api/admin/users/"+nobody+"/sessions", nil).want(t, 404)
	}
	seen := map[string]int{}
	for _, e := range chief.get("/api/admin/audit?limit=100&actor="+boss.ID).want(t, 200).body["entries"].([]any) {
		entry := e.(fields)
		seen[entry["action"].(string)]++
		if entry["action"] == "profile_viewed" && entry["member"].(fields)["id"] != member.ID {
			t.Errorf("%v", entry)
		}
	}
	for _, action := range []string{"users_viewed", "profile_viewed", "analytics_viewed", "activity_viewed", "room_access_viewed", "sessions_viewed", "sessions_ended", "notes_changed", "subscription_changed"} {
		if seen[action] == 0 {
			t.Errorf("no %s in %v", action, seen)
		}
	}
}

// The back office showed whose acceptance was withdrawn like everybody else, so nobody saw why the
// member could not sign in.
func TestUsersSayWhoseSignInIsDisabled_AREV12(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann := s.member("ann", false)
	for _, disabled := range []bool{true, false} {
		s.exec(`update member_standing set sign_in_disabled = $2 where member_id = $1`, ann.ID, disabled)
		row := chief.get("/api/admin/users/detailed?search=ann").want(t, 200).body["users"].([]any)[0].(map[string]any)
		page := chief.get("/api/admin/users/"+ann.ID+"/profile").want(t, 200).body["profile"].(map[string]any)
		if row["sign_in_disabled"] != disabled || page["sign_in_disabled"] != disabled {
			t.Errorf("want %v: the row says %v, the page %v", disabled, row["sign_in_disabled"], page["sign_in_disabled"])
		}
	}
}

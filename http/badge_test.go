package http

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

func TestBadgeCalls_BADGE1_BADGE2_BADGE3_BADGE10(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	assign := func(user any, badge any) response {
		return chief.call("POST", "/api/admin/badges/assign", fields{"userId": user, "badge": badge})
	}
	helper := fields{"text": " First Watch ", "emoji": "👨‍👩‍👧🇸🇪", "color": "gold"}
	given := assign(member.ID, helper).want(t, 200)
	given.says(t, "Badge assigned successfully")
	given.wantFields(t, "user", fields{"id": member.ID, "username": "ann", "name": "Member ann"})
	badge := given.body["user"].(fields)["badge_tags"].([]any)[0].(fields)
	if badge["text"] != "First Watch" || badge["emoji"] != "👨‍👩‍👧🇸🇪" || badge["color"] != "Gold" || badge["addedAt"] == nil {
		t.Errorf("%v", badge)
	}
	if announced := s.hub.broadcast; len(announced) != 1 || announced[0].Kind != "badges_changed" {
		t.Errorf("announced %v", announced)
	}
	for _, path := range []string{"/api/admin/badges/list", "/api/admin/badges/users?search=AN"} {
		users := chief.get(path).want(t, 200).body["users"].([]any)
		if len(users) != 1 || users[0].(fields)["id"] != member.ID || len(users[0].(fields)["badge_tags"].([]any)) != 1 {
			t.Errorf("%s: %v", path, users)
		}
	}
	// A name of the longest, and a phone as it is copied from another app.
	name := strings.Repeat("Ж", 99) + "Я"
	s.exec(`update members set name = $2, phone = '+15550107777' where id = $1`, member.ID, name)
	for _, search := range []string{name, "+1 (555) 010-7777", "\u202a555 010 7777\u202c"} {
		if users := chief.get("/api/admin/badges/users?search="+url.QueryEscape(search)).want(t, 200).body["users"].([]any); len(users) != 1 {
			t.Errorf("%s finds %d", search, len(users))
		}
	}
	chief.get("/api/admin/badges/users?search="+strings.Repeat("x", 201)).want(t, 200)
	me := profileIn(ann.get("/api/profile/me").want(t, 200))
	if len(me["badge_tags"].([]any)) != 1 || len(me["badges"].([]any)) != 0 {
		t.Errorf("%v and %v", me["badge_tags"], me["badges"])
	}

	const incomplete = "Please select a user and enter badge text"
	assign("", helper).want(t, 400).says(t, incomplete)
	assign(member.ID, fields{"text": " ", "color": "Gold"}).want(t, 400).says(t, incomplete)
	assign(member.ID, fields{"text": strings.Repeat("x", 31), "color": "Gold"}).want(t, 400)
	assign(member.ID, fields{"text": "x", "emoji": "abc", "color": "Gold"}).want(t, 400)
	assign(member.ID, fields{"text": "x", "color": "Teal"}).want(t, 400)
	assign(member.ID, fields{"text": "a\x00b", "color": "Gold"}).want(t, 400)
	assign(member.ID, fields{"text": "FIRST watch", "color": "Gold"}).want(t, 409)
	assign(unknownID, helper).want(t, 404)
	assign("ann", helper).want(t, 404)
	for i := range 19 {
		assign(member.ID, fields{"text": fmt.Sprint("Badge ", i), "color": "Pink"}).want(t, 200)
	}
	assign(member.ID, fields{"text": "One more", "color": "Pink"}).want(t, 409).says(t, "A member can have at most 20 badges")

	remove := "/api/admin/badges/remove"
	chief.call("DELETE", remove, fields{"userId": member.ID, "badgeText": "first watch"}).want(t, 200).says(t, "Badge removed successfully")
	chief.send("DELETE", remove+"?userId="+member.ID+"&badgeText="+url.QueryEscape("Badge 3"), nil).want(t, 200)
	chief.call("DELETE", remove, fields{"userId": member.ID, "badgeText": "Badge 3"}).want(t, 404)
	chief.call("DELETE", remove, fields{"userId": member.ID}).want(t, 400)
	if me := profileIn(ann.get("/api/profile/me").want(t, 200)); len(me["badge_tags"].([]any)) != 18 {
		t.Errorf("%v", me["badge_tags"])
	}
	ann.get("/api/admin/badges/list").want(t, 403)
}

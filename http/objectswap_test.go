package http

import (
	"slices"
	"strings"
	"testing"

	"muster/store/roomlog"
)

// Every member's call that names an object refuses the object of another member: what
// is private is neither read nor changed by knowing its id. A route without a row
// fails.
func TestNobodyReachesAnothersObject_ROLE9_P18(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, annMember, annSession := s.signedInMember("ann")
	bob, _, _ := s.signedInMember("bob")
	_, cyd, cydSession := s.signedInMember("cyd")
	s.addDen(map[string]roomlog.RoomRole{annMember.ID: roomlog.RoomModerator})
	said := s.storeMessage(annMember, annSession, "den", "for the den only")
	ann.call("PATCH", "/api/profile/me", fields{"profile_private": true}).want(t, 200)

	// A notice: ann's report was looked at.
	reported := s.storeMessage(cyd, cydSession, "general", "buy my boots")
	ann.post("/api/chat/report", fields{"messageId": reported, "reason": "spam"}).want(t, 200)
	report := chief.get("/api/admin/reports").want(t, 200).body["reports"].([]any)[0].(fields)["id"].(string)
	chief.post("/api/admin/reports/"+report, fields{"outcome": "dismissed"}).want(t, 200)
	notices := func() []any { return ann.get("/api/chat/user-status").want(t, 200).body["notices"].([]any) }
	notice := notices()[0].(fields)["id"].(string)

	chief.post("/api/decrypt/admin/create", fields{"code": "MILL-1904", "type": "text", "content": "behind the mill"}).want(t, 200)
	opened := ann.post("/api/decrypt/message", fields{"code": "MILL-1904"}).want(t, 200).body["id"].(string)

	swapped := map[string]bool{} // the routes that were tried
	open := []int{200, 404}      // everybody may ask
	closed := []int{403, 404}
	for name, row := range map[string]struct {
		path   string
		body   any
		answer []int
	}{
		"DELETE /api/auth/sessions/:id":                 {"/api/auth/sessions/" + annSession, nil, closed},
		"PATCH /api/profile/badges/earned/:id":          {"/api/profile/badges/earned/first_message", fields{"shown": false}, closed}, // ann's alone
		"GET /api/profile/public/:username":             {"/api/profile/public/ann", nil, closed},
		"GET /api/chat/room/:roomId/access":             {"/api/chat/room/den/access", nil, []int{200}}, // says that bob has none
		"GET /api/chat/room/:roomId/messages":           {"/api/chat/room/den/messages", nil, closed},
		"POST /api/chat/room/:roomId/read":              {"/api/chat/room/den/read", fields{"seq": 1}, closed},
		"PUT /api/chat/room/:roomId/notifications":      {"/api/chat/room/den/notifications", fields{"level": "none", "mutedUntil": nil}, closed},
		"GET /api/chat/room/:roomId/people":             {"/api/chat/room/den/people", nil, closed},
		"GET /api/chat/room/:roomId/pins":               {"/api/chat/room/den/pins", nil, closed},
		"POST /api/chat/room/:roomId/pins":              {"/api/chat/room/den/pins", fields{"messageId": said}, closed},
		"DELETE /api/chat/room/:roomId/pins":            {"/api/chat/room/den/pins", fields{"messageId": said}, closed},
		"GET /api/chat/room/:roomId/media":              {"/api/chat/room/den/media", nil, closed},
		"GET /api/chat/message/:id/edits":               {"/api/chat/message/" + said + "/edits", nil, closed},
		"GET /api/chat/message/:id/media":               {"/api/chat/message/" + said + "/media", nil, closed},
		"PUT /api/chat/message/:id/media":               {"/api/chat/message/" + said + "/media", fields{"transcript": "mine"}, closed},
		"GET /api/chat/message/:id/codes":               {"/api/chat/message/" + said + "/codes", nil, closed},
		"GET /media/:id/:variant":                       {"/media/" + said + "/original", nil, closed},
		"GET /api/decrypt/message/:id":                  {"/api/decrypt/message/" + opened, nil, closed},
		"DELETE /api/profile/second-factor/factors/:id": {"/api/profile/second-factor/factors/" + said, nil, closed},
		"DELETE /api/chat/notices/:id":                  {"/api/chat/notices/" + notice, nil, []int{200}}, // and nothing happens
		"GET /api/chat/check-username/:username":        {"/api/chat/check-username/ann", nil, open},
		"GET /api/gifs/:id":                             {"/api/gifs/ann", nil, open},
	} {
		method, _, _ := strings.Cut(name, " ")
		var a response
		if row.body == nil {
			a = bob.send(method, row.path, nil)
		} else {
			a = bob.call(method, row.path, row.body)
		}
		if !slices.Contains(row.answer, a.status) {
			t.Errorf("%s: %d, want one of %v: %s", name, a.status, row.answer, a.raw)
		}
		if raw := string(a.raw); strings.Contains(raw, "for the den only") || strings.Contains(raw, "behind the mill") || strings.Contains(raw, "ann@example.org") || strings.Contains(raw, `"hasAccess":true`) {
			t.Errorf("%s shows what is not bob's: %s", name, raw)
		}
		swapped[name] = true
	}
	for _, r := range s.edge.routes() {
		own := r.who.name == member.name || r.who.name == signedIn.name || r.who.name == mediaViewer.name
		if name := r.method + " " + r.path; own && strings.Contains(r.path, "/:") && !swapped[name] {
			t.Errorf("%s: add a row that tries it with the object of another member", name)
		}
	}
	// All of it is as it was.
	if len(notices()) != 1 {
		t.Error("bob dismissed ann's notice")
	}
	if a := ann.get("/api/decrypt/message/"+opened).want(t, 200); a.body["content"] != "behind the mill" {
		t.Errorf("%s", a.raw)
	}
	if pins := ann.get("/api/chat/room/den/pins").want(t, 200).body["pins"].([]any); len(pins) != 0 {
		t.Errorf("bob pinned %v", pins)
	}
}

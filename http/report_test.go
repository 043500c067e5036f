package http

import (
	"context"
	"strings"
	"testing"

	"muster/store/roomlog"
)

// A report waits in the queue until an administrator rules on it. Then the reporter has a
// notice, until the reporter dismisses it.
func TestReportCalls(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	author, bob, bobs := s.signedInMember("bob")
	chief, leader, _ := s.signedInMember("leader") // a deletion needs a username
	s.must(s.SetAdmin(context.Background(), leader.ID, true))
	said := s.storeMessage(bob, bobs, "general", "buy this")
	sent := map[string]any{"messageId": said, "reason": "spam", "note": "an <b>advert</b>"}
	v.post("/api/chat/report", sent).want(t, 200)
	if a := v.post("/api/chat/report", sent).want(t, 409); a.body["code"] != "already_reported" {
		t.Errorf("%s", a.raw)
	}
	for _, bad := range []map[string]any{
		{}, {"messageId": said}, {"messageId": said, "reason": "dull"}, {"reason": "spam"}, {"userId": "bob", "reason": "spam"}, {"messageId": 7, "reason": "spam"},
		{"userId": bob.ID, "reason": "spam", "note": strings.Repeat("a", 501)},
	} {
		v.post("/api/chat/report", bad).want(t, 400)
	}
	author.post("/api/chat/report", sent).want(t, 400)
	v.get("/api/admin/reports").want(t, 403)
	queue := chief.get("/api/admin/reports?state=open").want(t, 200).body["reports"].([]any)
	report := queue[0].(map[string]any)
	if len(queue) != 1 || report["state"] != "open" || report["note"] != "an <b>advert</b>" || report["outcome"] != nil ||
		report["subject"].(map[string]any)["username"] != "bob" || report["message"].(map[string]any)["message"] != "buy this" {
		t.Fatalf("%v", report)
	}
	flagged := func(who *visitor) any {
		return who.get("/api/chat/messages").want(t, 200).body["messages"].([]any)[0].(map[string]any)["is_flagged"]
	}
	if flagged(chief) != true || flagged(v) != false || flagged(author) != false {
		t.Errorf("flagged for an administrator: %v, the reporter: %v, the author: %v", flagged(chief), flagged(v), flagged(author))
	}
	id := report["id"].(string)
	for _, bad := range []map[string]any{{}, {"outcome": "praised"}, {"outcome": "deleted", "note": strings.Repeat("a", 501)}} {
		chief.post("/api/admin/reports/"+id, bad).want(t, 400)
	}
	v.post("/api/admin/reports/"+id, map[string]any{"outcome": "deleted"}).want(t, 403)
	ruled := chief.post("/api/admin/reports/"+id, map[string]any{"outcome": "deleted", "note": "advert"}).want(t, 200).body["report"].(map[string]any)
	if ruled["state"] != "closed" || ruled["outcome"] != "deleted" || ruled["outcomeNote"] != "advert" || ruled["message"] != nil || ruled["closedAt"] == nil {
		t.Errorf("%v", ruled)
	}
	if m := v.get("/api/chat/messages").want(t, 200).body["messages"].([]any)[0].(map[string]any); m["deleted_at"] == nil || m["message"] != "" {
		t.Errorf("%v", m)
	}
	chief.post("/api/admin/reports/"+id, map[string]any{"outcome": "deleted", "note": "advert"}).want(t, 200) // the answer was lost
	s.hub.mu.Lock()
	announced := s.hub.announced
	s.hub.mu.Unlock()
	if len(announced) != 1 || announced[0].Kind != roomlog.MessageDeleted || announced[0].MessageID != said {
		t.Errorf("announced %+v", announced)
	}
	for _, outcome := range []string{"deleted", "dismissed"} {
		if a := chief.post("/api/admin/reports/"+id, map[string]any{"outcome": outcome}).want(t, 409); a.body["code"] != "report_closed" {
			t.Errorf("%s", a.raw)
		}
	}
	if n := len(chief.get("/api/admin/reports").want(t, 200).body["reports"].([]any)); n != 0 {
		t.Errorf("%d open reports", n)
	}
	if n := len(chief.get("/api/admin/reports?state=closed").want(t, 200).body["reports"].([]any)); n != 1 {
		t.Errorf("%d closed reports", n)
	}
	chief.get("/api/admin/reports?state=lost").want(t, 400)
	chief.get("/api/admin/reports?cursor=x").want(t, 400)
	chief.post("/api/admin/reports/00000000-0000-7000-8000-000000000000", map[string]any{"outcome": "deleted"}).want(t, 404)
	chief.post("/api/admin/reports/nothing", map[string]any{"outcome": "dismissed"}).want(t, 404)

	notices := func(who *visitor) []any { return who.get("/api/chat/user-status").want(t, 200).body["notices"].([]any) }
	notified := notices(v)
	if len(notified) != 1 || notified[0].(map[string]any)["kind"] != "report_reviewed" || len(notices(author)) != 0 {
		t.Fatalf("%v", notified)
	}
	notice := "/api/chat/notices/" + notified[0].(map[string]any)["id"].(string)
	author.send("DELETE", notice, nil).want(t, 200) // not the author's own: nothing happens
	if len(notices(v)) != 1 {
		t.Error("somebody else dismissed the notice")
	}
	v.send("DELETE", notice, nil).want(t, 200)
	v.send("DELETE", notice, nil).want(t, 200)
	v.send("DELETE", "/api/chat/notices/x", nil).want(t, 400)
	if len(notices(v)) != 0 {
		t.Errorf("%v", notices(v))
	}

	// A ban closes the sockets of the member at once.
	changes := s.hub.changes.Load()
	author.post("/api/chat/report", map[string]any{"userId": mustFind(s, "ann"), "reason": "other"}).want(t, 200)
	open := chief.get("/api/admin/reports").want(t, 200).body["reports"].([]any)[0].(map[string]any)
	if open["message"] != nil || open["messageId"] != nil || open["roomId"] != nil {
		t.Errorf("%v", open)
	}
	chief.post("/api/admin/reports/"+open["id"].(string), map[string]any{"outcome": "deleted"}).want(t, 400)
	chief.post("/api/admin/reports/"+open["id"].(string), map[string]any{"outcome": "banned"}).want(t, 200)
	if s.hub.changes.Load() != changes+1 {
		t.Error("the hub does not know of the ban")
	}
	v.get("/api/chat/messages").want(t, 403)
}

// mustFind gives a member's id.
func mustFind(s *site, username string) string {
	m, err := s.FindNamed(context.Background(), username)
	s.must(err)
	return m.ID
}

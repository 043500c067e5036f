package http

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"
)

// shownToNobody are the back office's GET routes that show no data of other people, or
// record what they show themselves.
var shownToNobody = map[string]bool{
	"GET /api/admin/rooms":                 true, // rooms and numbers
	"GET /api/admin/room-presence/:roomId": true, // usernames, which every member sees
	"GET /api/admin/server-cost":           true,
	"GET /api/admin/community":             true,
	"GET /api/admin/nodes":                 true, // machines and numbers
	"GET /api/admin/waiting":               true, // numbers
	"GET /api/admin/contributions/totals":  true, // sums by day
	"GET /api/decrypt/admin/list":          true, // what administrators wrote
	"GET /api/admin/audit/export":          true, // records itself

	"GET /api/admin/analytics/overview": true, // numbers
	"GET /api/admin/analytics/growth":   true, // numbers
	"GET /api/admin/analytics/export":   true, // records itself

	"GET /api/admin/contributions/export":      true, // records itself
	"GET /api/admin/badges/earned":             true, // numbers
	"GET /api/notifications/groups":            true, // numbers
	"GET /api/notifications/recipients/:group": true, // numbers
	"GET /api/notifications/history":           true, // what administrators wrote, and numbers
	"GET /api/notifications/status/:id":        true, // the same
}

// The log is read, filtered and exported by administrators, and keeps what they see:
// every call that shows data of other people says under which action.
func TestAuditCalls_ADM16_AUSR17(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, r := range s.edge.routes() {
		name := r.method + " " + r.path
		if r.method == "GET" && r.who.name == admin.name && (r.view == "") != shownToNobody[name] {
			t.Errorf("%s: give the route the view under which the audit log keeps it, or name it in this test when it shows no data of other people", name)
		}
	}
	chief, boss := s.signedInAdmin("chief")
	_, ann, _ := s.signedInMember("ann")
	chief.call("POST", "/api/admin/users/"+ann.ID+"/points", fields{"amount": 7, "reason": "=cmd() \"helps\""}).want(t, 200)
	for range 3 {
		chief.get("/api/admin/reports").want(t, 200)
	}
	list := func(query string) []any {
		t.Helper()
		return chief.get("/api/admin/audit?"+query).want(t, 200).body["entries"].([]any)
	}
	if views := list("q=reports_viewed"); len(views) != 1 {
		t.Errorf("%d entries of one list asked for again and again", len(views))
	}
	given := list("subject=ann&actor=" + boss.ID)
	if len(given) != 1 {
		t.Fatalf("%v", given)
	}
	e := given[0].(fields)
	if e["action"] != "points_adjusted" || e["subjectName"] != "ann" || e["address"] != "127.0.0.1" || e["device"] != "Test" ||
		e["before"].(fields)["points"] != 0.0 || e["after"].(fields)["points"] != 7.0 || e["actor"].(fields)["id"] != boss.ID || e["member"].(fields)["username"] != "ann" {
		t.Errorf("%v", e)
	}
	first := chief.get("/api/admin/audit?limit=1").want(t, 200)
	next, _ := first.body["nextCursor"].(string)
	if older := list("limit=1&cursor=" + next); len(older) != 1 || fmt.Sprint(older[0]) == fmt.Sprint(first.body["entries"].([]any)[0]) {
		t.Errorf("%v after %s", older, first.raw)
	}
	today := time.Now().UTC()
	for query, want := range map[string]int{
		"from=" + today.Format(time.DateOnly) + "&to=" + today.AddDate(0, 0, 1).Format(time.DateOnly): 1, "from=" + today.AddDate(0, 0, 2).Format(time.DateOnly): 0,
		"to=" + today.AddDate(0, 0, -2).Format(time.DateOnly): 0, "to=" + today.Add(time.Hour).Format("2006-01-02T15:04:05Z"): 1,
	} {
		if found := list("q=points_adjusted&" + query); len(found) != want {
			t.Errorf("%s: %d entries", query, len(found))
		}
	}
	chief.get("/api/admin/users/detailed?search=ann").want(t, 200)
	shown := list("action=users_viewed")[0].(fields)["listed"].([]any)
	if len(shown) != 1 || shown[0].(fields)["username"] != "ann" {
		t.Errorf("listed %v", shown)
	}
	if actions := fmt.Sprint(first.body["actions"]); actions != "[audit_viewed points_adjusted reports_viewed]" {
		t.Errorf("actions %s", actions)
	}
	for _, bad := range []string{"from=yesterday", "to=2026-13-01T00:00:00Z", "cursor=-1", "cursor=x'", "limit=many", "action=x%27"} {
		chief.get("/api/admin/audit?"+bad).want(t, 400)
	}
	// A ban was found by nobody who reads the log in another language.
	chief.call("PATCH", "/api/admin/users/"+ann.ID+"/chat-access", fields{"enabled": false}).want(t, 200)
	for query, want := range map[string]int{
		"q=gesperrt": 1, "q=GESPERRT+oder&cursor=" + next: 0, "q=bloqueado": 1, "q=Punkte+angepasst": 1, "q=Puntos+ajustados": 1, "q=Points+adjusted": 1, "q=gesperrt&actor=ann": 0,
		"q=Abzeichen+angesehen": 0,
	} {
		if found := list(query); len(found) != want {
			t.Errorf("%s: %d entries, want %d", query, len(found), want)
		}
	}
	spoken := chief.send("GET", "/api/admin/audit/export?q=gesperrt", nil, "Accept-Language", "de")
	german := csv.NewReader(strings.NewReader(string(spoken.raw)))
	german.Comma = ';'
	if words, err := german.ReadAll(); err != nil || len(words) != 2 || words[0][1] != "Wann" || words[0][5] != "Was" ||
		words[1][4] != "chat_access_changed" || words[1][5] != "Chatzugang gesperrt oder freigegeben" {
		t.Errorf("in German: %v %v", words, err)
	}
	export := chief.get("/api/admin/audit/export?subject=ann&action=points_adjusted")
	if export.status != 200 || export.header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%d %v", export.status, export.header)
	}
	rows, err := csv.NewReader(strings.NewReader(string(export.raw))).ReadAll()
	if err != nil || len(rows) != 2 || strings.Join(rows[0], ",") != "id,at,actor id,actor,action,action in words,subject,subject name,member id,member,room,address,device,before,after" || rows[1][4] != "points_adjusted" || rows[1][5] != "Points adjusted" || !strings.Contains(rows[1][14], "cmd()") {
		t.Errorf("%v %v", rows, err)
	}
	if len(list("q=audit_exported")) != 2 {
		t.Error("the export is not in the log")
	}
	s.exec(`drop trigger audit_only_grows on audit; drop trigger audit_never_emptied on audit; alter table audit rename to away`)
	chief.get("/api/admin/reports").want(t, 500) // what cannot be recorded is not shown
}

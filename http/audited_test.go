package http

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"muster/client"
	"muster/store/blob/blobtest"
	"muster/store/money"
)

// ownActs are calls of administrators that change nothing of the community's: who has an
// application open is said to the others only while that lasts.
var ownActs = map[string]bool{"POST /api/applications/admin/claim": true}

// Whatever an administrator changes, and whosever data an administrator is shown, stands
// in the log with who, whom, from which session and what was before and after. A route
// without a row here fails.
func TestEveryAdministratorsActIsInTheLog_ADM16_AUSR17(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	chief, boss := p.signedInAdmin("chief")
	ann, annMember, annSession := p.signedInMember("ann")
	u := "/api/admin/users/" + annMember.ID
	address, _ := p.begin(ann, createContribution, `{"amount":25}`)
	p.press(address, "pay_and_close")
	p.eventually("the payment is completed", `select exists (select from contributions where status = 'completed')`)
	contribution := p.text(`select id::text from contributions where status = 'completed'`)
	said := p.storeMessage(annMember, annSession, "general", "buy my boots")
	bob, _, _ := p.signedInMember("bob")
	bob.post("/api/chat/report", fields{"messageId": said, "reason": "spam"}).want(t, 200)
	ann.post("/api/emergency/send", fields{"message": "There is a threat at the gate"}).want(t, 200)
	report, emergency := p.text(`select id::text from reports`), p.text(`select id::text from emergency_messages`)
	waits := func(reports, emergencies, critical float64) {
		t.Helper()
		if w := chief.get("/api/admin/waiting").want(t, 200).body; w["reports"] != reports || w["emergencies"] != emergencies || w["critical"] != critical {
			t.Errorf("waiting: %v, want %v, %v and %v", w, reports, emergencies, critical)
		}
	}
	waits(1, 1, 1)
	var file, code, campaign, invitation, viewer string
	post := func(path string, body any) func() response {
		return func() response { return chief.post(path, body) }
	}
	call := func(method, path string, body any) func() response {
		return func() response { return chief.call(method, path, body) }
	}
	of := func(path string, id *string) func() response {
		return func() response { return chief.call("POST", path+*id, fields{}) }
	}
	applied := p.submitted("apply@example.org", "+15550002222")
	feeAddress, _ := p.goesToPay(applied)
	p.press(feeAddress, "pay_and_close")
	p.eventually("the fee is paid", `select exists (select from application_payments where paid_at is not null)`)
	fee := p.text(`select id::text from application_payments`)
	p.exec(`insert into face_attempts (sign_in_id, member_id, failed) values (gen_random_uuid(), $1, 2)`, annMember.ID)
	p.exec(`insert into face_enrolments (member_id, engine, data_key, confidence, consent_version, consented_at) values ($1, 'x', 'x', 99, '1', muster_now())`, annMember.ID)
	tried, words := map[string]bool{}, actionsInWords(t)
	for _, x := range []struct {
		route, action string
		whom          string // the member it is about; "" for none
		sides         string // which of before and after are there
		do            func() response
	}{
		{"POST /api/admin/rooms", "room_created", "", "after", post("/api/admin/rooms", fields{"name": "den"})},
		{"PATCH /api/admin/rooms/:roomId", "room_updated", "", "before after", call("PATCH", "/api/admin/rooms/den", fields{"read_only": true})},
		{"POST /api/admin/room-access", "room_access_granted", annMember.ID, "after", post("/api/admin/room-access", fields{"user_email": "ann", "room_id": "den", "access_level": "member"})},
		{"DELETE /api/admin/room-access", "room_access_revoked", annMember.ID, "before", call("DELETE", "/api/admin/room-access", fields{"user_id": annMember.ID, "room_id": "den"})},
		{"DELETE /api/admin/rooms/:roomId", "room_deleted", "", "before", func() response { return chief.send("DELETE", "/api/admin/rooms/den", nil) }},
		{"PATCH /api/admin/users/:id/notes", "notes_changed", annMember.ID, "after", call("PATCH", u+"/notes", fields{"notes": "is kind"})},
		{"PATCH /api/admin/users/:id/subscription", "subscription_changed", annMember.ID, "before after", call("PATCH", u+"/subscription", fields{"active": true})},
		{"PATCH /api/admin/users/:id/face", "face_required_changed", annMember.ID, "before after", call("PATCH", u+"/face", fields{"required": true})},
		{"POST /api/admin/users/:id/face/reset-attempts", "face_attempts_reset", annMember.ID, "before after", post(u+"/face/reset-attempts", nil)},
		{"DELETE /api/admin/users/:id/face", "face_enrolment_removed", annMember.ID, "before after", func() response { return chief.send("DELETE", u+"/face", nil) }},
		{"POST /api/admin/users/:id/points", "points_adjusted", annMember.ID, "before after", post(u+"/points", fields{"amount": 7, "reason": "helps"})},
		{"PATCH /api/admin/users/:id/guardian", "guardian_changed", annMember.ID, "before after", call("PATCH", u+"/guardian", fields{"isGuardian": true})},
		{"PATCH /api/admin/users/:id/honorary-rank", "honorary_rank_changed", annMember.ID, "before after", call("PATCH", u+"/honorary-rank", fields{"rank": "Corporal"})},
		{"PATCH /api/admin/users/:id/admin-status", "admin_status_changed", annMember.ID, "before after", call("PATCH", u+"/admin-status", fields{"isAdmin": true})},
		{"PATCH /api/admin/users/:id/chat-access", "chat_access_changed", annMember.ID, "before after", call("PATCH", u+"/chat-access", fields{"enabled": false, "confirm": true, "reason": "spam since noon"})},
		{"POST /api/admin/badges/assign", "badge_assigned", annMember.ID, "before after", post("/api/admin/badges/assign", fields{"userId": annMember.ID, "badge": fields{"text": "Scout", "emoji": "🎖", "color": "Gold"}})},
		{"DELETE /api/admin/badges/remove", "badge_removed", annMember.ID, "before after", call("DELETE", "/api/admin/badges/remove", fields{"userId": annMember.ID, "badgeText": "Scout"})},
		{"POST /api/admin/reports/:id", "report_ruled", annMember.ID, "before after", post("/api/admin/reports/"+report, fields{"outcome": "dismissed"})},
		{"POST /api/admin/emergency/:id/acknowledge", "emergency_acknowledged", annMember.ID, "before after", of("/api/admin/emergency/"+emergency+"/acknowledge", new(string))},
		{"POST /api/admin/emergency/:id/resolve", "emergency_resolved", annMember.ID, "before after", post("/api/admin/emergency/"+emergency+"/resolve", fields{"note": "gone"})},
		{"POST /api/admin/contributions/:id/refund", "contribution_refunded", annMember.ID, "before after", post("/api/admin/contributions/"+contribution+"/refund", fields{})},
		{"GET /api/admin/fees", "fees_viewed", "", "", func() response { return chief.get("/api/admin/fees") }},
		{"POST /api/admin/fees/:id/refund", "fee_refunded", "", "before after", post("/api/admin/fees/"+fee+"/refund", fields{})},
		{"PATCH /api/admin/server-cost", "server_cost_changed", "", "before after", call("PATCH", "/api/admin/server-cost", fields{"monthlyBase": 100})},
		{"POST /api/decrypt/admin/gallery/upload", "decrypt_files_uploaded", "", "after", func() response {
			a := chief.decryptFiles("a.png", blobtest.PNG(40, 30), "b.png", blobtest.PNG(40, 30))
			file = a.want(t, 200).body["items"].([]any)[0].(fields)["id"].(string)
			return a
		}},
		{"DELETE /api/decrypt/admin/gallery/:id", "decrypt_file_removed", "", "", func() response { return chief.send("DELETE", "/api/decrypt/admin/gallery/"+file, nil) }},
		{"POST /api/decrypt/admin/create", "decrypt_created", "", "after", func() response {
			a := chief.post("/api/decrypt/admin/create", fields{"content": "x"})
			code = a.want(t, 200).body["id"].(string)
			return a
		}},
		{"POST /api/decrypt/admin/create-gallery", "decrypt_created", "", "after", post("/api/decrypt/admin/create-gallery", fields{"content": "x", "type": "gallery"})},
		{"DELETE /api/decrypt/admin/delete/:id", "decrypt_deleted", "", "before", func() response { return chief.send("DELETE", "/api/decrypt/admin/delete/"+code, nil) }},
		{"POST /api/notifications/test", "campaign_tested", boss.ID, "after", post("/api/notifications/test", fields{"type": "email"})},
		{"POST /api/notifications/send", "campaign_sent", "", "after", func() response {
			a := chief.postKey("/api/notifications/send", uuid.NewString(), fields{"recipientGroup": "all", "notificationType": "email", "subject": "a", "message": "b"})
			campaign = a.want(t, 200).body["campaign"].(fields)["id"].(string)
			return a
		}},
		{"POST /api/notifications/pause/:id", "campaign_paused", "", "before after", of("/api/notifications/pause/", &campaign)},
		{"POST /api/notifications/resume/:id", "campaign_resumed", "", "before after", of("/api/notifications/resume/", &campaign)},
		{"POST /api/notifications/cancel/:id", "campaign_cancelled", "", "before after", of("/api/notifications/cancel/", &campaign)},
		{"POST /api/applications/admin/update-status", "application_decided", "", "before after", func() response {
			return chief.post("/api/applications/admin/update-status", fields{"applicationId": applied.id, "status": "rejected"})
		}},
		{"PATCH /api/admin/community", "community_changed", "", "before after", call("PATCH", "/api/admin/community", fields{"name": "The Ninth"})},
		{"POST /api/admin/invitations", "application_invitation_created", "", "after", func() response {
			a := chief.post("/api/admin/invitations", fields{"uses": 3})
			invitation = a.want(t, 200).body["invitation"].(fields)["id"].(string)
			return a
		}},
		{"GET /api/admin/invitations", "invitations_viewed", "", "after", func() response { return chief.get("/api/admin/invitations") }},
		{"DELETE /api/admin/invitations/:id", "application_invitation_ended", "", "before", func() response { return chief.send("DELETE", "/api/admin/invitations/"+invitation, nil) }},
		{"GET /api/applications/admin/:id", "application_viewed", "", "after", func() response { return chief.get("/api/applications/admin/" + applied.id) }},
		{"GET /api/applications/admin/list", "applications_viewed", "", "after", func() response { return chief.get("/api/applications/admin/list") }},

		{"GET /api/chat/message/:id/edits", "edits_viewed", annMember.ID, "", func() response { return chief.get("/api/chat/message/" + said + "/edits") }},
		{"GET /api/notifications/deliveries/:id", "deliveries_viewed", "", "", func() response { return chief.get("/api/notifications/deliveries/" + campaign) }},
		{"GET /api/notifications/search-users", "users_viewed", "", "after", func() response { return chief.get("/api/notifications/search-users?q=ann") }},
		{"GET /api/admin/room-access/:roomId", "room_access_viewed", "", "", func() response { return chief.get("/api/admin/room-access/general") }},
		{"GET /api/admin/emergency", "emergencies_viewed", "", "", func() response { return chief.get("/api/admin/emergency") }},
		{"GET /api/admin/users", "users_viewed", "", "after", func() response { return chief.get("/api/admin/users") }},
		{"GET /api/admin/users/detailed", "users_viewed", "", "after", func() response { return chief.get("/api/admin/users/detailed?search=ann") }},
		{"GET /api/admin/users/:id/profile", "profile_viewed", annMember.ID, "", func() response { return chief.get(u + "/profile") }},
		{"GET /api/admin/users/:id/analytics", "analytics_viewed", annMember.ID, "", func() response { return chief.get(u + "/analytics") }},
		{"GET /api/admin/users/:id/activity", "activity_viewed", annMember.ID, "", func() response { return chief.get(u + "/activity") }},
		{"GET /api/admin/users/:id/room-access", "room_access_viewed", annMember.ID, "", func() response { return chief.get(u + "/room-access") }},
		{"GET /api/admin/users/:id/sessions", "sessions_viewed", annMember.ID, "", func() response { return chief.get(u + "/sessions") }},
		{"GET /api/admin/analytics/realtime", "realtime_viewed", "", "", func() response { return chief.get("/api/admin/analytics/realtime") }},
		{"GET /api/admin/analytics/chat", "top_users_viewed", "", "after", func() response { return chief.get("/api/admin/analytics/chat?timeRange=day") }},
		{"GET /api/admin/analytics/rows", "analytics_rows_viewed", "", "after", func() response { return chief.get("/api/admin/analytics/rows?figure=members") }},
		{"GET /api/admin/analytics/export", "analytics_exported", "", "after", func() response { return chief.get("/api/admin/analytics/export?figure=members") }},
		{"GET /api/admin/contributions", "contributions_viewed", "", "", func() response { return chief.get("/api/admin/contributions") }},
		{"GET /api/admin/contributions/export", "contributions_exported", "", "", func() response { return chief.get("/api/admin/contributions/export") }},
		{"GET /api/admin/badges/users", "badge_users_viewed", "", "after", func() response { return chief.get("/api/admin/badges/users?search=ann") }},
		{"GET /api/admin/badges/list", "badge_users_viewed", "", "after", func() response { return chief.get("/api/admin/badges/list") }},
		{"GET /api/admin/reports", "reports_viewed", "", "", func() response { return chief.get("/api/admin/reports?state=closed") }},
		{"GET /api/admin/audit", "audit_viewed", annMember.ID, "after", func() response { return chief.get("/api/admin/audit?subject=" + annMember.ID) }},
		{"GET /api/admin/audit/export", "audit_exported", "", "", func() response { return chief.get("/api/admin/audit/export") }},
		{"POST /api/admin/face/verify-password", "face_password_tried", "", "after", func() response {
			a := chief.post("/api/admin/face/verify-password", fields{"password": viewerPassword})
			viewer, _ = a.body["grant"].(string)
			return a
		}},
		{"GET /api/admin/face/enrolled-users", "face_enrolled_viewed", "", "after", func() response { return chief.viewerCall(enrolledUsers, viewer) }},
		{"GET /api/admin/face/stats", "face_stats_viewed", "", "", func() response { return chief.viewerCall(faceStats, viewer) }},
		{"GET /api/admin/face/user/:id/verifications", "face_history_viewed", annMember.ID, "", func() response {
			return chief.viewerCall("/api/admin/face/user/"+annMember.ID+"/verifications", viewer)
		}},
		{"DELETE /api/admin/users/:id/sessions", "sessions_ended", annMember.ID, "after", func() response { return chief.send("DELETE", u+"/sessions", nil) }},
	} {
		tried[x.route] = true
		last := p.count(`select coalesce(max(id), 0)::int from audit`)
		if a := x.do(); a.status != 200 {
			t.Errorf("%s: %d %s", x.route, a.status, a.raw)
			continue
		}
		for file, named := range words {
			if named[x.action] == "" {
				t.Errorf("%s: client/languages/%s has no words for %s (admin/desk/audit, actionWords)", x.route, file, x.action)
			}
		}
		const entry = ` from audit where id > $1 and actor_id = $2 and action = $3`
		args := []any{last, boss.ID, x.action}
		if n := p.count(`select count(*)`+entry, args...); n != 1 {
			t.Errorf("%s: %d entries %s", x.route, n, x.action)
			continue
		}
		if whom := p.text(`select coalesce(member_id::text, '')`+entry, args...); whom != x.whom {
			t.Errorf("%s: is about %q, want %q", x.route, whom, x.whom)
		}
		sides := strings.TrimSpace(p.text(`select case when detail->'before' <> 'null' then 'before' else '' end ||
			case when detail->'after' <> 'null' then ' after' else '' end`+entry, args...))
		if sides != x.sides {
			t.Errorf("%s: has %q, want %q", x.route, sides, x.sides)
		}
		if n := p.count(`select count(*)`+entry+` and subject <> '' and detail->>'session' = (select id::text from sessions where person_id = $2 and revoked_at is null)`, args...); n != 1 {
			t.Errorf("%s: names no subject or not the session", x.route)
		}
	}
	waits(0, 0, 0)
	// The place of a thing leads to the log narrowed to its id: an emergency's and a
	// contribution's entries had only the member's.
	for _, x := range []struct{ thing, action string }{
		{"den", "room_deleted"}, {report, "report_ruled"}, {emergency, "emergency_resolved"}, {contribution, "contribution_refunded"}, {fee, "fee_refunded"}, {campaign, "campaign_paused"},
		{code, "decrypt_created"}, {said, "edits_viewed"}, {annMember.ID, "badge_assigned"}, {"server_cost", "server_cost_changed"},
	} {
		if found := chief.get("/api/admin/audit?subject="+x.thing+"&action="+x.action).want(t, 200).body["entries"].([]any); len(found) == 0 {
			t.Errorf("the log of %s has no %s", x.thing, x.action)
		}
	}
	for _, r := range p.edge.routes() {
		name := r.method + " " + r.path
		silent := r.method == "GET" && r.view == "" && !strings.HasSuffix(r.path, "/export")
		if (r.who.name == admin.name || r.view != "") && !silent && !ownActs[name] && !tried[name] {
			t.Errorf("%s: add a row that finds it in the log", name)
		}
	}
}

// actionsInWords gives what each language calls the actions of the audit log, by its file.
func actionsInWords(t *testing.T) map[string]map[string]string {
	t.Helper()
	names, err := fs.Glob(client.Languages(), "*.json")
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	words := map[string]map[string]string{}
	for _, name := range names {
		var file struct {
			Parts struct {
				Log struct {
					Actions map[string]string `json:"actionWords"`
				} `json:"admin/desk/audit"`
			} `json:"parts"`
		}
		raw, err := fs.ReadFile(client.Languages(), name)
		if err == nil {
			err = json.Unmarshal(raw, &file)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		words[name] = file.Parts.Log.Actions
	}
	return words
}

// A change that changes nothing succeeds, and is neither in the log nor announced: it
// once was, so that the log said of one act that it was done twice.
func TestWhatChangesNothingIsNotInTheLog_ADM16(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	chief, _ := p.signedInAdmin("chief")
	_, annMember, _ := p.signedInMember("ann")
	u := "/api/admin/users/" + annMember.ID
	chief.post("/api/admin/rooms", fields{"name": "den"}).want(t, 200)
	sent := chief.postKey("/api/notifications/send", uuid.NewString(), fields{"recipientGroup": "all", "notificationType": "email", "subject": "a", "message": "b",
		"sendAt": p.text(`select to_char(muster_now() at time zone 'utc' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)}).want(t, 200)
	campaign := sent.body["campaign"].(fields)["id"].(string)
	until := p.text(`select to_char(muster_now() at time zone 'utc' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
	tables := `select (select count(*) from audit) + (select count(*) from site_events) + (select count(*) from broadcasts)`
	for _, x := range []struct {
		method, path string
		body         fields
		changes      bool // the first time
	}{
		{"PATCH", u + "/admin-status", fields{"isAdmin": false}, false},
		{"PATCH", u + "/admin-status", fields{"isAdmin": true}, true},
		{"PATCH", u + "/admin-status", fields{"isAdmin": false}, true},
		{"PATCH", u + "/chat-access", fields{"enabled": true}, false},
		{"PATCH", u + "/chat-access", fields{"enabled": true, "bannedUntil": until, "reason": "spam"}, true},
		{"PATCH", u + "/chat-access", fields{"enabled": false}, true},
		{"PATCH", u + "/guardian", fields{"isGuardian": false}, false},
		{"PATCH", u + "/guardian", fields{"isGuardian": true}, true},
		{"PATCH", u + "/honorary-rank", fields{"rank": nil}, false},
		{"PATCH", u + "/honorary-rank", fields{"rank": "Corporal"}, true},
		{"PATCH", u + "/notes", fields{"notes": ""}, false},
		{"PATCH", u + "/notes", fields{"notes": "is kind"}, true},
		{"PATCH", u + "/subscription", fields{"active": false}, false},
		{"PATCH", u + "/subscription", fields{"active": true}, true},
		{"PATCH", u + "/face", fields{"required": false}, false},
		{"PATCH", u + "/face", fields{"required": true}, true},
		{"POST", u + "/face/reset-attempts", fields{}, false},
		{"DELETE", u + "/face", nil, false},
		{"DELETE", u + "/sessions", nil, true},
		{"POST", "/api/admin/room-access", fields{"user_email": "ann", "room_id": "den", "access_level": "member"}, true},
		{"POST", "/api/admin/room-access", fields{"user_email": "ann", "room_id": "den", "access_level": "moderator"}, true},
		{"PATCH", "/api/admin/rooms/den", fields{"read_only": false}, false},
		{"PATCH", "/api/admin/rooms/den", fields{"read_only": true}, true},
		{"PATCH", "/api/admin/server-cost", fields{"monthlyBase": 100}, true},
		{"PATCH", "/api/admin/community", fields{"intake": "open"}, false},
		{"PATCH", "/api/admin/community", fields{"name": "The Ninth"}, true},
		{"POST", "/api/notifications/resume/" + campaign, nil, false},
		{"POST", "/api/notifications/pause/" + campaign, nil, true},
		{"POST", "/api/notifications/resume/" + campaign, nil, true},
		{"POST", "/api/notifications/cancel/" + campaign, nil, true},
	} {
		for _, changes := range []bool{x.changes, false} {
			before := p.count(tables)
			a := chief.call(x.method, x.path, x.body).want(t, 200)
			if after := p.count(tables); (after != before) != changes {
				t.Errorf("%s %s %v: %d more rows, changes: %v: %s", x.method, x.path, x.body, after-before, changes, a.raw)
			}
		}
	}
}

// An export that fails on its way is cut off: half a file once looked like a whole one.
func TestExportOfTheLogIsWholeOrCutOff_ADM16(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	s.exec(`insert into audit (action, subject, detail) values ('old', 'x', '{"session": "none"}')`) // what no query reads
	s.exec(`insert into audit (action, subject) select 'newer', repeat('x', 100) from generate_series(1, $1::int)`, 20*1000)
	s.exec(`analyze audit`) // a page is read from the end then, not as all of it
	request, err := http.NewRequest("GET", s.base+"/api/admin/audit/export", nil)
	s.must(err)
	request.Header.Set("Authorization", "Bearer "+chief.token)
	reply, err := chief.client.Do(request)
	s.must(err)
	defer reply.Body.Close()
	read, err := io.Copy(io.Discard, reply.Body)
	if reply.StatusCode != 200 || read == 0 || err == nil {
		t.Errorf("%d, %d bytes, %v", reply.StatusCode, read, err)
	}
}

// A call from another address than the one where its session was signed in is in the log
// with its own: so a stolen session is seen. Nobody changes that either, and it goes with
// the administrator who is erased.
func TestLogSaysWhereACallCameFrom_ADM16(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	s.signedInAdmin("other")
	for _, from := range []string{"203.0.113.9", "192.0.2.1"} {
		chief.send("POST", "/api/admin/rooms", strings.NewReader(`{"name":"from `+strings.ReplaceAll(from, ".", "-")+`"}`), "Content-Type", jsonType, "X-Forwarded-For", from).want(t, 200)
		entry := chief.get("/api/admin/audit?q=room_created&limit=1").want(t, 200).body["entries"].([]any)[0].(fields)
		if entry["address"] != from || entry["device"] != "Test" {
			t.Errorf("%v, want %s", entry, from)
		}
	}
	if n := s.count(`select count(*) from audit_addresses where address = '192.0.2.1'`); n != 0 {
		t.Errorf("%d entries repeat the address of their session", n)
	}
	for _, sql := range []string{`update audit_addresses set address = 'x'`, `delete from audit_addresses`, `truncate audit_addresses`} {
		if _, err := s.owner().Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "only ever grows") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	s.exec(`update member_standing set is_admin = false where member_id = $1`, boss.ID)
	s.exec(`update members set erase_at = muster_now() where id = $1`, boss.ID)
	if n, err := s.EraseDue(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d erased, %v", n, err)
	}
	if n := s.count(`select count(*) from audit_addresses where address = '203.0.113.9'`); n != 0 {
		t.Error("the address of an erased administrator is still there")
	}
}

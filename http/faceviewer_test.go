package http

import (
	"strings"
	"testing"

	"muster/store/face"
)

// viewerCall is a call of the face viewer with a grant.
func (v *visitor) viewerCall(path, grant string) response {
	v.t.Helper()
	return v.send("GET", path, nil, "X-Face-Admin-Password", grant)
}

// grant opens the viewer to a visitor's session.
func (v *visitor) grant() string {
	v.t.Helper()
	a := v.post("/api/admin/face/verify-password", fields{"password": viewerPassword}).want(v.t, 200)
	grant, _ := a.body["grant"].(string)
	if grant == "" || a.body["validUntil"] == nil {
		v.t.Fatalf("%s", a.raw)
	}
	return grant
}

const (
	enrolledUsers = "/api/admin/face/enrolled-users"
	faceStats     = "/api/admin/face/stats"
)

// The viewer opens with the second password to one session, for a quarter of an hour. A
// wrong one is no lost session; after five nobody may try again; each try is in the log.
func TestFaceViewerPassword_FADM2_FADM4to6(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	chief, boss := s.signedInAdmin("chief")
	ann, _, _ := s.signedInMember("ann")
	for _, path := range []string{enrolledUsers, faceStats, "/api/admin/face/user/" + boss.ID + "/verifications"} {
		chief.get(path).want(t, 403)
		chief.viewerCall(path, viewerPassword).want(t, 403) // not before it was verified
	}
	ann.post("/api/admin/face/verify-password", fields{"password": viewerPassword}).want(t, 403)
	if a := chief.post("/api/admin/face/verify-password", fields{"password": ""}).want(t, 400); a.body["message"] != "Password required" {
		t.Errorf("%s", a.raw)
	}
	chief.post("/api/admin/face/verify-password", fields{"password": "muster"}).want(t, 403).says(t, face.WrongPassword)
	grant := chief.grant()
	chief.viewerCall(faceStats, grant).want(t, 200)
	chief.viewerCall(faceStats, viewerPassword).want(t, 200) // as clients of the documents send it
	chief.viewerCall(faceStats, "muster").want(t, 403)
	second := s.with(func() string { token, _ := s.session("member", boss.ID); return token }())
	second.viewerCall(faceStats, grant).want(t, 403)
	ann.viewerCall(faceStats, grant).want(t, 403)
	s.exec(`update clock_offset set ahead = interval '15 minutes 1 second'`)
	chief.viewerCall(faceStats, grant).want(t, 403)
	chief.viewerCall(faceStats, viewerPassword).want(t, 403)
	for range face.MostPasswords {
		chief.post("/api/admin/face/verify-password", fields{"password": "wrong"}).want(t, 403)
	}
	if a := chief.post("/api/admin/face/verify-password", fields{"password": viewerPassword}).want(t, 429); a.header.Get("Retry-After") == "" {
		t.Errorf("%s", a.raw)
	}
	if got := s.text(`select string_agg(detail->'after'->>'right', ' ' order by id) from audit where action = 'face_password_tried' and actor_id = $1`, boss.ID); got != "false true"+strings.Repeat(" false", face.MostPasswords) {
		t.Errorf("tries in the log: %s", got)
	}
	if strings.Contains(s.text(`select string_agg(g::text, ' ') from face_grants g`), grant) || strings.Contains(s.log.String(), viewerPassword) {
		t.Error("the grant or the password is kept as it is")
	}
}

// The viewer shows what was looked at, with the unrounded thresholds, by links that open
// one picture for five minutes, to the session that they were given to: they opened it to
// whoever had a copy. The member sees who looked, and is notified.
func TestFaceViewer_FADM7to12(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	member, ann := s.enrolled("ann", false)
	in := s.signInTo("ann")
	in.face("verify", "face ann second at=89.96").want(t, 200)
	in.face("verify", "face ann third near").want(t, 200)
	chief, _ := s.signedInAdmin("chief")
	grant := chief.grant()

	list := chief.viewerCall(enrolledUsers, grant).want(t, 200)
	user := list.body["users"].([]any)[0].(map[string]any)
	for field, want := range map[string]any{"userId": member.ID, "username": "ann", "email": "ann@example.org", "phone": nil, "totalScans": 3.0} {
		if user[field] != want {
			t.Errorf("%s is %v, want %v", field, user[field], want)
		}
	}
	if stats := user["stats"].(map[string]any); stats["totalVerifications"] != 2.0 || stats["recentPassRate"] != 50.0 || stats["averageConfidence"] != 94.58 {
		t.Errorf("%v", stats)
	}
	if list.body["urlsExpireAt"] == nil || user["enrolledAt"] == nil || user["lastUsed"] == nil || list.body["nextCursor"] != nil {
		t.Errorf("%s", list.raw)
	}
	stats := chief.viewerCall(faceStats, grant).want(t, 200)
	stats.wantFields(t, "stats", fields{"totalEnrolledUsers": 1, "totalVerifications": 2, "recentStats": map[string]any{"totalVerifications": 2.0, "averageConfidence": 94.58, "passRate": 50.0}})

	history := chief.viewerCall("/api/admin/face/user/"+member.ID+"/verifications?limit=1000", grant).want(t, 200)
	history.wantFields(t, "enrollment", fields{"confidence": 90})
	history.wantFields(t, "statistics", fields{"totalScans": 3, "totalVerifications": 2, "passRate": 50})
	checks := history.body["verifications"].([]any)
	first, second := checks[0].(map[string]any), checks[1].(map[string]any)
	if len(checks) != 3 || first["possibleReplay"] != true || first["passed"] != true || second["possibleReplay"] != false || second["confidence"] != 89.96 {
		t.Errorf("%s", history.raw)
	}
	for at, want := range map[string]any{"at30": true, "at50": true, "at70": true, "at90": false} {
		if got := second["thresholdAnalysis"].(map[string]any)[at]; got != want {
			t.Errorf("%s of 89.96 is %v", at, got)
		}
	}
	if short := chief.viewerCall("/api/admin/face/user/"+member.ID+"/verifications?limit=1", grant).want(t, 200); len(short.body["verifications"].([]any)) != 1 {
		t.Errorf("%s", short.raw)
	}
	chief.viewerCall("/api/admin/face/user/00000000-0000-7000-8000-000000000000/verifications", grant).want(t, 404)

	link := second["imageUrl"].(string)
	picture := chief.get(link)
	if picture.status != 200 || string(picture.raw) != "face ann second at=89.96" || !strings.Contains(picture.header.Get("Cache-Control"), "no-store") || picture.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%d %q %v", picture.status, picture.raw, picture.header)
	}
	other := first["imageUrl"].(string)
	path, query, _ := strings.Cut(link, "?")
	otherPath, _, _ := strings.Cut(other, "?")
	chief.get(otherPath+"?"+query).want(t, 403)
	chief.get(path).want(t, 403)
	chief.get(strings.Replace(link, "exp=1", "exp=2", 1)).want(t, 403)
	boss, _ := s.signedInAdmin("boss")
	for name, copied := range map[string]*visitor{"a stranger": s.visitor(), "the member": ann, "another administrator": boss} {
		if a := copied.get(link); a.status != 403 || a.body["code"] != "link_invalid" {
			t.Errorf("%s: %d %s", name, a.status, a.raw)
		}
	}

	mine := ann.get("/api/face/enrollment").want(t, 200)
	views := mine.body["views"].([]any)
	if len(views) != 3 || views[0].(map[string]any)["what"] != "picture" || views[1].(map[string]any)["what"] != "history" {
		t.Errorf("%s", mine.raw)
	}
	if got := s.text(`select string_agg(kind, ' ') from notices where member_id = $1`, member.ID); got != "face_viewed" {
		t.Errorf("notified: %s", got)
	}
	chief.get("/api/auth/session").want(t, 200) // gives the cookie, which is all that a picture on a page brings
	chief.token = ""
	if a := chief.get(link); a.status != 200 {
		t.Errorf("by the cookie: %d %s", a.status, a.raw)
	}
	s.exec(`update sessions set revoked_at = muster_now() where person_id = (select id from members where is_creator or email = 'chief@example.org' limit 1)`)
	chief.get(other).want(t, 403) // the administrator has signed out
}

// Who fails three times and leaves the check out is in the viewer with all of it: the
// skip was counted, but the viewer did not show it.
func TestFaceViewerShowsSkips_FADM9(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	ann := s.member("ann", false)
	s.requireFace(ann)
	s.signInTo("ann").skip("enrollment", "").want(t, 200)
	s.signInTo("ann").face("enroll", "face ann first").want(t, 200)
	in := s.signInTo("ann")
	for _, words := range []string{"face bob 1", "face bob 2", "face bob 3"} {
		in.face("verify", words).want(t, 200)
	}
	in.skip("verification", face.SkipAfterFailures).want(t, 200)
	chief, _ := s.signedInAdmin("chief")
	grant := chief.grant()
	history := chief.viewerCall("/api/admin/face/user/"+ann.ID+"/verifications", grant).want(t, 200)
	history.wantFields(t, "statistics", fields{"totalScans": 4, "totalVerifications": 3, "totalSkips": 2, "passRate": 0})
	skips := history.body["skips"].([]any)
	if len(skips) != 2 {
		t.Fatalf("%s", history.raw)
	}
	for i, want := range []fields{{"type": "verification", "reason": "failed_attempts"}, {"type": "enrollment", "reason": "later"}} {
		got := skips[i].(map[string]any)
		if got["type"] != want["type"] || got["reason"] != want["reason"] || got["timestamp"] == nil || got["id"] == "" {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if short := chief.viewerCall("/api/admin/face/user/"+ann.ID+"/verifications?limit=1", grant).want(t, 200); len(short.body["skips"].([]any)) != 1 {
		t.Errorf("%s", short.raw)
	}
	if none := chief.viewerCall("/api/admin/face/user/"+s.member("bob", false).ID+"/verifications", grant).want(t, 200); len(none.body["skips"].([]any)) != 0 {
		t.Errorf("%s", none.raw)
	}
}

// The list is searched and sorted by the server, in pages; a bad value is refused with
// its code, and the log says that somebody searched, never for what.
func TestFaceViewerListsAll_FADM14(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	for _, name := range []string{"ann", "bob", "anton"} {
		s.enrolled(name, false)
	}
	s.signInTo("bob").face("verify", "face bob 2").want(t, 200)
	chief, boss := s.signedInAdmin("chief")
	grant := chief.grant()
	list := func(query string) string {
		t.Helper()
		var names []string
		for cursor := ""; ; {
			a := chief.viewerCall(enrolledUsers+"?"+query+"&cursor="+cursor, grant).want(t, 200)
			for _, user := range a.body["users"].([]any) {
				names = append(names, user.(map[string]any)["username"].(string))
			}
			next, _ := a.body["nextCursor"].(string)
			if cursor = next; cursor == "" {
				return strings.Join(names, " ")
			}
		}
	}
	for query, want := range map[string]string{
		"limit=1": "anton bob ann", "sortBy=name&limit=1": "ann anton bob", "sortBy=name&search=AN": "ann anton", "search=nobody": "",
		"sortBy=lastUsed&limit=2": "bob anton ann", "sortBy=confidence&limit=1&search=bob": "bob", "limit=9999": "anton bob ann", "limit=0": "anton bob ann",
	} {
		if got := list(query); query != "sortBy=lastUsed&limit=2" && got != want || !strings.HasPrefix(got, strings.SplitN(want, " ", 2)[0]) {
			t.Errorf("%s lists %q", query, got)
		}
	}
	for query, code := range map[string]string{
		"sortBy=id": "sort_unknown", "search=" + strings.Repeat("x", 201): "search_malformed", "search=a%0Ab": "search_malformed", "cursor=x": "cursor_invalid", "limit=x": "limit_invalid",
	} {
		if a := chief.viewerCall(enrolledUsers+"?"+query, grant).want(t, 400); a.body["code"] != code {
			t.Errorf("%s: %s", query, a.raw)
		}
	}
	if log := s.text(`select string_agg(detail::text, ' ') from audit where action = 'face_enrolled_viewed' and actor_id = $1`, boss.ID); !strings.Contains(log, `"searched": true`) || strings.Contains(log, "nobody") {
		t.Errorf("the log: %s", log)
	}
}

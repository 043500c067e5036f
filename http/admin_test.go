package http

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres/storetest"
)

const unknownID = "00000000-0000-7000-8000-000000000000"

// call sends JSON by any method.
func (v *visitor) call(method, path string, body any) response {
	v.t.Helper()
	raw, ok := body.(string)
	if !ok {
		encoded, err := json.Marshal(body)
		v.must(err)
		raw = string(encoded)
	}
	return v.send(method, path, strings.NewReader(raw), "Content-Type", jsonType)
}

// signedInAdmin returns a visitor signed in as an administrator.
func (s *site) signedInAdmin(name string) (*visitor, store.Member) {
	m := s.member(name, true)
	token, _ := s.session(store.MemberSession, m.ID)
	return s.with(token), m
}

type fields = map[string]any

// wantFields checks fields of one object of the reply.
func (a response) wantFields(t testing.TB, part string, want fields) {
	t.Helper()
	got, _ := a.body[part].(map[string]any)
	for name, value := range want {
		if have, there := got[name]; !there || fmt.Sprint(have) != fmt.Sprint(value) {
			t.Errorf("%s.%s is %v, want %v", part, name, have, value)
		}
	}
}

// Chat is disabled, banned for every length, and enabled again.
func TestAdministratorsChatAccess(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	_, other := s.signedInAdmin("other")
	ann, member, _ := s.signedInMember("ann")
	path := func(id string) string { return "/api/admin/users/" + id + "/chat-access" }
	barred := func(want bool) {
		t.Helper()
		if a := ann.get("/api/chat/user-status").want(t, 200); a.body["isBanned"] != want {
			t.Errorf("%s", a.raw)
		}
	}
	change := func(id string, body any) response { return chief.call("PATCH", path(id), body) }
	in := func(d time.Duration) string { return time.Now().UTC().Add(d).Format("2006-01-02T15:04:05.000Z") }

	a := change(member.ID, fields{"enabled": false}).want(t, 200)
	a.wantFields(t, "user", fields{"id": member.ID, "name": "Member ann", "email": "ann@example.org", "phone": nil, "username": "ann",
		"is_admin": false, "chat_access_enabled": false, "chat_banned_until": nil})
	barred(true)
	change(member.ID, fields{"enabled": true}).want(t, 200).wantFields(t, "user", fields{"chat_access_enabled": true, "chat_banned_until": nil})
	barred(false)
	for _, hours := range []int{1, 6, 24, 72, 168, 720, 721} {
		until := in(time.Duration(hours) * time.Hour)
		a := change(member.ID, fields{"enabled": hours%2 == 0, "bannedUntil": until}).want(t, 200)
		got, err := time.Parse(time.RFC3339, fmt.Sprint(a.body["user"].(fields)["chat_banned_until"]))
		if want, _ := time.Parse(time.RFC3339, until); err != nil || !got.Equal(want) {
			t.Errorf("%d hours: %s", hours, a.raw)
		}
		a.wantFields(t, "user", fields{"chat_access_enabled": true})
		barred(true)
		change(member.ID, fields{"enabled": true}).want(t, 200)
		barred(false)
	}
	for bad, reason := range map[string]string{
		`{}`: "enabled_missing", `{"ENABLED":false}`: "enabled_missing", `{"enabled":null}`: "enabled_missing", `{"enabled":"yes"}`: "json_malformed", `{"enabled":1}`: "json_malformed",
		`{"enabled":false,"bannedUntil":""}`: "ban_malformed", `{"enabled":false,"bannedUntil":"tomorrow"}`: "ban_malformed",
		`{"enabled":false,"bannedUntil":24}`: "json_malformed", `{"enabled":false,"bannedUntil":"2026-02-30T00:00:00Z"}`: "ban_malformed",
		`{"enabled":true,"bannedUntil":"0001-01-01T00:00:00Z"}`:                    "ban_malformed",
		`{"enabled":true,"bannedUntil":"2001-01-01T00:00:00Z"}`:                    "ban_past",
		`{"enabled":true,"bannedUntil":"` + in(-time.Minute) + `"}`:                "ban_past",
		`{"enabled":true,"bannedUntil":"` + in(people.LongestBan+time.Hour) + `"}`: "ban_too_long",
		`{"enabled":true,"bannedUntil":"9999-12-31T23:59:59-23:59"}`:               "ban_too_long",
		`{"enabled":false,"bannedUntil":"2026-01-01T00:00:00Z"} {}`:                "json_malformed",
		`[]`: "json_malformed", ``: "json_malformed", `{"enabled":true,"confirm":"x"}`: "json_malformed",
	} {
		if a := change(member.ID, bad).want(t, 400); a.body["code"] != reason {
			t.Errorf("%s: %s", bad, a.raw)
		}
	}
	barred(false)
	// Banning an administrator, oneself too, needs a confirmation.
	for _, m := range []store.Member{other, boss} {
		if a := change(m.ID, fields{"enabled": false}).want(t, 409); a.body["code"] != "confirm_admin" {
			t.Errorf("%s", a.raw)
		}
		change(m.ID, fields{"enabled": true, "bannedUntil": in(time.Hour)}).want(t, 409)
		change(m.ID, fields{"enabled": true}).want(t, 200)
		change(m.ID, fields{"enabled": true, "bannedUntil": in(time.Hour), "confirm": true}).want(t, 200)
	}
	absent := change(unknownID, fields{"enabled": false}).want(t, 404)
	for _, id := range []string{"me", "%00", strings.Repeat("a", 36), "a%2fb", strings.ReplaceAll(member.ID, "-", ""), "{" + member.ID + "}"} {
		if a := change(id, fields{"enabled": false}).want(t, 404); string(a.raw) != string(absent.raw) {
			t.Errorf("%s: %s", id, a.raw)
		}
	}
	change(strings.ToUpper(member.ID), fields{"enabled": false, "bannedUntil": in(time.Hour)}).want(t, 200)
	barred(true)
	storetest.MoveClock(t, s.url, time.Hour+time.Second)
	barred(false)
}

// The administrator's right takes effect on the next call, and nobody may remove
// their own.
func TestAdministratorsRight(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	ann, member, _ := s.signedInMember("ann")
	change := func(v *visitor, id string, body any) response {
		return v.call("PATCH", "/api/admin/users/"+id+"/admin-status", body)
	}
	ann.get("/api/admin/rooms").want(t, 403).says(t, "Administrators only")
	change(chief, boss.ID, fields{"isAdmin": false}).want(t, 409).says(t, "You cannot remove your own administrator right")
	change(chief, strings.ToUpper(boss.ID), fields{"isAdmin": false}).want(t, 409)
	change(chief, member.ID, fields{"isAdmin": true}).want(t, 200).wantFields(t, "user", fields{"id": member.ID, "is_admin": true})
	ann.get("/api/admin/rooms").want(t, 200)
	change(ann, boss.ID, fields{"isAdmin": false}).want(t, 200).wantFields(t, "user", fields{"id": boss.ID, "is_admin": false})
	for _, a := range []response{
		chief.get("/api/admin/rooms"), change(chief, member.ID, fields{"isAdmin": false}), chief.post("/api/admin/rooms", fields{"name": "late"}),
		chief.send("DELETE", "/api/admin/rooms/general", nil),
	} {
		a.want(t, 403).says(t, "Administrators only")
	}
	if a := chief.get("/api/chat/user-status").want(t, 200); a.body["isAdmin"] != false {
		t.Errorf("%s", a.raw)
	}
	change(ann, member.ID, fields{"isAdmin": false}).want(t, 409) // the last one
	for _, bad := range []string{`{}`, `{"isAdmin":null}`, `{"isAdmin":"false"}`, `{"isAdmin":0}`, `[]`, ``} {
		change(ann, boss.ID, bad).want(t, 400)
	}
	absent := change(ann, unknownID, fields{"isAdmin": true}).want(t, 404)
	if a := change(ann, "%00", fields{"isAdmin": true}).want(t, 404); string(a.raw) != string(absent.raw) {
		t.Errorf("%s", a.raw)
	}
}

// An act that cannot be audited is rolled back and answered as an outage.
func TestNothingIsDoneUnaudited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	holder, err := s.owner().Begin(context.Background())
	s.must(err)
	defer holder.Rollback(context.Background())
	_, err = holder.Exec(context.Background(), `lock table audit in access exclusive mode`)
	s.must(err)
	chief.post("/api/admin/rooms", fields{"name": "den"}).want(t, 503)
	s.must(holder.Rollback(context.Background()))
	if rooms := chief.get("/api/admin/rooms").want(t, 200).body["rooms"].([]any); len(rooms) != 1 {
		t.Errorf("half a room was made: %v", rooms)
	}
}

package http

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres/storetest"
)

// The export is a zip that opens for its member alone, holds what the member said and
// nothing of others, and expires.
func TestExportOfMyData_SEC5(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, annMember, annSession := s.signedInMember("ann")
	bob, bobMember, bobSession := s.signedInMember("bob")
	s.storeMessage(annMember, annSession, "general", "My own words")
	s.storeMessage(bobMember, bobSession, "general", "Words of another")
	chief, _ := s.signedInAdmin("chief")
	chief.post("/api/decrypt/admin/create", fields{"code": "MILL1904", "content": "the secret", "type": "text"}).want(t, 200)
	ann.post(decryptPath, fields{"code": "MILL1904"}).want(t, 200)
	const export = "/api/profile/export"
	if a := ann.get(export).want(t, 200); a.body["state"] != "none" || a.body["url"] != nil {
		t.Errorf("%s", a.raw)
	}
	job := ann.post(export, nil).want(t, 200).body["job"]
	if again := ann.post(export, nil).want(t, 200).body["job"]; again != job {
		t.Errorf("a second export %v beside %v", again, job)
	}
	var ready response
	s.eventually("an export", func() bool {
		ready = ann.get(export).want(t, 200)
		return ready.body["state"] == "ready"
	})
	if ready.body["expiresAt"] == nil {
		t.Fatalf("%s", ready.raw)
	}
	url := ready.body["url"].(string)
	file := ann.get(url)
	z, err := zip.NewReader(bytes.NewReader(file.raw), int64(len(file.raw)))
	if err != nil || file.header.Get("Content-Type") != "application/zip" {
		t.Fatalf("%d %v: %v", file.status, file.header, err)
	}
	// An archive is saved, never shown: it was sent as inline.
	if got := file.header.Get("Content-Disposition"); got != `attachment; filename="my-data.zip"` {
		t.Errorf("the export is %s", got)
	}
	for _, one := range z.File {
		r, err := one.Open()
		s.must(err)
		text, err := io.ReadAll(r)
		s.must(err)
		var rows []map[string]any
		if strings.HasSuffix(one.Name, ".json") {
			if err := json.Unmarshal(text, &rows); err != nil {
				t.Errorf("%s: %v", one.Name, err)
			}
		}
		switch {
		case bytes.Contains(text, []byte("another")) || bytes.Contains(text, []byte(bobMember.ID)):
			t.Errorf("%s holds data of another: %s", one.Name, text)
		case one.Name == "messages.json" && (len(rows) != 1 || rows[0]["body"] != "My own words"),
			one.Name == "account.json" && (len(rows) != 1 || rows[0]["email"] != annMember.Email),
			one.Name == "decrypted.json" && (len(rows) != 1 || rows[0]["code"] != "MILL-1904" || rows[0]["views"] != 1.0 || rows[0]["sealed"] != nil),
			one.Name == "sessions.json" && len(rows) != 1:
			t.Errorf("%s: %s", one.Name, text)
		}
	}
	if len(z.File) < 20 {
		t.Errorf("%d files", len(z.File))
	}
	if a := bob.get(url); a.status != 403 {
		t.Errorf("another member got %d", a.status)
	}
	if a := s.visitor().get(url); a.status != 403 {
		t.Errorf("nobody got %d", a.status)
	}
	storetest.MoveClock(t, s.url, people.ExportAge)
	if a := ann.get(export).want(t, 200); a.body["state"] != "expired" || a.body["url"] != nil {
		t.Errorf("%s", a.raw)
	}
	if a := ann.get(url); a.status != 404 {
		t.Errorf("an expired export: %d", a.status)
	}
	if next := ann.post(export, nil).want(t, 200).body["job"]; next == job {
		t.Error("no new export")
	}
}

// A member who asked is erased after seven days, unless it changed its mind. Its name
// is nowhere then but in the audit, and what it said stays for others.
func TestErasureOfMyData_SEC5(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := context.Background()
	zelda, member, session := s.signedInMember("zelda_q")
	s.exec(`update members set name = 'Zelda Quux', phone = '+15550107777' where id = $1`, member.ID)
	_, bobMember, bobSession := s.signedInMember("bob")
	s.storeMessage(member, session, "general", "The tents are behind the barn")
	s.storeMessage(member, session, "general", "Ask @zelda_q")
	s.storeMessage(bobMember, bobSession, "general", "Thanks @zelda_q, and @Zelda_Q again")
	s.exec(`insert into profiles (member_id, public_bio) values ($1, 'I am Zelda Quux')`, member.ID)
	s.exec(`insert into contributions (member_id, purpose, amount_cents, status) values ($1, 'contribution', 500, 'completed')`, member.ID)
	zelda.post("/api/emergency/send", fields{"message": "Zelda Quux needs help now"}).want(t, 200)
	s.exec(`insert into username_changes (member_id, old_username, new_username, at) values ($1, 'zelda_then', 'zelda_q', muster_now())`, member.ID)
	s.exec(`insert into outbox (channel, recipient, subject, body) values ('email', 'chief@muster.test', 'High', 'From: @zelda_then')`)
	zelda.post("/api/profile/export", nil).want(t, 200)
	const erase = "/api/profile/erase"
	for _, wrong := range []any{"", "bob", "Zelda Quux"} {
		zelda.post(erase, fields{"confirm": wrong}).want(t, 400)
	}
	at := func(a response) any { return a.want(t, 200).body["eraseAt"] }
	first := at(zelda.post(erase, fields{"confirm": "Zelda_Q"}))
	if first == nil || at(zelda.post(erase, fields{"confirm": "@zelda_q"})) != first || at(zelda.get(erase)) != first {
		t.Errorf("to be erased at %v", first)
	}
	run := func(want int) {
		t.Helper()
		if n, err := s.EraseDue(ctx); err != nil || n != want {
			t.Errorf("%d were erased, want %d, %v", n, want, err)
		}
	}
	if at(zelda.call("DELETE", erase, nil)) != nil {
		t.Error("the request stands")
	}
	storetest.MoveClock(t, s.url, people.ErasePause+time.Minute)
	run(0)
	token, _ := s.session(store.MemberSession, member.ID) // the old one has been idle for too long
	zelda = s.with(token)
	at(zelda.post(erase, fields{"confirm": "zelda_q"}))
	run(0)
	s.eventually("all jobs are done", func() bool {
		return s.count(`select count(*) from river_job where finalized_at is null and kind in ('export', 'emergency_message')`) == 0
	})
	storetest.MoveClock(t, s.url, 2*people.ErasePause+2*time.Minute)
	// The periodic job may be quicker.
	if _, err := s.EraseDue(ctx); err != nil {
		t.Fatal(err)
	}
	if a := zelda.get("/api/profile/me"); a.status != 401 {
		t.Errorf("an erased member's session: %d", a.status)
	}
	storetest.MoveClock(t, s.url, 2*people.ErasePause+5*time.Minute)
	run(0)

	tables, err := s.Pool().Query(ctx, `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
	s.must(err)
	var all []string
	for tables.Next() {
		var name string
		s.must(tables.Scan(&name))
		all = append(all, name)
	}
	s.must(tables.Err())
	var named []string
	for _, table := range all {
		if s.count(`select count(*) from "`+table+`" t where t::text ~* 'zelda|quux|15550107777'`) > 0 {
			named = append(named, table)
		}
	}
	if !slices.Equal(named, []string{"audit"}) {
		t.Errorf("the name is still in %v", named)
	}
	token, _ = s.session(store.MemberSession, bobMember.ID)
	bob := s.with(token)
	texts := map[string]string{}
	for _, one := range bob.get("/api/chat/room/general/messages").want(t, 200).body["messages"].([]any) {
		m := one.(fields)
		texts[m["message"].(string)] = m["username"].(string)
	}
	name := texts["The tents are behind the barn"]
	if !strings.HasPrefix(name, "erased_") || texts["Ask @"+name] != name || texts["Thanks @"+name+", and @"+name+" again"] != "bob" {
		t.Errorf("%v", texts)
	}
	if s.count(`select count(*) from site_events where body->>'memberId' = $1 and body->>'erased' = 'true'`, member.ID) != 1 {
		t.Error("live rooms are not read again")
	}
	if s.count(`select count(*) from contributions where member_id = $1 and anonymous`, member.ID) != 1 {
		t.Error("a contribution is gone from the books")
	}
	// The last administrator and the creator stay.
	chief, boss := s.signedInAdmin("chief")
	chief.post(erase, fields{"confirm": boss.Email}).want(t, 409)
}

package http

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// pagedPaths are the calls that page, with the limit of a page as far as they take one.
func pagedPaths(campaign string) (byCursor, byLimit []string) {
	byLimit = []string{
		"/api/points/transactions?", "/api/server-cost/ledger?", "/api/chat/mentions?", "/api/chat/search?q=word&",
		"/api/contribute/history?", "/api/admin/contributions?", "/api/admin/fees?", "/api/admin/users?", "/api/admin/users/detailed?",
		"/api/notifications/history?", "/api/notifications/deliveries/" + campaign + "?", "/api/admin/badges/list?",
		"/api/decrypt/admin/list?", "/api/decrypt/history?", "/api/admin/audit?", "/api/admin/analytics/rows?figure=members&", "/api/admin/analytics/rows?figure=messages&",
		"/api/admin/emergency?", "/api/admin/reports?", "/api/admin/room-access/general?",
	}
	byCursor = append(slices.Clone(byLimit), "/api/chat/room/general/people?")
	// An invitation that nobody used is deleted when it ends, so a page after it goes on.
	byLimit = append(byLimit, "/api/admin/invitations?", "/api/chat/messages?", "/api/chat/room/general/messages?", "/api/chat/room/general/media?", "/api/admin/badges/users?")
	return byCursor, byLimit
}

// A cursor that a list did not give was the end of the list, a page of other lines or an
// inner error; it is refused. One of another list was taken where both are written alike,
// and so was another spelling of the list's own.
func TestCursorsOfNoListAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("boss")
	sent := chief.post("/api/notifications/send", fields{"recipientGroup": "all", "notificationType": "email", "subject": "Hello", "message": "All"}).want(t, 200)
	byCursor, _ := pagedPaths(sent.body["campaign"].(map[string]any)["id"].(string))
	coded := func(plain string) string { return base64.RawURLEncoding.EncodeToString([]byte(plain)) }
	const beyond = "9223372036854775808"
	const micros = "1700000000000000"
	stranger := uuid.NewString()
	cursors := []string{
		"007", "+1", "-1", "0", "4000000000", beyond, "99999999999999999999", "1.5", " ", "x", "\x00", beyond + "-1", boss.ID,
		boss.ID + "_" + boss.ID, coded("x"), coded("-1 " + stranger), coded(beyond + " " + stranger), coded(beyond + " 1 general"),
		// Written as a list writes them, of rows that it does not have.
		"2-1", "1-2", stranger, "2026-01-31T12:00:00.5Z_" + stranger,
		coded(micros + " " + stranger), coded(micros + " " + stranger + " " + stranger), coded(stranger + " ann"), coded("ann " + stranger), coded("boss "),
		// Written otherwise than any list does.
		"2026-01-31T12:00:00.50Z_" + boss.ID, "01-01", coded("0" + micros + " " + stranger), coded(micros + " 01 general"), coded("0" + micros + " 1 general"),
		coded("ann " + strings.ToUpper(boss.ID)), coded(strings.ToUpper(boss.ID) + " ann"), coded(`{"Figure":"members","At":"2026-01-31T12:00:00Z","ID":"` + boss.ID + `"}`),
		coded(`{ "Sort":"created_at","Descending":true,"Key":"2026-01-31","ID":"` + boss.ID + `"}`), coded(boss.ID+" ann") + "\n",
	}
	for i, path := range byCursor {
		v, _ := s.signedInAdmin(fmt.Sprintf("admin_%d", i)) // one reads 300 times at once
		for _, cursor := range cursors {
			if a := v.get(path + "cursor=" + url.QueryEscape(cursor)); a.status != http.StatusBadRequest {
				plain, _ := base64.RawURLEncoding.DecodeString(cursor)
				t.Errorf("%s after %q (%q) answers %d: %.200s", path, cursor, plain, a.status, a.raw)
			}
		}
	}
}

// Some lists took 007 for 7 and +5 for 5.
func TestNumbersOfPagesAreRefusedUnlessPlain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, _ := s.signedInAdmin("boss")
	other, _ := s.signedInAdmin("other") // one reads 300 times at once
	sent := v.post("/api/notifications/send", fields{"recipientGroup": "all", "notificationType": "email", "subject": "Hello", "message": "All"}).want(t, 200)
	_, byLimit := pagedPaths(sent.body["campaign"].(map[string]any)["id"].(string))
	for _, number := range []string{"007", "+5", "-0", "1e2", "0x10", " 7", "9223372036854775808", "99999999999999999999"} {
		for _, path := range byLimit {
			if a := v.get(path + "limit=" + url.QueryEscape(number)); a.status != http.StatusBadRequest {
				t.Errorf("%s with the limit %q answers %d: %.200s", path, number, a.status, a.raw)
			}
		}
		for _, name := range []string{"/api/admin/users/detailed?page=", "/api/chat/room/general/media?offset=", "/api/admin/analytics/growth?days="} {
			if a := v.get(name + url.QueryEscape(number)); a.status != http.StatusBadRequest {
				t.Errorf("%s%q answers %d: %.200s", name, number, a.status, a.raw)
			}
		}
	}
	for _, path := range byLimit {
		other.get(path+"limit=7").want(t, 200)
	}
}

// The inbox of emergencies and the reports take the limit of a page, as every list does,
// from 1 to 50; following the cursor shows each row once.
func TestInboxesTakeALimit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("boss")
	_, ann, _ := s.signedInMember("ann")
	s.exec(`insert into emergency_messages (id, member_id, message, priority, sent_at) select gen_random_uuid(), $1, 'help', 'normal', muster_now() - interval '1 second' * n from generate_series(1, 60) n`, ann.ID)
	s.exec(`insert into reports (reporter_id, subject_id, message_id, room_id, reason, created_at)
		select $1, $2, gen_random_uuid(), 'general', 'spam', muster_now() - interval '1 second' * n from generate_series(1, 60) n`, ann.ID, boss.ID)
	for path, list := range map[string]string{"/api/admin/emergency": "messages", "/api/admin/reports": "reports"} {
		for limit, want := range map[string]int{"0": 1, "-1": 1, "2": 2, "1000": 50} {
			if got := chief.get(path+"?limit="+limit).want(t, 200).body[list].([]any); len(got) != want {
				t.Errorf("%s: limit %s shows %d", path, limit, len(got))
			}
		}
		seen := map[any]bool{}
		for cursor := any(""); cursor != nil; {
			a := chief.get(path+"?limit=25&cursor="+url.QueryEscape(cursor.(string))).want(t, 200)
			for _, row := range a.body[list].([]any) {
				seen[row.(fields)["id"]] = true
			}
			cursor = a.body["nextCursor"]
		}
		if len(seen) != 60 {
			t.Errorf("%s: %d rows", path, len(seen))
		}
	}
}

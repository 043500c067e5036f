package http

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/postgres/storetest"
)

// eventually asks again until it is so, for at most testTimeout.
func (s *site) eventually(what string, so func() bool) {
	s.t.Helper()
	s.work()
	deadline, tick := time.NewTimer(testTimeout), time.NewTicker(20*time.Millisecond)
	defer deadline.Stop()
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-deadline.C:
			s.t.Fatal("never: " + what)
		}
	}
}

// caught waits until the dev outbox has caught a message to an address.
func (s *site) caught(to string) (found store.SentMessage) {
	s.t.Helper()
	s.eventually("a message to "+to, func() bool {
		all, err := s.edge.config.Outbox.Newest(context.Background(), 100)
		s.must(err)
		i := slices.IndexFunc(all, func(m store.SentMessage) bool { return m.To == to })
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	return found
}

func TestEmergencyAlertsAndIsResolved_EMRG5_EMRG10_EMRG15_EMRG16(t *testing.T) {
	s := newSite(t)
	admin, _ := s.signedInAdmin("chief")
	v, _, _ := s.signedInMember("ann")
	text := "There is a threat at the gate"
	sent := v.post("/api/emergency/send", map[string]any{"message": "  " + text + " ", "priority": "normal"}).want(t, 200)
	sent.says(t, "Emergency message sent successfully. The Creator has been notified.")
	if mail := s.caught("creator@example.org"); !strings.Contains(mail.Text, text) || !strings.Contains(mail.Subject, "critical") {
		t.Errorf("%+v", mail)
	}
	receipt := func() any {
		entry := v.get("/api/emergency/history").want(t, 200).body["history"].([]any)[0].(map[string]any)
		if entry["isResolved"] != (entry["receipt"] == "resolved") || entry["priority"] != "critical" {
			t.Errorf("%v", entry)
		}
		return entry["receipt"]
	}
	s.eventually("handed over", func() bool { return receipt() == "handed_over" })
	v.get("/api/admin/emergency").want(t, 403)
	admin.get("/api/admin/emergency?priority=urgent").want(t, 400)
	inbox := admin.get("/api/admin/emergency?priority=critical&state=open").want(t, 200).body["messages"].([]any)
	one := inbox[0].(map[string]any)
	if len(inbox) != 1 || one["message"] != text || one["priority"] != "critical" || one["claimedPriority"] != "normal" || one["username"] != "ann" {
		t.Fatalf("%v", inbox)
	}
	at := "/api/admin/emergency/" + one["id"].(string)
	for range 2 {
		admin.post(at+"/acknowledge", nil).want(t, 200)
	}
	if receipt() != "acknowledged" {
		t.Errorf("the receipt is %v", receipt())
	}
	admin.post(at+"/resolve", map[string]any{"note": strings.Repeat("x", 1001)}).fails(t, 400, "note")
	admin.post(at+"/resolve", map[string]any{"note": "a\x00b"}).fails(t, 400, "control_character")
	admin.post(at+"/resolve", map[string]any{"note": "guards sent"}).want(t, 200)
	again := admin.post(at+"/resolve", map[string]any{"note": "another"}).want(t, 200).body["message"].(map[string]any)
	if again["note"] != "guards sent" || again["isResolved"] != true || receipt() != "resolved" {
		t.Errorf("%v, %v", again, receipt())
	}
	admin.post("/api/admin/emergency/nothing/resolve", map[string]any{}).want(t, 404)
	if strings.Contains(s.log.String(), text) {
		t.Error("the message is in the log")
	}
}

// A second message within the hour and a fourth one in a day are refused, with what is
// left; a message that is refused counts for nothing.
func TestEmergencyQuota_EMRG7_EMRG9(t *testing.T) {
	s := newSite(t)
	v, _, _ := s.signedInMember("bob")
	v.post("/api/emergency/send", map[string]any{"message": "the coffee is cold"}).want(t, 200)
	v.post("/api/emergency/send", map[string]any{"message": "again, please"}).want(t, 429).says(t, "Rate limit exceeded. Please wait before sending another message.")
	quota := v.get("/api/emergency/rate-limit").want(t, 200).body
	newest := func() map[string]any {
		return v.get("/api/emergency/history").want(t, 200).body["history"].([]any)[0].(map[string]any)
	}
	next := func() string { return v.get("/api/emergency/rate-limit").want(t, 200).body["nextAllowedAt"].(string) }
	after := func(entry map[string]any, wait time.Duration) string {
		at, err := time.Parse(time.RFC3339Nano, entry["sentAt"].(string))
		s.must(err)
		return at.Add(wait).Format(time.RFC3339Nano)
	}
	first := newest()
	if quota["countThisHour"] != 1.0 || quota["countToday"] != 1.0 || next() != after(first, time.Hour) {
		t.Errorf("%v after %v", quota, first)
	}
	v.post("/api/emergency/send", map[string]any{"message": "short"}).want(t, 400).says(t, "Message must be at least 10 characters")
	for hours, status := range []int{429, 200, 200, 429} {
		storetest.MoveClock(t, s.url, time.Duration(hours)*(time.Hour+time.Second))
		v.post("/api/emergency/send", map[string]any{"message": fmt.Sprint("the coffee is cold ", hours)}).want(t, status)
	}
	// An hour after the third is not enough: the first of the day has to be a day old.
	if got, want := next(), after(first, 24*time.Hour); got != want {
		t.Errorf("next at %s, want %s", got, want)
	}
	others, _, _ := s.signedInMember("ann")
	others.post("/api/emergency/send", map[string]any{"message": "the tea is cold"}).want(t, 200)
	var texts []any
	for _, entry := range v.get("/api/emergency/history").want(t, 200).body["history"].([]any) {
		texts = append(texts, entry.(map[string]any)["message"])
	}
	if got := fmt.Sprint(texts); got != "[the coffee is cold 2 the coffee is cold 1 the coffee is cold]" {
		t.Errorf("the history has %s", got)
	}
	storetest.MoveClock(t, s.url, 25*time.Hour)
	v.post("/api/emergency/send", map[string]any{"message": "the coffee is cold"}).want(t, 200)
}

// The answer to a message was lost, and sending it again was refused by the limit that it
// had used up itself.
func TestEmergencySentAgain_EMRG7_EMRG15(t *testing.T) {
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	message, key := fields{"message": "There is a threat at the gate"}, uuid.NewString()
	v.postKey("/api/emergency/send", "again", message).want(t, 400).says(t, "The Idempotency-Key must be a UUID")
	first := v.postKey("/api/emergency/send", key, message).want(t, 200)
	if again := v.postKey("/api/emergency/send", key, message).want(t, 200); string(again.raw) != string(first.raw) {
		t.Errorf("answers %s, and %s before", again.raw, first.raw)
	}
	v.postKey("/api/emergency/send", key, fields{"message": "The gate stands wide open"}).want(t, 409)
	v.postKey("/api/emergency/send", uuid.NewString(), message).want(t, 429)
	v.get("/api/emergency/history?cursor=x").want(t, 400)
	v.get("/api/emergency/history?limit=x").want(t, 400)
	if end, ok := v.get("/api/emergency/history?limit=0").want(t, 200).body["nextCursor"]; !ok || end != nil {
		t.Errorf("one message, then %v (%v)", end, ok)
	}
	if all := v.get("/api/emergency/history").want(t, 200).body["history"].([]any); len(all) != 1 {
		t.Errorf("%v", all)
	}
}

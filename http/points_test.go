package http

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
)

func TestCheckInDay_CHK4_CHK5_CHK11(t *testing.T) {
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	before := v.get("/api/points/status").want(t, 200).body
	for field, want := range map[string]any{
		"rank": "Recruit", "points": 0.0, "nextRank": "Private", "pointsToNextRank": 100.0, "progressToNextRank": 0.0,
		"streakCount": 0.0, "canCheckIn": true, "alreadyCheckedInToday": false, "nextCheckInPoints": 50.0,
		"streakSafeUntil": nil, "inactivityWarning": nil, "totalPointsEarned": 0.0, "highestStreak": 0.0, "tomorrowPoints": 53.0,
	} {
		if before[field] != want {
			t.Errorf("at first %s is %v, want %v", field, before[field], want)
		}
	}
	done := v.post("/api/points/check-in", map[string]any{}).want(t, 200).body
	if done["points"] != 50.0 || done["totalPoints"] != 50.0 || done["streakCount"] != 1.0 || done["nextCheckIn"] != done["nextCheckInTime"] ||
		done["rankChanged"] != false || done["newRank"] != nil || done["alreadyCheckedIn"] != false {
		t.Errorf("%v", done)
	}
	now, err := s.Now(t.Context())
	s.must(err)
	midnight := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour).Format(time.RFC3339)
	status := v.get("/api/points/status").want(t, 200).body
	if line := status["recentTransactions"].([]any)[0].(map[string]any); done["nextCheckIn"] != midnight || status["nextCheckInTime"] != midnight ||
		line["action_type"] != "check_in" || line["points"] != 50.0 || line["id"] == nil || line["created_at"] == nil || status["tomorrowPoints"] != 53.0 {
		t.Errorf("%v, then %v", done, status)
	}
	again := v.post("/api/points/check-in", map[string]any{}).want(t, http.StatusConflict)
	again.says(t, "Already checked in today")
	if again.body["alreadyCheckedIn"] != true {
		t.Errorf("%s", again.raw)
	}
	streak := v.get("/api/points/streak").want(t, 200).body
	if streak["streakCount"] != 1.0 || streak["canCheckIn"] != false || streak["alreadyCheckedInToday"] != true {
		t.Errorf("%v", streak)
	}
	storetest.MoveClock(t, s.url, 24*time.Hour)
	if done := v.post("/api/points/check-in", nil).want(t, 200).body; done["points"] != 53.0 || done["rankChanged"] != true || done["newRank"] != "Private" {
		t.Errorf("the second day: %v", done)
	}
	lines := v.get("/api/points/transactions?limit=1").want(t, 200).body
	if lines["nextCursor"] == nil || len(lines["transactions"].([]any)) != 1 {
		t.Errorf("%v", lines)
	}
	days := v.get("/api/points/explain").want(t, 200).body["streak"].([]any)
	if len(days) != 2 || days[0].(map[string]any)["kind"] != "checkin" {
		t.Errorf("%v", days)
	}
	storetest.MoveClock(t, s.url, 7*24*time.Hour+12*time.Hour)
	after := v.get("/api/points/status").want(t, 200).body
	if after["streakCount"] != 0.0 || after["highestStreak"] != 2.0 || after["nextCheckInPoints"] != 50.0 || after["inactivityWarning"] == nil {
		t.Errorf("after five missed days: %v", after)
	}
}

// What is given by hand counts at once, wherever the rank is shown.
func TestPointsByHand_RANK7_RANK15_RANK16(t *testing.T) {
	s := newSite(t)
	admin, _ := s.signedInAdmin("chief")
	v, m, _ := s.signedInMember("ann")
	at := "/api/admin/users/" + m.ID
	for _, c := range []struct {
		body   map[string]any
		status int
	}{
		{map[string]any{"amount": 120, "reason": "thanks"}, 200}, {map[string]any{"amount": 0, "reason": "x"}, 400},
		{map[string]any{"amount": 1}, 400}, {map[string]any{"reason": "x"}, 400}, {map[string]any{"amount": 1.5, "reason": "x"}, 400},
		{map[string]any{"amount": "5", "reason": "x"}, 400}, {map[string]any{"amount": -121, "reason": "x"}, 409},
	} {
		admin.post(at+"/points", c.body).want(t, c.status)
	}
	// It was said only that such a reason cannot be stored.
	long := strings.Repeat("é", store.MaxMessageLength+1)
	admin.post(at+"/points", map[string]any{"amount": 1, "reason": long}).want(t, 400).says(t, "A reason has at most 500 characters")
	v.post(at+"/points", map[string]any{"amount": 1, "reason": "mine"}).want(t, 403)
	if got := v.get("/api/points/status").want(t, 200).body; got["points"] != 120.0 || got["rank"] != "Private" {
		t.Errorf("%v", got)
	}
	ranks := func() string {
		t.Helper()
		table := admin.get("/api/admin/users/detailed?search=ann").want(t, 200).body["users"].([]any)[0].(map[string]any)
		return fmt.Sprint(v.get("/api/points/status").want(t, 200).body["rank"], " ", profileIn(v.get("/api/profile/me").want(t, 200))["rank"], " ",
			profileIn(admin.get("/api/profile/public/ann").want(t, 200))["rank"], " ", table["rank"])
	}
	if got := ranks(); got != "Private Private <nil> Private" {
		t.Errorf("while the rank is not public: %s", got)
	}
	v.patch("/api/profile/me", map[string]any{"show_rank_public": true}).want(t, 200)
	for _, step := range []struct {
		amount   int
		rank     string
		progress any
	}{{379, "Private", 99.75}, {1, "Sergeant", 0.0}, {9500, "General", 100.0}, {-9500, "Sergeant", 0.0}, {-380, "Private", 5.0}} {
		admin.post(at+"/points", map[string]any{"amount": step.amount, "reason": "test"}).want(t, 200)
		status := v.get("/api/points/status").want(t, 200).body
		if got := ranks(); got != strings.TrimSpace(strings.Repeat(step.rank+" ", 4)) || status["progressToNextRank"] != step.progress {
			t.Errorf("after %d: %s, %v", step.amount, got, status)
		}
	}
	admin.call("PATCH", at+"/honorary-rank", map[string]any{"rank": "General"}).want(t, 400)
	admin.call("PATCH", at+"/honorary-rank", map[string]any{"rank": ""}).want(t, 400)
	if got := admin.call("PATCH", at+"/honorary-rank", map[string]any{"rank": "Corporal"}).want(t, 200).body; got["rank"] != "Corporal" {
		t.Errorf("%v", got)
	}
	for _, nothing := range []map[string]any{{}, {"Rank": nil}, {"honoraryRank": nil}} {
		admin.call("PATCH", at+"/honorary-rank", nothing).want(t, 400)
	}
	if got := v.get("/api/points/status").want(t, 200).body; got["rank"] != "Corporal" {
		t.Errorf("a body without the field took the rank: %v", got["rank"])
	}
	admin.call("PATCH", at+"/guardian", map[string]any{}).want(t, 400)
	admin.call("PATCH", at+"/guardian", map[string]any{"isGuardian": true}).want(t, 200)
	if got := v.get("/api/points/status").want(t, 200).body; got["rank"] != "Guardian" || got["progressToNextRank"] != nil || got["nextRank"] != nil {
		t.Errorf("%v", got)
	}
	v.get("/api/points/transactions?cursor=x").want(t, 400)
	v.get("/api/points/transactions?limit=many").want(t, 400)
}

package http

import (
	"fmt"
	"strings"
	"testing"

	"muster/store/rank"
)

// What a member earned is on its wall, in its own and its public profile, and counted for
// administrators; it alone decides what others see.
func TestEarnedBadgeCalls_PROF4_PROF8_BADGE10(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, a, _ := s.signedInMember("ann")
	bob, _, _ := s.signedInMember("bob")
	s.exec(`insert into earned_badges (member_id, badge, earned_at) values ($1, 'streak_7', '2026-02-14T18:30:00Z'), ($1, 'rank_private', '2026-02-10T18:30:00Z')`, a.ID)
	s.exec(`insert into member_points (member_id, points, earned) values ($1, 250, 250)`, a.ID)

	wall := ann.get("/api/profile/badges/earned").want(t, 200).body
	if got := fmt.Sprint(wall["earned"]); got != "[map[description:Checked in 7 days in a row earnedAt:2026-02-14T18:30:00Z id:streak_7 name:One Week Strong seen:false shown:true]"+
		" map[description:Reached the rank of Private earnedAt:2026-02-10T18:30:00Z id:rank_private name:Private seen:false shown:false]]" {
		t.Error(got)
	}
	open := wall["open"].([]any)
	if len(open) != len(rank.EarnedRules)-3 || wall["moments"] != true || !strings.Contains(fmt.Sprint(open), "id:rank_sergeant name:Sergeant progress:0.5") {
		t.Errorf("%v", wall)
	}
	if got := fmt.Sprint(profileIn(ann.get("/api/profile/me").want(t, 200))["badges"]); got != "[map[description:Checked in 7 days in a row id:streak_7 name:One Week Strong]"+
		" map[description:Reached the rank of Private id:rank_private name:Private]]" {
		t.Error(got)
	}
	catalogue := ann.get("/api/profile/badges/all").want(t, 200).body["badges"].([]any)
	if len(catalogue) != len(rank.EarnedRules) || strings.Count(fmt.Sprint(catalogue), "earned:true") != 2 {
		t.Errorf("%v", catalogue)
	}

	public := func() string {
		return fmt.Sprint(profileIn(bob.get("/api/profile/public/ann").want(t, 200))["badges"])
	}
	if got := public(); got != "[map[description:Checked in 7 days in a row id:streak_7 name:One Week Strong]]" {
		t.Error(got)
	}
	ann.call("PATCH", "/api/profile/badges/earned/streak_7", fields{"shown": false}).want(t, 200)
	ann.call("PATCH", "/api/profile/badges/earned/rank_private", fields{"shown": true}).want(t, 200)
	if got := public(); got != "[map[description:Reached the rank of Private id:rank_private name:Private]]" {
		t.Error(got)
	}
	if announced := s.hub.broadcast; len(announced) == 0 || announced[0].Kind != "earned_changed" {
		t.Errorf("announced %v", announced)
	}
	bob.call("PATCH", "/api/profile/badges/earned/streak_7", fields{"shown": true}).want(t, 404)
	ann.call("PATCH", "/api/profile/badges/earned/nothing", fields{"shown": true}).want(t, 404)
	ann.call("PATCH", "/api/profile/badges/earned/streak_7", fields{}).want(t, 400)
	ann.call("PATCH", "/api/profile/badges/earned/streak_7", fields{"shown": "yes"}).want(t, 400)

	seen := "/api/profile/badges/seen"
	ann.post(seen, fields{"ids": []string{"streak_7", "nothing", "streak_7"}}).want(t, 200)
	ann.post(seen, fields{"ids": []string{}}).want(t, 400)
	ann.post(seen, fields{"ids": strings.Split(strings.Repeat("x,", 100)+"x", ",")}).want(t, 400)
	ann.call("PUT", "/api/profile/badges/moments", fields{"moments": false}).want(t, 200)
	ann.call("PUT", "/api/profile/badges/moments", fields{}).want(t, 400)
	wall = ann.get("/api/profile/badges/earned").want(t, 200).body
	if wall["moments"] != false || !strings.Contains(fmt.Sprint(wall["earned"]), "id:streak_7 name:One Week Strong seen:true") {
		t.Errorf("%v", wall)
	}

	held := fmt.Sprint(chief.get("/api/admin/badges/earned").want(t, 200).body["badges"])
	if !strings.Contains(held, "holders:1 id:streak_7") || !strings.Contains(held, "holders:0 id:streak_30") {
		t.Error(held)
	}
	ann.get("/api/admin/badges/earned").want(t, 403)
}

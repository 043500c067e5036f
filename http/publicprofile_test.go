package http

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"muster/store"
	"muster/store/money"
	"muster/store/people"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

func (v *visitor) patch(path string, body any) response {
	v.t.Helper()
	raw, err := json.Marshal(body)
	v.must(err)
	return v.send("PATCH", path, bytes.NewReader(raw), "Content-Type", "application/json")
}

func profileIn(a response) map[string]any { return a.body["profile"].(map[string]any) }

func TestPublicProfileCall_PUB1_PUB2_PUB3(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, annMember, session := s.signedInMember("ann")
	bob, _, _ := s.signedInMember("bob")
	s.exec(`insert into profiles (member_id, public_bio, badge_tags) values ($1, 'Hello', '[{"text":"Helper","emoji":"⭐","color":"#fc0","addedAt":"2026-01-02T03:04:05Z"}]')`, annMember.ID)
	s.exec(`insert into member_points (member_id, points) values ($1, 850)`, annMember.ID)
	s.storeMessage(annMember, session, "general", "hi")
	a := bob.get("/api/profile/public/ANN").want(t, 200)
	p := profileIn(a)
	for field, want := range map[string]any{
		"username": "ann", "rank": nil, "show_rank_public": false, "public_bio": "Hello", "recentMessageCount": 1.0, "profile_views_count": 1.0,
		"profile_picture_url": nil, "profile_picture_thumbnail_url": nil, "image_url": nil, "is_recent_contributor": false, "user_id": annMember.ID,
	} {
		if p[field] != want {
			t.Errorf("%s is %v", field, p[field])
		}
	}
	if badge := p["badge_tags"].([]any)[0].(map[string]any); badge["text"] != "Helper" || badge["addedAt"] != "2026-01-02T03:04:05Z" {
		t.Errorf("%v", badge)
	}
	for _, secret := range []string{annMember.Name, annMember.Email, "points"} {
		if strings.Contains(string(a.raw), secret) {
			t.Errorf("%q is shown: %s", secret, a.raw)
		}
	}
	// The number is looked for among the fields: an id may have its three digits by chance.
	for field, value := range p {
		if value == 850.0 {
			t.Errorf("%s is the points", field)
		}
	}
	own := ann.patch("/api/profile/me", map[string]any{"show_rank_public": true, "unheard_of": 9}).want(t, 200)
	if profileIn(own)["show_rank_public"] != true || profileIn(own)["points"] != 850.0 || profileIn(own)["rank"] != "Captain" {
		t.Errorf("%s", own.raw)
	}
	if p := profileIn(bob.get("/api/profile/public/ann").want(t, 200)); p["rank"] != "Captain" || p["profile_views_count"] != 1.0 {
		t.Errorf("%v", p)
	}
	bob.get("/api/profile/public/nobody").want(t, 404).says(t, "Profile not found or is private")
	bob.get("/api/profile/public/%20").want(t, 400).says(t, "No username provided")
}

func TestPrivateProfileCall_PUB3_PUB4(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, annMember, _ := s.signedInMember("ann")
	bob, _, _ := s.signedInMember("bob")
	token, _ := s.session(store.MemberSession, s.member("chief", true).ID)
	_, err := storetest.Pay(s.DB, money.Contribution{MemberID: annMember.ID, Purpose: money.ForCommunity, Amount: 12_50})
	s.must(err)
	pictures := func() map[string]any {
		return bob.post("/api/profile/public/batch", map[string]any{"usernames": []string{"Ann", "nobody"}}).want(t, 200).body["profiles"].(map[string]any)
	}
	if got := pictures(); len(got) != 1 || got["ann"].(map[string]any)["is_recent_contributor"] != true {
		t.Errorf("%v", got)
	}
	own := profileIn(ann.patch("/api/profile/me", map[string]any{"profile_private": true}).want(t, 200))
	if own["profile_private"] != true || own["total_contributed"] != 12.5 || own["contribution_amount"] != 12.5 || len(s.hub.broadcast) != 2 || s.hub.broadcast[0].Kind != "contributor_changed" {
		t.Errorf("%v, announced %v", own, s.hub.broadcast)
	}
	if me := profileIn(ann.get("/api/profile/me").want(t, 200)); me["profile_private"] != true {
		t.Errorf("%v", me)
	}
	bob.get("/api/profile/public/ann").want(t, 404).says(t, "Profile not found or is private")
	ann.get("/api/profile/public/ann").want(t, 200)
	s.with(token).get("/api/profile/public/ann").want(t, 200)
	if got := pictures()["ann"].(map[string]any); got["username"] != "ann" || got["is_recent_contributor"] != false || len(got) != 6 {
		t.Errorf("%v", got)
	}
	for _, bad := range []any{map[string]any{"profile_private": "yes"}, []string{}} {
		ann.patch("/api/profile/me", bad).want(t, 400)
	}
	ann.patch("/api/profile/me", map[string]any{}).want(t, 200)
}

func TestProfileCallsAreLimited_PUB3(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, m, _ := s.signedInMember("ann")
	many := make([]string, people.ProfileBatch+1)
	for i := range many {
		many[i] = "ann"
	}
	ann.post("/api/profile/public/batch", map[string]any{"usernames": many}).want(t, 400)
	ann.post("/api/profile/public/batch", map[string]any{"usernames": many[1:]}).want(t, 200)
	ann.post("/api/profile/public/batch", map[string]any{}).want(t, 200)
	ann.get("/api/profile/public/ann").want(t, 200)
	s.exec(`update quotas set used = $1 where key = $2 and scope = 'profile_view'`, members.ProfileViewsPerMinute, []byte(m.ID))
	s.exec(`update quotas set used = $1 where key = $2 and scope = 'profile_batch'`, members.ProfileBatchesPerMinute, []byte(m.ID))
	ann.get("/api/profile/public/ann").want(t, 429).says(t, "Too many requests. Please try again later.")
	ann.post("/api/profile/public/batch", map[string]any{"usernames": []string{"ann"}}).want(t, 429)
}

func TestServerCostCall_COST1(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	for cents, want := range map[money.Cents]float64{12_345: 123.45, -1: -0.01, 0: 0} {
		s.hub.cost = money.ServerCost{Current: cents}
		if got := v.get("/api/server-cost").want(t, 200).body["serverCost"].(map[string]any)["currentCost"]; got != want {
			t.Errorf("%d: %v", cents, got)
		}
	}
}

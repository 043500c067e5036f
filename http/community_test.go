package http

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/community"
	communities "muster/store/postgres/community"
)

// Administrators name the community, say where its help is and who may apply; every page
// and the mails show it, and what the operator has set cannot be changed.
func TestAdministratorsSetTheCommunityUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, _, _ := s.signedInMember("ann")
	if r := chief.get("/api/chat/user-status").want(t, 200); r.body["setupDue"] != true || r.body["welcomeDue"] != true {
		t.Errorf("before: %s", r.raw)
	}
	if r := ann.get("/api/chat/user-status").want(t, 200); r.body["setupDue"] != false {
		t.Errorf("a member is asked to set the community up: %s", r.raw)
	}
	ann.get("/api/admin/community").want(t, 403)
	ann.call("PATCH", "/api/admin/community", fields{"name": "Mine"}).want(t, 403)
	for _, bad := range []fields{{"name": ""}, {"name": 7}, {"supportEmail": "nowhere"}, {"intake": "some"}, {"name": "a\u202eb"}} {
		chief.call("PATCH", "/api/admin/community", bad).want(t, 400)
	}
	set := chief.call("PATCH", "/api/admin/community", fields{
		"name": "The  Ninth", "supportEmail": "help@ninth.test", "intake": "closed", "intakeText": "Back in spring.", "setUp": true,
	}).want(t, 200).body["community"].(fields)
	if set["name"] != "The Ninth" || set["isSetUp"] != true || set["hasOutbox"] != false {
		t.Errorf("%v", set)
	}
	if c := s.visitor().get("/api/config").want(t, 200).body; c["communityName"] != "The Ninth" || c["supportEmail"] != "help@ninth.test" || c["intake"] != "closed" || c["intakeText"] != "Back in spring." {
		t.Errorf("what every page shows: %v", c)
	}
	s.visitor().post("/api/applications/start", fields{"email": "bob@example.org"}).want(t, 403)
	if r := chief.get("/api/chat/user-status").want(t, 200); r.body["setupDue"] != false {
		t.Errorf("a second time: %s", r.raw)
	}
}

// An administrator whose page asks again when another has saved on another node sees what
// was saved, however lately this node has read the settings.
func TestAdministratorsSeeWhatAnotherNodeSaved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	other := communities.New(s.DB, community.Default())
	for _, name := range []string{"The Ninth", "The Tenth", "The Eleventh"} {
		if _, err := other.Change(context.Background(), store.Caller{}, community.Change{Name: &name}); err != nil {
			t.Fatal(err)
		}
		if shown := chief.get("/api/admin/community").want(t, 200).body["community"].(fields); shown["name"] != name {
			t.Errorf("%v is shown after %s was saved", shown["name"], name)
		}
	}
}

// What the operator has set is shown as such and stays.
func TestOperatorsSettingsStay(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) {
		c.Community = communities.New(c.Store, community.Configured{Settings: community.Default().Settings, Fixed: []community.Setting{community.Name, community.Intake}})
	})
	chief, _ := s.signedInAdmin("chief")
	shown := chief.get("/api/admin/community").want(t, 200).body["community"].(fields)
	if fixed := shown["fixed"].([]any); len(fixed) != 2 || fixed[0] != "name" || fixed[1] != "intake" {
		t.Errorf("%v", shown)
	}
	for _, change := range []fields{{"name": "The Ninth"}, {"intakeText": "Later."}} {
		if r := chief.call("PATCH", "/api/admin/community", change).want(t, 409); r.body["code"] != "fixed_by_operator" {
			t.Errorf("%s", r.raw)
		}
	}
	chief.call("PATCH", "/api/admin/community", fields{"supportEmail": "help@ninth.test"}).want(t, 200)
}

// A member is led through the first steps once, in every browser.
func TestFirstStepsAreOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, _, _ := s.signedInMember("ann")
	due := func() bool { return ann.get("/api/chat/user-status").want(t, 200).body["welcomeDue"].(bool) }
	if !due() {
		t.Error("a new member is not led")
	}
	for range 2 {
		ann.post("/api/profile/welcomed", nil).want(t, 200)
	}
	if due() {
		t.Error("a member is led twice")
	}
	s.visitor().post("/api/profile/welcomed", nil).want(t, 401)
}

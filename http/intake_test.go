package http

import (
	"strings"
	"testing"
	"time"

	"muster/store/application"
)

// The client knows who may begin an application; the server holds to it, and an
// invitation that an administrator makes lets its number in.
func TestIntake(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	shown := func(intake, text string) {
		t.Helper()
		if c := s.visitor().get("/api/config").want(t, 200).body; c["intake"] != intake || c["intakeText"] != text {
			t.Errorf("intake %v, text %v", c["intake"], c["intakeText"])
		}
	}
	shown("open", "")
	start := func(email, invitation string) response {
		return s.visitor().post("/api/applications/start", fields{"email": email, "invitation": invitation})
	}
	s.edge.config.Applications.SetIntake(application.IntakeRules{Intake: application.IntakeClosed, Text: "Back in spring."})
	shown("closed", "Back in spring.")
	if r := start("ann@example.org", "").want(t, 403); r.body["code"] != "intake_closed" || r.body["message"] != "Back in spring." {
		t.Errorf("%s", r.raw)
	}
	s.edge.config.Applications.SetIntake(application.IntakeRules{Intake: application.IntakeInvitation})
	shown("invitation", "APPLICATIONS ARE BY INVITATION ONLY")

	chief, boss := s.signedInAdmin("chief")
	for _, bad := range []fields{{}, {"uses": 0}, {"uses": 1001}, {"uses": 1, "note": strings.Repeat("n", 201)}, {"uses": 1, "expiresAt": "2001-01-01T00:00:00Z"}} {
		chief.post("/api/admin/invitations", bad).want(t, 400)
	}
	made := chief.post("/api/admin/invitations", fields{"uses": 2, "note": "the fair", "expiresAt": time.Now().Add(time.Hour)}).want(t, 200).body["invitation"].(fields)
	if made["uses"] != 2.0 || made["used"] != 0.0 || made["note"] != "the fair" || made["createdBy"] != boss.ID || made["expiresAt"] == nil {
		t.Errorf("%v", made)
	}
	code := made["code"].(string)
	ann := s.visitor()
	id := ann.post("/api/applications/start", fields{"email": "ann@example.org", "invitation": code}).want(t, 200).body["application"].(fields)["id"].(string)
	if ann.post("/api/applications/start", fields{"email": "ann@example.org"}).want(t, 200).body["application"].(fields)["id"] != id {
		t.Error("a reload did not go on")
	}
	applied := &applicant{visitor: ann, id: id, email: "ann@example.org", phone: "+15551234567"}
	applied.proves("email", "ann@example.org")
	whole := chief.get("/api/admin/invitations?limit=1").want(t, 200)
	if whole.body["nextCursor"] != nil {
		t.Errorf("%s", whole.raw)
	}
	list := whole.body["invitations"].([]any)[0].(fields)
	if brought := list["brought"].([]any); list["used"] != 1.0 || len(brought) != 1 || brought[0].(fields)["applicationId"] != id || brought[0].(fields)["status"] != "incomplete" || brought[0].(fields)["number"] == "" {
		t.Errorf("%v", list)
	}
	if row := chief.get("/api/applications/admin/list").want(t, 200).body["applications"].([]any)[0].(fields); row["invitation"] != code {
		t.Errorf("by %v", row["invitation"])
	}
	chief.call("DELETE", "/api/admin/invitations/"+made["id"].(string), nil).want(t, 200)
	chief.call("DELETE", "/api/admin/invitations/"+made["id"].(string), nil).want(t, 404)
	refused := start("bob@example.org", code).want(t, 403)
	if unknown := start("bob@example.org", "INV-2222-2222-2222-2222").want(t, 403); string(unknown.raw) != string(refused.raw) || refused.body["code"] != "invitation_invalid" {
		t.Errorf("%s\n%s", refused.raw, unknown.raw)
	}
	if strings.Contains(s.log.String(), code) {
		t.Error("the log has the code")
	}
}

// An applicant reads everything about the own application, without administrators, and
// deletes it; nobody else does, and not once it has made a member.
func TestApplicantsOwnData_SEC5(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.submitted("ann@example.org", "+15551234567")
	chief, boss := s.signedInAdmin("chief")
	decide := func(status string) {
		t.Helper()
		chief.post("/api/applications/admin/update-status", fields{"applicationId": a.id, "status": status, "reason": "too short", "confirm": true}).want(t, 200)
	}
	decide("rejected")
	mine := a.get("/api/applications/my-data").want(t, 200)
	row := mine.body["applications"].([]any)[0].(fields)
	decision := row["decisions"].([]any)[0].(fields)
	if row["id"] != a.id || row["date_of_birth"] != "1990-05-06" || row["message_to_the_creator"] == nil || row["time_spent"] != 500.0 || row["ip_address"] == nil ||
		decision["status"] != "rejected" || decision["reason"] != "too short" {
		t.Errorf("%s", mine.raw)
	}
	if text := string(mine.raw); strings.Contains(text, boss.ID) || strings.Contains(text, "chief") {
		t.Errorf("an administrator is named: %s", text)
	}
	erase := func(v *visitor, confirm bool) response {
		return v.call("DELETE", "/api/applications/mine", fields{"applicationId": a.id, "confirm": confirm})
	}
	other := s.applies("bob@example.org", "+15557654321")
	for _, thief := range []*visitor{s.visitor(), chief, other.visitor} {
		erase(thief, true).want(t, 404)
	}
	s.visitor().get("/api/applications/my-data").want(t, 404)
	chief.get("/api/applications/my-data").want(t, 404)
	erase(a.visitor, false).want(t, 400)
	decide("accepted")
	if r := erase(a.visitor, true).want(t, 409); r.body["code"] != "application_of_member" {
		t.Errorf("%s", r.raw)
	}
	decide("rejected")
	erase(a.visitor, true).want(t, 200)
	a.get("/api/applications/my-data").want(t, 404)
	erase(a.visitor, true).want(t, 404)
	s.eventually("the photo's files are gone", func() bool {
		return s.count(`select count(*) from river_job where kind = 'media_removal' and state = 'completed'`) == 1
	})
	if n := s.count(`select count(*) from applications where id = $1`, a.id); n != 0 {
		t.Error("it is still there")
	}
}

package http

import (
	"testing"
)

// With no engine the settings of a member's face checks are kept and answered for, and
// sign-in asks nobody for a face, whatever they say.
func TestFaceSettings_AUSR18_FACE31(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	_, ann, _ := s.signedInMember("ann")
	path := "/api/admin/users/" + ann.ID + "/face"
	if engine := s.visitor().get("/api/config").want(t, 200).body["faceEngine"]; engine != "off" {
		t.Fatalf("the engine is %v", engine)
	}
	chief.get("/api/admin/users/"+ann.ID+"/profile").want(t, 200).wantFields(t, "profile", fields{
		"face_required": false, "face_failed_attempts": 0, "face_recognition_status": "not_enrolled", "face_enrollment_date": nil, "last_face_scan": nil,
	})
	chief.call("PATCH", path, fields{"required": true}).want(t, 200).wantFields(t, "profile", fields{"face_required": true})
	v := s.visitor()
	v.post("/api/auth/send-verification", fields{"email": "ann@example.org"}).want(t, 200)
	a := v.post("/api/auth/verify", fields{"identifier": "ann@example.org", "code": v.code("ann@example.org")}).want(t, 200)
	if a.body["session"] == nil || a.body["requiresFaceEnrollment"] != false || a.body["requiresFaceVerification"] != false {
		t.Errorf("sign-in: %s", a.raw)
	}
	s.exec(`insert into face_attempts (sign_in_id, member_id, failed) values (gen_random_uuid(), $1, 3)`, ann.ID)
	s.exec(`insert into face_enrolments (member_id, engine, data_key, confidence, consent_version, consented_at) values ($1, 'test', '', 99, '1', muster_now())`, ann.ID)
	chief.get("/api/admin/users/"+ann.ID+"/profile").want(t, 200).wantFields(t, "profile", fields{"face_failed_attempts": 3, "face_recognition_status": "enrolled"})
	for _, failed := range []float64{3, 0} {
		if a := chief.post(path+"/reset-attempts", nil).want(t, 200); a.body["failed"] != failed {
			t.Errorf("%s", a.raw)
		}
	}
	for _, removed := range []bool{true, false} {
		if a := chief.send("DELETE", path, nil).want(t, 200); a.body["removed"] != removed {
			t.Errorf("%s", a.raw)
		}
	}
	for _, bad := range []string{`{}`, `{"required":null}`, `{"required":"yes"}`} {
		chief.call("PATCH", path, bad).want(t, 400)
	}
	for _, nobody := range []string{unknownID, "me"} {
		chief.call("PATCH", "/api/admin/users/"+nobody+"/face", fields{"required": true}).want(t, 404)
		chief.send("DELETE", "/api/admin/users/"+nobody+"/face", nil).want(t, 404)
		chief.post("/api/admin/users/"+nobody+"/face/reset-attempts", nil).want(t, 404)
	}
}

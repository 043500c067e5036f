package http

import (
	"strings"
	"testing"

	"muster/store/face"
)

// Whoever refuses the consent, or agreed to an older one or to other periods, is not
// enrolled. The periods are kept with the consent.
func TestFaceConsent_FACE28(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	ann := s.member("ann", false)
	s.requireFace(ann)
	token := s.signInTo("ann").step(t, "requiresFaceEnrollment")
	send := func(more fields) response {
		more["imageBase64"], more["tempToken"] = "ZmFjZSBhbm4gMQ==", token
		return s.with(token).post("/api/face/enroll", more)
	}
	send(fields{"consent": false}).want(t, 400)
	send(fields{"consent": true, "consentVersion": "1999"}).want(t, 400)
	config := s.visitor().get("/api/config").want(t, 200).body
	version := config["faceConsentVersion"]
	if config["facePicturesDays"] != 30.0 || config["faceEnrolmentDays"] != 365.0 {
		t.Errorf("%v", config)
	}
	// Of another setting, read before the server was started anew.
	send(fields{"consent": true, "consentVersion": face.Consent{Engine: "embedded", PicturesDays: 7, EnrolmentDays: 365}.Version()}).want(t, 400)
	send(fields{"consent": true, "consentVersion": face.Consent{Engine: "rekognition", PicturesDays: 30, EnrolmentDays: 365}.Version()}).want(t, 400)
	in, _ := send(fields{"consent": true, "consentVersion": version}).want(t, 200).session(t)
	s.with(in).get("/api/face/enrollment").want(t, 200).wantFields(t, "consent", fields{"engine": "embedded", "picturesDays": 30, "enrolmentDays": 365})
	if got := s.text(`select consent_version from face_enrolments where consented_at is not null`); got != version {
		t.Errorf("consent %q", got)
	}
	if got := s.text(`select consent_pictures_days || ' ' || consent_enrolment_days from face_enrolments`); got != "30 365" {
		t.Errorf("the consent is kept with %s days", got)
	}
}

// The face is nowhere in the database or in the files as it is, and the picture of one
// member cannot be put in the place of another's.
func TestFaceIsSealed_FACE28(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	s.enrolled("ann", false)
	s.signInTo("ann").face("verify", "face ann secretwords").want(t, 200)
	dump := s.text(`select string_agg(t::text, ' ') from (
		select e::text as t from face_enrolments e union all select c::text from face_checks c union all select k::text from face_tokens k union all select a::text from face_attempts a) x`)
	for _, plain := range []string{"secretwords", "fake/1 ann", "face ann"} {
		if strings.Contains(dump, plain) {
			t.Errorf("%q is in the database", plain)
		}
		for name, content := range s.files() {
			if strings.Contains(content, plain) {
				t.Errorf("%q is in %s", plain, name)
			}
		}
		if strings.Contains(s.log.String(), plain) {
			t.Errorf("%q is in the log", plain)
		}
	}
	keys := face.NewKeys(s.secret())
	key, _ := keys.NewDataKey("ann")
	if _, err := key.OpenPicture("2", key.SealPicture("1", []byte("face"))); err == nil {
		t.Error("a picture opened as another")
	}
}

package http

import (
	"os"
	"path/filepath"
	"testing"

	"muster/store/face"
	"muster/store/face/embedded"
)

// withEmbedded has the engine of the product look at real photographs.
func withEmbedded(t *testing.T) func(*Config) {
	engine, err := embedded.Open("../client/node_modules/@vladmandic/face-api/model")
	if err != nil {
		t.Fatal(err)
	}
	return withFaces(engine)
}

// photograph is the bytes of one of the tests' photographs.
func photograph(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "store", "face", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Through the calls, the engine lets in the one who enrolled, narrowly refuses a harder
// photograph of the same man, and clearly refuses another; what shows no face costs no
// attempt. The confidences are those that were measured when the engine was chosen.
func TestPhotographsThroughTheCalls_FACE17_FADM9(t *testing.T) {
	t.Parallel()
	s := newSite(t, withEmbedded(t))
	chief, _ := s.signedInAdmin("chief")
	enrol := func(username, name string) string {
		t.Helper()
		m := s.member(username, false)
		s.requireFace(m)
		s.signInTo(username).face("enroll", photograph(t, name)).want(t, 200).session(t)
		return m.ID
	}
	ann := enrol("ann", "vlado-a.jpg")
	in := s.signInTo("ann")
	for _, nobody := range []string{"coffee.png", "rocket.jpg", "cat.png"} {
		in.face("verify", photograph(t, nobody)).want(t, 400)
	}
	if a := in.face("verify", photograph(t, "vlado-b.jpg")).want(t, 200); a.body["verified"] != true || a.body["attemptsLeft"] != 2.0 {
		t.Errorf("the same man: %s", a.raw)
	} else if _, verified := a.session(t); !verified {
		t.Errorf("the session is not verified: %s", a.raw)
	}
	in = s.signInTo("ann")
	for i, other := range []string{"vlado-c.jpg", "astronaut.png"} {
		if a := in.face("verify", photograph(t, other)).want(t, 200); a.body["verified"] != false || a.body["session"] != nil || a.body["attemptsLeft"] != float64(2-i) {
			t.Errorf("%s: %s", other, a.raw)
		}
	}
	if a := in.face("verify", photograph(t, "vlado-b.jpg")).want(t, 400); a.body["code"] != "face_replay" {
		t.Errorf("the same bytes again: %s", a.raw)
	}
	in.face("verify", photograph(t, "vlado-a.jpg")).want(t, 429)
	in.skip("verification", face.SkipAfterFailures).want(t, 200).session(t)

	bob := enrol("bob", "vlado-b.jpg")
	s.signInTo("bob").face("verify", photograph(t, "vlado-c.jpg")).want(t, 200)
	grant := chief.grant()
	for _, c := range []struct {
		member        string
		check         int // newest first
		least, most   float64
		passed, clear bool
	}{
		{ann, 2, 99, 100, true, true},   // vlado-a and vlado-b: 99.8
		{ann, 1, 70, 95, false, true},   // vlado-a and vlado-c: 86.8
		{ann, 0, 3, 40, false, true},    // the astronaut: 9 to 34
		{bob, 0, 85, 100, false, false}, // vlado-b and vlado-c: 95.9, which another processor may round to a failure
	} {
		var confidences []float64
		checks := chief.viewerCall("/api/admin/face/user/"+c.member+"/verifications", grant).want(t, 200).body["verifications"].([]any)
		for _, one := range checks {
			check := one.(map[string]any)
			confidence, compared := check["confidence"].(float64)
			if check["type"] != "verification" || !compared {
				continue
			}
			if len(confidences) == c.check && (confidence < c.least || confidence > c.most || c.clear && check["passed"] != c.passed) {
				t.Errorf("check %d: %v", c.check, check)
			}
			confidences = append(confidences, confidence)
		}
		if len(confidences) <= c.check {
			t.Errorf("confidences %v", confidences)
		}
	}
}

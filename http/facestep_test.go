package http

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"muster/store"
	"muster/store/face"
)

// A member of whom a face is required enrols it, is asked for it at the next sign-in, and
// has a session only once it is recognised. The token of one step is worth nothing in the
// other, nor twice.
func TestFaceSignIn_AUTH18to20_FACE11to13_P16(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	ann := s.member("ann", false)
	if a := s.signInTo("ann"); a.reply.body["session"] == nil {
		t.Fatalf("nobody asked for a face: %s", a.reply.raw)
	}
	s.requireFace(ann)
	in := s.signInTo("ann")
	in.step(t, "requiresFaceEnrollment")
	for field, want := range map[string]any{"userId": ann.ID, "previouslySkipped": false, "isAdmin": false, "requiresFaceVerification": false, "nextStep": "face_enrollment"} {
		if in.reply.body[field] != want {
			t.Errorf("%s is %v", field, in.reply.body[field])
		}
	}
	in.face("verify", "face ann 1").want(t, 403)
	in.face("enroll", "face nobody").want(t, 400)
	in.face("enroll", "GIF89a").want(t, 400)
	in.face("enroll", "face ann 1 many").want(t, 400)
	a := in.face("enroll", "face ann 1").want(t, 200)
	if _, verified := a.session(t); !verified {
		t.Errorf("%s", a.raw)
	}
	a.wantFields(t, "session", fields{"faceVerified": true})
	in.face("enroll", "face bob 1").want(t, 401) // used up

	in = s.signInTo("ann")
	in.step(t, "requiresFaceVerification")
	in.face("enroll", "face bob 1").want(t, 403)
	b := in.face("verify", "face bob 1").want(t, 200)
	if b.body["verified"] != false || b.body["session"] != nil || b.body["message"] != "Verification failed - confidence too low. Please try again." || b.body["attemptsLeft"] != 2.0 || strings.Contains(string(b.raw), "12.5") {
		t.Errorf("%s", b.raw)
	}
	b = in.face("verify", "face ann 2").want(t, 200)
	token, verified := b.session(t)
	if b.body["verified"] != true || !verified {
		t.Errorf("%s", b.raw)
	}
	user := s.with(token).get("/api/profile/me").want(t, 200)
	user.wantFields(t, "profile", fields{"user_id": ann.ID, "face_recognition_status": "enrolled", "face_recognition_enabled": true})
	in.face("verify", "face ann 3").want(t, 401)
}

// The camera's step spoke the language of the browser to a member who has chosen another.
func TestFaceStepSpeaksTheLanguageOfTheMember(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	ann, _ := s.enrolled("ann", false)
	if a := s.signInTo("ann"); a.reply.body["language"] != nil {
		t.Errorf("%s", a.reply.raw)
	}
	s.exec(`update members set language = 'de' where id = $1`, ann.ID)
	in := s.signInTo("ann")
	if in.reply.body["language"] != "de" {
		t.Errorf("%s", in.reply.raw)
	}
	in.face("enroll", "face ann 1").want(t, 403).says(t, "Dieses Token gehört zu einem anderen Schritt")
	in.speaks("es")
	in.face("enroll", "face ann 1").want(t, 403).says(t, "Este token es de otro paso")
}

// Exactly 95 passes, and the nearest number below does not.
func TestFaceThreshold_FACE17(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	s.enrolled("ann", false)
	in := s.signInTo("ann")
	if a := in.face("verify", "face ann 2 at=94.99").want(t, 200); a.body["verified"] != false || !strings.Contains(a.body["message"].(string), "confidence") {
		t.Errorf("%s", a.raw)
	}
	if a := in.face("verify", "face ann 3 at=95").want(t, 200); a.body["verified"] != true {
		t.Errorf("%s", a.raw)
	}
}

// A token is good for the calls of its step only while it lives, and only when the body
// names the same one.
func TestFaceToken_AUTH20(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	_, ann := s.enrolled("ann", false)
	in := s.signInTo("ann")
	token := in.step(t, "requiresFaceVerification")
	s.with(ann.token).post("/api/face/verify", fields{"imageBase64": "x", "tempToken": ann.token}).want(t, 401)
	s.with(token).post("/api/face/verify", fields{"imageBase64": "x", "tempToken": store.NewToken()}).want(t, 401)
	s.with(token).post("/api/face/verify", fields{"imageBase64": "x"}).want(t, 401)
	s.with(token).get("/api/profile/me").want(t, 401)
	if s.text(`select encode(token_hash, 'base64') || coalesce(device, '') from face_tokens`) == token {
		t.Error("the token itself is stored")
	}
	s.exec(`update clock_offset set ahead = interval '10 minutes 1 second'`)
	in.face("verify", "face ann 2").want(t, 401)
}

// The server counts the attempts of a sign-in: the fourth is refused, whatever becomes of
// the browser; then the check may be left out, for a session in which no face was
// recognised. The skip is counted, notified and in the audit log.
func TestFaceAttempts_FACE14to16_P16(t *testing.T) {
	t.Parallel()
	engine := &fakeEngine{}
	s := newSite(t, withFaces(engine))
	ann, _ := s.enrolled("ann", false)
	in := s.signInTo("ann")
	for i, words := range []string{"face bob 1", "face bob 2", "face bob 3"} {
		in.skip("verification", face.SkipAfterFailures).want(t, 403)
		in.skip("verification", face.SkipByAdmin).want(t, 403)
		in.skip("verification", "").want(t, 403)
		if a := in.face("verify", words).want(t, 200); a.body["verified"] != false || a.body["attemptsLeft"] != float64(2-i) {
			t.Errorf("%s", a.raw)
		}
	}
	looked := engine.looked.Load()
	for range 2 {
		in.face("verify", "face ann 2").want(t, 429).says(t, face.NoMoreAttempts)
	}
	if engine.looked.Load() != looked {
		t.Error("the engine looked at a fourth picture")
	}
	in.skip("enrollment", "").want(t, 403)
	in.skip("nothing", "").want(t, 400)
	token, verified := in.skip("verification", face.SkipAfterFailures).want(t, 200).session(t)
	if verified {
		t.Error("the session after a skip is verified")
	}
	v := s.with(token)
	v.get("/api/profile/me").want(t, 200)
	in.skip("verification", face.SkipAfterFailures).want(t, 401)
	if got := s.text(`select (detail->'after')::text || ' ' || (actor_id = $1)::text || ' ' || (member_id = $1)::text from audit where action = 'face_step_skipped'`, ann.ID); got != `{"step": "verification", "reason": "failed_attempts"} true true` {
		t.Errorf("the log says %s", got)
	}
	if got := s.text(`select count(*)::text from face_skips where member_id = $1 and kind = 'verification'`, ann.ID); got != "1" {
		t.Errorf("%s skips", got)
	}
	if got := s.text(`select kind from notices where member_id = $1`, ann.ID); got != "face_skipped" {
		t.Errorf("notified %s", got)
	}
}

// An administrator may leave the check out at any time, a member may always put off an
// enrolment, and is asked differently the next time.
func TestFaceSkips_FACE10_FACE35(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	s.enrolled("chief", true)
	if _, verified := s.signInTo("chief").skip("verification", face.SkipByAdmin).want(t, 200).session(t); verified {
		t.Error("verified")
	}
	ann := s.member("ann", false)
	s.requireFace(ann)
	if _, verified := s.signInTo("ann").skip("enrollment", "").want(t, 200).session(t); verified {
		t.Error("verified")
	}
	if in := s.signInTo("ann"); in.reply.body["previouslySkipped"] != true {
		t.Errorf("%s", in.reply.raw)
	}
}

// Of a hundred pictures at once on three nodes the engine looks at three; a node that
// starts later has not forgotten them.
func TestHundredFacesAtOnce_P16(t *testing.T) {
	t.Parallel()
	engine := &fakeEngine{}
	var config Config
	s := newSite(t, withFaces(engine), func(c *Config) { config = *c })
	s.enrolled("ann", false)
	in := s.signInTo("ann")
	node := func() faceStep {
		t.Helper()
		edge, err := New(config)
		s.must(err)
		server := httptest.NewServer(edge)
		t.Cleanup(server.Close)
		there := *s
		there.base = server.URL
		return faceStep{there.visitor(), in.reply}
	}
	nodes := []faceStep{in, node(), node()}
	before := engine.looked.Load()
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for i := range 100 {
		all.Add(1)
		go func() {
			defer all.Done()
			a := nodes[i%len(nodes)].face("verify", "face bob "+strings.Repeat("x", i+1))
			mu.Lock()
			defer mu.Unlock()
			answers[a.status]++
		}()
	}
	all.Wait()
	if looked := engine.looked.Load() - before; looked != face.MostAttempts || answers[200] != face.MostAttempts || answers[200]+answers[429] != 100 {
		t.Errorf("the engine looked at %d pictures, answers %v", looked, answers)
	}
	node().face("verify", "face ann 2").want(t, 429).says(t, face.NoMoreAttempts)
}

// A day has ten attempts of a member, however often it signs in. After them it may skip.
func TestFaceAttemptsOfADay(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	ann, _ := s.enrolled("ann", false)
	s.exec(`insert into face_attempts (sign_in_id, member_id, failed) select gen_random_uuid(), $1, 3 from generate_series(1, 3)`, ann.ID)
	in := s.signInTo("ann")
	in.skip("verification", face.SkipAfterFailures).want(t, 403)
	in.face("verify", "face bob 1").want(t, 200)
	if a := in.face("verify", "face ann 2").want(t, 429); a.body["code"] != "face_attempts_day" || a.header.Get("Retry-After") == "" {
		t.Errorf("%s", a.raw)
	}
	if _, verified := in.skip("verification", face.SkipAfterFailures).want(t, 200).session(t); verified {
		t.Error("the session after a skip is verified")
	}
	in = s.signInTo("ann")
	s.exec(`update face_attempts set at = at - interval '25 hours'`)
	in.face("verify", "face ann 3").want(t, 200).session(t)
}

// What the engine could not judge costs no attempt: no face, too many of them, an outage.
// The same picture may then be sent again.
func TestFaceAttemptsGivenBack_FACE27(t *testing.T) {
	t.Parallel()
	engine := &fakeEngine{}
	s := newSite(t, withFaces(engine))
	s.enrolled("ann", false)
	in := s.signInTo("ann")
	for range 4 {
		in.face("verify", "face none").want(t, 400)
		in.face("verify", "face ann many").want(t, 400)
		in.face("verify", "not a picture").want(t, 400)
		engine.away.Store(true)
		in.face("verify", "face ann 2").want(t, 503)
		engine.away.Store(false)
	}
	if a := in.face("verify", "face bob 1").want(t, 200); a.body["attemptsLeft"] != 2.0 {
		t.Errorf("%s", a.raw)
	}
	in.face("verify", "face ann 2").want(t, 200).session(t)
	if got := s.text(`select coalesce(sum(failed), 0)::text from face_attempts`); got != "1" {
		t.Errorf("%s failed attempts", got)
	}
}

// A picture that came before, by its bytes or by the face in it, is refused and counts;
// one that lies too near to the enrolled one is marked.
func TestFaceReplay(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	ann, _ := s.enrolled("ann", false)
	in := s.signInTo("ann")
	if a := in.face("verify", "face ann first").want(t, 400); a.body["code"] != "face_replay" {
		t.Errorf("%s", a.raw)
	}
	in.face("verify", "face ann 2 print=7").want(t, 200).session(t)
	in = s.signInTo("ann")
	if a := in.face("verify", "face ann 3 print=7").want(t, 400); a.body["code"] != "face_replay" || a.body["session"] != nil {
		t.Errorf("%s", a.raw)
	}
	if a := in.face("verify", "face ann 4 near").want(t, 200); a.body["attemptsLeft"] != 1.0 || a.body["verified"] != true {
		t.Errorf("%s", a.raw)
	}
	if got := s.text(`select string_agg(passed::text || ' ' || replay::text, ', ' order by at) from face_checks where member_id = $1 and kind = 'verification'`, ann.ID); got != "false true, true false, false true, true true" {
		t.Errorf("checks: %s", got)
	}
}

// A member who is signed in enrols a face and stays in the same session, which is
// verified from then on. Removing the face takes that back.
func TestFaceStart_FACE30_FACE34(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	v, ann, session := s.signedInMember("ann")
	start := func() faceStep {
		t.Helper()
		return faceStep{v, v.post("/api/face/start", nil).want(t, 200)}
	}
	in := start()
	if in.reply.body["step"] != "enrollment" || in.reply.body["userId"] != ann.ID {
		t.Errorf("%s", in.reply.raw)
	}
	token, verified := in.face("enroll", "face ann 1").want(t, 200).session(t)
	if token != v.token || !verified {
		t.Error("another session")
	}
	if got := s.text(`select face_verified::text from sessions where id = $1`, session); got != "true" {
		t.Error("the session is not verified")
	}
	if a := v.get("/api/face/enrollment").want(t, 200); a.body["enrolled"] != true || a.body["pictures"] != 1.0 || a.body["checks"] != 1.0 || a.body["picturesDays"] != 30.0 || a.body["consent"] != nil || len(a.body["views"].([]any)) != 0 {
		t.Errorf("%s", a.raw)
	}
	in = start()
	if in.reply.body["step"] != "verification" {
		t.Errorf("%s", in.reply.raw)
	}
	for _, removed := range []bool{true, false} {
		if a := v.send("DELETE", "/api/face/enrollment", nil).want(t, 200); a.body["removed"] != removed {
			t.Errorf("%s", a.raw)
		}
	}
	in.face("verify", "face ann 2").want(t, 401)
	if got := s.text(`select face_verified::text || ' ' || (select count(*) from face_checks) || ' ' || (select count(*) from face_enrolments) from sessions where id = $1`, session); got != "false 0 0" {
		t.Errorf("left: %s", got)
	}
	if a := v.get("/api/face/enrollment").want(t, 200); a.body["enrolled"] != false {
		t.Errorf("%s", a.raw)
	}
	if s.signInTo("ann").reply.body["session"] == nil {
		t.Error("sign-in still asks for a face")
	}
}

// A node whose queue is full received pictures of 3 MB all the same, and only then refused
// them, which slowed the chat of everybody.
func TestPictureIsNotReceivedWhileTheQueueIsFull(t *testing.T) {
	t.Parallel()
	var engine *face.Turns
	s := newSite(t, withFaces(&fakeEngine{}), func(c *Config) { engine = c.Face.Engine })
	ann := s.member("ann", false)
	s.requireFace(ann)
	in := s.signInTo("ann")
	token := in.step(t, "requiresFaceEnrollment")
	var leave []func()
	for !engine.Full() {
		out, err := engine.TakePlace()
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, out)
	}
	for _, call := range []string{"enroll", "verify"} {
		sent := &spaceReader{n: 2 << 20}
		a := s.serveDirect(token, "POST", "/api/face/"+call, jsonType, sent, int64(sent.n))
		if a.Code != 503 || a.Header().Get("Retry-After") == "" || !strings.Contains(a.Body.String(), "face_busy") || sent.read > 0 {
			t.Errorf("%s: %d %v after %d bytes: %s", call, a.Code, a.Header(), sent.read, a.Body)
		}
	}
	for _, out := range leave {
		out()
	}
	in.face("enroll", "face ann 1").want(t, 200)
}

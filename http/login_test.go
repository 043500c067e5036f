package http

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	peoplecalls "muster/http/people"
	"muster/store"
	"muster/store/postgres/storetest"
)

// A member requests a code, reads the mail and signs in.
func TestMemberSignsIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.member("ann", false)
	v := s.visitor()
	v.post("/api/auth/send-verification", map[string]string{"email": " ANN@Example.org "}).want(t, 200)
	a := v.post("/api/auth/verify", map[string]string{"identifier": "Ann@example.org", "code": v.code("ann@example.org")}).want(t, 200)
	session := a.body["session"].(map[string]any)
	user := session["user"].(map[string]any)
	if user["id"] != ann.ID || user["email"] != "ann@example.org" || user["username"] != "ann" || user["phone"] != nil ||
		user["face_recognition_enabled"] != false || user["name"] != "Member ann" {
		t.Errorf("user %v", user)
	}
	for field, want := range map[string]any{"requiresFaceEnrollment": false, "requiresFaceVerification": false, "tempToken": nil,
		"userId": ann.ID, "previouslySkipped": false, "isAdmin": false, "userType": "member", "nextStep": "dashboard"} {
		if got, there := a.body[field]; !there || got != want {
			t.Errorf("%s is %v", field, got)
		}
	}
	v.token = session["token"].(string)
	if profile := v.get("/api/profile/me").want(t, 200).body["profile"].(map[string]any); profile["user_id"] != ann.ID {
		t.Errorf("profile %v", profile)
	}
	v.get("/api/auth/session").want(t, 200)
}

// The sign-in cookies cannot be read by scripts or sent by other sites.
func TestSignInCookies(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.Secure = true })
	a := s.visitor().post("/api/auth/send-verification", map[string]string{"phone": "5551234567"}).want(t, 200)
	cookie := a.header.Get("Set-Cookie")
	for _, part := range []string{"__Host-" + peoplecalls.AttemptCookie + "=", "Path=/;", "HttpOnly", "Secure", "SameSite=Strict"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("%q lacks %s", cookie, part)
		}
	}
	if strings.Contains(cookie, "Domain") {
		t.Errorf("%q is for other hosts too", cookie)
	}
}

// Signing in ends the session that the browser had, and no other: a former one was
// listed, and open for whoever had its token, until it was signed out.
func TestSignInEndsTheFormerSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.member("ann", false)
	s.member("bob", false)
	s.member("carl", false)
	phone, _ := s.session(store.MemberSession, ann.ID)
	laptop := s.visitor()
	laptop.signIn("ann@example.org")
	former, changes := laptop.token, s.hub.changes.Load()
	laptop.signIn("bob@example.org")
	s.with(former).get("/api/profile/me").want(t, 401)
	s.with(phone).get("/api/profile/me").want(t, 200)
	if s.hub.changes.Load() == changes {
		t.Error("its sockets receive nothing")
	}
	if n := s.count(`select count(*) from site_events where kind = 'session_ended'`); n != 1 {
		t.Errorf("%d sessions were ended, want 1", n)
	}
	// A wrong code ends nothing.
	laptop.post("/api/auth/send-verification", map[string]string{"email": "carl@example.org"}).want(t, 200)
	laptop.post("/api/auth/verify", map[string]string{"identifier": "carl@example.org", "code": "000000"}).want(t, 400)
	laptop.get("/api/profile/me").want(t, 200)
}

// A sign-in deletes the attempt cookie and sets the device cookie; a forged cookie is
// ignored.
func TestCookiesOfASignIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.member("ann", false)
	v := s.visitor()
	v.signIn("ann@example.org")
	if v.cookie(peoplecalls.AttemptCookie) != "" || v.cookie(peoplecalls.DeviceCookie) == "" {
		t.Errorf("attempt %q, device %q", v.cookie(peoplecalls.AttemptCookie), v.cookie(peoplecalls.DeviceCookie))
	}
	// A known device has a limit of its own and need not wait a minute.
	v.post("/api/auth/send-verification", map[string]string{"email": "ann@example.org"}).want(t, 200)
	a := s.visitor().send("POST", "/api/auth/send-verification", strings.NewReader(`{"email":"ann@example.org"}`),
		"Content-Type", jsonType, "Cookie", peoplecalls.DeviceCookie+"=forged; "+peoplecalls.AttemptCookie+"=forged")
	a.want(t, 429)
}

// A malformed identifier gets the message of its entry field.
func TestIdentifierTexts(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	for body, text := range map[string]string{
		`{}`: store.InvalidEmail, `{"email":"ann"}`: store.InvalidEmail, `{"phone":"123"}`: store.InvalidPhone,
		`{"email":"a@b.co","phone":"5551234567"}`: store.InvalidEmail, `{"email":"  "}`: store.InvalidEmail,
		`{"phone":""}`: store.InvalidPhone, `{"email":""}`: store.InvalidEmail, `{"email":"","phone":""}`: store.InvalidEmail, `{"email":"","phone":"12"}`: store.InvalidPhone,
	} {
		v.send("POST", "/api/auth/send-verification", strings.NewReader(body), "Content-Type", jsonType).want(t, 400).says(t, text)
	}
	v.post("/api/auth/verify", map[string]string{"identifier": "12", "code": "123456"}).want(t, 400).says(t, store.InvalidPhone)
}

// A member, an applicant, a disabled member and an unknown identifier get the same
// replies, byte for byte, to requests and to guesses.
func TestAnswersDoNotRevealWhoIsAMember(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.member("ann", false)
	s.must(s.DisableSignIn(context.Background(), s.member("gone", false).ID, true))
	_, err := s.AddApplicant(context.Background(), "apply@example.org", "")
	s.must(err)
	var asked, guessed []string
	for _, who := range []string{"ann@example.org", "gone@example.org", "apply@example.org", "nobody@example.org"} {
		v := s.visitor()
		a := v.post("/api/auth/send-verification", map[string]string{"email": who}).want(t, 200)
		asked = append(asked, string(a.raw))
		for _, code := range []string{"00000x", "", "12345", "1234567"} {
			a = v.post("/api/auth/verify", map[string]string{"identifier": who, "code": code}).want(t, 400)
			guessed = append(guessed, string(a.raw))
		}
		v.post("/api/auth/send-verification", map[string]string{"email": who}).want(t, 429)
	}
	if len(slices.Compact(asked)) != 1 || len(slices.Compact(guessed)) != 1 {
		t.Errorf("answers differ: %q, %q", asked, guessed)
	}
}

// A request too soon is 429 with Retry-After, a wrong code is 400.
func TestWaitingAndWrongCodes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.member("ann", false)
	v := s.visitor()
	v.post("/api/auth/send-verification", map[string]string{"email": "ann@example.org"}).want(t, 200)
	a := v.post("/api/auth/send-verification", map[string]string{"email": "ann@example.org"}).want(t, 429)
	var wait int
	if _, err := fmt.Sscan(a.header.Get("Retry-After"), &wait); err != nil || wait < 1 || wait > 60 {
		t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
	}
	code := v.code("ann@example.org")
	bad := "000000"
	if code == bad {
		bad = "000001"
	}
	for range 5 {
		v.post("/api/auth/verify", map[string]string{"identifier": "ann@example.org", "code": bad}).want(t, 400).says(t, "Invalid code")
	}
	v.post("/api/auth/verify", map[string]string{"identifier": "ann@example.org", "code": code}).want(t, 400).says(t, "Invalid code")
	storetest.MoveClock(t, s.url, time.Minute+time.Second)
	v.post("/api/auth/send-verification", map[string]string{"email": "ann@example.org"}).want(t, 200)
}

// An applicant is sent to the status page and gets 403, not 401, for member calls.
func TestApplicantSignsIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	applicant, err := s.AddApplicant(context.Background(), "", "+15551234567")
	s.must(err)
	v := s.visitor()
	a := v.signIn("+15551234567")
	if a.body["userType"] != "application" || a.body["nextStep"] != "application_status" || a.body["userId"] != applicant.ID {
		t.Errorf("%s", a.raw)
	}
	v.get("/api/profile/me").want(t, 403)
	v.get("/api/auth/sessions").want(t, 200)
	v.post("/api/auth/logout", nil).want(t, 200)
	v.get("/api/auth/sessions").want(t, 401)
}

// A logout ends the session on the server, informs the hub, and replies 200 however
// often it is called.
func TestLogout(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token, _ := s.session(store.MemberSession, s.member("ann", false).ID)
	v := s.with(token)
	v.get("/api/profile/me").want(t, 200)
	v.post("/api/auth/logout", nil).want(t, 200)
	if s.hub.changes.Load() != 1 {
		t.Error("nothing was announced to the chat")
	}
	v.get("/api/profile/me").want(t, 401)
	v.post("/api/auth/logout", nil).want(t, 200)
	s.visitor().post("/api/auth/logout", nil).want(t, 200)
}

// Only their owner can list and end sessions.
func TestSessionsAreTheOwners(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.member("ann", false), s.member("bob", false)
	here, _ := s.session(store.MemberSession, ann.ID)
	there, thereID := s.session(store.MemberSession, ann.ID)
	_, bobs := s.session(store.MemberSession, bob.ID)
	v := s.with(here)
	open := v.get("/api/auth/sessions").want(t, 200).body["sessions"].([]any)
	current := 0
	for _, one := range open {
		m := one.(map[string]any)
		if m["current"] == true {
			current++
		}
		if m["address"] != "192.0.2.1" || m["device"] != "Test" || m["createdAt"] == nil || m["lastSeenAt"] == nil {
			t.Errorf("%v", m)
		}
	}
	if len(open) != 2 || current != 1 {
		t.Fatalf("%d sessions, %d current", len(open), current)
	}
	absent := v.send("DELETE", "/api/auth/sessions/00000000-0000-7000-8000-000000000000", nil).want(t, 404)
	foreign := v.send("DELETE", "/api/auth/sessions/"+bobs, nil).want(t, 404)
	if string(absent.raw) != string(foreign.raw) {
		t.Errorf("another's session is answered otherwise: %s, %s", absent.raw, foreign.raw)
	}
	for _, dash := range []string{"x", "'", "%00", "_"} { // used to end the session
		v.send("DELETE", "/api/auth/sessions/"+strings.Replace(thereID, "-", dash, 1), nil).want(t, 404)
	}
	s.with(there).get("/api/profile/me").want(t, 200)
	v.send("DELETE", "/api/auth/sessions/"+thereID, nil).want(t, 200)
	s.with(there).get("/api/profile/me").want(t, 401)
	third, _ := s.session(store.MemberSession, ann.ID)
	v.send("DELETE", "/api/auth/sessions", nil).want(t, 200)
	s.with(third).get("/api/profile/me").want(t, 401)
	v.get("/api/profile/me").want(t, 200)
}

// Secrets and personal data that pass through the calls are not in the log.
func TestLogHoldsNoSecret(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.member("canaryann", false)
	v := s.visitor()
	v.signIn("canaryann@example.org")
	code := v.code("canaryann@example.org")
	raw, _ := json.Marshal("canary-body-" + strings.Repeat("x", 20))
	for _, r := range s.edge.routes() {
		path := strings.NewReplacer(":roomId", "canary-room", ":id", "canary-id", ":username", "canary_name").Replace(r.path)
		v.send(r.method, path+"?canary-query=canary-value", strings.NewReader(string(raw)), "Content-Type", jsonType, "User-Agent", "canary-agent",
			"X-Forwarded-For", "203.0.113.77", "Cookie", "canary=canary-cookie", "Referer", "https://canary-referer.test")
	}
	v.send("CANARY", "/api/config", nil)
	v.get("/canary-path")
	v.post("/api/auth/verify", map[string]string{"identifier": "canaryann@example.org", "code": "canary"})
	s.DB.Close()
	v.get("/api/profile/me").want(t, 503)
	// A duration and the time in a name may hold the six digits of the code by chance.
	text := regexp.MustCompile(`(took|client_id)=\S+`).ReplaceAllString(s.log.String(), "$1=")
	for _, canary := range []string{"canary", "CANARY", v.token, code, v.cookie(peoplecalls.DeviceCookie), "203.0.113.77", "127.0.0.1"} {
		if canary == "" || strings.Contains(text, canary) {
			t.Errorf("the log holds %q", canary)
		}
	}
	if !strings.Contains(text, "/api/auth/verify") || !strings.Contains(text, "status=503") {
		t.Error("the log does not say what happened")
	}
}

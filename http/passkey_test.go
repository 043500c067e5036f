package http

import (
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/google/uuid"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres/storetest"
)

// key is a passkey of a member on an authenticator.
type key struct {
	site    virtualwebauthn.RelyingParty
	on      virtualwebauthn.Authenticator
	passkey virtualwebauthn.Credential
}

var here = virtualwebauthn.RelyingParty{ID: "muster.test", Name: "Muster", Origin: "https://muster.test"}

// newKey is a passkey that is not registered yet.
func newKey(m store.Member) *key {
	handle := uuid.MustParse(m.ID)
	return &key{site: here, on: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: handle[:]}), passkey: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)}
}

// register adds a passkey.
func (v *visitor) register(k *key, name string) response {
	v.t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(v.post(factorPath+"/passkey", fields{}).want(v.t, 200).body["options"].(string))
	v.must(err)
	return v.post(factorPath+"/passkey/confirm", fields{"answer": virtualwebauthn.CreateAttestationResponse(k.site, k.on, k.passkey, *options), "name": name})
}

// signed is the answer of a passkey to a challenge of path, with the counter that it has then.
func (v *visitor) signed(k *key, path string, counter uint32) fields {
	v.t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(v.post(path, fields{}).want(v.t, 200).body["options"].(string))
	v.must(err)
	k.passkey.Counter = counter
	return fields{"answer": virtualwebauthn.CreateAssertionResponse(k.site, k.on, k.passkey, *options)}
}

// A passkey proves the second factor and signs in by itself. One of another site or of
// nobody, one that did not verify its person, an answer given twice or too late, and a
// counter that does not grow are refused.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	mine := newKey(boss)

	elsewhere, unverified := *mine, *mine
	elsewhere.site = virtualwebauthn.RelyingParty{ID: "muster.example", Name: "Muster", Origin: "https://muster.example"}
	unverified.on.Options.UserNotVerified = true
	for _, k := range []key{elsewhere, unverified} {
		chief.register(&k, "").fails(t, 400, "passkey_refused")
	}
	if n := len(chief.register(mine, " Laptop ").want(t, 200).body["codes"].([]any)); n != 10 {
		t.Errorf("%d recovery codes", n)
	}
	if f := chief.get(factorPath).want(t, 200).body["factors"].([]any)[0].(fields); f["name"] != "Laptop" || f["kind"] != "passkey" {
		t.Errorf("%v", f)
	}
	chief.register(mine, "").fails(t, 400, "passkey_refused") // it is there

	const prove, signIn = factorPath + "/prove-passkey", "/api/auth/passkey"
	token, _ := s.session(store.MemberSession, boss.ID)
	late := s.with(token)
	late.get("/api/admin/nodes").fails(t, 403, "second_factor_due")
	for _, k := range []key{elsewhere, unverified, *newKey(boss)} {
		late.post(prove+"/confirm", late.signed(&k, prove, 1)).fails(t, 400, "passkey_refused")
		v := s.visitor()
		v.post(signIn+"/verify", v.signed(&k, signIn, 1)).fails(t, 400, "passkey_refused")
	}
	answer := late.signed(mine, prove, 1)
	s.visitor().post(signIn+"/verify", answer).fails(t, 400, "passkey_refused") // it was asked for something else
	late.post(prove+"/confirm", answer).want(t, 200)
	late.get("/api/admin/nodes").want(t, 200)
	late.post(prove+"/confirm", answer).fails(t, 400, "passkey_refused")                      // twice
	late.post(prove+"/confirm", late.signed(mine, prove, 1)).fails(t, 400, "passkey_refused") // a copy of it

	stale := late.signed(mine, prove, 2)
	storetest.MoveClock(t, s.url, 6*time.Minute)
	late.post(prove+"/confirm", stale).fails(t, 400, "passkey_refused")
	late.post(prove+"/confirm", fields{"answer": "{}"}).fails(t, 400, "passkey_refused")

	// Eight visitors bring one answer at once: one is signed in, with the factor proven.
	v := s.visitor()
	answer = v.signed(mine, signIn, 3)
	if statuses := s.atOnce(8, func(int) int {
		a := s.visitor().post(signIn+"/verify", answer)
		if a.status == 200 {
			s.with(a.body["session"].(fields)["token"].(string)).send("DELETE", "/api/auth/sessions", nil).want(t, 200)
		}
		return a.status
	}); statuses[200] != 1 || statuses[400] != 7 {
		t.Errorf("%v", statuses)
	}
	// Another member's passkey opens neither this member's session nor proves in it.
	ann, annMember, _ := s.signedInMember("ann")
	hers := newKey(annMember)
	ann.register(hers, "").want(t, 200)
	hers.on.Options.UserHandle = mine.on.Options.UserHandle
	v.post(signIn+"/verify", v.signed(hers, signIn, 1)).fails(t, 400, "passkey_refused")
	hers.on = newKey(annMember).on
	in := v.post(signIn+"/verify", v.signed(hers, signIn, 2)).want(t, 200)
	if in.body["userId"] != annMember.ID || in.body["nextStep"] != "dashboard" {
		t.Errorf("%s", in.raw)
	}
	s.exec(`update member_standing set sign_in_disabled = true where member_id = $1`, annMember.ID)
	v.post(signIn+"/verify", v.signed(hers, signIn, 3)).fails(t, 403, "sign_in_disabled")
	ann.post(prove, fields{}).want(t, 401)
}

// Whoever has to show a face is asked for it after a passkey, too. The session that comes of
// it owed the second factor once more; it owes it when the passkey is gone meanwhile.
func TestPasskeyLeadsToTheFaceStep(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}))
	chief, _ := s.signedInAdmin("chief")
	ann, m := s.signedInAdmin("ann")
	hers := newKey(m)
	ann.register(hers, "").want(t, 200)
	chief.call("PATCH", "/api/admin/users/"+m.ID+"/face", fields{"required": true}).want(t, 200)
	in := func(counter uint32) faceStep {
		v := s.visitor()
		return faceStep{v, v.post("/api/auth/passkey/verify", v.signed(hers, "/api/auth/passkey", counter)).want(t, 200)}
	}
	first, second := in(1), in(2)
	first.step(t, "requiresFaceEnrollment")
	token, _ := first.face("enroll", "face ann first").want(t, 200).session(t)
	s.with(token).get("/api/admin/nodes").want(t, 200)

	second.step(t, "requiresFaceEnrollment")
	s.exec(`update second_factors set confirmed_at = muster_now() + interval '1 minute'`)
	token, _ = second.skip("enrollment", face.SkipLater).want(t, 200).session(t)
	s.with(token).get("/api/admin/nodes").fails(t, 403, "second_factor_due")
}

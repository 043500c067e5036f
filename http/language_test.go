// The language of a member: chosen, kept with the account, spoken by the pages of mails.

package http

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestLanguageIsKeptWithTheAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, member, _ := s.signedInMember("ann")
	if p := profileIn(ann.get("/api/profile/me").want(t, 200)); p["language"] != "" {
		t.Errorf("nobody chose %v", p["language"])
	}
	offered, _ := s.visitor().get("/api/config").want(t, 200).body["languages"].([]any)
	if len(offered) < 3 || offered[0] != "en" {
		t.Errorf("offered are %v", offered)
	}
	for _, tag := range offered {
		ann.call("PUT", "/api/profile/language", map[string]any{"language": tag}).want(t, 200)
		if p := profileIn(ann.get("/api/profile/me").want(t, 200)); p["language"] != tag {
			t.Errorf("kept is %v, want %v", p["language"], tag)
		}
	}
	last := offered[len(offered)-1]
	for _, wrong := range []any{"", "xx", "DE", "de-AT", "../en", strings.Repeat("d", 10_000), 7, nil} {
		ann.call("PUT", "/api/profile/language", map[string]any{"language": wrong}).want(t, 400)
	}
	ann.call("PUT", "/api/profile/language", map[string]any{}).want(t, 400)
	if p := profileIn(ann.get("/api/profile/me").want(t, 200)); p["language"] != last {
		t.Errorf("a refused language changed it to %v", p["language"])
	}
	s.exec(`update quotas set used = 120 where key = $1 and scope = 'profile_change'`, []byte(member.ID))
	ann.call("PUT", "/api/profile/language", map[string]any{"language": "de"}).want(t, 429)
	s.visitor().call("PUT", "/api/profile/language", map[string]any{"language": "de"}).want(t, 401)
}

// speaks has the language chosen on the visitor's device.
func (v *visitor) speaks(tag string) {
	at, err := url.Parse(v.base)
	v.must(err)
	v.client.Jar.SetCookies(at, []*http.Cookie{{Name: languageCookie, Value: tag}})
}

// mailed waits for a mail with a subject, as LIKE takes it.
func (s *site) mailed(to, subject string) {
	s.t.Helper()
	s.eventually("the mail "+subject, func() bool {
		return s.count(`select count(*) from outbox where recipient = $1 and subject like $2`, to, subject) == 1
	})
}

// Who has chosen no language is sent a code in the one of the device that asks for it.
func TestSignInMailSpeaksTheLanguageOfTheDevice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, one := range []struct{ kept, chosen, accepts, want string }{
		{"", "", "de-AT,en;q=0.5", "%-Anmeldecode: %"},
		{"", "es", "de", "Código de inicio de sesión de %"},
		{"", "xx", "de", "%-Anmeldecode: %"},
		{"en", "es", "de", "% sign-in code: %"},
	} {
		_, member, _ := s.signedInMember(fmt.Sprint("ann", i))
		s.exec(`update members set language = $2 where id = $1`, member.ID, one.kept)
		s.exec(`delete from outbox`)
		v := s.visitor()
		v.speaks(one.chosen)
		raw := `{"email":"` + member.Email + `"}`
		v.send("POST", "/api/auth/send-verification", strings.NewReader(raw), "Content-Type", jsonType, "Accept-Language", one.accepts).want(t, 200)
		s.mailed(member.Email, one.want)
	}
}

// An applicant is sent mails in the language of the device, and keeps it as a member.
func TestMailsOfAnApplicationSpeakTheLanguageOfTheDevice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.applies("ann@example.org", "+15551234567")
	a.speaks("es")
	a.submits()
	s.mailed(a.email, "Código de solicitud de %")
	s.mailed(a.email, "Tu solicitud para entrar en % ha llegado")
	chief, _ := s.signedInAdmin("chief")
	chief.post("/api/applications/admin/update-status", fields{"applicationId": a.id, "status": "accepted"}).want(t, 200)
	s.mailed(a.email, "Tu solicitud para entrar en Muster")
	if n := s.count(`select count(*) from members where email = $1 and language = 'es'`, a.email); n != 1 {
		t.Error("the member that was accepted lost the language")
	}
}

// A mail program opens the page of a link; it speaks the language of its browser.
func TestUnsubscribePageSpeaksTheLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, member, _ := s.signedInMember("ann")
	link := "/api/unsubscribe/" + s.edge.config.Unsubscribe.Token(member.ID)
	for accepts, want := range map[string]string{
		"de-AT,en;q=0.5": `<html lang="de">`, "es": "Darse de baja", "ja": "<h1>Unsubscribe</h1>", strings.Repeat("x,", 5_000): `<html lang="en">`,
	} {
		page := s.visitor().send("GET", link, nil, "Accept-Language", accepts)
		if page.status != 200 || !strings.Contains(string(page.raw), want) {
			t.Errorf("%.20q: %d %s, want %q", accepts, page.status, page.raw, want)
		}
	}
}

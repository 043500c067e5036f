// The language of a member: chosen, kept with the account, spoken by the pages of mails.

package http

import (
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

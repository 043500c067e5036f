package node

import (
	"net/url"
	"slices"
	"testing"
)

// The origin is spelt as browsers spell it: with "https://Chat.example.org:443"
// as its public address a node once refused every call of its own pages.
func TestPublicOriginIsSpeltAsBrowsersDo(t *testing.T) {
	for public, origin := range map[string]string{
		"https://Chat.Example.org:443": "https://chat.example.org", "https://chat.example.org:8443": "https://chat.example.org:8443",
		"https://[2001:DB8::1]:443": "https://[2001:db8::1]",
	} {
		u, err := url.Parse(public)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Config{Public: u}).origins(); !slices.Equal(got, []string{origin}) {
			t.Errorf("%s: %q", public, got)
		}
	}
}

// Links in mails begin with an address that a browser can open, in dev too, where none is
// set: those of applications once were "/login".
func TestAddressIsWhereBrowsersReach(t *testing.T) {
	public, err := url.Parse("https://chat.example.org")
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]Config{"https://chat.example.org": {Public: public, Port: 8080}, "http://localhost:8081": {Dev: true, Port: 8081}} {
		if got := c.address(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

package gateway

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// portOf is the port on which a played service listens.
func portOf(t *testing.T, address string) uint16 {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return netip.MustParseAddrPort(u.Host).Port()
}

// The client connects to no address of this machine or its networks, neither by
// number nor by name.
func TestOutboundClientRefusesPrivateAddresses(t *testing.T) {
	called := false
	site := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer site.Close()
	port := strings.TrimPrefix(site.URL, "http://127.0.0.1:")
	client := newOutboundClient(5*time.Second, nil)
	for _, address := range []string{
		site.URL, "http://localhost:" + port, "http://[::1]:" + port, "http://[::ffff:127.0.0.1]:" + port, "http://0.0.0.0:" + port,
		"http://10.0.0.1", "http://169.254.169.254/latest/meta-data/",
	} {
		reply, err := client.Get(address)
		if err == nil {
			reply.Body.Close()
		}
		if !errors.Is(err, errAddressRefused) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if called {
		t.Error("the site was called")
	}
}

// A redirect is given to the caller and not followed.
func TestOutboundClientFollowsNoRedirect(t *testing.T) {
	site := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:1/", http.StatusFound))
	defer site.Close()
	port := portOf(t, site.URL)
	client := newOutboundClient(5*time.Second, func(a netip.AddrPort) bool { return a.Port() == port })
	reply, err := client.Get(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusFound || reply.Request.URL.String() != site.URL {
		t.Errorf("status %d of %s", reply.StatusCode, reply.Request.URL)
	}
}

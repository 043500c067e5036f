package http

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress returns a function that finds a request's client address: the
// connection's own, or behind trusted proxies the last address in
// X-Forwarded-For that is not a trusted proxy.
func ClientAddress(trusted []netip.Prefix) func(*http.Request) string {
	return func(r *http.Request) string {
		client := parseAddress(r.RemoteAddr)
		if !containsAddress(trusted, client) {
			return client.String()
		}
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop := parseAddress(strings.TrimSpace(hops[i]))
			if !hop.IsValid() {
				break // anybody may have written what stands before it
			}
			client = hop
			if !containsAddress(trusted, client) {
				break
			}
		}
		return client.String()
	}
}

// parseAddress parses an address with or without a port.
func parseAddress(raw string) netip.Addr {
	if ap, err := netip.ParseAddrPort(raw); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	a, _ := netip.ParseAddr(strings.Trim(raw, "[]")) // the zero Addr prints as "invalid IP"
	return a.Unmap().WithZone("")
}

func containsAddress(prefixes []netip.Prefix, a netip.Addr) bool {
	for _, p := range prefixes {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// clientAddress is the client's address of a call.
func (s *Server) clientAddress(c *call) string {
	return ClientAddress(s.config.TrustedProxies)(c.Request)
}

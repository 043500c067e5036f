package http

import (
	"net/http"
	"net/netip"
	"strings"
)

// Address tells who is at the other end: the connection's address, or, when
// that is a trusted proxy, the nearest address in X-Forwarded-For that is none
// (SEC-2).
func Address(trusted []netip.Prefix) func(*http.Request) string {
	return func(r *http.Request) string {
		near := addressOf(r.RemoteAddr)
		if !within(trusted, near) {
			return near.String()
		}
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop := addressOf(strings.TrimSpace(hops[i]))
			if !hop.IsValid() {
				break // what lies behind it is anybody's word
			}
			near = hop
			if !within(trusted, near) {
				break
			}
		}
		return near.String()
	}
}

// addressOf reads an address with or without a port.
func addressOf(raw string) netip.Addr {
	if ap, err := netip.ParseAddrPort(raw); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	a, _ := netip.ParseAddr(strings.Trim(raw, "[]")) // the zero Addr is "invalid IP", and says so
	return a.Unmap().WithZone("")
}

func within(prefixes []netip.Prefix, a netip.Addr) bool {
	for _, p := range prefixes {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

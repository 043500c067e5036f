package store

import "net/netip"

// ClientNetwork is what limits for each client address count by: the whole
// address of IPv4, the /64 of IPv6, since one customer owns all of it. Anything
// else stands for itself.
func ClientNetwork(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	p, _ := a.Prefix(64) // 64 is a valid length of IPv6
	return p.String()
}

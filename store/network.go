package store

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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

// LocalHost says whether a host is this machine: a socket's folder, a loopback address or
// the name of one.
func LocalHost(host string) bool {
	if host == "" || host == "localhost" || strings.HasPrefix(host, "/") {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && a.Unmap().IsLoopback()
}

// PasswordForm says how a password is written in an address.
const PasswordForm = "in a password @ is written as %40, / as %2F, # as %23, ? as %3F and % as %25"

// PasswordCutsAddress says whether a URL ends its host within a password, at a / or another
// character that is not escaped: user and password are read as a host and a port then, and what
// follows holds the @.
func PasswordCutsAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Host == "" {
		return false
	}
	option, _, _ := strings.Cut(u.RawQuery, "=")
	return strings.Contains(u.EscapedPath()+u.Fragment+option, "@")
}

// ValidPort says whether an address names no port, or one that there is and no second one.
func ValidPort(u *url.URL) bool {
	host := u.Hostname()
	if strings.Contains(host, ":") {
		host = "[" + host + "]" // an address of IPv6; else what stands before a second port
	}
	if u.Host == host {
		return true
	}
	port, err := strconv.ParseUint(strings.TrimPrefix(u.Host, host+":"), 10, 16)
	return err == nil && port > 0
}

// notPublic are the networks inside IPv4 and the global unicast of IPv6 that are
// no part of the open internet (IANA's special-purpose registries): private,
// shared, loopback, link-local, documentation, benchmarking, multicast, reserved,
// and tunnels that could lead to any of them.
var notPublic = parsePrefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

var (
	globalUnicast = netip.MustParsePrefix("2000::/3")
	nat64         = netip.MustParsePrefix("64:ff9b::/96") // its last 4 bytes are an address of IPv4
)

func parsePrefixes(all ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(all))
	for i, one := range all {
		out[i] = netip.MustParsePrefix(one)
	}
	return out
}

// PublicAddress says whether an address is part of the open internet. Whoever
// connects to an address that a member chose must ask it of the address that is
// dialled, since a name can resolve to another one each time.
func PublicAddress(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if nat64.Contains(a) {
		raw := a.As16()
		a = netip.AddrFrom4([4]byte(raw[12:]))
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return false
	}
	for _, p := range notPublic {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

var hostLabel = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$`)

// HTTPSHost gives the host of an https address of at most longest bytes: a public
// address, or a name with a dot that cannot be read as an address.
func HTTPSHost(raw string, longest int) (string, bool) {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > longest || strings.ContainsFunc(raw, BreaksLine) || u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return "", false
	}
	host := strings.ToLower(u.Hostname())
	if a, err := netip.ParseAddr(host); err == nil {
		return host, PublicAddress(a)
	}
	name := strings.TrimSuffix(host, ".")
	labels := strings.Split(name, ".")
	last := labels[len(labels)-1]
	if _, err := strconv.ParseUint(last, 0, 64); err == nil || len(labels) < 2 || len(name) > 253 || last == "local" || last == "localhost" || last == "internal" {
		return "", false
	}
	return host, !slices.ContainsFunc(labels, func(l string) bool { return !hostLabel.MatchString(l) })
}

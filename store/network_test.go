package store

import (
	"net/netip"
	"net/url"
	"testing"
)

// Only addresses of the open internet are public, however they are written.
func TestPublicAddress(t *testing.T) {
	for address, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "172.15.255.255": true, "172.32.0.0": true, "100.63.255.255": true,
		"100.128.0.0": true, "192.0.1.1": true, "198.20.0.1": true, "223.255.255.255": true,
		"2606:4700:4700::1111": true, "2a00:1450::1": true, "64:ff9b::1.1.1.1": true, "::ffff:1.1.1.1": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "100.64.0.0": false, "100.127.255.255": false,
		"127.0.0.1": false, "127.255.255.254": false, "169.254.169.254": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.0.0.8": false, "192.0.2.1": false, "192.88.99.1": false, "192.168.0.1": false, "198.18.0.1": false,
		"198.19.255.255": false, "198.51.100.7": false, "203.0.113.7": false, "224.0.0.1": false, "239.1.1.1": false,
		"240.0.0.1": false, "255.255.255.255": false,

		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false,
		"64:ff9b::127.0.0.1": false, "64:ff9b::a00:1": false, "64:ff9b:1::1": false, "100::1": false, "2001::1": false,
		"2001:db8::1": false, "2002:7f00:1::": false, "3fff::1": false, "5f00::1": false, "fc00::1": false, "fd12::1": false,
		"fe80::1": false, "fe80::1%eth0": false, "2606:4700::1%eth0": false, "fec0::1": false, "ff02::1": false,
	} {
		if got := PublicAddress(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
	if PublicAddress(netip.Addr{}) {
		t.Error("no address")
	}
}

func TestValidPort(t *testing.T) {
	for address, valid := range map[string]bool{
		"smtp://mail": true, "smtp://mail:25": true, "smtp://[::1]": true, "smtp://[::1]:25": true, "smtp://u:p@mail:65535": true,
		"smtp://mail:": false, "smtp://mail:0": false, "smtp://mail:65536": false, "smtp://mail:587:25": false, "smtp://[::1]:99999": false, "smtp://[::1]:": false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if ValidPort(u) != valid {
			t.Errorf("%s: %v", address, !valid)
		}
	}
}

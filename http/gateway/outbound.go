package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"muster/store"
)

// Limits of one call to an address that a member chose.
const (
	outboundConnect = 3 * time.Second // connecting, and again the TLS handshake
	outboundHeaders = 16 << 10        // bytes of a reply's headers
)

// errAddressRefused is the cause of a call to an address that may not be called.
var errAddressRefused = errors.New("the address is not public")

// newOutboundClient makes an HTTP client for addresses that members chose: it
// connects only where allowed says, and asks at the moment of dialling, so a name
// that resolves to another address the second time is no way in. Nil allows public
// addresses (store.PublicAddress). It follows no redirect, knows no proxy and keeps
// no connection, cookie or cache. timeout limits a whole call.
func newOutboundClient(timeout time.Duration, allowed func(netip.AddrPort) bool) *http.Client {
	if allowed == nil {
		allowed = func(a netip.AddrPort) bool { return store.PublicAddress(a.Addr()) }
	}
	dialer := &net.Dialer{Timeout: outboundConnect, KeepAlive: -1}
	dialer.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
		a, err := netip.ParseAddrPort(address)
		if err != nil || !allowed(a) {
			return errAddressRefused
		}
		return nil
	}
	return &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: outboundConnect, ResponseHeaderTimeout: timeout, MaxResponseHeaderBytes: outboundHeaders,
		},
	}
}

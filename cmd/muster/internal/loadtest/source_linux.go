// Addresses that connections to this machine come from.

package loadtest

import (
	"net"
	"sync/atomic"
	"syscall"
)

// loopbackSources is how many addresses of this machine its connections to itself come
// from, in turn. From one, the kernel looks through thousands of ports for a free one: half
// of this program's CPU while ten thousand connected anew (measurements.md).
const loopbackSources = 64

// bindAddressNoPort is IP_BIND_ADDRESS_NO_PORT, ip(7): connect chooses the port.
const bindAddressNoPort = 24

var dialled atomic.Uint32

// spread has a connection to this machine come from one of its addresses.
func spread(dialer *net.Dialer, address string) {
	host, _, err := net.SplitHostPort(address)
	if err != nil || host != "127.0.0.1" {
		return
	}
	dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+dialled.Add(1)%loopbackSources))}
	dialer.Control = func(_, _ string, socket syscall.RawConn) error {
		return socket.Control(func(fd uintptr) {
			_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, bindAddressNoPort, 1)
		})
	}
}

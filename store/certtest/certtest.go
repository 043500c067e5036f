// Certificates that end at a moment, and a listener that shows one.

package certtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"testing"
	"time"
)

// Ended is a certificate for an address that was valid from 2001-02-03 04:05:06 to
// 2002-03-04 05:06:07, UTC.
func Ended(t testing.TB, address string) tls.Certificate {
	t.Helper()
	return Until(t, address, time.Date(2002, 3, 4, 5, 6, 7, 0, time.UTC))
}

// Until is a certificate for an address that is valid from 2001-02-03 04:05:06, UTC, to a
// moment.
func Until(t testing.TB, address string, until time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: address}, IPAddresses: []net.IP{net.ParseIP(address)},
		NotBefore: time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC), NotAfter: until,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
}

// Refuse accepts connections until the listener is closed, and says nothing on them but
// what TLS does.
func Refuse(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		if secured, ok := conn.(*tls.Conn); ok {
			_ = secured.Handshake() // the other side ends it
		}
		_ = conn.Close()
	}
}

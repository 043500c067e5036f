package postgres

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store/certtest"
)

// A server whose certificate has ended is not taken for one that is away: the dates are said.
func TestPostgresCertificateThatEndedIsNamed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	shown := &tls.Config{Certificates: []tls.Certificate{certtest.Ended(t, "127.0.0.1")}}
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		// What comes first asks for TLS; S grants it.
		if _, err := io.ReadFull(conn, make([]byte, 8)); err == nil {
			if _, err := conn.Write([]byte("S")); err == nil {
				_ = tls.Server(conn, shown).Handshake() // the other side ends it
			}
		}
	}()
	_, err = pgx.Connect(context.Background(), "postgres://app:kkkk@"+listener.Addr().String()+"/muster?sslmode=verify-full")
	if said := Unreached(err); !strings.HasPrefix(said, "its certificate is valid from 2001-02-03T04:05:06Z to 2002-03-04T05:06:07Z") {
		t.Errorf("%q of %v", said, err)
	}
}

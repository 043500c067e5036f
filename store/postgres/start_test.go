package postgres

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/certtest"
)

// A server whose certificate has ended is not taken for one that is away: the dates are said.
func TestPostgresCertificateThatEndedIsNamed(t *testing.T) {
	address := showCertificate(t, certtest.Ended(t, "127.0.0.1"))
	_, err := pgx.Connect(context.Background(), "postgres://app:kkkk@"+address+"/muster?sslmode=verify-full")
	if said := Unreached(err); !strings.HasPrefix(said, "its certificate is valid from 2001-02-03T04:05:06Z to 2002-03-04T05:06:07Z") {
		t.Errorf("%q of %v", said, err)
	}
}

// The operator's alarm goes by the certificate that the database showed last.
func TestCertificateOfPostgresIsNoted(t *testing.T) {
	until := time.Date(2040, 1, 2, 3, 4, 5, 0, time.UTC)
	address := showCertificate(t, certtest.Until(t, "127.0.0.1", until))
	db, err := Open(context.Background(), Config{URL: "postgres://app:kkkk@" + address + "/muster?sslmode=require"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := db.Ping(context.Background()); err == nil {
		t.Error("nothing but TLS is spoken there")
	}
	if at := db.CertificateEnd(); !at.Equal(until) {
		t.Errorf("it ends %v, want %v", at, until)
	}
}

// showCertificate is the address of a server that speaks TLS and nothing else.
func showCertificate(t *testing.T, shown tls.Certificate) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			// What comes first asks for TLS; S grants it.
			if _, err := io.ReadFull(conn, make([]byte, 8)); err == nil {
				if _, err := conn.Write([]byte("S")); err == nil {
					_ = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{shown}}).Handshake() // the other side may end it
				}
			}
			conn.Close()
		}
	}()
	return listener.Addr().String()
}

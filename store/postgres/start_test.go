package postgres

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

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

// What Postgres answers is said: a server without TLS, one whose connections were all taken
// and a standby were called servers that close the connection.
func TestAnswerThatLetsNobodyInIsSaid(t *testing.T) {
	refuse := func(code string) func(net.Conn, *pgproto3.Backend) {
		return func(_ net.Conn, b *pgproto3.Backend) {
			if _, err := b.ReceiveStartupMessage(); err == nil {
				b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: `too many connections for role "app"`})
				_ = b.Flush() // the other side may have gone
			}
		}
	}
	for _, c := range []struct {
		query  string
		answer func(net.Conn, *pgproto3.Backend)
		says   string
	}{
		{"sslmode=disable", refuse("53300"), "it has no connection left"},
		{"sslmode=disable", refuse("57P03"), "it is starting or shutting down"},
		{"sslmode=disable", refuse("XX000"), "it answers with the error XX000"},
		{"sslmode=verify-full", func(conn net.Conn, b *pgproto3.Backend) {
			if _, err := b.ReceiveStartupMessage(); err == nil {
				_, _ = conn.Write([]byte("N")) // no TLS here
			}
		}, "it speaks no TLS"},
		{"sslmode=disable&target_session_attrs=read-write", beReadOnly, "it takes no writes"},
		// Without an sslmode both ways are tried, and the first one's failure was said.
		{"target_session_attrs=read-write", func(conn net.Conn, b *pgproto3.Backend) {
			if first, err := b.ReceiveStartupMessage(); err != nil {
				return
			} else if _, encrypts := first.(*pgproto3.SSLRequest); encrypts {
				_, _ = conn.Write([]byte("N"))
				return
			}
			answerReadOnly(b)
		}, "it takes no writes"},
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				c.answer(conn, pgproto3.NewBackend(conn, conn))
				conn.Close()
			}
		}()
		_, err = pgx.Connect(t.Context(), "postgres://app:kkkk@"+listener.Addr().String()+"/muster?"+c.query)
		if said := Unreached(err); !strings.HasPrefix(said, c.says) || strings.Contains(said, "app") {
			t.Errorf("%q of %v", said, err)
		}
		listener.Close()
	}
}

// beReadOnly is a standby that lets everybody in and says that it takes no writes.
func beReadOnly(_ net.Conn, b *pgproto3.Backend) {
	if _, err := b.ReceiveStartupMessage(); err == nil {
		answerReadOnly(b)
	}
}

func answerReadOnly(b *pgproto3.Backend) {
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if b.Flush() == nil {
		_, _ = b.Receive() // whether it is read only
	}
	b.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("transaction_read_only"), DataTypeOID: 25}}})
	b.Send(&pgproto3.DataRow{Values: [][]byte{[]byte("on")}})
	b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SHOW")})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	_ = b.Flush()
	_, _ = b.Receive() // goodbye
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

// What is wrong with an address is said: a certificate that is not there, and a misspelt
// sslmode, were called no URL.
func TestAddressSaysWhatIsWrong(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	if err := os.WriteFile(text, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for query, says := range map[string]string{
		"sslmode=verify-full&sslrootcert=" + folder + "/ca.crt": "names a file that cannot be read: " + folder + "/ca.crt: no such file or directory",
		"sslmode=verify-full&sslrootcert=" + text:               "names a file as sslrootcert that holds no certificate",
		"sslmode=verify_full":                                   "has an sslmode that is none of disable, ",
		"sslmode=require&sslcert=" + text:                       "names an sslcert and sslkey that do not go together",
		"sslmode=require&sslcert=" + text + "&sslkey=" + text:   "names an sslcert and sslkey that do not go together",
	} {
		if err := CheckURL("postgres://u:kkkk@h/d?" + query); err == nil || !strings.HasPrefix(err.Error(), says) || strings.Contains(err.Error(), "kkkk") {
			t.Errorf("%s: %v", query, err)
		}
	}
	for _, address := range []string{"postgres://u:kk/kk@h/d", "postgres://u:kk%kk@h/d", "postgres://u:kk#kk@h:x/d"} {
		if err := CheckURL(address); err == nil || !strings.Contains(err.Error(), "is no URL") || strings.Contains(err.Error(), "kk") {
			t.Errorf("%s: %v", address, err)
		}
	}
	// Up to such a character the password was taken for a port, and the user for a host.
	for _, address := range []string{"postgres://u:12/kk@h/d", "postgres://u:12#kk@h/d", "postgres://u:12?kk@h/d", "postgresql://u:12/kk@h:5432/d?sslmode=require"} {
		if err := CheckURL(address); err == nil || !strings.Contains(err.Error(), "is no URL") || strings.Contains(err.Error(), "kk") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{
		"postgres://u:p@h/d?sslmode=verify-full", "postgres://u:p@ss@h/d", "postgres://u:p%2Fss@h/d", "postgres:///d?user=u&password=p@ss&host=/run", "host=h user=u password=p@s/s",
		"postgres://h/d%40e", "postgres://h/d?user=u&password=p@ss", "postgres://u:p@h1,h2/d",
	} {
		if err := CheckURL(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

package gateway_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"mime"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"muster/http/gateway"
	"muster/store"
	"muster/store/campaign"
	"muster/store/certtest"
	"muster/store/language"
	"muster/store/people"
)

// mailServer is a mail server that keeps all mails, or refuses recipients.
type mailServer struct {
	mu     sync.Mutex
	got    []string
	refuse *smtp.SMTPError
}

func (p *mailServer) NewSession(*smtp.Conn) (smtp.Session, error) { return p, nil }
func (p *mailServer) Reset()                                      {}
func (p *mailServer) Logout() error                               { return nil }
func (p *mailServer) Mail(string, *smtp.MailOptions) error        { return nil }

func (p *mailServer) Rcpt(string, *smtp.RcptOptions) error {
	if p.refuse != nil {
		return p.refuse
	}
	return nil
}

func (p *mailServer) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, string(text))
	return err
}

// openMail starts a mail server and returns its URL.
func openMail(t *testing.T, backend smtp.Backend) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(backend)
	server.Domain = "localhost"
	server.ErrorLog = quietLog{}
	done := make(chan struct{})
	go func() {
		server.Serve(listener)
		close(done)
	}()
	t.Cleanup(func() {
		server.Close()
		<-done
	})
	return "smtp://" + listener.Addr().String()
}

type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}

func TestMailArrivesWhole(t *testing.T) {
	office := &mailServer{}
	s, err := gateway.NewSMTP(openMail(t, office), "army@muster.test", "Its name at the start")
	if err != nil {
		t.Fatal(err)
	}
	brand := store.DefaultBrand
	brand.Community = "The Army"
	sent := people.LoginMail(brand, language.English, "ann@muster.test", "123456")
	if err := s.SendMail(context.Background(), sent); err != nil {
		t.Fatal(err)
	}
	m, err := mail.ReadMessage(strings.NewReader(office.got[0]))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != sent.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	if to := m.Header.Get("To"); to != "<ann@muster.test>" {
		t.Errorf("to %s", to)
	}
	if from := m.Header.Get("From"); from != `"The Army" <army@muster.test>` {
		t.Errorf("from %s", from)
	}
	for _, part := range []string{"text/plain", "text/html", "123456"} {
		if !strings.Contains(office.got[0], part) {
			t.Errorf("the mail lacks %s", part)
		}
	}
}

// A 5xx reply is permanent, a 4xx is not, and no error message contains the
// recipient.
func TestMailRefusals(t *testing.T) {
	for code, want := range map[int]store.Code{550: store.Invalid, 451: store.Unavailable} {
		office := &mailServer{refuse: &smtp.SMTPError{Code: code, Message: "ann@muster.test is unknown"}}
		s, err := gateway.NewSMTP(openMail(t, office), "army@muster.test", "The Army")
		if err != nil {
			t.Fatal(err)
		}
		err = s.SendMail(context.Background(), store.Mail{To: "ann@muster.test", Subject: "Hi", Text: "Hi"})
		if store.CodeOf(err) != want || strings.Contains(store.AsError(err).Message, "ann") {
			t.Errorf("%d became %v", code, err)
		}
	}
}

func TestMailServerAway(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	s, err := gateway.NewSMTP("smtp://"+address, "army@muster.test", "The Army")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SendMail(context.Background(), store.Mail{To: "ann@muster.test", Text: "Hi"}); store.CodeOf(err) != store.Unavailable {
		t.Error(err)
	}
}

// A mail server that refuses the sign-in, or everybody, has said nothing of the mail: it may
// be sent when the settings are right again.
func TestMailServerRefusesTheConnection(t *testing.T) {
	for what, replies := range map[string][]string{
		"everybody":   {"554 no service here"},
		"the sign-in": {"220 here", "250-here\r\n250 AUTH CRAM-MD5", "334 PDE+", "535 wrong password"},
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { listener.Close() })
		go func() {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			lines := bufio.NewReader(conn)
			for _, reply := range replies {
				io.WriteString(conn, reply+"\r\n")
				if _, err := lines.ReadString('\n'); err != nil {
					return
				}
			}
		}()
		s, err := gateway.NewSMTP("smtp://u:p@"+listener.Addr().String(), "army@muster.test", "The Army")
		if err != nil {
			t.Fatal(err)
		}
		err = s.SendMail(context.Background(), store.Mail{To: "ann@muster.test", Subject: "Hi", Text: "Hi"})
		if e := store.AsError(err); e == nil || e.Code != store.Unavailable || e.Reason != campaign.SendUnreachable {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Why no mail goes is said where it is the connection's fault: all of it was a server that could
// not be reached.
func TestWhyMailServerCannotBeUsedIsSaid(t *testing.T) {
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certtest.Ended(t, "127.0.0.1")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, listener := range []net.Listener{plain, ended} {
		t.Cleanup(func() { listener.Close() })
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				io.WriteString(conn, "220 here\r\n")
				if _, err := bufio.NewReader(conn).ReadString('\n'); err == nil {
					io.WriteString(conn, "250-here\r\n250 AUTH PLAIN\r\n")
				}
				conn.Close()
			}
		}()
	}
	_, port, _ := net.SplitHostPort(plain.Addr().String())
	for url, says := range map[string]string{
		"smtps://" + ended.Addr().String():    "The mail server could not be reached: its certificate is valid from 2001-",
		"smtp://u:p@" + plain.Addr().String(): "The mail server takes no password on this connection",
		"smtp://LOCALHOST:" + port:            "The mail server offers no TLS, without which no mail goes to another machine",
	} {
		s, err := gateway.NewSMTP(url, "army@muster.test", "The Army")
		if err != nil {
			t.Fatal(err)
		}
		err = s.SendMail(context.Background(), store.Mail{To: "ann@muster.test", Subject: "Hi", Text: "Hi"})
		if e := store.AsError(err); e == nil || e.Code != store.Unavailable || e.Reason != campaign.SendUnreachable || !strings.HasPrefix(e.Message, says) {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestSMTPURLs(t *testing.T) {
	for url, want := range map[string]store.Code{
		"smtp://u:p@mail.example.org:587": "", "smtps://u:p@mail.example.org": "", "smtp://mail.example.org": "",
		"": store.Invalid, "mail.example.org": store.Invalid, "http://mail.example.org": store.Invalid, "smtp://mail.example.org:x": store.Invalid,
		// A password that is not escaped was cut, and its beginning taken for a port.
		"smtp://u:12#p@mail.example.org": store.Invalid, "smtp://u:12/p@mail.example.org": store.Invalid, "smtp://u:12%23p@mail.example.org": "",
	} {
		if _, err := gateway.NewSMTP(url, "army@muster.test", "A"); store.CodeOf(err) != want {
			t.Errorf("%q: %v", url, err)
		}
	}
	if _, err := gateway.NewSMTP("smtp://mail.example.org", "nobody", "A"); store.CodeOf(err) != store.Invalid {
		t.Errorf("a sender that is no address: %v", err)
	}
}

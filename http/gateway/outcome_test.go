package gateway_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"muster/http/gateway"
	"muster/store"
	"muster/store/campaign"
	"muster/store/language"
)

// sink is a mail server that counts connections, and answers the end of a mail as a
// test says: with an error, or by closing the connection without a word.
type sink struct {
	mailServer
	connections atomic.Int32
	newest      atomic.Pointer[smtp.Conn]
	outcome     error
}

func (s *sink) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s.connections.Add(1)
	s.newest.Store(c)
	return &sinkSession{s, c}, nil
}

type sinkSession struct {
	*sink
	conn *smtp.Conn
}

var errCloses = io.ErrClosedPipe

func (s *sinkSession) Data(r io.Reader) error {
	if err := s.mailServer.Data(r); err != nil {
		return err
	}
	s.mu.Lock()
	err := s.outcome
	s.mu.Unlock()
	if err == errCloses {
		s.conn.Conn().Close()
	}
	return err
}

// What is known of a mail decides whether it may be sent again: a 4xx reply yes, a 5xx
// reply never, a line that broke after the whole mail never either. Mails share one
// connection, and one that was closed meanwhile is replaced.
func TestMailOutcomes_P10_NOTIF11_NOTIF18(t *testing.T) {
	server := &sink{}
	s, err := gateway.NewSMTP(openMail(t, server), "army@muster.test", "The Army")
	if err != nil {
		t.Fatal(err)
	}
	send := func() error {
		return s.SendMail(context.Background(), campaign.Mail(store.DefaultBrand, language.English, "ann@muster.test", "Hej på dig", "a <b>\n\nc", "https://muster.test/api/unsubscribe/tok"))
	}
	for range 5 {
		if err := send(); err != nil {
			t.Fatal(err)
		}
	}
	if n := server.connections.Load(); n != 1 {
		t.Errorf("%d connections for five mails", n)
	}
	server.newest.Load().Conn().Close()
	if err := send(); err != nil || server.connections.Load() != 2 || len(server.got) != 6 {
		t.Fatalf("after the server closed the line: %v, %d connections, %d mails", err, server.connections.Load(), len(server.got))
	}
	for _, part := range []string{"List-Unsubscribe: <https://muster.test/api/unsubscribe/tok>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "a &lt;b&gt;"} {
		if !strings.Contains(strings.ReplaceAll(server.got[0], "=\r\n", ""), part) {
			t.Errorf("the mail lacks %q:\n%s", part, server.got[0])
		}
	}
	delivery := campaign.Delivery{Number: 1, Attempts: 1}
	for _, c := range []struct {
		outcome error
		want    campaign.DeliveryStatus
	}{
		{&smtp.SMTPError{Code: 451, Message: "later"}, campaign.DeliveryQueued},
		{&smtp.SMTPError{Code: 421, Message: "closing"}, campaign.DeliveryQueued},
		{&smtp.SMTPError{Code: 554, Message: "no"}, campaign.DeliveryFailed},
		{errCloses, campaign.DeliveryUnknown},
		{nil, campaign.DeliverySent},
	} {
		server.mu.Lock()
		server.outcome = c.outcome
		before := len(server.got)
		server.mu.Unlock()
		r := campaign.ResultOf(delivery, send())
		server.mu.Lock()
		after := len(server.got)
		server.mu.Unlock()
		if r.Status != c.want || r.Unreachable || after != before+1 {
			t.Errorf("%v became %+v, %d mails", c.outcome, r, after-before)
		}
		if c.want == campaign.DeliveryQueued && (r.RetryIn <= 0 || r.RetryIn > time.Minute) {
			t.Errorf("%v is tried again in %v", c.outcome, r.RetryIn)
		}
	}
}

// The same of text messages: only 429 may be sent again.
func TestTextOutcomes_P10_NOTIF11(t *testing.T) {
	var status, calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if status.Load() == 0 { // it took the message and broke the line
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(int(status.Load()))
	}))
	send := func() campaign.DeliveryResult {
		gate, err := gateway.NewTwilio(server.URL, "AC1", "secret", "+15550009999") // with connections of its own
		if err != nil {
			t.Fatal(err)
		}
		return campaign.ResultOf(campaign.Delivery{Attempts: 1}, gate.SendSMS(context.Background(), store.SMSMessage{To: "+15551234567", Body: "hi"}))
	}
	for answer, want := range map[int32]campaign.DeliveryStatus{201: campaign.DeliverySent, 400: campaign.DeliveryFailed, 500: campaign.DeliveryFailed,
		503: campaign.DeliveryFailed, 429: campaign.DeliveryQueued, 0: campaign.DeliveryUnknown} {
		status.Store(answer)
		calls.Store(0)
		if r := send(); r.Status != want || calls.Load() != 1 || want == campaign.DeliveryQueued && r.RetryIn != 7*time.Second {
			t.Errorf("%d became %+v after %d calls", answer, r, calls.Load())
		}
	}
	status.Store(401) // the account is refused, and not the message
	if r := send(); r.Status != campaign.DeliveryQueued || !r.Unreachable {
		t.Errorf("a wrong token: %+v", r)
	}
	server.Close()
	if r := send(); r.Status != campaign.DeliveryQueued || !r.Unreachable {
		t.Errorf("away: %+v", r)
	}
}

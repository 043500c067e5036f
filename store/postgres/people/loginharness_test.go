// The harness of the sign-in's tests: a sign-in with a mail server that keeps all mails,
// and browsers with their cookies.

package people_test

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	"muster/store/logtest"
	"muster/store/people"
	members "muster/store/postgres/people"
	"muster/store/queue"
)

// loginHarness is a sign-in with a mail server that keeps all mails.
type loginHarness struct {
	*world
	*members.Logins
	jobs  *queue.Queue
	codes *queue.LoginCodes
	sent  chan store.Mail
	// refuse is what the mail server answers instead of taking a mail.
	refuse atomic.Pointer[store.Error]
	tries  chan struct{} // one for every mail it was offered
	log    logtest.Buffer
}

func (d *loginHarness) SendMail(_ context.Context, m store.Mail) error {
	d.tries <- struct{}{}
	if e := d.refuse.Load(); e != nil {
		return e
	}
	d.sent <- m
	return nil
}

func (d *loginHarness) SendSMS(_ context.Context, text store.SMSMessage) error {
	d.sent <- store.Mail{To: text.To, Text: text.Body}
	return nil
}

func newLoginHarness(t *testing.T, limits people.LoginLimits) *loginHarness {
	t.Helper()
	d := &loginHarness{world: newWorld(t), sent: make(chan store.Mail, 1000), tries: make(chan struct{}, 1000)}
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	d.Must(err)
	d.jobs, err = queue.New(d.DB, slog.New(slog.NewTextHandler(&d.log, &slog.HandlerOptions{Level: slog.LevelWarn})))
	d.Must(err)
	d.codes = d.jobs.AddLoginCodes(queue.Delivery{Sealer: store.NewSealer(secret.Key("jobs")), Mailer: d, SMS: d, Brand: store.DefaultBrand})
	d.Must(d.jobs.Start(context.Background()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := d.jobs.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	d.Logins = members.NewLogins(d.DB, members.NewCodes(people.NewCodeKeys(secret)), d.codes, people.NewLoginKeys(secret), limits)
	return d
}

// browser has the cookies of a browser.
type browser struct{ attempt, device string }

func newBrowser() *browser { return &browser{attempt: store.NewToken()} }

func email(t testing.TB, raw string) store.Identifier {
	t.Helper()
	id, err := store.ParseIdentifier(raw)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (d *loginHarness) request(b *browser, raw string) error {
	return d.RequestCode(context.Background(), people.LoginCodeRequest{
		Identifier: email(d.T, raw), Attempt: b.attempt, Device: b.device, Address: "192.0.2.7",
	})
}

func (d *loginHarness) signIn(b *browser, raw, code string) (people.SignedIn, error) {
	in, err := d.SignIn(context.Background(), people.LoginAttempt{
		Identifier: email(d.T, raw), Code: code, Attempt: b.attempt, Device: b.device, Address: "192.0.2.7",
	})
	if err == nil {
		b.device = in.Device
	}
	return in, err
}

// code waits for the next mail and returns its code.
func (d *loginHarness) code() string {
	d.T.Helper()
	select {
	case m := <-d.sent:
		return regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text)
	case <-time.After(time.Minute):
		d.T.Fatal("no code was sent")
	}
	return ""
}

// requested requests a code and returns it.
func (d *loginHarness) requested(b *browser, raw string) string {
	d.T.Helper()
	d.Must(d.request(b, raw))
	return d.code()
}

// wrong returns another code than code.
func wrong(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func (d *loginHarness) wantInvalid(err error) {
	d.T.Helper()
	if store.CodeOf(err) != store.Invalid || store.AsError(err).Message != people.InvalidCode {
		d.T.Fatalf("got %v, want %q", err, people.InvalidCode)
	}
}

func (d *loginHarness) wantLimited(err error) {
	d.T.Helper()
	if store.CodeOf(err) != store.Limited || store.AsError(err).RetryAfter <= 0 {
		d.T.Fatalf("got %v, want Limited with a time", err)
	}
}

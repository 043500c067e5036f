// The harness of this package's tests: a sign-in whose codes go to a mail
// server that keeps what it is given.

package queue_test

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/logtest"
	"muster/store/people"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
	"muster/store/queue"
)

// harness is a database with a started queue and a sign-in.
type harness struct {
	t     *testing.T
	url   string
	owner func() *pgxpool.Pool // of the tables
	*postgres.DB
	*chats.Chat
	*members.People
	*members.Logins
	sent chan store.Mail
	// refusal is what the mail server answers instead of taking a mail.
	refusal atomic.Pointer[store.Error]
	tries   chan struct{} // one for every mail that it was offered
	log     logtest.Buffer
	attempt string // the browser's attempt cookie
	stop    func() // stops the queue before the test is over
}

// SendMail is the mail server.
func (h *harness) SendMail(_ context.Context, m store.Mail) error {
	e := h.refusal.Load() // as it was when the test sees it
	h.tries <- struct{}{}
	if e != nil {
		return e
	}
	h.sent <- m
	return nil
}

// newHarness starts a queue that delivers codes, and whatever add registers.
func newHarness(t *testing.T, add ...func(*queue.Queue)) *harness {
	t.Helper()
	h := &harness{
		t: t, url: storetest.URL(t), attempt: store.NewToken(),
		sent: make(chan store.Mail, 100), tries: make(chan struct{}, 100),
	}
	h.owner = storetest.Owner(t, h.url)
	var err error
	h.DB, err = postgres.Open(context.Background(), postgres.Config{URL: h.url})
	h.must(err)
	t.Cleanup(h.DB.Close)
	h.People = members.New(h.DB)
	_, err = h.AddMember(context.Background(), store.NewMember{Email: "ann@example.org", Username: "ann"})
	h.must(err)
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	h.must(err)
	jobs, err := queue.New(h.DB, slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelWarn})))
	h.must(err)
	codes := jobs.AddLoginCodes(queue.Delivery{Sealer: store.NewSealer(secret.Key("jobs")), Mailer: h, Brand: store.DefaultBrand})
	for _, register := range add {
		register(jobs)
	}
	h.must(jobs.Start(context.Background()))
	h.stop = sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := jobs.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(h.stop)
	h.Chat = chats.New(h.DB)
	h.Logins = members.NewLogins(h.DB, members.NewCodes(people.NewCodeKeys(secret)), codes, people.NewLoginKeys(secret), people.DefaultLoginLimits)
	return h
}

func (h *harness) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) identifier() store.Identifier {
	return store.Identifier{Channel: store.Email, Address: "ann@example.org"}
}

// ask asks for a code.
func (h *harness) ask() {
	h.t.Helper()
	h.must(h.RequestCode(context.Background(), people.LoginCodeRequest{Identifier: h.identifier(), Attempt: h.attempt, Address: "192.0.2.7"}))
}

// finish signs in with a code.
func (h *harness) finish(code string) {
	h.t.Helper()
	_, err := h.SignIn(context.Background(), people.LoginAttempt{
		Identifier: h.identifier(), Code: code, Attempt: h.attempt, Address: "192.0.2.7",
	})
	h.must(err)
}

// code waits for the next mail and reads its code.
func (h *harness) code() string {
	h.t.Helper()
	select {
	case m := <-h.sent:
		return regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text)
	case <-time.After(time.Minute):
		h.t.Fatal("no code was sent")
	}
	return ""
}

// exec runs SQL of the test's own, as the owner of the tables.
func (h *harness) exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.owner().Exec(context.Background(), sql, args...); err != nil {
		h.t.Fatalf("%s: %v", sql, err)
	}
}

// one reads one value.
func one[T any](h *harness, sql string, args ...any) T {
	h.t.Helper()
	rows, err := h.Pool().Query(context.Background(), sql, args...)
	h.must(err)
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	h.must(err)
	return v
}

// waitFor polls until a query answers true.
func (h *harness) waitFor(sql string) {
	h.t.Helper()
	deadline := time.NewTimer(time.Minute)
	defer deadline.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !one[bool](h, sql) {
		select {
		case <-tick.C:
		case <-deadline.C:
			h.t.Fatalf("never true: %s", sql)
		}
	}
}

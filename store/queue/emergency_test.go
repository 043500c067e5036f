package queue_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/queue"
)

// postbox is a mail server that keeps what it is given, once it is open.
type postbox struct {
	mails chan store.Mail
	open  chan struct{}
}

func (p postbox) SendMail(_ context.Context, m store.Mail) error {
	select {
	case <-p.open:
		p.mails <- m
		return nil
	default:
		return store.NewError(store.Unavailable, "the mail server does not answer")
	}
}

// With the mail server away the message is stored and goes out later, once. A critical
// one that nobody acknowledges is told again, to the administrators too.
func TestEmergencyGoesOutLaterAndAgain_EMRG15(t *testing.T) {
	ctx, url := context.Background(), storetest.URL(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := postgres.Open(ctx, postgres.Config{URL: url, MaxConns: 8})
	must(err)
	t.Cleanup(db.Close)
	box := postbox{mails: make(chan store.Mail, 10), open: make(chan struct{})}
	q, err := queue.New(db, slog.New(slog.NewTextHandler(io.Discard, nil)))
	must(err)
	emergencies := q.AddEmergencies(queue.Delivery{Mailer: box, Brand: store.DefaultBrand},
		queue.EmergencyContacts{Email: "creator@example.org", EscalateAfter: time.Nanosecond})
	must(q.Start(ctx))
	t.Cleanup(func() {
		stop, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := q.Stop(stop); err != nil {
			t.Error(err)
		}
	})
	ann, err := db.AddMember(ctx, store.NewMember{Name: "Ann", Email: "ann@example.org", Username: "ann"})
	must(err)
	_, err = db.AddMember(ctx, store.NewMember{Name: "Chief", Email: "chief@example.org", IsAdmin: true})
	must(err)
	e, err := emergencies.Send(ctx, ann.ID, "There is a threat at the gate", "")
	must(err)
	if found, err := emergencies.Find(ctx, e.ID); err != nil || found.Receipt() != store.EmergencyStored {
		t.Errorf("with mail away: %+v, %v", found, err)
	}
	close(box.open)
	got := map[string]int{}
	patience := time.NewTimer(60 * time.Second)
	defer patience.Stop()
	for range 3 {
		select {
		case m := <-box.mails:
			again := strings.HasPrefix(m.Subject, "Not acknowledged: ")
			got[m.To+map[bool]string{true: " again"}[again]]++
		case <-patience.C:
			t.Fatalf("only %v came", got)
		}
	}
	for _, want := range []string{"creator@example.org", "creator@example.org again", "chief@example.org again"} {
		if got[want] != 1 {
			t.Errorf("%s: %d mails of %v", want, got[want], got)
		}
	}
}

package queue_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/emergency"
	"muster/store/logtest"
	"muster/store/postgres"
	emergencies "muster/store/postgres/emergency"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
	"muster/store/queue"
)

// postbox is a mail server that keeps what it is given, once it is open.
type postbox struct {
	mails   chan store.Mail
	open    chan struct{}
	refuses string // an address that does not exist
}

func (p postbox) SendMail(_ context.Context, m store.Mail) error {
	if m.To == p.refuses {
		return store.NewError(store.Invalid, "The mail server refused it (550)")
	}
	select {
	case <-p.open:
		p.mails <- m
		return nil
	default:
		return store.NewError(store.Unavailable, "the mail server does not answer")
	}
}

// startEmergencies works emergency messages of a new database, by mail alone.
func startEmergencies(t *testing.T, log io.Writer, box postbox, contacts queue.EmergencyContacts) (*postgres.DB, *emergencies.Messages) {
	t.Helper()
	ctx := context.Background()
	db, err := postgres.Open(ctx, postgres.Config{URL: storetest.URL(t), MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	q, err := queue.New(db, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	emergencies := q.AddEmergencies(queue.Delivery{Mailer: box, Brand: store.DefaultBrand}, contacts)
	if err := q.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := q.Stop(stop); err != nil {
			t.Error(err)
		}
	})
	return db, emergencies
}

// A creator with a phone only, where no texts are sent: the administrators are alerted.
// Where there is none either, the log says that nobody can be reached.
func TestEmergencyWithoutAWayToTheCreator_EMRG15(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	box := postbox{mails: make(chan store.Mail, 10), open: make(chan struct{})}
	close(box.open)
	var log logtest.Buffer
	db, emergencies := startEmergencies(t, &log, box, queue.EmergencyContacts{})
	add := func(n store.NewMember) store.Member {
		t.Helper()
		m, err := members.New(db).AddMember(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	ann := add(store.NewMember{Name: "Ann", Email: "ann@example.org", Username: "ann"})
	bob := add(store.NewMember{Name: "Bob", Email: "bob@example.org", Username: "bob"})
	add(store.NewMember{Name: "Creator", Phone: "+15550100009", IsCreator: true})
	send := func(from store.Member) {
		t.Helper()
		if _, err := emergencies.Send(ctx, from.ID, "There is a threat at the gate", "", ""); err != nil {
			t.Fatal(err)
		}
	}
	send(ann)
	deadline, tick := time.NewTimer(60*time.Second), time.NewTicker(20*time.Millisecond)
	defer deadline.Stop()
	defer tick.Stop()
	for !strings.Contains(log.String(), "neither the creator nor an administrator can be alerted") {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("the log says %q", log.String())
		}
	}
	add(store.NewMember{Name: "Chief", Email: "chief@example.org", IsAdmin: true})
	send(bob)
	select {
	case m := <-box.mails:
		if m.To != "chief@example.org" || strings.HasPrefix(m.Subject, "Not acknowledged") {
			t.Errorf("%+v", m)
		}
	case <-deadline.C:
		t.Fatal("no administrator was alerted")
	}
}

// The creator's address is refused for good, and there is no phone: the administrators are
// alerted, also of a message that does not escalate.
func TestEmergencyToARefusedAddress_EMRG15(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	box := postbox{mails: make(chan store.Mail, 10), open: make(chan struct{}), refuses: "creator@example.org"}
	close(box.open)
	db, emergencies := startEmergencies(t, io.Discard, box, queue.EmergencyContacts{Email: "creator@example.org", EscalateAfter: time.Hour})
	for _, m := range []store.NewMember{{Name: "Ann", Email: "ann@example.org", Username: "ann"}, {Name: "Chief", Email: "chief@example.org", IsAdmin: true}} {
		if _, err := members.New(db).AddMember(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	ann, err := members.New(db).FindUsername(ctx, "ann")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = emergencies.Send(ctx, ann.ID, "The gate stands wide open", "", ""); err != nil {
		t.Fatal(err)
	}
	select {
	case m := <-box.mails:
		if m.To != "chief@example.org" || strings.HasPrefix(m.Subject, "Not acknowledged") {
			t.Errorf("%+v", m)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no administrator was alerted")
	}
}

// With the mail server away the message is stored and goes out later, once. A critical
// one that nobody acknowledges is sent again, to the administrators too.
func TestEmergencyGoesOutLaterAndAgain_EMRG15(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	box := postbox{mails: make(chan store.Mail, 10), open: make(chan struct{})}
	db, emergencies := startEmergencies(t, io.Discard, box, queue.EmergencyContacts{Email: "creator@example.org", EscalateAfter: time.Nanosecond})
	ann, err := members.New(db).AddMember(ctx, store.NewMember{Name: "Ann", Email: "ann@example.org", Username: "ann"})
	must(err)
	_, err = members.New(db).AddMember(ctx, store.NewMember{Name: "Chief", Email: "chief@example.org", IsAdmin: true})
	must(err)
	e, err := emergencies.Send(ctx, ann.ID, "There is a threat at the gate", "", "")
	must(err)
	if found, err := emergencies.Find(ctx, e.ID); err != nil || found.Receipt() != emergency.Stored {
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

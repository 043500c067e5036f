// The job that sends a code: when it tries again, and when it gives up.

package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
)

// 2b: an outage of the mail server is tried again, and the code arrives.
func TestCodeIsSentAfterAnOutage(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	d.refuse.Store(store.NewError(store.Unavailable, "mail: the server could not take it"))
	b := newBrowser()
	d.must(d.ask(b, "ann@example.org"))
	<-d.tries
	d.refuse.Store(nil)
	if _, err := d.finish(b, "ann@example.org", d.code()); err != nil {
		t.Fatal(err)
	}
}

// 2b: a permanent refusal is not tried again, and what is stored of it names
// nobody.
func TestPermanentRefusalEndsTheJob(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	refusal := store.NewError(store.Invalid, "mail: the server refused with 550")
	refusal.Err = store.NewError(store.Invalid, "550 no such user ann@example.org")
	d.refuse.Store(refusal)
	d.must(d.ask(newBrowser(), "ann@example.org"))
	waitFor(t, d.world, `select count(*) = 1 from river_job where kind = 'login_code' and state = 'cancelled' and attempt = 1`)
	if one[bool](d.world, `select exists (select from river_job where errors::text like '%ann@%')`) {
		t.Error("the job's error names the recipient")
	}
	if said := d.log.String(); !strings.Contains(said, "job given up") || !strings.Contains(said, "refused with 550") || strings.Contains(said, "ann@") {
		t.Errorf("the log says %q", said)
	}
}

// A mail server that takes nothing stands in the log. The queue told it below
// the level that is logged, so nobody could sign in and nothing said why.
func TestOutageOfTheMailServerIsLogged(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	outage := store.NewError(store.Unavailable, "mail: the server could not take it")
	outage.Err = store.NewError(store.Internal, "dial for ann@example.org")
	d.refuse.Store(outage)
	d.must(d.ask(newBrowser(), "ann@example.org"))
	waitFor(t, d.world, `select count(*) = 1 from river_job where kind = 'login_code' and cardinality(errors) > 0`)
	if said := d.log.String(); !strings.Contains(said, "job failed") || !strings.Contains(said, "could not take it") || strings.Contains(said, "ann@") {
		t.Errorf("the log says %q", said)
	}
}

// Matrix 2a, clock: a node whose clock is ahead of the database's sends its codes
// at once.
func TestCodeOfANodeThatIsAhead(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	for _, as := range []string{
		`create function ahead() returns trigger language plpgsql as $$
			begin new.scheduled_at := new.scheduled_at + interval '2 hours'; return new; end $$`,
		`create trigger ahead before insert on river_job for each row execute function ahead()`,
	} {
		_, err := d.Pool().Exec(context.Background(), as)
		d.must(err)
	}
	d.must(d.ask(newBrowser(), "ann@example.org"))
	waitFor(t, d.world, `select count(*) = 1 from river_job where kind = 'login_code' and state = 'completed'`)
}

// 2b: after two minutes the code is not sent any more.
func TestLateCodeIsDropped(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	d.refuse.Store(store.NewError(store.Unavailable, "mail: the server could not take it"))
	d.must(d.ask(newBrowser(), "ann@example.org"))
	<-d.tries
	storetest.MoveClock(t, d.url, store.LoginDelivery+time.Second)
	d.refuse.Store(nil)
	waitFor(t, d.world, `select count(*) = 1 from river_job where kind = 'login_code' and state = 'cancelled'`)
	select {
	case <-d.sent:
		t.Error("it was sent")
	default:
	}
}

// The job that sends a login code: when it tries again, and when it gives up.

package queue_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres/storetest"
)

// A mail server that is away for a moment is tried again, and the code arrives.
func Test2bCodeIsSentAfterAnOutage(t *testing.T) {
	h := newHarness(t)
	h.refusal.Store(store.NewError(store.Unavailable, "mail: the server could not take it"))
	h.ask()
	<-h.tries
	h.refusal.Store(nil)
	h.finish(h.code())
}

// A permanent refusal is not retried, and what is stored of it names nobody.
func Test2bPermanentRefusalEndsTheJob(t *testing.T) {
	h := newHarness(t)
	refusal := store.NewError(store.Invalid, "mail: the server refused with 550")
	refusal.Err = store.NewError(store.Invalid, "550 no such user ann@example.org")
	h.refusal.Store(refusal)
	h.ask()
	h.waitFor(`select count(*) = 1 from river_job where kind = 'login_code' and state = 'cancelled' and attempt = 1`)
	if one[bool](h, `select exists (select from river_job where errors::text like '%ann@%')`) {
		t.Error("the job's error names the recipient")
	}
	if logged := h.log.String(); !strings.Contains(logged, "job given up") || !strings.Contains(logged, "refused with 550") || strings.Contains(logged, "ann@") {
		t.Errorf("the log says %q", logged)
	}
}

// A mail server that takes nothing stands in the log. River logged it below the
// level that is kept, so nobody could sign in and nothing said why.
func TestOutageOfTheMailServerIsLogged(t *testing.T) {
	h := newHarness(t)
	outage := store.NewError(store.Unavailable, "mail: the server could not take it")
	outage.Err = store.NewError(store.Internal, "dial for ann@example.org")
	h.refusal.Store(outage)
	h.ask()
	h.waitFor(`select count(*) = 1 from river_job where kind = 'login_code' and cardinality(errors) > 0`)
	if logged := h.log.String(); !strings.Contains(logged, "job failed") || !strings.Contains(logged, "could not take it") || strings.Contains(logged, "ann@") {
		t.Errorf("the log says %q", logged)
	}
}

// The mail with a code speaks the language that the member chose.
func TestCodeIsMailedInTheLanguageOfTheMember(t *testing.T) {
	h := newHarness(t)
	h.must(h.SetLanguage(context.Background(), one[string](h, `select id::text from members where username = 'ann'`), "de"))
	h.ask()
	select {
	case m := <-h.sent:
		code := regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text)
		if !strings.Contains(m.Subject, "Anmeldecode: "+code) || !strings.Contains(m.Text, "lautet "+code) || !strings.Contains(m.HTML, `lang="de"`) {
			t.Errorf("the mail says %q, %q", m.Subject, m.Text)
		}
		h.finish(code)
	case <-time.After(time.Minute):
		t.Fatal("no code was sent")
	}
}

// A node whose clock is ahead of the database's sends its codes at once.
func Test2aCodeOfANodeThatIsAhead(t *testing.T) {
	h := newHarness(t)
	// What the node stamps is ahead, not what the database does.
	h.exec(`create function ahead() returns trigger language plpgsql as $$ begin
		if new.scheduled_at <> now() then
			new.scheduled_at := new.scheduled_at + interval '2 hours';
			new.created_at := new.created_at + interval '2 hours';
		end if;
		return new; end $$`)
	h.exec(`create trigger ahead before insert on river_job for each row execute function ahead()`)
	h.ask()
	h.waitFor(`select count(*) = 1 from river_job where kind = 'login_code' and state = 'completed'`)
}

// After two minutes the code is not sent any more.
func Test2bLateCodeIsDropped(t *testing.T) {
	h := newHarness(t)
	h.refusal.Store(store.NewError(store.Unavailable, "mail: the server could not take it"))
	h.ask()
	<-h.tries
	storetest.MoveClock(t, h.url, people.LoginDelivery+time.Second)
	// The mail server stays away: a code that were still sent would wait for another try.
	h.waitFor(`select count(*) = 1 from river_job where kind = 'login_code' and state = 'cancelled'`)
}

// The sign-in on a real database: whose code it is, what a guess costs, and
// what a stranger cannot do to the owner.

package postgres_test

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// desk is a sign-in with a mail server that keeps what it is given.
type desk struct {
	*world
	*postgres.Logins
	jobs *postgres.Jobs
	sent chan store.Mail
	// refuse is what the mail server answers instead of taking a mail.
	refuse atomic.Pointer[store.Error]
	tries  chan struct{} // one for every mail it was offered
}

func (d *desk) SendMail(_ context.Context, m store.Mail) error {
	d.tries <- struct{}{}
	if e := d.refuse.Load(); e != nil {
		return e
	}
	d.sent <- m
	return nil
}

func (d *desk) SendText(_ context.Context, text store.Text) error {
	d.sent <- store.Mail{To: text.To, Text: text.Body}
	return nil
}

func newDesk(t *testing.T, limits store.LoginLimits) *desk {
	t.Helper()
	d := &desk{world: newWorld(t), sent: make(chan store.Mail, 1000), tries: make(chan struct{}, 1000)}
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	d.must(err)
	d.jobs, err = postgres.NewJobs(d.DB, postgres.JobsConfig{
		Sealer: store.NewSealer(secret.Key("jobs")), Mailer: d, Texter: d, Brand: store.DefaultBrand,
		Logger: slog.New(slog.DiscardHandler),
	})
	d.must(err)
	d.must(d.jobs.Start(context.Background()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := d.jobs.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	d.Logins = postgres.NewLogins(d.DB, d.jobs, store.NewLoginKeys(secret), limits)
	return d
}

// browser is where somebody signs in: its cookies.
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

func (d *desk) ask(b *browser, raw string) error {
	return d.Ask(context.Background(), store.LoginAsk{
		Identifier: email(d.t, raw), Attempt: b.attempt, Device: b.device, Address: "192.0.2.7",
	})
}

func (d *desk) finish(b *browser, raw, code string) (store.SignedIn, error) {
	in, err := d.Finish(context.Background(), store.LoginProof{
		Identifier: email(d.t, raw), Code: code, Attempt: b.attempt, Device: b.device, Address: "192.0.2.7",
	})
	if err == nil {
		b.device = in.Device
	}
	return in, err
}

// code waits for the next mail and reads its code.
func (d *desk) code() string {
	d.t.Helper()
	select {
	case m := <-d.sent:
		return regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text)
	case <-time.After(20 * time.Second):
		d.t.Fatal("no code was sent")
	}
	return ""
}

// asked asks and gives the code.
func (d *desk) asked(b *browser, raw string) string {
	d.t.Helper()
	d.must(d.ask(b, raw))
	return d.code()
}

// wrong is a code that is not code.
func wrong(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func (d *desk) wantInvalid(err error) {
	d.t.Helper()
	if store.CodeOf(err) != store.Invalid || store.AsError(err).Message != store.InvalidCode {
		d.t.Fatalf("got %v, want %q", err, store.InvalidCode)
	}
}

func (d *desk) wantLimited(err error) {
	d.t.Helper()
	if store.CodeOf(err) != store.Limited || store.AsError(err).RetryAfter <= 0 {
		d.t.Fatalf("got %v, want Limited with a time", err)
	}
}

// AUTH-8, AUTH-12, AUTH-16: a member signs in once with a code, in any form of
// the phone; the code is dead afterwards.
func TestSignInWithEveryFormOfAPhone(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	_, err := d.AddMember(context.Background(), store.NewMember{Name: "Cleo", Phone: "+15551234567"})
	d.must(err)
	b := newBrowser()
	code := d.asked(b, "5551234567")
	in, err := d.finish(b, "+1 (555) 123-4567", code)
	d.must(err)
	if in.Member.Name != "Cleo" || in.Session.Kind != store.MemberSession {
		t.Fatalf("signed in as %+v", in)
	}
	if _, err := d.Attend(context.Background(), in.Token); err != nil {
		t.Fatal(err)
	}
	_, err = d.finish(b, "15551234567", code)
	d.wantInvalid(err)
}

// AUTH-14, P15: a right code under twenty parallel tries makes one session.
func TestTwentyParallelVerifiesMakeOneSession(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	ann := d.join("ann")
	b := newBrowser()
	code := d.asked(b, "ann@example.org")
	before := one[int](d.world, `select count(*) from sessions where person_id = $1`, ann.ID)
	var wins atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			_, err := d.finish(&browser{attempt: b.attempt}, "ann@example.org", code)
			switch store.CodeOf(err) {
			case "":
				wins.Add(1)
			case store.Invalid:
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	made := one[int](d.world, `select count(*) from sessions where person_id = $1`, ann.ID) - before
	if wins.Load() != 1 || made != 1 {
		t.Errorf("%d sign-ins, %d sessions", wins.Load(), made)
	}
	if n := one[int](d.world, `select coalesce(sum(array_length(failures, 1)), 0)::int from login_buckets`); n != 0 {
		t.Errorf("the owner's own tries cost %d of the budget", n)
	}
}

// AUTH-13: a code takes five wrong tries, also when they come at once; then
// the right one is refused too.
func TestFiveTriesPerCodeUnderARace(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	b := newBrowser()
	code := d.asked(b, "ann@example.org")
	var group sync.WaitGroup
	for range 30 {
		group.Go(func() {
			if _, err := d.finish(&browser{attempt: b.attempt}, "ann@example.org", wrong(code)); err == nil {
				t.Error("a wrong code signed in")
			}
		})
	}
	group.Wait()
	if n := one[int](d.world, `select max(tries) from login_codes`); n != 5 {
		t.Errorf("%d tries counted", n)
	}
	_, err := d.finish(b, "ann@example.org", code)
	d.wantInvalid(err)
}

// AUTH-12: a resend voids the former code of the same attempt, and a code ends
// after ten minutes.
func TestCodesEnd(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	b := newBrowser()
	first := d.asked(b, "ann@example.org")
	storetest.MoveClock(t, d.url, 61*time.Second)
	second := d.asked(b, "ann@example.org")
	if first != second {
		_, err := d.finish(b, "ann@example.org", first)
		d.wantInvalid(err)
	}
	storetest.MoveClock(t, d.url, 61*time.Second+10*time.Minute)
	_, err := d.finish(b, "ann@example.org", second)
	d.wantInvalid(err)
	storetest.MoveClock(t, d.url, 61*time.Second+10*time.Minute-5*time.Second)
	if _, err := d.finish(b, "ann@example.org", second); err != nil {
		t.Errorf("still within ten minutes: %v", err)
	}
}

// S15: a stranger who asks for codes and guesses neither voids the owner's
// code nor uses its tries up.
func TestStrangerNeitherVoidsNorBurnsTheOwnersCode(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	owner, stranger, cookieless := newBrowser(), newBrowser(), &browser{}
	mine := d.asked(owner, "ann@example.org")
	storetest.MoveClock(t, d.url, 61*time.Second)
	theirs := d.asked(stranger, "ann@example.org")
	for range 4 {
		_, err := d.finish(stranger, "ann@example.org", wrong(theirs))
		d.wantInvalid(err)
	}
	for range 4 {
		_, err := d.finish(cookieless, "ann@example.org", wrong(theirs))
		d.wantInvalid(err)
	}
	if _, err := d.finish(owner, "ann@example.org", mine); err != nil {
		t.Fatalf("the owner's own code: %v", err)
	}
}

// P15: without its attempt a guess is compared with the newest code only, and
// only five of them an hour are looked at.
func TestCookielessCallerHasTheStricterBudget(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	code := d.asked(newBrowser(), "ann@example.org")
	for range 5 {
		_, err := d.finish(&browser{}, "ann@example.org", wrong(code))
		d.wantInvalid(err)
	}
	_, err := d.finish(&browser{}, "ann@example.org", code)
	d.wantLimited(err)

	d.join("bob")
	code = d.asked(newBrowser(), "bob@example.org")
	if _, err := d.finish(&browser{}, "BOB@example.org ", code); err != nil {
		t.Fatalf("the right code without a cookie: %v", err)
	}
}

// P15: the budget of failures outlives codes and nodes, a known device keeps
// its own, and the next hour opens it again.
func TestBudgetSurvivesResendsAndSparesKnownDevices(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	home := newBrowser()
	_, err := d.finish(home, "ann@example.org", d.asked(home, "ann@example.org"))
	d.must(err)

	moved := time.Duration(0)
	for range 2 { // ten failures by two codes of two browsers
		moved += 61 * time.Second
		storetest.MoveClock(t, d.url, moved)
		thief := newBrowser()
		code := d.asked(thief, "ann@example.org")
		for range 5 {
			_, err := d.finish(thief, "ann@example.org", wrong(code))
			d.wantInvalid(err)
		}
	}
	moved += 61 * time.Second
	storetest.MoveClock(t, d.url, moved)
	fresh := newBrowser()
	code := d.asked(fresh, "ann@example.org")
	_, err = d.finish(fresh, "ann@example.org", code)
	d.wantLimited(err)

	known := &browser{attempt: store.NewToken(), device: home.device}
	if _, err := d.finish(known, "ann@example.org", d.asked(known, "ann@example.org")); err != nil {
		t.Fatalf("the known device: %v", err)
	}

	storetest.MoveClock(t, d.url, moved+time.Hour)
	late := newBrowser()
	if _, err := d.finish(late, "ann@example.org", d.asked(late, "ann@example.org")); err != nil {
		t.Fatalf("a new browser an hour later: %v", err)
	}
}

// P15, SEC-3: guesses from many browsers at three nodes at once share one
// budget: ten are looked at, the rest is told to wait.
func TestGuessesOnThreeNodesShareOneBudget(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	d.must(err)
	var nodes []*postgres.Logins
	for range 3 {
		nodes = append(nodes, postgres.NewLogins(d.open(4), d.jobs, store.NewLoginKeys(secret), store.DefaultLoginLimits))
	}
	var thieves []*browser
	var codes []string
	for i := range 4 {
		storetest.MoveClock(t, d.url, time.Duration(i)*61*time.Second)
		thieves = append(thieves, newBrowser())
		codes = append(codes, d.asked(thieves[i], "ann@example.org"))
	}
	var invalid, limited atomic.Int32
	var group sync.WaitGroup
	for i := range 120 {
		group.Go(func() {
			who := i % len(thieves)
			_, err := nodes[i%3].Finish(context.Background(), store.LoginProof{Identifier: email(t, "ann@example.org"),
				Code: wrong(codes[who]), Attempt: thieves[who].attempt, Address: "198.51.100.1"})
			switch store.CodeOf(err) {
			case store.Invalid:
				invalid.Add(1)
			case store.Limited:
				limited.Add(1)
			default:
				t.Errorf("a wrong code: %v", err)
			}
		})
	}
	group.Wait()
	judged := one[int](d.world, `select array_length(failures, 1) from login_buckets`)
	if judged != store.DefaultLoginLimits.FailuresPerHour || limited.Load() == 0 {
		t.Errorf("%d guesses were judged, %d invalid, %d limited", judged, invalid.Load(), limited.Load())
	}
}

// S15: after a sign-in the cookie is a new one, so that a planted cookie gives
// its planter no bucket.
func TestPlantedDeviceCookieIsWorthless(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	planted := store.NewToken()
	victim := &browser{attempt: store.NewToken(), device: planted}
	_, err := d.finish(victim, "ann@example.org", d.asked(victim, "ann@example.org"))
	d.must(err)
	if victim.device == planted {
		t.Fatal("the planted cookie was kept")
	}
	err = d.ask(&browser{attempt: store.NewToken(), device: planted}, "ann@example.org")
	d.wantLimited(err) // judged as a new browser: within the minute
}

// AUTH-10, AUTH-11: under a race one code a minute goes out.
func TestParallelAsksSendOneCode(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	var sent atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			err := d.ask(newBrowser(), "ann@example.org")
			if err == nil {
				sent.Add(1)
			} else if store.CodeOf(err) != store.Limited {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if sent.Load() != 1 {
		t.Errorf("%d codes", sent.Load())
	}
}

// AUTH-11, SEC-3: one address asks for so many codes, whoever they are for.
func TestAddressCap(t *testing.T) {
	limits := store.DefaultLoginLimits
	limits.AddressPerHour = 3
	d := newDesk(t, limits)
	var taken atomic.Int32
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			if d.ask(newBrowser(), string(rune('a'+i))+"@example.org") == nil {
				taken.Add(1)
			}
		})
	}
	group.Wait()
	if taken.Load() != 3 {
		t.Fatalf("%d codes for one address", taken.Load())
	}
	storetest.MoveClock(t, d.url, time.Hour+time.Second)
	if err := d.ask(newBrowser(), "z@example.org"); err != nil {
		t.Errorf("the next hour: %v", err)
	}
}

// AUTH-9, S16: nothing is sent to nobody, the code of an unknown identifier
// signs nobody in, and a disabled member counts as nobody.
func TestNobodyGetsNothing(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	gone := d.join("gone")
	d.must(d.DisableSignIn(context.Background(), gone.ID, true))
	d.must(d.ask(newBrowser(), "stranger@example.org"))
	d.must(d.ask(newBrowser(), "gone@example.org"))
	d.join("ann")
	d.must(d.ask(newBrowser(), "ann@example.org"))
	if m := <-d.sent; m.To != "ann@example.org" {
		t.Fatalf("a code went to %s", m.To)
	}
	waitFor(t, d.world, `select count(*) = 3 from river_job where kind = 'login_code' and state = 'completed'`)
	select {
	case m := <-d.sent:
		t.Errorf("a code went to %s", m.To)
	default:
	}
}

// AUTH-21, AUTH-22: an applicant's session is of its own kind; whoever is a
// member too signs in as one.
func TestApplicantSignsInAsOne(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	a, err := d.AddApplicant(context.Background(), "apply@example.org", "")
	d.must(err)
	b := newBrowser()
	in, err := d.finish(b, "apply@example.org", d.asked(b, "apply@example.org"))
	d.must(err)
	if in.Session.Kind != store.ApplicantSession || in.Applicant.ID != a.ID || in.Session.PersonID != a.ID {
		t.Fatalf("signed in as %+v", in)
	}
	_, err = d.AddApplicant(context.Background(), "ann@example.org", "")
	d.must(err)
	d.join("ann")
	in, err = d.finish(b, "ann@example.org", d.asked(b, "ann@example.org"))
	d.must(err)
	if in.Session.Kind != store.MemberSession {
		t.Fatalf("a member signed in as %s", in.Session.Kind)
	}
}

// Nothing in the sign-in's tables or in the queue can be read: no identifier,
// no address, no code (AUTH-12, architecture section 4).
func TestTablesHoldNoIdentifierAndNoCode(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	b := newBrowser()
	code := d.asked(b, "ann@example.org")
	_, err := d.finish(b, "ann@example.org", wrong(code))
	d.wantInvalid(err)
	for _, table := range []string{"login_buckets", "login_codes", "login_devices", "quotas", "river_job"} {
		for _, canary := range []string{"ann@example.org", "192.0.2.7", `"` + code + `"`} {
			if one[bool](d.world, `select exists (select from `+table+` t where t::text like '%' || $1 || '%')`, canary) {
				t.Errorf("%s holds %s", table, canary)
			}
		}
	}
}

// The sweep forgets what no rule looks at, and nothing else.
func TestSweepKeepsWhatCounts(t *testing.T) {
	d := newDesk(t, store.DefaultLoginLimits)
	d.join("ann")
	b := newBrowser()
	_, err := d.finish(b, "ann@example.org", d.asked(b, "ann@example.org"))
	d.must(err)
	d.must(d.SweepLogins(context.Background()))
	if n := one[int](d.world, `select count(*) from login_codes`); n != 1 {
		t.Errorf("%d codes after an early sweep", n)
	}
	storetest.MoveClock(t, d.url, 96*time.Hour)
	d.must(d.SweepLogins(context.Background()))
	for table, want := range map[string]int{"login_codes": 0, "login_buckets": 0, "quotas": 0, "login_devices": 1} {
		if n := one[int](d.world, `select count(*) from `+table); n != want {
			t.Errorf("%s has %d rows", table, n)
		}
	}
}

// waitFor polls until a query answers true.
func waitFor(t *testing.T, w *world, sql string) {
	t.Helper()
	deadline := time.NewTimer(20 * time.Second)
	defer deadline.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !one[bool](w, sql) {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("never true: %s", sql)
		}
	}
}

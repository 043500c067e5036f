// Sign-in on a real database: who is signed in by a code, and what a stranger cannot do
// to the owner.

package people_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres/storetest"
)

// A member signs in with a code and any spelling of the phone number, once.
func TestSignInWithEveryFormOfAPhone_AUTH8_AUTH12_AUTH16(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	_, err := d.AddMember(context.Background(), store.NewMember{Name: "Cleo", Phone: "+15551234567"})
	d.Must(err)
	b := newBrowser()
	code := d.requested(b, "5551234567")
	in, err := d.signIn(b, "+1 (555) 123-4567", code)
	d.Must(err)
	if in.Member.Name != "Cleo" || in.Session.Kind != store.MemberSession {
		t.Fatalf("signed in as %+v", in)
	}
	if _, err := d.Authenticate(context.Background(), in.Token); err != nil {
		t.Fatal(err)
	}
	_, err = d.signIn(b, "15551234567", code)
	d.wantInvalid(err)
}

// Twenty parallel tries with the right code make one session.
func TestTwentyParallelVerifiesMakeOneSession_AUTH14_P15(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	ann := d.Join("ann")
	b := newBrowser()
	code := d.requested(b, "ann@example.org")
	before := one[int](d.world, `select count(*) from sessions where person_id = $1`, ann.ID)
	var wins atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			_, err := d.signIn(&browser{attempt: b.attempt}, "ann@example.org", code)
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

// A new code voids the former one of the same browser, and a code expires after ten
// minutes.
func TestCodesEnd_AUTH12(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	b := newBrowser()
	first := d.requested(b, "ann@example.org")
	storetest.MoveClock(t, d.URL, 61*time.Second)
	second := d.requested(b, "ann@example.org")
	if first != second {
		_, err := d.signIn(b, "ann@example.org", first)
		d.wantInvalid(err)
	}
	storetest.MoveClock(t, d.URL, 61*time.Second+10*time.Minute)
	_, err := d.signIn(b, "ann@example.org", second)
	d.wantInvalid(err)
	storetest.MoveClock(t, d.URL, 61*time.Second+10*time.Minute-5*time.Second)
	if _, err := d.signIn(b, "ann@example.org", second); err != nil {
		t.Errorf("still within ten minutes: %v", err)
	}
}

// A stranger who requests codes and guesses neither voids the owner's code nor uses up
// its tries.
func TestStrangerNeitherVoidsNorBurnsTheOwnersCode_S15(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	owner, stranger, cookieless := newBrowser(), newBrowser(), &browser{}
	mine := d.requested(owner, "ann@example.org")
	storetest.MoveClock(t, d.URL, 61*time.Second)
	theirs := d.requested(stranger, "ann@example.org")
	for range 4 {
		_, err := d.signIn(stranger, "ann@example.org", wrong(theirs))
		d.wantInvalid(err)
	}
	for range 4 {
		_, err := d.signIn(cookieless, "ann@example.org", wrong(theirs))
		d.wantInvalid(err)
	}
	if _, err := d.signIn(owner, "ann@example.org", mine); err != nil {
		t.Fatalf("the owner's own code: %v", err)
	}
}

// Nothing is sent to an unknown identifier, nor to a member whose sign-in is disabled.
func TestNobodyGetsNothing_AUTH9_S16(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	gone := d.Join("gone")
	d.Must(d.DisableSignIn(context.Background(), gone.ID, true))
	d.Must(d.request(newBrowser(), "stranger@example.org"))
	d.Must(d.request(newBrowser(), "gone@example.org"))
	d.Join("ann")
	d.Must(d.request(newBrowser(), "ann@example.org"))
	if m := <-d.sent; m.To != "ann@example.org" {
		t.Fatalf("a code went to %s", m.To)
	}
	storetest.WaitFor(t, d.world.World, `select count(*) = 3 from river_job where kind = 'login_code' and state = 'completed'`)
	select {
	case m := <-d.sent:
		t.Errorf("a code went to %s", m.To)
	default:
	}
}

// An applicant gets a session of its own kind; a member who is an applicant too signs
// in as a member.
func TestApplicantSignsInAsOne_AUTH21_AUTH22(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	a, err := d.AddApplicant(context.Background(), "apply@example.org", "")
	d.Must(err)
	b := newBrowser()
	in, err := d.signIn(b, "apply@example.org", d.requested(b, "apply@example.org"))
	d.Must(err)
	if in.Session.Kind != store.ApplicantSession || in.Applicant.ID != a.ID || in.Session.PersonID != a.ID {
		t.Fatalf("signed in as %+v", in)
	}
	_, err = d.AddApplicant(context.Background(), "ann@example.org", "")
	d.Must(err)
	d.Join("ann")
	in, err = d.signIn(b, "ann@example.org", d.requested(b, "ann@example.org"))
	d.Must(err)
	if in.Session.Kind != store.MemberSession {
		t.Fatalf("a member signed in as %s", in.Session.Kind)
	}
}

// The sign-in's tables and the queue contain no readable identifier, address or code.
func TestTablesHoldNoIdentifierAndNoCode(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	b := newBrowser()
	code := d.requested(b, "ann@example.org")
	_, err := d.signIn(b, "ann@example.org", wrong(code))
	d.wantInvalid(err)
	for _, table := range []string{"login_buckets", "one_time_codes", "login_devices", "quotas", "river_job"} {
		for _, canary := range []string{"ann@example.org", "192.0.2.7", `"` + code + `"`} {
			if one[bool](d.world, `select exists (select from `+table+` t where t::text like '%' || $1 || '%')`, canary) {
				t.Errorf("%s holds %s", table, canary)
			}
		}
	}
}

// The limits of codes, identifiers, known devices and addresses on a real database.

package people_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// A code has five wrong tries, also in parallel; then the right one is refused too.
func TestFiveTriesPerCodeUnderARace_AUTH13(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	b := newBrowser()
	code := d.requested(b, "ann@example.org")
	var group sync.WaitGroup
	for range 30 {
		group.Go(func() {
			if _, err := d.signIn(&browser{attempt: b.attempt}, "ann@example.org", wrong(code)); err == nil {
				t.Error("a wrong code signed in")
			}
		})
	}
	group.Wait()
	if n := one[int](d.world, `select max(tries) from one_time_codes`); n != 5 {
		t.Errorf("%d tries counted", n)
	}
	_, err := d.signIn(b, "ann@example.org", code)
	d.wantInvalid(err)
}

// A code with five wrong tries is dead for every browser. One without the attempt
// cookie, or with another, used to be let in by it.
func TestAUTH13DeadCodeIsDeadForEveryBrowser(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	b := newBrowser()
	code := d.requested(b, "ann@example.org")
	for range people.DefaultLoginLimits.TriesPerCode {
		_, err := d.signIn(b, "ann@example.org", wrong(code))
		d.wantInvalid(err)
	}
	for name, other := range map[string]*browser{"no cookie": {}, "another browser": newBrowser(), "its own browser": b} {
		if _, err := d.signIn(other, "ann@example.org", code); store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: a dead code got %v", name, err)
		}
	}
}

// A guess without the attempt cookie is compared with the newest code only, and only
// five of them an hour.
func TestCookielessCallerHasTheStricterBudget_P15(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	code := d.requested(newBrowser(), "ann@example.org")
	for range 5 {
		_, err := d.signIn(&browser{}, "ann@example.org", wrong(code))
		d.wantInvalid(err)
	}
	_, err := d.signIn(&browser{}, "ann@example.org", code)
	d.wantLimited(err)

	d.Join("bob")
	code = d.requested(newBrowser(), "bob@example.org")
	if _, err := d.signIn(&browser{}, "BOB@example.org ", code); err != nil {
		t.Fatalf("the right code without a cookie: %v", err)
	}
}

// The limit of failures holds across codes and nodes, a known device has its own, and
// after an hour new attempts are allowed.
func TestBudgetSurvivesResendsAndSparesKnownDevices_P15(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	home := newBrowser()
	_, err := d.signIn(home, "ann@example.org", d.requested(home, "ann@example.org"))
	d.Must(err)

	moved := time.Duration(0)
	for range 2 { // ten failures by two codes of two browsers
		moved += 61 * time.Second
		storetest.MoveClock(t, d.URL, moved)
		thief := newBrowser()
		code := d.requested(thief, "ann@example.org")
		for range 5 {
			_, err := d.signIn(thief, "ann@example.org", wrong(code))
			d.wantInvalid(err)
		}
	}
	moved += 61 * time.Second
	storetest.MoveClock(t, d.URL, moved)
	fresh := newBrowser()
	code := d.requested(fresh, "ann@example.org")
	_, err = d.signIn(fresh, "ann@example.org", code)
	d.wantLimited(err)

	known := &browser{attempt: store.NewToken(), device: home.device}
	if _, err := d.signIn(known, "ann@example.org", d.requested(known, "ann@example.org")); err != nil {
		t.Fatalf("the known device: %v", err)
	}

	storetest.MoveClock(t, d.URL, moved+time.Hour)
	late := newBrowser()
	if _, err := d.signIn(late, "ann@example.org", d.requested(late, "ann@example.org")); err != nil {
		t.Fatalf("a new browser an hour later: %v", err)
	}
}

// Parallel guesses from many browsers at three nodes share one limit: ten are compared,
// the others are Limited.
func TestGuessesOnThreeNodesShareOneBudget_P15_SEC3(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	d.Must(err)
	var nodes []*members.Logins
	for range 3 {
		nodes = append(nodes, members.NewLogins(d.OpenNode(4).DB, members.NewCodes(people.NewCodeKeys(secret)), d.codes, people.NewLoginKeys(secret), people.DefaultLoginLimits))
	}
	var thieves []*browser
	var codes []string
	for i := range 4 {
		storetest.MoveClock(t, d.URL, time.Duration(i)*61*time.Second)
		thieves = append(thieves, newBrowser())
		codes = append(codes, d.requested(thieves[i], "ann@example.org"))
	}
	var invalid, limited atomic.Int32
	var group sync.WaitGroup
	for i := range 120 {
		group.Go(func() {
			who := i % len(thieves)
			_, err := nodes[i%3].SignIn(context.Background(), people.LoginAttempt{Identifier: email(t, "ann@example.org"),
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
	if judged != people.DefaultLoginLimits.FailuresPerHour || limited.Load() == 0 {
		t.Errorf("%d guesses were judged, %d invalid, %d limited", judged, invalid.Load(), limited.Load())
	}
}

// A sign-in replaces the device cookie, so that a planted cookie gives nobody a bucket.
func TestPlantedDeviceCookieIsWorthless_S15(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	planted := store.NewToken()
	victim := &browser{attempt: store.NewToken(), device: planted}
	_, err := d.signIn(victim, "ann@example.org", d.requested(victim, "ann@example.org"))
	d.Must(err)
	if victim.device == planted {
		t.Fatal("the planted cookie was kept")
	}
	err = d.request(&browser{attempt: store.NewToken(), device: planted}, "ann@example.org")
	d.wantLimited(err) // judged as a new browser: within the minute
}

// Parallel requests send one code a minute.
func TestParallelAsksSendOneCode_AUTH10_AUTH11(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	var sent atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			err := d.request(newBrowser(), "ann@example.org")
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

// A network address may request a limited number of codes, whoever they are for.
func TestAddressCap_AUTH11_SEC3(t *testing.T) {
	limits := people.DefaultLoginLimits
	limits.AddressPerHour = 3
	d := newLoginHarness(t, limits)
	var taken atomic.Int32
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			if d.request(newBrowser(), string(rune('a'+i))+"@example.org") == nil {
				taken.Add(1)
			}
		})
	}
	group.Wait()
	if taken.Load() != 3 {
		t.Fatalf("%d codes for one address", taken.Load())
	}
	// Operators see which limit it was.
	if limit := store.LimitOf(d.request(newBrowser(), "y@example.org")); limit != "code_address_hour" {
		t.Errorf("refused by %q", limit)
	}
	storetest.MoveClock(t, d.URL, time.Hour+time.Second)
	if err := d.request(newBrowser(), "z@example.org"); err != nil {
		t.Errorf("the next hour: %v", err)
	}
}

// The sweep deletes what no limit needs, and nothing else.
func TestSweepKeepsWhatCounts(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	b := newBrowser()
	_, err := d.signIn(b, "ann@example.org", d.requested(b, "ann@example.org"))
	d.Must(err)
	d.Must(d.SweepLogins(context.Background()))
	if n := one[int](d.world, `select count(*) from one_time_codes`); n != 1 {
		t.Errorf("%d codes after an early sweep", n)
	}
	storetest.MoveClock(t, d.URL, 96*time.Hour)
	d.Must(d.SweepLogins(context.Background()))
	d.Must(d.SweepQuotas(context.Background()))
	for table, want := range map[string]int{"one_time_codes": 0, "login_buckets": 0, "quotas": 0, "login_devices": 1} {
		if n := one[int](d.world, `select count(*) from `+table); n != want {
			t.Errorf("%s has %d rows", table, n)
		}
	}
}

// The limits of a known device survive its sign-ins. Every sign-in changes the cookie,
// and the buckets used to stay with the old one: six codes were sent within a minute,
// and somebody who could sign in at a shared computer had unlimited guesses at the
// codes of everybody known there.
func TestSignInBringsAKnownDeviceNoNewBudget_AUTH10_AUTH11_P15(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	d.Join("bob")
	shared := newBrowser()
	for _, who := range []string{"ann@example.org", "bob@example.org"} {
		_, err := d.signIn(shared, who, d.requested(shared, who))
		d.Must(err)
	}
	guesses, moved := 0, time.Duration(0)
	for range 4 {
		moved += 61 * time.Second
		storetest.MoveClock(t, d.URL, moved)
		code := d.requested(shared, "ann@example.org")
		for range 5 {
			_, err := d.signIn(shared, "ann@example.org", wrong(code))
			if store.CodeOf(err) == store.Invalid {
				guesses++
			} else {
				d.wantLimited(err)
			}
		}
		_, err := d.signIn(shared, "bob@example.org", d.requested(shared, "bob@example.org"))
		d.Must(err)
		d.wantLimited(d.request(shared, "bob@example.org"))
	}
	if guesses != people.DefaultLoginLimits.FailuresPerHour {
		t.Errorf("%d guesses within the hour", guesses)
	}
}

// Parallel tries with the right code from a known device make one session. The first
// moves the device's bucket, so the others do not find the row that they waited for.
func TestParallelVerifiesOfAKnownDevice_AUTH14(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	home := newBrowser()
	_, err := d.signIn(home, "ann@example.org", d.requested(home, "ann@example.org"))
	d.Must(err)
	code := d.requested(home, "ann@example.org")
	var wins atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			_, err := d.signIn(&browser{attempt: home.attempt, device: home.device}, "ann@example.org", code)
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
	if wins.Load() != 1 {
		t.Errorf("%d sign-ins", wins.Load())
	}
}

// A code that was requested before the secret was replaced is good after it, and the browser
// is known again, as long as the former secret is accepted.
func TestCodesOutliveAReplacedSecret(t *testing.T) {
	d := newLoginHarness(t, people.DefaultLoginLimits)
	d.Join("ann")
	home := newBrowser()
	if _, err := d.signIn(home, "ann@example.org", d.requested(home, "ann@example.org")); err != nil {
		t.Fatal(err)
	}
	code := d.requested(home, "ann@example.org")
	former, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	d.Must(err)
	next, err := store.NewSecret(strings.Repeat("n", store.MinSecret))
	d.Must(err)
	with := func(secret store.Secret) *members.Logins {
		return members.NewLogins(d.DB, members.NewCodes(people.NewCodeKeys(secret)), d.codes, people.NewLoginKeys(secret), people.DefaultLoginLimits)
	}
	d.Logins = with(next)
	if _, err := d.signIn(home, "ann@example.org", code); store.CodeOf(err) != store.Invalid {
		t.Fatalf("without the former secret: %v", err)
	}
	d.Logins = with(next.Accepting(former))
	if _, err := d.signIn(home, "ann@example.org", code); err != nil {
		t.Fatalf("with the former secret beside it: %v", err)
	}
	// A browser that is known does not wait for the code of another.
	storetest.MoveClock(t, d.URL, 2*time.Minute)
	d.requested(newBrowser(), "ann@example.org")
	d.requested(home, "ann@example.org")
}

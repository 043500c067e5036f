package people_test

import (
	"context"
	"testing"
	"time"

	"muster/store/people"
	"muster/store/postgres/storetest"
)

// The database fails over to a host whose clock is an hour behind: who asked for a code asks
// for another a minute later and signs in, while the codes of before still count for the hour.
// Nobody who had asked could ask again for an hour and a minute.
func TestSignInGoesOnWhenTheClockWentBack(t *testing.T) {
	t.Parallel()
	d := newLoginHarness(t, people.DefaultLoginLimits)
	ann, b := d.Join("ann"), newBrowser()
	storetest.MoveClock(t, d.URL, 2*time.Hour)
	d.requested(b, ann.Email)
	d.wantLimited(d.request(b, ann.Email))

	storetest.MoveClock(t, d.URL, time.Hour)
	code := d.requested(b, ann.Email)
	d.wantLimited(d.request(b, ann.Email))
	for n := range 3 {
		storetest.MoveClock(t, d.URL, time.Hour+time.Duration(n+1)*61*time.Second)
		code = d.requested(b, ann.Email)
	}
	storetest.MoveClock(t, d.URL, time.Hour+10*time.Minute)
	d.wantLimited(d.request(b, ann.Email)) // five within the hour
	for range people.DefaultLoginLimits.TriesPerCode {
		_, err := d.signIn(b, ann.Email, wrong(code))
		d.wantInvalid(err)
	}
	storetest.MoveClock(t, d.URL, 2*time.Hour+5*time.Minute)
	if _, err := d.signIn(b, ann.Email, d.requested(b, ann.Email)); err != nil {
		t.Error(err)
	}
}

// Who had asked for all codes of an hour when the clock went back by an hour could ask for none
// for two: a call that is refused is rolled back with the times that it has moved.
func TestUsedUpCodesAreFreeInTimeWhenTheClockWentBack(t *testing.T) {
	t.Parallel()
	d := newLoginHarness(t, people.DefaultLoginLimits)
	ann, b := d.Join("ann"), newBrowser()
	for n := range people.DefaultLoginLimits.SendsPerHour {
		storetest.MoveClock(t, d.URL, 2*time.Hour+time.Duration(n)*61*time.Second)
		d.requested(b, ann.Email)
	}
	storetest.MoveClock(t, d.URL, time.Hour)
	d.wantLimited(d.request(b, ann.Email))
	d.Must(d.ClampLogins(context.Background()))
	storetest.MoveClock(t, d.URL, time.Hour+50*time.Minute)
	d.wantLimited(d.request(b, ann.Email))
	d.Must(d.ClampLogins(context.Background()))
	storetest.MoveClock(t, d.URL, 2*time.Hour+time.Minute)
	d.requested(b, ann.Email)
}

// Who had been locked out when the clock went back was locked out for as much longer.
func TestLockoutEndsInTimeWhenTheClockWentBack(t *testing.T) {
	t.Parallel()
	limits := people.DefaultLoginLimits
	limits.ConsecutiveFailures = limits.TriesPerCode
	d := newLoginHarness(t, limits)
	ann, b := d.Join("ann"), newBrowser()
	storetest.MoveClock(t, d.URL, 2*limits.Lockout)
	code := d.requested(b, ann.Email)
	for range limits.TriesPerCode {
		_, err := d.signIn(b, ann.Email, wrong(code))
		d.wantInvalid(err)
	}
	storetest.MoveClock(t, d.URL, 0)
	_, err := d.signIn(b, ann.Email, code)
	d.wantLimited(err)
	d.Must(d.ClampLogins(context.Background()))
	storetest.MoveClock(t, d.URL, limits.Lockout+time.Minute)
	if _, err := d.signIn(b, ann.Email, d.requested(b, ann.Email)); err != nil {
		t.Error(err)
	}
}

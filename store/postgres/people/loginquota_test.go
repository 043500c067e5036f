package people_test

import (
	"fmt"
	"testing"
	"time"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres/storetest"
)

// Codes are limited by what they cost the community, whoever asks: mails and texts of all in an
// hour, texts to one country and codes for one network in a day. No test noticed when a limit
// was a thousand times as high, but for the network's of an hour.
func TestCodesOfAllAreLimited_AUTH11(t *testing.T) {
	t.Parallel()
	const mail, german, austrian = "ann%d@example.org", "+4915112345%03d", "+4366412345%03d"
	for scope, c := range map[string]struct {
		change       func(*people.LoginLimits)
		asked, other string // what is limited, and what is not by that
		window       time.Duration
	}{
		"code_mails_hour":        {func(l *people.LoginLimits) { l.MailsPerHour = 2 }, mail, german, time.Hour},
		"code_texts_hour":        {func(l *people.LoginLimits) { l.TextsPerHour = 2 }, german, mail, time.Hour},
		"code_texts_country_day": {func(l *people.LoginLimits) { l.TextsPerCountryDay = 2 }, german, austrian, 24 * time.Hour},
		"code_address_day":       {func(l *people.LoginLimits) { l.AddressPerDay = 2 }, mail, "", 24 * time.Hour},
	} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			limits := people.DefaultLoginLimits
			c.change(&limits)
			d, n := newLoginHarness(t, limits), 0
			ask := func(form string) string {
				n++
				err := d.request(newBrowser(), fmt.Sprintf(form, n))
				if err == nil {
					return ""
				}
				return store.LimitOf(err)
			}
			for i, want := range []string{"", "", scope} {
				if got := ask(c.asked); got != want {
					t.Errorf("code %d is refused by %q, want %q", i+1, got, want)
				}
			}
			if c.other != "" {
				if got := ask(c.other); got != "" {
					t.Errorf("another is refused by %q", got)
				}
			}
			storetest.MoveClock(t, d.URL, c.window-time.Minute)
			if got := ask(c.asked); got != scope {
				t.Errorf("a minute before the window ends: refused by %q", got)
			}
			storetest.MoveClock(t, d.URL, c.window+time.Minute)
			if got := ask(c.asked); got != "" {
				t.Errorf("after the window: refused by %q", got)
			}
		})
	}
}

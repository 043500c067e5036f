package money

import (
	"testing"

	"muster/store"
)

// The reply says how the confirmation goes to the member.
func TestReceiptsAreNamedTruly_CONT16(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		email, phone string
		channels     []store.Channel
		want         string
	}{
		{"ann@example.org", "+4915112345678", []store.Channel{store.Email, store.SMS}, "email"},
		{"ann@example.org", "+4915112345678", []store.Channel{store.SMS}, "sms"},
		{"", "+4915112345678", []store.Channel{store.Email, store.SMS}, "sms"},
		{"", "+4915112345678", []store.Channel{store.Email}, "none"},
	} {
		h := &calls{Config{Channels: c.channels}}
		if got := h.receiptChannel(store.Member{Email: c.email, Phone: c.phone}); string(got) != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

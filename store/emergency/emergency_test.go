package emergency_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
	"muster/store/emergency"
)

func TestPriority_EMRG4(t *testing.T) {
	for text, want := range map[string]emergency.Priority{
		"There is DANGER at the gate": emergency.CriticalPriority, "you were helpful, thanks": emergency.CriticalPriority,
		"urgent and important": emergency.CriticalPriority, "please come ASAP now": emergency.HighPriority, "This is Serious": emergency.HighPriority,
		"the coffee is cold": emergency.NormalPriority, "assapp, quick, dange r": emergency.NormalPriority, "": emergency.NormalPriority,
	} {
		if got := emergency.PriorityOf(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for words, want := range map[string]emergency.Priority{
		"danger threat urgent emergency help critical": emergency.CriticalPriority, "important serious asap quickly": emergency.HighPriority,
	} {
		for word := range strings.FieldsSeq(words) {
			for _, text := range []string{word, "x" + strings.ToUpper(word) + "x", word + " and quickly"} {
				if got := emergency.PriorityOf(text); got != want {
					t.Errorf("%q is %s, want %s", text, got, want)
				}
			}
		}
	}
}

func TestCleanEmergency_EMRG2_EMRG6(t *testing.T) {
	for text, want := range map[string]string{
		"123456789": emergency.TooShort, "   12345678   ": emergency.TooShort, "": emergency.TooShort,
		"1234567890": "", strings.Repeat("é", 160): "", strings.Repeat("é", 161): emergency.TooLong,
		strings.Repeat("x", 501): emergency.TooLong,
	} {
		_, err := emergency.Clean(text)
		if got := ""; err != nil {
			got = store.AsError(err).Message
			if got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%q is accepted, want %q", text, want)
		}
	}
	for _, text := range []string{"with a NUL \x00 in it", "\xff\xfe is not UTF-8 at all"} {
		if _, err := emergency.Clean(text); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Whatever was sent before, the moment that is named is the first at which one more
// message keeps both limits.
func TestQuota_EMRG7_EMRG8(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 5, 4, 8, 0, 0, 0, time.UTC)
		var sent []time.Time
		for _, minutes := range rapid.SliceOfN(rapid.IntRange(0, 1600), 0, 5).Draw(t, "minutes ago") {
			sent = append(sent, now.Add(-time.Duration(minutes)*time.Minute))
		}
		slices.SortFunc(sent, func(a, b time.Time) int { return b.Compare(a) })
		free := func(at time.Time) bool {
			hour, day := 0, 0
			for _, s := range sent {
				if at.Sub(s) < time.Hour {
					hour++
				}
				if at.Sub(s) < 24*time.Hour {
					day++
				}
			}
			return hour < emergency.PerHour && day < emergency.PerDay
		}
		q := emergency.QuotaOf(sent, now)
		if q.NextAllowed.IsZero() != free(now) {
			t.Fatalf("%+v after %v", q, sent)
		}
		if !q.NextAllowed.IsZero() && (!free(q.NextAllowed) || free(q.NextAllowed.Add(-time.Nanosecond))) {
			t.Fatalf("%+v is not the first moment after %v", q, sent)
		}
	})
}

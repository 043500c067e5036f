package face

import (
	"testing"
	"time"
)

// A period of 36 hours was named as one day and 12 hours as none, which means for ever.
func TestDaysOfAConsentAreNotTooFew(t *testing.T) {
	t.Parallel()
	for period, want := range map[time.Duration]int{
		0: 0, time.Nanosecond: 1, 12 * time.Hour: 1, 24 * time.Hour: 1, 36 * time.Hour: 2, 720 * time.Hour: 30, 365 * 24 * time.Hour: 365,
	} {
		if got := DaysOf(period); got != want {
			t.Errorf("%v is %d days, want %d", period, got, want)
		}
	}
}

// Whoever agreed to 30 days has not agreed to 90, nor to another engine.
func TestConsentVersionTellsWhatWasShown(t *testing.T) {
	t.Parallel()
	shown := Consent{"embedded", 30, 365}
	if got := shown.Version(); got != "2026-12-embedded-30-365" {
		t.Errorf("the version is %s", got)
	}
	if EngineOf(shown.Version()) != "embedded" || EngineOf("2026-11") != "" || EngineOf("") != "" {
		t.Error("another engine than was agreed to")
	}
	for _, other := range []Consent{{"rekognition", 30, 365}, {"embedded", 90, 365}, {"embedded", 30, 0}} {
		if other.Version() == shown.Version() {
			t.Errorf("%+v has the same version", other)
		}
	}
}

package store_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
)

// zones have clocks that change at midnight, at 02:00, by half an hour, and never.
var zones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Africa/Cairo", "America/Havana",
	"Australia/Lord_Howe", "Asia/Beirut", "Pacific/Apia", "America/St_Johns", "Asia/Tehran", "America/Asuncion",
}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func anyZone(t *rapid.T) *time.Location { return zone(t, rapid.SampledFrom(zones).Draw(t, "zone")) }

func anyMoment(t *rapid.T, name string) time.Time {
	return time.Unix(rapid.Int64Range(978307200, 2208988800).Draw(t, name), 0) // 2001 to 2040
}

// A day begins on that day, and the moment before belongs to another one.
func TestDayStart_CHK21(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := anyZone(t)
		d := store.DayOf(anyMoment(t, "at"), z)
		start := d.Start(z)
		if got := store.DayOf(start, z); got != d {
			t.Fatalf("%v of %v is on %v", start, d, got)
		}
		if got := store.DayOf(start.Add(-time.Nanosecond), z); got == d {
			t.Fatalf("the moment before %v is on %v too", start, d)
		}
		if h := d.Add(1).Start(z).Sub(start); d != (store.Day{Year: 2011, Month: 12, Date: 29}) && (h < 22*time.Hour || h > 26*time.Hour) {
			t.Fatalf("%v lasts %v", d, h)
		}
	})
}

func TestDayStartWhereMidnightIsMissing(t *testing.T) {
	for name, c := range map[string]struct {
		zone string
		day  store.Day
		want string
	}{
		"clocks go forward at midnight": {"America/Sao_Paulo", store.Day{Year: 2018, Month: 11, Date: 4}, "2018-11-04T01:00:00-02:00"},
		"Cairo":                         {"Africa/Cairo", store.Day{Year: 2024, Month: 4, Date: 26}, "2024-04-26T01:00:00+03:00"},
		"two midnights":                 {"America/Havana", store.Day{Year: 2024, Month: 11, Date: 3}, "2024-11-03T00:00:00-04:00"},
		"spring":                        {"Europe/Berlin", store.Day{Year: 2026, Month: 3, Date: 29}, "2026-03-29T00:00:00+01:00"},
		"autumn":                        {"Europe/Berlin", store.Day{Year: 2026, Month: 10, Date: 25}, "2026-10-25T00:00:00+02:00"},
		"leap day":                      {"UTC", store.Day{Year: 2028, Month: 2, Date: 29}, "2028-02-29T00:00:00Z"},
	} {
		if got := c.day.Start(zone(t, c.zone)).Format(time.RFC3339); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestDaysAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := store.DayOf(anyMoment(t, "at"), time.UTC)
		n := rapid.IntRange(-1000, 1000).Draw(t, "n")
		if got := d.Add(n).Since(d); got != n {
			t.Fatalf("%v + %d is %d days after it", d, n, got)
		}
		if again, err := store.ParseDay(d.String()); err != nil || again != d {
			t.Fatalf("%v is read as %v, %v", d, again, err)
		}
	})
}

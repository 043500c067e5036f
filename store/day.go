package store

import "time"

// Day is a calendar day of the community, in its time zone.
type Day struct {
	Year  int
	Month time.Month
	Date  int // of the month, from 1
}

// DayOf is the day that t falls on in zone.
func DayOf(t time.Time, zone *time.Location) Day {
	year, month, date := t.In(zone).Date()
	return Day{year, month, date}
}

// noon is the middle of the day in UTC: no change of clocks moves it to another day.
func (d Day) noon() time.Time { return time.Date(d.Year, d.Month, d.Date, 12, 0, 0, 0, time.UTC) }

// Add is the day n days later.
func (d Day) Add(n int) Day {
	year, month, date := d.noon().AddDate(0, 0, n).Date()
	return Day{year, month, date}
}

// Since is how many days d comes after earlier.
func (d Day) Since(earlier Day) int {
	return int(d.noon().Sub(earlier.noon()) / (24 * time.Hour))
}

// String is YYYY-MM-DD.
func (d Day) String() string { return d.noon().Format(time.DateOnly) }

// ParseDay reads YYYY-MM-DD.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Day{}, NewErrorReason(Invalid, "day", "This is not a day")
	}
	year, month, date := t.Date()
	return Day{year, month, date}, nil
}

// ParseZone reads the name of a time zone as browsers give it.
func ParseZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" || len(name) > 64 {
		return nil, NewErrorReason(Invalid, "time_zone", "This must be a time zone like Europe/Vienna")
	}
	return zone, nil
}

// Start is the first moment of the day in zone. Where the clocks change at midnight
// a day may begin at 01:00, or have two midnights, of which this is the first.
func (d Day) Start(zone *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Date, 0, 0, 0, 0, zone)
	if DayOf(t, zone) != d {
		// There is no midnight, and t is before the change of clocks.
		_, change := t.ZoneBounds()
		return change
	}
	change, _ := t.ZoneBounds()
	if change.IsZero() {
		return t
	}
	// t may be after the change while an earlier moment is on the same day.
	_, now := t.Zone()
	_, before := change.Add(-time.Second).In(zone).Zone()
	for _, earlier := range []time.Time{change, t.Add(time.Duration(now-before) * time.Second)} {
		if earlier.Before(t) && DayOf(earlier, zone) == d && DayOf(earlier.Add(-time.Nanosecond), zone) != d {
			return earlier.In(zone)
		}
	}
	return t
}

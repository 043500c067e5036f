package edge

import (
	"time"

	"muster/store"
)

// PageLimit is the number "limit" of the query within 1 and most, or usual without one. It
// fails with Invalid.
func PageLimit(c Call, usual, most int) (int, error) {
	limit, err := c.QueryNumber("limit", usual)
	return min(max(limit, 1), most), err
}

// QueryMoment reads a time of the query, or the start of a day in zone so many days after
// the one that is named. Without one it is zero. It fails with Invalid.
func QueryMoment(c Call, zone *time.Location, name string, later int) (time.Time, error) {
	raw := c.Query(name)
	if raw == "" {
		return time.Time{}, nil
	}
	if at, err := time.Parse(time.RFC3339, raw); err == nil {
		return at, nil
	}
	day, err := store.ParseDay(raw)
	if err != nil {
		return time.Time{}, store.NewErrorf(store.Invalid, name+"_invalid", "%s must be a day, YYYY-MM-DD, or a time", name)
	}
	return day.Add(later).Start(zone), nil
}

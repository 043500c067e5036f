package store_test

import (
	"testing"
	"time"

	"muster/store"
)

// A list gives back the position that its cursor was made of, and refuses what it does not
// write itself: the cursor of a list with other words, another spelling, a time that Postgres
// has no room for.
func TestPosition(t *testing.T) {
	t.Parallel()
	const id = "00000000-0000-7000-8000-00000000000a"
	at := time.UnixMicro(1_700_000_000_000_001).UTC()
	p := &store.Position{At: at, ID: id}
	if got, err := store.ParsePosition(p.Cursor()); err != nil || *got != *p {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := store.ParsePosition(""); got != nil || err != nil || got.Cursor() != "" {
		t.Errorf("%+v %v", got, err)
	}
	for name, bad := range map[string]string{
		"no base64": "!", "no time": "MTIz", "no id": store.TimeCursor(at, "nobody"), "a word more": store.TimeCursor(at, id, id),
		"capitals": store.TimeCursor(at, "00000000-0000-7000-8000-00000000000A"), "behind the cursor": p.Cursor() + "x",
		"before 1970": store.TimeCursor(time.UnixMicro(-1), id), "after 9999": store.TimeCursor(time.UnixMicro(253402300800_000001), id),
		"a leading zero": "MDEgMDAwMDAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDBh",
	} {
		if _, err := store.ParsePosition(bad); err == nil || store.AsError(err).Reason != "cursor_invalid" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

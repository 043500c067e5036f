package store

import (
	"strings"
	"testing"
)

// ADM-7, ADM-8, Z-54: what the back office may name a room.
func TestNewRoom(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"den": "den", " Night Watch ": "night-watch", "A1-b": "a1-b", strings.Repeat("a", 40): strings.Repeat("a", 40), "a  b": "a--b",
		"": "", "   ": "", "-den": "", "a_b": "", "a/b": "", "..": "", "a\tb": "", "a\nb": "", "a\x00b": "", "café": "", "\u212a-room": "",
		"a\u00a0b": "", "\u202eden": "", strings.Repeat("a", 41): "", "<b>": "", "a%2fb": "",
	} {
		r, err := NewRoom(name, "", "")
		if want == "" {
			if err == nil || AsError(err).Reason != "room_name" || r != (Room{}) {
				t.Errorf("%q: %+v %v", name, r, err)
			}
			continue
		}
		if err != nil || r.ID != want || r.DisplayName != want || r.IsDefault || r.AccessLevel != AdminAccess {
			t.Errorf("%q: %+v %v", name, r, err)
		}
	}
	r, err := NewRoom("den", "  The <Den> \u202e ", " two\nlines ")
	if err != nil || r.DisplayName != "The <Den> \u202e" || r.Description != "two\nlines" {
		t.Errorf("%+v %v", r, err)
	}
	long := strings.Repeat("ö", MaxRoomTitle)
	if _, err := NewRoom("den", long, strings.Repeat("ö", MaxRoomDescription)); err != nil {
		t.Error(err)
	}
	for _, bad := range [][2]string{{long + "ö", ""}, {"two\nlines", ""}, {"nul\x00", ""}, {"", strings.Repeat("ö", MaxRoomDescription+1)}, {"", "nul\x00"}} {
		if _, err := NewRoom("den", bad[0], bad[1]); CodeOf(err) != Invalid {
			t.Errorf("%.20q %.20q: %v", bad[0], bad[1], err)
		}
	}
}

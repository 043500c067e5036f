package roomlog

import (
	"muster/store"
	"strings"
	"testing"
)

// What the back office may name a room.
func TestNewRoom_ADM7_ADM8_Z54(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"den": "den", " Night Watch ": "night-watch", "A1-b": "a1-b", strings.Repeat("a", 40): strings.Repeat("a", 40), "a  b": "a--b",
		"": "", "   ": "", "-den": "", "a_b": "", "a/b": "", "..": "", "a\tb": "", "a\nb": "", "a\x00b": "", "café": "", "\u212a-room": "",
		"a\u00a0b": "", "\u202eden": "", strings.Repeat("a", 41): "", "<b>": "", "a%2fb": "",
	} {
		r, err := NewRoom(name, "", "")
		if want == "" {
			if err == nil || store.AsError(err).Reason != "room_name" || r != (Room{}) {
				t.Errorf("%q: %+v %v", name, r, err)
			}
			continue
		}
		if err != nil || r.ID != want || r.DisplayName != want || r.IsDefault || r.AccessLevel != AdminAccess {
			t.Errorf("%q: %+v %v", name, r, err)
		}
	}
	r, err := NewRoom("den", "  The <Den> ", " two\nlines ")
	if err != nil || r.DisplayName != "The <Den>" || r.Description != "two\nlines" {
		t.Errorf("%+v %v", r, err)
	}
	long := strings.Repeat("ö", MaxRoomTitle)
	if _, err := NewRoom("den", long, strings.Repeat("ö", MaxRoomDescription)); err != nil {
		t.Error(err)
	}
	for _, bad := range [][2]string{{long + "ö", ""}, {"two\nlines", ""}, {"two\u2028lines", ""}, {"two\u2029lines", ""}, {"The Den \u202e", ""}, {"\u200b", ""}, {" \u2800\u2060 ", ""}, {"\xff", ""}, {"nul\x00", ""}, {"", strings.Repeat("ö", MaxRoomDescription+1)}, {"", "nul\x00"}} {
		if _, err := NewRoom("den", bad[0], bad[1]); store.CodeOf(err) != store.Invalid {
			t.Errorf("%.20q %.20q: %v", bad[0], bad[1], err)
		}
	}
}

// A short description with a tab in it was said to have more than 500 characters.
func TestRoomDescriptionIsRefusedWithTheReason_ADM7(t *testing.T) {
	for description, want := range map[string]string{
		strings.Repeat("ö", MaxRoomDescription+1): "The description must be at most 500 characters",
		"one\ttwo": "The text contains a character that cannot be stored",
	} {
		if _, err := NewRoom("den", "", description); store.AsError(err).Message != want {
			t.Errorf("%.20q: %v", description, err)
		}
	}
}

// A name that cannot be a room's is refused with the reason. A name that was too long
// was once said to hold characters that it did not.
func TestRoomNameIsRefusedWithTheReason_ADM7(t *testing.T) {
	for name, want := range map[string]string{
		"": "A room needs a name", "  ": "A room needs a name",
		"a_b": "Room names may only contain a-z, 0-9 and hyphens", "-ä": "Room names may only contain a-z, 0-9 and hyphens",
		"-den": "Room names must begin with a letter or a digit", "-": "Room names must begin with a letter or a digit",
		strings.Repeat("a", 41): "Room names must be 40 characters or less",
	} {
		if _, err := NewRoom(name, "", ""); store.CodeOf(err) != store.Invalid || store.AsError(err).Message != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestValidRoomID(t *testing.T) {
	for id, want := range map[string]bool{
		"general": true, "load-1": true, "0": true, "a-": true, "a123456789012345678901234567890123456789": true,
		"": false, "-a": false, "General": false, "a b": false, "a/b": false, "a\n": false, "ä": false, "a1234567890123456789012345678901234567890": false,
	} {
		if got := store.ValidRoomID(id); got != want {
			t.Errorf("%q: %v", id, got)
		}
	}
}

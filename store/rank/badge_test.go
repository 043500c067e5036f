package rank

import (
	"encoding/json"
	"fmt"
	"muster/store"
	"strings"
	"testing"
	"time"
)

func TestCheckBadge_BADGE4(t *testing.T) {
	t.Parallel()
	england := "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"
	family := "👨🏽‍👩🏽‍👧🏽‍👦🏽"
	for _, c := range []struct {
		name        string
		badge, want BadgeTag
		reason      string
	}{
		{"trimmed, colour in any case", BadgeTag{Text: " Helper ", Emoji: " ⭐ ", Color: "gold"}, BadgeTag{Text: "Helper", Emoji: "⭐", Color: "Gold"}, ""},
		{"no emoji", BadgeTag{Text: "Helper", Color: "Pink"}, BadgeTag{Text: "Helper", Color: "Pink"}, ""},
		{"two flags", BadgeTag{Text: "x", Emoji: "🇸🇪🇫🇮", Color: "Blue"}, BadgeTag{Text: "x", Emoji: "🇸🇪🇫🇮", Color: "Blue"}, ""},
		{"a family and the flag of England", BadgeTag{Text: "x", Emoji: family + england, Color: "Red"}, BadgeTag{Text: "x", Emoji: family + england, Color: "Red"}, ""},
		{"markup stays text", BadgeTag{Text: "<b>&amp;", Emoji: "<>", Color: "Cyan"}, BadgeTag{Text: "<b>&amp;", Emoji: "<>", Color: "Cyan"}, ""},
		{"30 characters", BadgeTag{Text: strings.Repeat("å", 30), Color: "Green"}, BadgeTag{Text: strings.Repeat("å", 30), Color: "Green"}, ""},
		{"31 characters", BadgeTag{Text: strings.Repeat("å", 31), Color: "Green"}, BadgeTag{}, "badge_text_too_long"},
		{"three characters of emoji", BadgeTag{Text: "x", Emoji: "⭐⭐⭐", Color: "Green"}, BadgeTag{}, "badge_emoji_too_long"},
		{"three flags", BadgeTag{Text: "x", Emoji: "🇸🇪🇫🇮🇳🇴", Color: "Green"}, BadgeTag{}, "badge_emoji_too_long"},
		{"stacked marks", BadgeTag{Text: "x", Emoji: "a" + strings.Repeat("\u0301", 60), Color: "Green"}, BadgeTag{}, "badge_emoji_too_long"},
		{"no text", BadgeTag{Text: "  ", Color: "Green"}, BadgeTag{}, "badge_incomplete"},
		{"two lines", BadgeTag{Text: "a\nb", Color: "Green"}, BadgeTag{}, "badge_text"},
		{"NUL", BadgeTag{Text: "a\x00", Color: "Green"}, BadgeTag{}, "badge_text"},
		{"not UTF-8", BadgeTag{Text: "a\xff", Color: "Green"}, BadgeTag{}, "badge_text"},
		{"unseen emoji", BadgeTag{Text: "a", Emoji: "\u200b", Color: "Green"}, BadgeTag{}, "badge_emoji"},
		{"another colour", BadgeTag{Text: "a", Color: "Teal"}, BadgeTag{}, "badge_color"},
		{"a colour by number", BadgeTag{Text: "a", Color: "#ffcc00"}, BadgeTag{}, "badge_color"},
		{"no colour", BadgeTag{Text: "a"}, BadgeTag{}, "badge_color"},
	} {
		got, err := CheckBadge(c.badge)
		if c.reason != "" {
			if store.CodeOf(err) != store.Invalid || store.AsError(err).Reason != c.reason {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

// The 21st badge and a second one of a text are refused, and the largest list of
// badges is small enough to be broadcast.
func TestAddAndRemoveBadges_BADGE6_BADGE7(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 4, 10, 0, 0, 123456789, time.UTC)
	var badges []BadgeTag
	for i := range MaxBadges {
		b, err := CheckBadge(BadgeTag{Text: strings.Repeat("<", 28) + fmt.Sprintf("%02d", i), Emoji: "👨🏽‍👩🏽‍👧🏽", Color: "Purple"})
		if err != nil {
			t.Fatal(err)
		}
		if badges, err = AddBadge(badges, b, now); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.NewBroadcast("badges:x", "badges_changed", map[string]any{"badge_tags": badges, "userId": strings.Repeat("x", 36), "username": strings.Repeat("x", 20)}); err != nil {
		raw, _ := json.Marshal(badges)
		t.Errorf("%d bytes: %v", len(raw), err)
	}
	if _, err := AddBadge(badges, BadgeTag{Text: "one more"}, now); store.CodeOf(err) != store.Conflict || store.AsError(err).Reason != "badge_limit" {
		t.Errorf("%v", err)
	}
	few, err := AddBadge(nil, BadgeTag{Text: "Första Vakten"}, now)
	if err != nil || !few[0].AddedAt.Equal(now.Truncate(time.Second)) {
		t.Fatalf("%+v, %v", few, err)
	}
	if _, err := AddBadge(few, BadgeTag{Text: "FÖRSTA vakten"}, now); store.AsError(err).Reason != "badge_exists" {
		t.Errorf("%v", err)
	}
	if none, err := RemoveBadge(few, " första VAKTEN "); err != nil || len(none) != 0 || len(few) != 1 {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := RemoveBadge(few, "first watch"); store.CodeOf(err) != store.NotFound {
		t.Errorf("%v", err)
	}
}

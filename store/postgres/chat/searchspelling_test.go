package chat_test

import (
	"slices"
	"testing"

	"muster/store/postgres/chat"
)

// Who typed "strasse" found no "Straße", and the other way round.
func TestSearchFindsBothSpellingsOfSharpS(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	for _, text := range []string{"Grosse STRASSE", "die große Straße", "GROẞE STRAẞE", "Strase", "Flussschloß"} {
		w.Stored(ann.Says("general", text))
	}
	all := []string{"GROẞE STRAẞE", "die große Straße", "Grosse STRASSE"}
	for typed, want := range map[string][]string{
		"strasse": all, "Straße": all, "STRAẞE grosse": all, `"große strasse"`: all, "Flußschloss": {"Flussschloß"}, "strase": {"Strase"}, "ßtrasse": nil,
	} {
		w.finds(ann, words(typed), want...)
	}
}

// A word of many places has few spellings, so that no search asks the index for thousands.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][]string{
		"tent": {"tent"}, "gross": {"gross", "groß"}, "assess": {"assess", "asseß", "aßess", "aßeß"},
	} {
		if got := chat.Spellings(word); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	many := chat.Spellings("ssassassassassa")
	if len(many) != 8 || !slices.Contains(many, "ssassassassassa") || !slices.Contains(many, "ßaßaßaßaßa") {
		t.Errorf("%q", many)
	}
}

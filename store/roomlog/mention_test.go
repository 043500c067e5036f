package roomlog

import (
	"fmt"
	"muster/store"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFindMentions(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"no names":                        "",
		"@ann":                            "ann",
		"hello @ann, and @bob!":           "ann bob",
		"@ann@bob":                        "ann",
		"@@ann":                           "ann",
		"(@ann) \"@bob\" -@cyd/@dan":      "ann bob cyd dan",
		"mail ann@bob.example":            "",
		"é@ann _@ann 7@ann":               "",
		"@Ann @ANN @ann":                  "ann",
		"@ab @" + strings.Repeat("x", 21): "",
		"@" + strings.Repeat("x", 20):     strings.Repeat("x", 20),
		"@annä @ann\u0301 @ann-marie":     "ann",
		"@ann's @ann.":                    "ann",
		"@all":                            "ALL",
		"@ALL @all_ @allan":               "ALL all_ allan",
		"x\n@ann\n":                       "ann",
		"@":                               "",
		"@ ann":                           "",
		"a\xff@ann":                       "ann",
	} {
		m := FindMentions(text)
		got := strings.Join(m.Names, " ")
		if m.All {
			got = strings.TrimSpace("ALL " + got)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Every name between blanks is found, whatever stands around it.
func TestFindMentionsFindsWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.StringMatching(`[a-z0-9_]{3,20}`)).Draw(t, "names")
		var text strings.Builder
		var want []string
		for _, name := range names {
			fmt.Fprintf(&text, "%s @%s ", rapid.StringMatching(`[a-zA-Z .,é👍]{0,9}`).Draw(t, "between"), name)
			if name != mentionAll && !slices.Contains(want, name) {
				want = append(want, name)
			}
		}
		got := FindMentions(text.String())
		if !slices.Equal(got.Names, want) || got.All != slices.Contains(names, mentionAll) {
			t.Fatalf("%q: %v", text.String(), got)
		}
	})
}

func TestMentionsAreBounded(t *testing.T) {
	var text strings.Builder
	for i := range MaxMentions {
		fmt.Fprintf(&text, "@name_%d ", i)
	}
	d := Draft{Text: text.String() + "@name_0 @all"}
	if _, err := CheckDraft(d, false, nil); err != nil {
		t.Fatal(err)
	}
	d.Text += " @one_more"
	if _, err := CheckDraft(d, false, nil); err == nil || store.AsError(err).Reason != "too_many_mentions" || store.CodeOf(err) != store.Invalid {
		t.Fatal(err)
	}
}

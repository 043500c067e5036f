package people

import (
	"muster/store"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func texts(tags []SkillTag) []string {
	all := make([]string, len(tags))
	for i, t := range tags {
		all[i] = t.Text
	}
	return all
}

func tags(texts ...string) []SkillTag {
	all := make([]SkillTag, len(texts))
	for i, t := range texts {
		all[i] = NewSkillTag(t)
	}
	return all
}

func TestSkillsChange_RANK11_RANK12(t *testing.T) {
	ten := strings.Split("a b c d e f g h i j", " ")
	for name, c := range map[string]struct {
		now    []string
		change SkillsChange
		want   []string
		reason string
	}{
		"replaces":                 {ten, SkillsChange{Texts: []string{"Go", " Deep  sea  diving "}}, []string{"Go", "Deep sea diving"}, ""},
		"nothing":                  {ten, SkillsChange{Texts: []string{}}, []string{}, ""},
		"ten":                      {nil, SkillsChange{Texts: ten}, ten, ""},
		"eleven":                   {nil, SkillsChange{Texts: append(ten[:10:10], "k")}, nil, "too_many_tags"},
		"twice in another case":    {nil, SkillsChange{Texts: []string{"Écrire", "éCRIRE"}}, nil, "tag_twice"},
		"30 characters":            {nil, SkillsChange{Texts: []string{strings.Repeat("é", 30)}}, []string{strings.Repeat("é", 30)}, ""},
		"31 characters":            {nil, SkillsChange{Texts: []string{strings.Repeat("x", 31)}}, nil, "tag_too_long"},
		"a family":                 {nil, SkillsChange{Texts: []string{"👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿"}}, []string{"👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿"}, ""},
		"blank":                    {nil, SkillsChange{Texts: []string{" \u2800\u200b"}}, nil, "tag_form"},
		"NUL":                      {nil, SkillsChange{Texts: []string{"a\x00b"}}, nil, "tag_form"},
		"two lines":                {nil, SkillsChange{Texts: []string{"a\nb"}}, nil, "tag_form"},
		"not UTF-8":                {nil, SkillsChange{Texts: []string{"\xff"}}, nil, "tag_form"},
		"adds to what came since":  {[]string{"Go", "Maps"}, SkillsChange{Texts: []string{"Go", "Radio"}, Base: []string{"Go"}}, []string{"Go", "Maps", "Radio"}, ""},
		"adds to nothing":          {[]string{"Maps"}, SkillsChange{Texts: []string{"Radio"}, Base: []string{}}, []string{"Maps", "Radio"}, ""},
		"takes only its own":       {[]string{"Go", "Maps"}, SkillsChange{Texts: []string{}, Base: []string{"go"}}, []string{"Maps"}, ""},
		"was added by another too": {[]string{"Go", "radio"}, SkillsChange{Texts: []string{"Go", "Radio"}, Base: []string{"Go"}}, []string{"Go", "radio"}, ""},
		"was taken by another":     {[]string{}, SkillsChange{Texts: []string{"Go", "Radio"}, Base: []string{"Go"}}, []string{"Radio"}, ""},
		"eleven with another's":    {ten, SkillsChange{Texts: []string{"k"}, Base: []string{}}, nil, "too_many_tags"},
		"one for another's at ten": {ten, SkillsChange{Texts: []string{"k"}, Base: []string{"a"}}, append(ten[1:10:10], "k"), ""},
	} {
		got, err := c.change.Apply(tags(c.now...))
		if c.reason != "" {
			if err == nil || store.AsError(err).Reason != c.reason || store.CodeOf(err) != store.Invalid {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		} else if err != nil || !reflect.DeepEqual(got, tags(c.want...)) {
			t.Errorf("%s: %v, %v", name, texts(got), err)
		}
	}
	for text, want := range map[string]string{"Go": "green", "GO": "green", "Maps": "cyan", "Écrire": "cyan", "👨‍👩‍👧‍👦": "cyan"} {
		if got := NewSkillTag(text).Color; got != want { // the client derives the same (client/src/rules/people/skills.test.ts)
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// Changes that different screens made from the same tags give the same set in either
// order.
func TestSkillsChangesCommute_RANK12(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfNDistinct(rapid.SampledFrom(strings.Split("abcdefgh", "")), 0, 4, rapid.ID[string])
		base := some.Draw(t, "base")
		one := SkillsChange{Texts: some.Draw(t, "one"), Base: base}
		two := SkillsChange{Texts: some.Draw(t, "two"), Base: base}
		set := func(first, second SkillsChange) map[string]bool {
			now, err := first.Apply(tags(base...))
			if err == nil {
				now, err = second.Apply(now)
			}
			if err != nil {
				t.Fatal(err)
			}
			all := map[string]bool{}
			for _, tag := range now {
				all[tag.Text] = true
			}
			return all
		}
		if a, b := set(one, two), set(two, one); !reflect.DeepEqual(a, b) {
			t.Fatalf("%v, %v", a, b)
		}
	})
}

func TestCleanBio_RANK9(t *testing.T) {
	for raw, want := range map[string]string{
		" a\r\nb\t\x01 ":         "a\nb",
		" \u2800\n ":             "",
		strings.Repeat("é", 500): strings.Repeat("é", 500),
		"👨‍👩‍👧‍👦 🇩🇰":             "👨‍👩‍👧‍👦 🇩🇰",
	} {
		if got, err := CleanBio(raw); err != nil || got != want {
			t.Errorf("%q: %q, %v", raw, got, err)
		}
	}
	for raw, reason := range map[string]string{strings.Repeat("é", 501): "bio_too_long", "a\x00": "bio_form", "\xff": "bio_form"} {
		if _, err := CleanBio(raw); err == nil || store.AsError(err).Reason != reason {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

package people

import (
	"hash/fnv"
	"muster/store"
	"slices"
	"strings"
	"unicode/utf8"
)

// SkillTag is one tag on a member's profile.
type SkillTag struct {
	Text  string `json:"text"`
	Color string `json:"color"`
}

// Limits of skill tags.
const (
	MaxSkills      = 10
	MaxSkillLength = 30 // characters
)

// skillColors are the colours of tags.
var skillColors = []string{"gold", "blue", "purple", "green", "red", "orange", "cyan", "pink"}

// NewSkillTag gives a text the colour that follows from it, whatever its case.
func NewSkillTag(text string) SkillTag {
	h := fnv.New32a()
	h.Write([]byte(foldSkill(text)))
	return SkillTag{text, skillColors[h.Sum32()%uint32(len(skillColors))]}
}

// foldSkill is the form in which tags are compared.
func foldSkill(text string) string { return strings.ToLower(text) }

// cleanSkill gives a tag's text as it is stored, on one line. It fails with Invalid.
func cleanSkill(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsFunc(strings.TrimSpace(text), store.BreaksLine) {
		return "", store.NewErrorReason(store.Invalid, "tag_form", "A tag can only be one visible line of text")
	}
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case store.Blank(text):
		return "", store.NewErrorReason(store.Invalid, "tag_form", "A tag can only be one visible line of text")
	case utf8.RuneCountInString(text) > MaxSkillLength:
		return "", store.NewErrorReason(store.Invalid, "tag_too_long", "A tag must be 30 characters or less")
	}
	return text, nil
}

// SkillsChange is a member's change of its tags.
type SkillsChange struct {
	Texts []string // the tags as the member wants them
	// Base is what the member saw when it made the change; nil replaces whatever is
	// there. With a base only the differences count, so that two changes made at
	// once both stand.
	Base []string
}

// Apply gives the tags after the change. It fails with Invalid for a text that is
// no tag, for one that is there twice in any case, and beyond MaxSkills.
func (c SkillsChange) Apply(now []SkillTag) ([]SkillTag, error) {
	wanted := make([]SkillTag, 0, len(c.Texts))
	for _, raw := range c.Texts {
		text, err := cleanSkill(raw)
		if err != nil {
			return nil, err
		}
		if holdsSkill(wanted, text) {
			return nil, store.NewErrorReason(store.Invalid, "tag_twice", "This tag is already there")
		}
		wanted = append(wanted, NewSkillTag(text))
	}
	if c.Base != nil {
		wanted = c.merge(now, wanted)
	}
	if len(wanted) > MaxSkills {
		return nil, store.NewErrorReason(store.Invalid, "too_many_tags", "Maximum 10 tags allowed")
	}
	return wanted, nil
}

// merge makes the changes from the base to wanted on the tags as they are now.
func (c SkillsChange) merge(now, wanted []SkillTag) []SkillTag {
	base := make([]SkillTag, len(c.Base))
	for i, text := range c.Base {
		base[i] = SkillTag{Text: strings.Join(strings.Fields(text), " ")}
	}
	after := slices.DeleteFunc(slices.Clone(now), func(t SkillTag) bool {
		return holdsSkill(base, t.Text) && !holdsSkill(wanted, t.Text)
	})
	for _, t := range wanted {
		if !holdsSkill(base, t.Text) && !holdsSkill(after, t.Text) {
			after = append(after, t)
		}
	}
	return after
}

func holdsSkill(tags []SkillTag, text string) bool {
	return slices.ContainsFunc(tags, func(t SkillTag) bool { return foldSkill(t.Text) == foldSkill(text) })
}

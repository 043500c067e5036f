package rank

import (
	"muster/store"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Limits of badges. An emoji is counted as people see it: a flag or a family is one
// character, however many code points it is made of.
const (
	MaxBadges    = 20
	MaxBadgeText = 30
	MaxBadgeSign = 2
	// maxSignBytes bounds what is stacked upon the characters of an emoji.
	maxSignBytes = 80
)

// BadgeColors are the colours that a badge may have.
var BadgeColors = []string{"Gold", "Silver", "Bronze", "Blue", "Purple", "Green", "Red", "Orange", "Cyan", "Pink"}

// BadgeIncomplete is the sentence for a badge without a member or without a text.
const BadgeIncomplete = "Please select a user and enter badge text"

// BadgeHolder is a member with its badges, as administrators see it.
type BadgeHolder struct {
	MemberID, Username, Name string
	Badges                   []BadgeTag
}

// CheckBadge gives a badge as it is stored. It fails with Invalid.
func CheckBadge(raw BadgeTag) (BadgeTag, error) {
	b := BadgeTag{Text: strings.TrimSpace(raw.Text), Emoji: strings.TrimSpace(raw.Emoji)}
	switch {
	case b.Text == "":
		return b, ErrBadgeIncomplete()
	case utf8.RuneCountInString(b.Text) > MaxBadgeText:
		return b, store.NewErrorReason(store.Invalid, "badge_text_too_long", "Badge text must be 30 characters or less")
	case !store.VisibleLine(b.Text):
		return b, store.NewErrorReason(store.Invalid, "badge_text", "Badge text can only be one visible line of text")
	case b.Emoji != "" && !store.VisibleLine(b.Emoji):
		return b, store.NewErrorReason(store.Invalid, "badge_emoji", "This emoji cannot be shown")
	case uniseg.GraphemeClusterCount(b.Emoji) > MaxBadgeSign || len(b.Emoji) > maxSignBytes:
		return b, store.NewErrorReason(store.Invalid, "badge_emoji_too_long", "Emoji must be 2 characters or less")
	}
	for _, color := range BadgeColors {
		if strings.EqualFold(color, strings.TrimSpace(raw.Color)) {
			b.Color = color
			return b, nil
		}
	}
	return b, store.NewErrorReason(store.Invalid, "badge_color", "This badge color is not known")
}

// AddBadge gives a member's badges with one more, added at now. It fails with
// Conflict for the one beyond MaxBadges (badge_limit) and for a text that the member
// has in any case of letters (badge_exists): badges are taken back by their text.
func AddBadge(badges []BadgeTag, b BadgeTag, now time.Time) ([]BadgeTag, error) {
	if badgeNamed(badges, b.Text) >= 0 {
		return nil, store.NewErrorReason(store.Conflict, "badge_exists", "This member already has a badge with this text")
	}
	if len(badges) >= MaxBadges {
		return nil, store.NewErrorReason(store.Conflict, "badge_limit", "A member can have at most 20 badges")
	}
	b.AddedAt = now.UTC().Truncate(time.Second)
	return append(append([]BadgeTag{}, badges...), b), nil
}

// RemoveBadge gives a member's badges without the one of that text, in any case of
// letters. It fails with NotFound.
func RemoveBadge(badges []BadgeTag, text string) ([]BadgeTag, error) {
	at := badgeNamed(badges, strings.TrimSpace(text))
	if at < 0 {
		return nil, store.NewErrorReason(store.NotFound, "badge_unknown", "This member has no such badge")
	}
	return append(append([]BadgeTag{}, badges[:at]...), badges[at+1:]...), nil
}

func badgeNamed(badges []BadgeTag, text string) int {
	for i, b := range badges {
		if strings.EqualFold(b.Text, text) {
			return i
		}
	}
	return -1
}

// ErrBadgeIncomplete is the failure for a badge without a member or without a text.
func ErrBadgeIncomplete() *store.Error {
	return store.NewErrorReason(store.Invalid, "badge_incomplete", BadgeIncomplete)
}

// BadgeTag is a badge that administrators gave to a member.
type BadgeTag struct {
	Text    string    `json:"text"`
	Emoji   string    `json:"emoji"`
	Color   string    `json:"color"`
	AddedAt time.Time `json:"addedAt"`
}

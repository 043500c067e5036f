package roomlog

import (
	"muster/store"
	"slices"
)

// QuickReactions are the six of the chat widget, shown first.
var QuickReactions = []string{"❤️", "👍", "😂", "🔥", "😮", "😢"}

// AllReactions are the sixteen that the server accepts: heart,
// thumbs up, laugh, surprise, sad, fire, party, 100, clap, pray, heart-eyes,
// thinking, sweat-smile, target, muscle, rocket.
var AllReactions = []string{
	"❤️", "👍", "😂", "😮", "😢", "🔥", "🎉", "💯",
	"👏", "🙏", "😍", "🤔", "😅", "🎯", "💪", "🚀",
}

// CheckReaction gives the one stored form of an emoji (the heart is accepted
// with and without its variation selector). It fails with Invalid for anything
// outside AllReactions.
func CheckReaction(emoji string) (string, error) {
	if emoji == "❤" {
		emoji = "❤️"
	}
	if !slices.Contains(AllReactions, emoji) {
		return "", store.NewErrorReason(store.Invalid, "unknown_reaction", "This reaction is not available")
	}
	return emoji, nil
}

package chat

// WithSearchWalk makes searches ask the index after fewer messages.
func (ch *Chat) WithSearchWalk(messages int) *Chat {
	if messages > 0 {
		ch.walk = messages
	}
	return ch
}

// Spellings are the spellings of a word that a search asks the index for.
var Spellings = spellings

// MentionsOf is the query of Mentions.
var MentionsOf = mentionsOf

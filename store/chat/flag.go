package chat

// Flag says whether a message is flagged now. It is sent only to To: the moderators of
// its room and the administrators.
type Flag struct {
	Room      string
	MessageID string
	Flagged   bool
	To        []string // member ids
}

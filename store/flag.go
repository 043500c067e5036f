package store

// Flag says whether a message is flagged now. It is told to nobody but the moderators of
// its room and the administrators, who are To.
type Flag struct {
	Room      string
	MessageID string
	Flagged   bool
	To        []string // member ids
}

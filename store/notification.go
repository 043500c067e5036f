package store

// NotificationLevel says which messages of a room a member is told of.
type NotificationLevel string

const (
	NotifyAll      NotificationLevel = "all"
	NotifyMentions NotificationLevel = "mentions"
	NotifyNone     NotificationLevel = "none"
)

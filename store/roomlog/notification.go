package roomlog

import (
	"muster/store"
	"time"
)

// NotificationLevel says which messages of a room a member is notified of.
type NotificationLevel string

const (
	NotifyAll      NotificationLevel = "all"
	NotifyMentions NotificationLevel = "mentions"
	NotifyNone     NotificationLevel = "none"
)

// RoomNotifications says which messages of a room a member wants to be notified of.
// Until MutedUntil it is none; the zero time is no mute. The default is all messages.
type RoomNotifications struct {
	Level      NotificationLevel
	MutedUntil time.Time
}

// CheckRoomNotifications reads a choice as it was sent; mutedUntil is RFC 3339,
// nil for no mute. A mute that is over is none. It fails with Invalid:
// level_unknown or muted_until_form.
func CheckRoomNotifications(level string, mutedUntil *string, now time.Time) (RoomNotifications, error) {
	n := RoomNotifications{Level: NotificationLevel(level)}
	switch n.Level {
	case NotifyAll, NotifyMentions, NotifyNone:
	default:
		return RoomNotifications{}, store.NewErrorReason(store.Invalid, "level_unknown", "level must be all, mentions or none")
	}
	if mutedUntil == nil {
		return n, nil
	}
	until, err := time.Parse(time.RFC3339, *mutedUntil)
	if err != nil || until.UTC().Year() > 9999 || until.UTC().Year() < 1 {
		return RoomNotifications{}, store.NewErrorReason(store.Invalid, "muted_until_form", "mutedUntil must be a time like 2030-01-02T15:04:05Z, or null")
	}
	if until.After(now) {
		n.MutedUntil = until.UTC()
	}
	return n, nil
}

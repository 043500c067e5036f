package chat

import "muster/store"

// Any member may be ignored, administrators and moderators too: what they say
// does not reach the screen, the unread counts, the mentions, the search results
// and the push notifications of whoever ignores them. One thing still does, their
// announcements: a message whose @all was allowed when it was stored counts and is
// shown for everybody. Nobody learns by whom they are ignored.

// MaxIgnored is how many members one member can ignore.
const MaxIgnored = 500

// IgnoredMember is somebody whom a member ignores.
type IgnoredMember struct {
	ID       string
	Username string // as it is now, "" for none
}

// IgnoredChangedKind is the kind of the broadcasts of NewIgnoredChanged.
const IgnoredChangedKind = "ignored_changed"

// IgnoredChanged is the value of such a broadcast.
type IgnoredChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
	Ignored  bool   `json:"ignored"`
}

// NewIgnoredChanged is what a member's own sockets are sent when the member ignores
// somebody or no longer does: the list on every device and in every tab follows.
func NewIgnoredChanged(memberID string, c IgnoredChanged) (store.Broadcast, error) {
	return store.NewBroadcast(store.MemberSubject(memberID, "ignored:"+c.UserID), IgnoredChangedKind, c)
}

// ErrIgnoreSelf answers a member who would ignore itself.
func ErrIgnoreSelf() *store.Error {
	return store.NewErrorReason(store.Invalid, "ignore_self", "You cannot ignore yourself")
}

// ErrIgnoredFull answers a member who ignores MaxIgnored others already.
func ErrIgnoredFull() *store.Error {
	return store.NewErrorReason(store.Conflict, "ignored_full", "You can ignore at most 500 members")
}

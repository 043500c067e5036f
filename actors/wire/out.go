package wire

import "time"

// Out is a frame the server sends.
type Out interface {
	// Type is the value of the frame's "type" field.
	Type() string
}

// Outgoing is one value of every frame the server sends: the generator, the
// golden files and the client's switch follow this list.
var Outgoing = []Out{
	Connected{}, Joined{}, RoomJoined{}, RoomLeft{}, UserJoinedRoom{}, UserLeftRoom{},
	UserJoined{}, UserLeft{}, MessageHistory{}, Message{}, MessageDeleted{},
	ReactionAdded{}, ReactionRemoved{}, TypingIndicator{}, TypingUsersUpdate{},
	UsernameChanged{}, RoomUsernameChanged{}, UsernameNeeded{}, Error{},
	MessageEdited{}, MessagePinned{}, MessageUnpinned{}, MessagePreview{}, MessageMedia{}, RoomChanged{}, MessageFlagged{},
	ReadState{}, RoomActivity{}, ServerCostUpdate{}, ContributorChanged{}, RankChanged{}, EarnedChanged{}, ProfileChanged{}, ReceiptChanged{}, BadgesChanged{}, BadgeEarned{}, IgnoredChanged{},
	CampaignProgress{}, AdminChanged{}, CommunityChanged{}, Watching{}, StandingChanged{}, PointsChanged{},
	Activity{}, ActivityWatched{}, ActivityLeftOut{},
}

// Connected is the first frame on every socket. Build is the client's build that
// the node serves; a page of another build offers to be reloaded.
type Connected struct {
	ServerTime time.Time `json:"serverTime"`
	Build      string    `json:"build,omitempty"`
}

// Joined answers join_chat. OnlineCount counts people in the whole chat.
type Joined struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	IsAdmin     bool   `json:"isAdmin"`
	OnlineCount int    `json:"onlineCount"`
}

// RoomJoined says that the socket is in a room. Seq is the
// number of the room's last event. Resumed says that exactly the events after
// the client's lastSeq follow; without it the client takes the history anew.
// Epoch grows when another server of the database has taken over, whose log may
// lack the last events of the one before and give their numbers again.
type RoomJoined struct {
	RoomID      string `json:"roomId"`
	OnlineCount int    `json:"onlineCount"`
	Seq         int64  `json:"seq"`
	Resumed     bool   `json:"resumed"`
	Epoch       int64  `json:"epoch,omitempty"`
}

// RoomLeft says that the socket is in no room any more.
type RoomLeft struct {
	RoomID string `json:"roomId"`
}

// UserJoinedRoom says to the others of a room who came.
type UserJoinedRoom struct {
	RoomID              string `json:"roomId"`
	UserID              string `json:"userId"`
	Username            string `json:"username"`
	ShowNotification    bool   `json:"showNotification"`
	IsRecentContributor bool   `json:"isRecentContributor"`
	OnlineCount         int    `json:"onlineCount"` // people in the room
}

// UserLeftRoom says to the others of a room who left.
type UserLeftRoom struct {
	RoomID      string `json:"roomId"`
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	OnlineCount int    `json:"onlineCount"` // people in the room
}

// UserJoined carries the people in the whole chat after somebody came.
type UserJoined struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	OnlineCount int    `json:"onlineCount"`
}

// UserLeft carries the people in the whole chat after somebody left.
type UserLeft struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	OnlineCount int    `json:"onlineCount"`
}

// UnknownEvent is a numbered room event of a kind that this build does not
// know. Its type is the kind. It is in no list of frames: a client that does not
// know the kind only counts its number, and one that does must take a frame
// without the kind's own fields, which an older node sent, in the same way.
type UnknownEvent struct {
	Kind   string `json:"-"`
	RoomID string `json:"roomId"`
	Seq    int64  `json:"seq"`
}

// TypingIndicator says to the others that one member began or stopped.
type TypingIndicator struct {
	RoomID   string `json:"roomId"`
	Username string `json:"username"`
	IsTyping bool   `json:"isTyping"`
}

// TypingUsersUpdate lists who else is typing.
type TypingUsersUpdate struct {
	RoomID string   `json:"roomId"`
	Users  []string `json:"users"`
}

// UsernameChanged announces a new name to everybody in chat. SiteSeq is the number of the
// rename in the site log. With Erased the member is gone, and messages have changed with it.
type UsernameChanged struct {
	UserID      string `json:"userId"`
	OldUsername string `json:"oldUsername"`
	NewUsername string `json:"newUsername"`
	SiteSeq     int64  `json:"siteSeq"`
	Erased      bool   `json:"erased,omitempty"`
}

// RoomUsernameChanged announces it to the room of the member, beside UsernameChanged.
type RoomUsernameChanged struct {
	RoomID      string `json:"roomId"`
	UserID      string `json:"userId"`
	OldUsername string `json:"oldUsername"`
	NewUsername string `json:"newUsername"`
	SiteSeq     int64  `json:"siteSeq"`
}

// UsernameNeeded opens the username modal.
type UsernameNeeded struct{}

// Error says to one socket what went wrong; Message and Error are the same
// sentence, Code a stable word, ClientMsgID or RequestID the frame it answers.
type Error struct {
	Message     string `json:"message"`
	Error       string `json:"error"`
	Code        string `json:"code"`
	ClientMsgID string `json:"clientMsgId,omitempty"`
	RequestID   string `json:"requestId,omitempty"`
	// RetryAfter is RetryAfterMs in whole seconds, rounded up.
	RetryAfter int64 `json:"retryAfter,omitempty"`
	// RetryAfterMs is how long to wait before the same frame can succeed.
	RetryAfterMs int64 `json:"retryAfterMs,omitempty"`
}

// RoomBody is a room as members see it; Name equals ID.
type RoomBody struct {
	ID              string `json:"id"`
	Name            string `json:"name"`
	DisplayName     string `json:"display_name"`
	Description     string `json:"description"`
	IsDefault       bool   `json:"is_default"`
	AccessLevel     string `json:"access_level"`
	SlowModeSeconds int    `json:"slow_mode_seconds"`
	ReadOnly        bool   `json:"read_only"`
}

// RoomChanged carries a room's settings after a change.
type RoomChanged struct {
	RoomID string   `json:"roomId"`
	Seq    int64    `json:"seq"`
	Room   RoomBody `json:"room"`
}

// ReadState brings to a member's own sockets how far the member has read a room.
// Unread and Mentions are at most 100.
type ReadState struct {
	RoomID      string `json:"roomId"`
	LastReadSeq int64  `json:"lastReadSeq"`
	Unread      int    `json:"unread"`
	Mentions    int    `json:"mentions"`
}

// LastMessage is the newest message of a room. Preview is at most 80 characters,
// and empty for a deleted message.
type LastMessage struct {
	ID          string    `json:"id"`
	UserID      string    `json:"userId"`
	Username    string    `json:"username"`
	Preview     string    `json:"preview"`
	MessageType string    `json:"messageType" ts:"MessageKind"`
	CreatedAt   time.Time `json:"createdAt"`
}

// RoomActivity says to sockets outside a room that its log has moved. Mention says
// that one of the new messages names the member.
type RoomActivity struct {
	RoomID      string       `json:"roomId"`
	LastSeq     int64        `json:"lastSeq"`
	LastMessage *LastMessage `json:"lastMessage"`
	Mention     bool         `json:"mention"`
}

func (Connected) Type() string           { return "connected" }
func (Joined) Type() string              { return "joined" }
func (RoomJoined) Type() string          { return "room_joined" }
func (RoomLeft) Type() string            { return "room_left" }
func (UserJoinedRoom) Type() string      { return "user_joined_room" }
func (UserLeftRoom) Type() string        { return "user_left_room" }
func (UserJoined) Type() string          { return "user_joined" }
func (UserLeft) Type() string            { return "user_left" }
func (MessageHistory) Type() string      { return "message_history" }
func (Message) Type() string             { return "message" }
func (MessageDeleted) Type() string      { return "message_deleted" }
func (ReactionAdded) Type() string       { return "reaction_added" }
func (ReactionRemoved) Type() string     { return "reaction_removed" }
func (e UnknownEvent) Type() string      { return plainWord(e.Kind) }
func (TypingIndicator) Type() string     { return "typing_indicator" }
func (TypingUsersUpdate) Type() string   { return "typing_users_update" }
func (UsernameChanged) Type() string     { return "username_changed" }
func (RoomUsernameChanged) Type() string { return "room_username_changed" }
func (UsernameNeeded) Type() string      { return "username_required" }
func (Error) Type() string               { return "error" }
func (MessageEdited) Type() string       { return "message_edited" }
func (MessagePinned) Type() string       { return "message_pinned" }
func (MessageUnpinned) Type() string     { return "message_unpinned" }
func (MessagePreview) Type() string      { return "message_preview" }
func (MessageMedia) Type() string        { return "message_media" }
func (RoomChanged) Type() string         { return "room_changed" }
func (MessageFlagged) Type() string      { return "message_flagged" }
func (ReadState) Type() string           { return "read_state" }
func (RoomActivity) Type() string        { return "room_activity" }
func (ServerCostUpdate) Type() string    { return "server_cost_update" }
func (ContributorChanged) Type() string  { return "contributor_changed" }
func (RankChanged) Type() string         { return "rank_changed" }
func (EarnedChanged) Type() string       { return "earned_changed" }
func (ProfileChanged) Type() string      { return "profile_changed" }
func (ReceiptChanged) Type() string      { return "emergency_receipt" }
func (BadgesChanged) Type() string       { return "badges_changed" }
func (BadgeEarned) Type() string         { return "badge_earned" }
func (IgnoredChanged) Type() string      { return "ignored_changed" }
func (CampaignProgress) Type() string    { return "campaign_progress" }
func (AdminChanged) Type() string        { return "admin_changed" }
func (CommunityChanged) Type() string    { return "community_changed" }
func (Watching) Type() string            { return "watching" }
func (StandingChanged) Type() string     { return "standing_changed" }
func (PointsChanged) Type() string       { return "points_changed" }

// plainWord is a kind as a type may be written, which is put between quotes
// unescaped: "event" for anything but a word of small letters, digits and _.
func plainWord(kind string) string {
	for _, c := range []byte(kind) {
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return "event"
		}
	}
	if kind == "" || len(kind) > 64 {
		return "event"
	}
	return kind
}

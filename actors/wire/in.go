package wire

// In is a frame a browser sends.
type In interface {
	// Type is the value of the frame's "type" field.
	Type() string
}

// Incoming is one value of every frame a browser may send: the decoder, the
// generator and the golden files follow this list.
var Incoming = []In{
	JoinChat{}, JoinRoom{}, LeaveRoom{}, SendMessage{},
	TypingStart{}, TypingStop{}, AddReaction{}, RemoveReaction{}, DeleteMessage{}, EditMessage{},
	Watch{},
	WatchActivity{}, UnwatchActivity{},
}

// IDOf is what a client calls a frame, so that an error can name the one it answers: a
// message by its id, another by that of the request; "" for a frame without a name.
func IDOf(in In) (clientMsgID, requestID string) {
	switch in := in.(type) {
	case SendMessage:
		return in.ClientMsgID, ""
	case AddReaction:
		return "", in.RequestID
	case RemoveReaction:
		return "", in.RequestID
	case DeleteMessage:
		return "", in.RequestID
	case EditMessage:
		return "", in.RequestID
	}
	return "", ""
}

// JoinChat authenticates the socket and enters a room: RoomID, or the default
// room without it. LastSeq asks for what was missed there. Epoch is that of the
// room_joined that LastSeq counts on from: in another one the number means
// nothing, and the client is given the history anew.
type JoinChat struct {
	Token   string `json:"token"`
	RoomID  string `json:"roomId,omitempty"`
	LastSeq *int64 `json:"lastSeq,omitempty"`
	Epoch   int64  `json:"epoch,omitempty"`
}

// JoinRoom moves the socket to a room. LastSeq asks for what was missed, Epoch is
// as in JoinChat.
type JoinRoom struct {
	RoomID  string `json:"roomId"`
	LastSeq *int64 `json:"lastSeq,omitempty"`
	Epoch   int64  `json:"epoch,omitempty"`
}

// LeaveRoom leaves the room the socket is in.
type LeaveRoom struct {
	RoomID string `json:"roomId,omitempty"`
}

// MediaData is what a media message points at.
type MediaData struct {
	MediaURL     string         `json:"mediaUrl,omitempty"`
	ThumbnailURL string         `json:"thumbnailUrl,omitempty"`
	Metadata     map[string]any `json:"metadata,omitempty"`
}

// SendMessage asks for one message in the room the socket is in. A GIF
// may carry its URL in MediaData or in Text.
type SendMessage struct {
	Text             string     `json:"message"`
	MessageType      string     `json:"messageType,omitempty" ts:"MessageKind"`
	RoomID           string     `json:"roomId,omitempty"`
	ReplyToMessageID *string    `json:"replyToMessageId,omitempty"`
	MediaData        *MediaData `json:"mediaData,omitempty"`
	// ClientMsgID is a UUID chosen by the client: a resend stores nothing.
	ClientMsgID string `json:"clientMsgId,omitempty"`
}

// TypingStart says that the member is typing; repeat within 5 s.
type TypingStart struct {
	RoomID string `json:"roomId,omitempty"`
}

// TypingStop says that the member stopped.
type TypingStop struct {
	RoomID string `json:"roomId,omitempty"`
}

// AddReaction puts an emoji on a message. RequestID, here and below, is chosen by the
// client: an error that answers the frame names it.
type AddReaction struct {
	MessageID string `json:"messageId"`
	Reaction  string `json:"reaction"`
	RoomID    string `json:"roomId,omitempty"`
	RequestID string `json:"requestId,omitempty"`
}

// RemoveReaction takes the member's own emoji back.
type RemoveReaction struct {
	MessageID string `json:"messageId"`
	Reaction  string `json:"reaction"`
	RoomID    string `json:"roomId,omitempty"`
	RequestID string `json:"requestId,omitempty"`
}

// DeleteMessage deletes a message.
type DeleteMessage struct {
	MessageID string `json:"messageId"`
	RoomID    string `json:"roomId,omitempty"`
	RequestID string `json:"requestId,omitempty"`
}

// EditMessage replaces the text of the member's own text message.
type EditMessage struct {
	MessageID string `json:"messageId"`
	Text      string `json:"message"`
	RoomID    string `json:"roomId,omitempty"`
	RequestID string `json:"requestId,omitempty"`
}

// Watch authenticates the socket of a page outside chat, instead of join_chat. It
// receives what concerns the member, who does not count as a person in chat.
type Watch struct {
	Token string `json:"token"`
}

func (Watch) Type() string { return "watch" }

// WatchActivity has an administrator's socket receive what happens in the community.
// From now on it receives only what the fields select: kinds of activity, a member who
// did it or to whom it was done, a room. Without fields it is everything.
type WatchActivity struct {
	Kinds  []string `json:"kinds,omitempty"`
	UserID string   `json:"userId,omitempty"`
	RoomID string   `json:"roomId,omitempty"`
}

// UnwatchActivity ends that.
type UnwatchActivity struct{}

func (WatchActivity) Type() string   { return "watch_activity" }
func (UnwatchActivity) Type() string { return "unwatch_activity" }

func (JoinChat) Type() string       { return "join_chat" }
func (JoinRoom) Type() string       { return "join_room" }
func (LeaveRoom) Type() string      { return "leave_room" }
func (SendMessage) Type() string    { return "send_message" }
func (TypingStart) Type() string    { return "typing_start" }
func (TypingStop) Type() string     { return "typing_stop" }
func (AddReaction) Type() string    { return "add_reaction" }
func (RemoveReaction) Type() string { return "remove_reaction" }
func (DeleteMessage) Type() string  { return "delete_message" }
func (EditMessage) Type() string    { return "edit_message" }

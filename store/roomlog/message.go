package roomlog

import (
	"muster/store"
	"strings"
	"time"
	"unicode/utf8"
)

// MessageKind is the message_type of the wire.
type MessageKind string

const (
	TextMessage  MessageKind = "text"
	GIFMessage   MessageKind = "gif"
	ImageMessage MessageKind = "image"
	VideoMessage MessageKind = "video"
	VoiceMessage MessageKind = "voice"
)

// Chat limits.
const (
	HistoryPage     = 50
	EditWindow      = 15 * time.Minute // in which a sender may edit a text
	ReplyTextLength = 200              // code points of the target kept for a preview
)

// Texts of the composer.
const (
	SendFailed = "Failed to send message"
	// TooFast must hold the lower-case words "rate limit": the client matches
	// them.
	TooFast = "You are over the rate limit. Please wait a moment."
)

// Draft is a message as its sender gave it, already checked by CheckDraft.
type Draft struct {
	Kind         MessageKind
	Text         string // empty for media kinds
	MediaURL     string // of a GIF
	ThumbnailURL string
	Upload       string // upload id, for an image, a video or a voice message
	ReplyTo      string // message id, "" for none
	ClientMsgID  string // UUID chosen by the client, "" for none
}

// Message is one message as members see it. Of a deleted message only id,
// numbers, sender and times remain.
type Message struct {
	ID           string
	Room         string
	Seq          int64
	Kind         MessageKind
	Text         string
	MediaURL     string
	ThumbnailURL string
	Upload       *store.Upload // of an image, a video or a voice message; nil when deleted
	SenderID     string
	SenderName   string // username as it is now
	ClientMsgID  string
	ReplyTo      string
	ReplyName    string // username of the target's sender as it is now
	ReplyText    string // at most ReplyTextLength code points; "" once the target is deleted
	ReplyDeleted bool
	CreatedAt    time.Time
	DeletedAt    time.Time // zero while it stands
	Flagged      bool
	Reactions    []Reaction // in the order they were added
	EditedAt     time.Time  // of the last edit; zero for none
	Mentions     []string   // ids of the members whom the text names
	MentionsAll  bool       // the text names everybody in the room
	Preview      *LinkPreview
}

// LinkPreview describes the first link in a text. Empty fields are unknown.
type LinkPreview struct {
	URL         string `json:"url"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image"`
}

// ReplyQuote is what a reply shows of a text.
func ReplyQuote(text string) string {
	for i, n := 0, 0; i < len(text); n++ {
		if n == ReplyTextLength {
			return text[:i]
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
	}
	return text
}

// Reaction is one member's emoji on a message.
type Reaction struct {
	MessageID string
	MemberID  string
	Username  string
	Emoji     string
}

// CheckDraft gives the draft as it may be stored: ids in their one form, text
// cleaned, a GIF as its URL on one of gifHosts, which the
// client may have put in the text. Without a kind it is a text. Pictures,
// videos and voice are for administrators and carry the sender's own upload;
// the log checks which one. It fails with Invalid, and with Forbidden for a
// member's media.
func CheckDraft(d Draft, admin bool, gifHosts []string) (Draft, error) {
	out := Draft{Kind: d.Kind}
	for _, id := range []struct{ from, to *string }{{&d.ClientMsgID, &out.ClientMsgID}, {&d.ReplyTo, &out.ReplyTo}} {
		if *id.from == "" {
			continue
		}
		canonical, ok := store.CanonicalID(*id.from)
		if !ok {
			return Draft{}, store.ErrBadID()
		}
		*id.to = canonical
	}
	var err error
	switch d.Kind {
	case "", TextMessage:
		out.Kind = TextMessage
		out.Text, err = CheckText(d.Text)
	case GIFMessage:
		url := d.MediaURL
		if url == "" {
			url = strings.TrimSpace(d.Text)
		}
		out.MediaURL, err = CheckGIF(url, gifHosts)
		if err == nil && d.ThumbnailURL != "" {
			out.ThumbnailURL, err = CheckGIF(d.ThumbnailURL, gifHosts)
		}
	case ImageMessage, VideoMessage, VoiceMessage:
		out.Upload = d.Upload
		switch {
		case !admin:
			err = store.ErrMediaAdminsOnly()
		case d.Upload == "":
			err = store.ErrMediaUnknown()
		}
	default:
		err = store.NewErrorReason(store.Invalid, "unknown_message_type", "This kind of message is not available")
	}
	if err != nil {
		return Draft{}, err
	}
	return out, nil
}

// CheckText gives a text as it may be stored. It fails with Invalid like CleanText,
// and for too many mentions.
func CheckText(text string) (string, error) {
	text, err := store.CleanText(text)
	if err == nil {
		err = FindMentions(text).Check()
	}
	if err != nil {
		return "", err
	}
	return text, nil
}

// Texts of refused acts on a message.
const (
	MessageUnknown = "Message not found"
	NotYourMessage = "You can only delete your own messages"
	NotYourEdit    = "You can only edit your own messages"
	EditNotText    = "Only text messages can be edited"
	EditTooLate    = "A message can be edited for 15 minutes"
)

// ErrMessageUnknown answers for a message that does not exist, was deleted or
// belongs to another room, alike.
func ErrMessageUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "message_unknown", MessageUnknown)
}

// ErrNotYours answers a deletion by somebody who may not.
func ErrNotYours() *store.Error {
	return store.NewErrorReason(store.Forbidden, "not_yours", NotYourMessage)
}

// ErrNotYourEdit answers an edit of somebody else's message.
func ErrNotYourEdit() *store.Error {
	return store.NewErrorReason(store.Forbidden, "not_yours", NotYourEdit)
}

// ErrEditNotText answers an edit of a message that is no text.
func ErrEditNotText() *store.Error {
	return store.NewErrorReason(store.Conflict, "edit_not_text", EditNotText)
}

// ErrEditTooLate answers an edit after EditWindow.
func ErrEditTooLate() *store.Error {
	return store.NewErrorReason(store.Conflict, "edit_too_late", EditTooLate)
}

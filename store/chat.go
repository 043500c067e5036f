package store

import (
	"strings"
	"time"
	"unicode"
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
	MaxMessageLength = 500 // Unicode code points
	HistoryPage      = 50
	EditWindow       = 15 * time.Minute // in which a sender may edit a text
	ReplyTextLength  = 200              // code points of the target kept for a preview
)

// Texts of the composer.
const (
	MessageTooLong = "Message too long (max 500 characters)"
	SendFailed     = "Failed to send message"
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
	Upload       *Upload // of an image, a video or a voice message; nil when deleted
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

// ValidID says whether id is a UUID in its usual written form (RFC 9562 section
// 4), in either case.
func ValidID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		default:
			return false
		}
	}
	return true
}

// CanonicalID is the one form of a UUID, in lower case; ok is false for
// anything else.
func CanonicalID(id string) (canonical string, ok bool) {
	if !ValidID(id) {
		return "", false
	}
	return strings.ToLower(id), true
}

// ErrBadID answers an id that cannot be one.
func ErrBadID() *Error { return NewError(Invalid, "This id is not valid") }

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
		canonical, ok := CanonicalID(*id.from)
		if !ok {
			return Draft{}, ErrBadID()
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
			err = ErrMediaAdminsOnly()
		case d.Upload == "":
			err = ErrMediaUnknown()
		}
	default:
		err = NewErrorReason(Invalid, "unknown_message_type", "This kind of message is not available")
	}
	if err != nil {
		return Draft{}, err
	}
	return out, nil
}

// CheckText gives a text as it may be stored. It fails with Invalid like CleanText,
// and for too many mentions.
func CheckText(text string) (string, error) {
	text, err := CleanText(text)
	if err == nil {
		err = FindMentions(text).Check()
	}
	if err != nil {
		return "", err
	}
	return text, nil
}

// CleanText prepares typed text: every C0 control but newline (and DEL) is
// stripped, outer blanks are trimmed; bidirectional and joiner characters stay. It fails with Invalid for a NUL, for text that is not UTF-8, for
// blank text and for more than MaxMessageLength code points.
func CleanText(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", NewErrorReason(Invalid, "not_utf8", "Message is not valid text")
	}
	if strings.ContainsRune(text, 0) {
		return "", NewErrorReason(Invalid, "control_character", "Message contains a character that cannot be sent")
	}
	text = withoutControls(text)
	if text == "" || Blank(text) {
		return "", NewErrorReason(Invalid, "blank", "Message cannot be empty")
	}
	if utf8.RuneCountInString(text) > MaxMessageLength {
		return "", NewErrorReason(Invalid, "too_long", MessageTooLong)
	}
	return text, nil
}

// withoutControls is the text without C0 controls but newlines, and trimmed.
func withoutControls(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if (r < 0x20 && r != '\n') || r == 0x7f {
			return -1
		}
		return r
	}, text))
}

// Blank says whether text shows nothing at all: only blanks and characters
// without ink, which are Unicode's Default_Ignorable_Code_Point and the empty
// Braille pattern. The client's isBlank says the same.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && r != '\u2800' && !ignorable(r) }) < 0
}

// ignorable is the property Default_Ignorable_Code_Point, put together as
// Unicode derives it.
func ignorable(r rune) bool {
	if r >= 0xfff9 && r <= 0xfffb || r >= 0x13430 && r <= 0x1343f {
		return false
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
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
func ErrMessageUnknown() *Error { return NewErrorReason(NotFound, "message_unknown", MessageUnknown) }

// ErrNotYours answers a deletion by somebody who may not.
func ErrNotYours() *Error { return NewErrorReason(Forbidden, "not_yours", NotYourMessage) }

// ErrNotYourEdit answers an edit of somebody else's message.
func ErrNotYourEdit() *Error { return NewErrorReason(Forbidden, "not_yours", NotYourEdit) }

// ErrEditNotText answers an edit of a message that is no text.
func ErrEditNotText() *Error { return NewErrorReason(Conflict, "edit_not_text", EditNotText) }

// ErrEditTooLate answers an edit after EditWindow.
func ErrEditTooLate() *Error { return NewErrorReason(Conflict, "edit_too_late", EditTooLate) }

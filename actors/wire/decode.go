package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// The errors of Decode. The text of each is the stable word of the error frame.
var (
	// ErrMalformed is a frame that is not one flat JSON object, or a field of
	// the wrong type.
	ErrMalformed = errors.New("malformed")
	// ErrUnknownType is a well-formed frame whose type no browser may send.
	ErrUnknownType = errors.New("unknown_type")
)

// maxDepth is how deeply a frame may nest.
const maxDepth = 16

// Decode reads one frame from a browser. Field names are matched exactly,
// unknown ones are ignored, null counts as absent, of a repeated field
// the last counts, and a value of the wrong type, trailing data or nesting
// beyond 16 levels is ErrMalformed. A lone surrogate escape becomes U+FFFD, so
// every string that comes out is valid UTF-8.
//
// Beside ErrMalformed stands nil, or, when what the client calls the frame can be
// read, a frame with that and nothing else: so that the answer can name it.
func Decode(payload []byte) (In, error) {
	if !shallow(payload) {
		return nil, ErrMalformed
	}
	f, ok := object(payload)
	if !ok {
		return nil, ErrMalformed
	}
	var kind string
	if f.read("type", &kind); f.bad || kind == "" {
		return nil, ErrMalformed
	}
	in := f.frame(kind)
	if in == nil {
		return nil, ErrUnknownType
	}
	if f.bad {
		return named(IDOf(in)), ErrMalformed
	}
	return in, nil
}

// named is a frame of which only the name is known, nil without one.
func named(clientMsgID, requestID string) In {
	switch {
	case clientMsgID != "":
		return SendMessage{ClientMsgID: clientMsgID}
	case requestID != "":
		return EditMessage{RequestID: requestID}
	}
	return nil
}

// shallow says whether no value nests deeper than maxDepth; what is not JSON
// at all is left to the parser.
func shallow(payload []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(payload); i++ {
		switch c := payload[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return true
}

// fields are the members of one JSON object, read one by one.
type fields struct {
	raw map[string]json.RawMessage
	bad bool // a field had the wrong type
}

// object splits one JSON object; false for anything else.
func object(payload []byte) (*fields, bool) {
	f := &fields{}
	if err := json.Unmarshal(payload, &f.raw); err != nil || f.raw == nil {
		return nil, false
	}
	return f, true
}

// read puts the field into a plain value; absent and null leave it alone.
func (f *fields) read(name string, into any) {
	raw, ok := f.raw[name]
	if !ok || f.bad {
		return
	}
	if s, ok := into.(*string); ok && plain(raw) {
		*s = string(raw[1 : len(raw)-1])
		return
	}
	if err := json.Unmarshal(raw, into); err != nil {
		f.bad = true
	}
}

// plain says that a valid JSON value is a string that stands for itself. Most
// are, and taking them as they are halves the cost of a frame.
func plain(raw []byte) bool {
	return raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw)
}

// media reads the nested object of a media message with the same rules.
func (f *fields) media() *MediaData {
	raw, ok := f.raw["mediaData"]
	if !ok || string(raw) == "null" {
		return nil
	}
	inner, ok := object(raw)
	if !ok {
		f.bad = true
		return nil
	}
	var m MediaData
	inner.read("mediaUrl", &m.MediaURL)
	inner.read("thumbnailUrl", &m.ThumbnailURL)
	inner.read("metadata", &m.Metadata)
	f.bad = f.bad || inner.bad
	return &m
}

// frame reads the fields of one frame type; nil for a type not in Incoming.
func (f *fields) frame(kind string) In {
	switch kind {
	case "join_chat":
		var in JoinChat
		f.read("token", &in.Token)
		f.read("roomId", &in.RoomID)
		f.read("lastSeq", &in.LastSeq)
		f.read("epoch", &in.Epoch)
		return in
	case "watch":
		var in Watch
		f.read("token", &in.Token)
		return in
	case "join_room":
		var in JoinRoom
		f.read("roomId", &in.RoomID)
		f.read("lastSeq", &in.LastSeq)
		f.read("epoch", &in.Epoch)
		return in
	case "leave_room":
		var in LeaveRoom
		f.read("roomId", &in.RoomID)
		return in
	case "send_message":
		var in SendMessage
		f.read("clientMsgId", &in.ClientMsgID) // first: a field of the wrong type ends the reading
		f.read("message", &in.Text)
		f.read("messageType", &in.MessageType)
		f.read("roomId", &in.RoomID)
		f.read("replyToMessageId", &in.ReplyToMessageID)
		in.MediaData = f.media()
		return in
	case "typing_start":
		var in TypingStart
		f.read("roomId", &in.RoomID)
		return in
	case "typing_stop":
		var in TypingStop
		f.read("roomId", &in.RoomID)
		return in
	case "add_reaction":
		var in AddReaction
		f.read("requestId", &in.RequestID)
		f.read("messageId", &in.MessageID)
		f.read("reaction", &in.Reaction)
		f.read("roomId", &in.RoomID)
		return in
	case "remove_reaction":
		var in RemoveReaction
		f.read("requestId", &in.RequestID)
		f.read("messageId", &in.MessageID)
		f.read("reaction", &in.Reaction)
		f.read("roomId", &in.RoomID)
		return in
	case "delete_message":
		var in DeleteMessage
		f.read("requestId", &in.RequestID)
		f.read("messageId", &in.MessageID)
		f.read("roomId", &in.RoomID)
		return in
	case "watch_activity":
		var in WatchActivity
		f.read("kinds", &in.Kinds)
		f.read("userId", &in.UserID)
		f.read("roomId", &in.RoomID)
		return in
	case "unwatch_activity":
		return UnwatchActivity{}
	case "edit_message":
		var in EditMessage
		f.read("requestId", &in.RequestID)
		f.read("messageId", &in.MessageID)
		f.read("message", &in.Text)
		f.read("roomId", &in.RoomID)
		return in
	}
	return nil
}

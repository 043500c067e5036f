package store

import (
	"encoding/json"
	"strings"
	"time"
)

// Broadcast is a value that everybody in chat may be shown and on which no right
// hangs: the server's cost, a badge, a contributor's mark. It never goes through
// the site log, which is for rights: there it would hold up bans and have every
// join ask again.
//
// It is written in the transaction of the change that causes it, and every open
// socket of every node is sent it within a second. Of two values of one subject
// the one with the higher number stands. A socket that opens later is sent
// nothing of before: its page reads over HTTP what stands now.
type Broadcast struct {
	// Subject is what the value is about, like "server_cost" or "badge:" and a
	// member's id.
	Subject string
	// Kind is the type of the frame: a word of small letters and _, and the type
	// of no other frame. A node passes on kinds that it does not know.
	Kind string
	// Value is the frame's other fields, a JSON object.
	Value json.RawMessage
	// Seq is the value's number, given by the store.
	Seq int64
	// Position is the transaction that wrote the value, given by the store. What was
	// read at a position holds every value of it and of before (AsOf).
	Position int64
}

// toMember begins the subject of a value that is for one member's sockets only.
const toMember = "to:"

// MemberSubject is the subject of a value about topic that only the member's own
// sockets are sent.
func MemberSubject(memberID, topic string) string { return toMember + memberID + ":" + topic }

// Member is the member whose sockets alone are sent the value; "" for everybody.
func (b Broadcast) Member() string {
	rest, ok := strings.CutPrefix(b.Subject, toMember)
	if !ok {
		return ""
	}
	member, _, _ := strings.Cut(rest, ":")
	return member
}

// Limits of broadcasts.
const (
	// BroadcastAge is how long values are stored. A node that could not ask the
	// database for so long does not send the older ones.
	BroadcastAge = time.Hour
	// MaxBroadcast is the most bytes of a value: it is for a figure, a mark or the
	// badges of a member.
	MaxBroadcast        = 10 << 10
	maxBroadcastSubject = 128
	maxBroadcastKind    = 64
)

// NewBroadcast makes the broadcast of a payload, a struct with JSON tags. It
// fails with Invalid.
func NewBroadcast(subject, kind string, payload any) (Broadcast, error) {
	value, err := json.Marshal(payload)
	if err != nil {
		return Broadcast{}, NewError(Invalid, "a broadcast's payload does not encode")
	}
	b := Broadcast{Subject: subject, Kind: kind, Value: value}
	return b, b.Check()
}

// Check fails with Invalid for a broadcast that cannot be a frame.
func (b Broadcast) Check() error {
	switch {
	case b.Subject == "" || len(b.Subject) > maxBroadcastSubject:
		return NewError(Invalid, "a broadcast needs a subject of at most 128 bytes")
	case !plainWord(b.Kind):
		return NewError(Invalid, "a broadcast's kind is a word of small letters and _")
	case len(b.Value) > MaxBroadcast || len(b.Value) < 2 || b.Value[0] != '{' || !json.Valid(b.Value):
		return NewError(Invalid, "a broadcast's value is a JSON object of at most 10 KiB")
	}
	return nil
}

func plainWord(kind string) bool {
	for _, c := range []byte(kind) {
		if c != '_' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return kind != "" && len(kind) <= maxBroadcastKind
}

// The fields of protobuf messages, as the codec writes and reads them.

package redis

import (
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

func appendInt(to []byte, number protowire.Number, v int64) []byte {
	if v == 0 {
		return to
	}
	return protowire.AppendVarint(protowire.AppendTag(to, number, protowire.VarintType), uint64(v))
}

func appendFlag(to []byte, number protowire.Number, on bool) []byte {
	if !on {
		return to
	}
	return appendInt(to, number, 1)
}

// appendTime writes nanoseconds since 1970; no time has no field.
func appendTime(to []byte, number protowire.Number, t time.Time) []byte {
	if t.IsZero() {
		return to
	}
	return appendInt(to, number, t.UnixNano())
}

func appendText(to []byte, number protowire.Number, s string) []byte {
	if s == "" {
		return to
	}
	return protowire.AppendString(protowire.AppendTag(to, number, protowire.BytesType), s)
}

// appendTexts writes each text as a field of its own.
func appendTexts(to []byte, number protowire.Number, texts []string) []byte {
	for _, s := range texts {
		to = appendText(to, number, s)
	}
	return to
}

// appendNested writes a message as a field, with its length before it.
func appendNested(to []byte, number protowire.Number, write func([]byte) []byte) []byte {
	start := len(to)
	to = write(to)
	var head [16]byte
	prefix := protowire.AppendTag(head[:0], number, protowire.BytesType)
	prefix = protowire.AppendVarint(prefix, uint64(len(to)-start))
	return slices.Insert(to, start, prefix...)
}

// field is one field as it was read: a number or bytes, by its wire type.
type field struct {
	number protowire.Number
	int    int64
	bytes  []byte
}

func (f field) text() string { return string(f.bytes) }

func (f field) flag() bool { return f.int != 0 }

func (f field) time() time.Time {
	if f.int == 0 {
		return time.Time{}
	}
	return time.Unix(0, f.int).UTC()
}

// eachField calls each with the fields of a message, in order, until it gives
// false. It is false then, and for bytes that are no message.
func eachField(body []byte, each func(field) bool) bool {
	for len(body) > 0 {
		number, kind, n := protowire.ConsumeTag(body)
		if n < 0 {
			return false
		}
		body = body[n:]
		f := field{number: number}
		switch kind {
		case protowire.VarintType:
			var v uint64
			v, n = protowire.ConsumeVarint(body)
			f.int = int64(v)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(body)
		default:
			f.number, n = 0, protowire.ConsumeFieldValue(number, kind, body)
		}
		if n < 0 || !each(f) {
			return false
		}
		body = body[n:]
	}
	return true
}

// What a node sends, read as little as the account needs: most frames of a room say
// who came or what moved elsewhere.

package loadtest

import "bytes"

// frame is what a load test reads of a frame. Texts lie in the buffer it was read into.
type frame struct {
	kind        string
	seq         int64
	resumed     bool
	text        []byte
	clientMsgID []byte
	code        []byte
	count       int64
}

// numbered is in every frame that is an event of a room's log. In a text its quotes
// would be escaped.
var numbered = []byte(`"seq":`)

// readFrame reads a frame; false for what is none. A frame of another kind than the
// account knows is read only where it has a number.
func readFrame(raw []byte) (frame, bool) {
	const head = `{"type":"`
	var f frame
	if !bytes.HasPrefix(raw, []byte(head)) {
		return f, readFields(raw, f.set)
	}
	kind, _, _ := bytes.Cut(raw[len(head):], []byte{'"'})
	switch string(kind) {
	case "message", "room_joined", "error", "activity_left_out":
	case "activity":
		f.kind = "activity"
		return f, true
	default:
		if !bytes.Contains(raw, numbered) {
			return f, true
		}
	}
	return f, readFields(raw, f.set)
}

// set takes one field of a frame.
func (f *frame) set(name, value []byte) {
	switch string(name) {
	case "type":
		f.kind = string(unquoted(value))
	case "seq":
		f.seq = wholeNumber(value)
	case "count":
		f.count = wholeNumber(value)
	case "resumed":
		f.resumed = string(value) == "true"
	case "message":
		f.text = unquoted(value)
	case "clientMsgId":
		f.clientMsgID = unquoted(value)
	case "code":
		f.code = unquoted(value)
	}
}

// unquoted is a string without its quotes; nil for anything else. Escapes stay: what the
// account looks for has none.
func unquoted(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// wholeNumber is 0 for what is no whole number.
func wholeNumber(value []byte) int64 {
	n, rest := int64(0), value
	for len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' {
		n, rest = 10*n+int64(rest[0]-'0'), rest[1:]
	}
	if len(rest) > 0 {
		return 0
	}
	return n
}

// readFields calls each with the fields of an object as they stand there; false for what
// is no object. What is nested is passed over.
func readFields(raw []byte, each func(name, value []byte)) bool {
	at := skipSpace(raw, 0)
	if at == len(raw) || raw[at] != '{' {
		return false
	}
	for at = skipSpace(raw, at+1); at < len(raw) && raw[at] != '}'; {
		end := valueEnd(raw, at)
		name := unquoted(raw[at:end])
		at = skipSpace(raw, end)
		if at == len(raw) || raw[at] != ':' || name == nil {
			return false
		}
		at = skipSpace(raw, at+1)
		if end = valueEnd(raw, at); end == at {
			return false
		}
		each(name, raw[at:end])
		if at = skipSpace(raw, end); at < len(raw) && raw[at] == ',' {
			at = skipSpace(raw, at+1)
		}
	}
	return at < len(raw)
}

func skipSpace(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\t' || raw[at] == '\r') {
		at++
	}
	return at
}

// valueEnd is where the value ends that begins at a place.
func valueEnd(raw []byte, at int) int {
	depth := 0
	for at < len(raw) {
		switch raw[at] {
		case '"':
			if at = stringEnd(raw, at+1); depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ':', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return at
}

// stringEnd is the place after the quote that ends a string.
func stringEnd(raw []byte, at int) int {
	for from := at; ; {
		n := bytes.IndexByte(raw[from:], '"')
		if n < 0 {
			return len(raw)
		}
		quote := from + n
		escapes := 0
		for quote-escapes > at && raw[quote-escapes-1] == '\\' {
			escapes++
		}
		if from = quote + 1; escapes%2 == 0 {
			return from
		}
	}
}

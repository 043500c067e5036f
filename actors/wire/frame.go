package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"sync"
)

// Frame is an Out frame encoded once: a whole unmasked WebSocket text frame
// (RFC 6455 section 5.2), immutable, shared by every socket it goes to.
type Frame struct {
	raw []byte
}

// Bytes is the frame as it goes on the connection, header included. It must
// not be changed.
func (f Frame) Bytes() []byte { return f.raw }

// Payload is the frame's JSON. It must not be changed.
func (f Frame) Payload() []byte {
	switch f.raw[1] { // the length, or what says how it is written
	case 126:
		return f.raw[4:]
	case 127:
		return f.raw[10:]
	default:
		return f.raw[2:]
	}
}

// Len is the number of bytes on the connection; 0 for the zero Frame.
func (f Frame) Len() int { return len(f.raw) }

// headerRoom is the longest server header: 2 bytes and a 64-bit length.
const headerRoom = 10

// desk is the memory a frame is written in; the frame is a copy of its length.
type desk struct {
	b bytes.Buffer
	e *json.Encoder
}

var desks = sync.Pool{New: func() any {
	d := new(desk)
	d.e = json.NewEncoder(&d.b)
	d.e.SetEscapeHTML(false)
	return d
}}

// deskMax is the largest desk that is kept: a history of usual messages fits.
const deskMax = 64 << 10

// Encode makes the Frame of out. Text is not HTML-escaped: it is never placed
// in a page as markup.
func Encode(out Out) Frame {
	d := desks.Get().(*desk)
	b := &d.b
	b.Reset()
	b.Write(make([]byte, headerRoom))
	b.WriteString(`{"type":"`)
	b.WriteString(out.Type())
	b.WriteByte('"')
	mark := b.Len()
	if err := d.e.Encode(out); err != nil {
		// Every Out is a plain struct of strings, numbers and times.
		panic("wire: " + out.Type() + " does not encode: " + err.Error())
	}
	raw := bytes.Clone(b.Bytes()[:b.Len()-1]) // without the encoder's newline
	if b.Cap() <= deskMax {
		desks.Put(d)
	}
	if raw[mark+1] == '}' {
		raw[mark] = '}' // no fields
		raw = raw[:mark+1]
	} else {
		raw[mark] = ','
	}
	return seal(raw)
}

// seal writes the header right before the payload that starts at headerRoom.
func seal(raw []byte) Frame {
	const finalText = 0x81
	n := len(raw) - headerRoom
	switch {
	case n <= 125:
		raw = raw[headerRoom-2:]
		raw[0], raw[1] = finalText, byte(n)
		return Frame{raw}
	case n <= 0xffff:
		raw = raw[headerRoom-4:]
		raw[0], raw[1] = finalText, 126
		binary.BigEndian.PutUint16(raw[2:], uint16(n))
		return Frame{raw}
	default:
		raw[0], raw[1] = finalText, 127
		binary.BigEndian.PutUint64(raw[2:], uint64(n))
		return Frame{raw}
	}
}

package wire

import (
	"bytes"
	"encoding/json"
	"sync"
)

// Frame is an Out frame encoded once, immutable and shared by every socket it
// goes to. The zero Frame is none.
type Frame struct{ shared *encoded }

// encoded is a payload with free space before it, in which the transport writes
// its header once.
type encoded struct {
	raw   []byte // headerRoom bytes, then the payload
	once  sync.Once
	start int // where the transport's header begins
}

// headerRoom is the space before a payload, in bytes: the longest header of a
// WebSocket server fits.
const headerRoom = 10

// Payload is the frame's JSON. It must not be changed.
func (f Frame) Payload() []byte { return f.shared.raw[headerRoom:] }

// Len is the length of the payload in bytes; 0 for the zero Frame.
func (f Frame) Len() int {
	if f.shared == nil {
		return 0
	}
	return len(f.shared.raw) - headerRoom
}

// WithHeader gives the frame as it goes on a connection. The first call has
// header write what precedes a payload of size bytes at the end of room, and
// give its length; later calls give the same bytes. They must not be changed.
func (f Frame) WithHeader(header func(room []byte, size int) int) []byte {
	if f.shared == nil {
		return nil
	}
	f.shared.once.Do(func() { f.shared.start = headerRoom - header(f.shared.raw[:headerRoom], f.Len()) })
	return f.shared.raw[f.shared.start:]
}

// encodeBuffer is the memory a frame is written in; the frame is a copy of its length.
type encodeBuffer struct {
	b bytes.Buffer
	e *json.Encoder
}

var encodeBuffers = sync.Pool{New: func() any {
	d := new(encodeBuffer)
	d.e = json.NewEncoder(&d.b)
	d.e.SetEscapeHTML(false)
	return d
}}

// maxEncodeBuffer is the largest buffer that is kept: a history of usual messages fits.
const maxEncodeBuffer = 64 << 10

// Encode makes the Frame of out. Text is not HTML-escaped: it is never placed
// in a page as markup.
func Encode(out Out) Frame {
	d := encodeBuffers.Get().(*encodeBuffer)
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
	if b.Cap() <= maxEncodeBuffer {
		encodeBuffers.Put(d)
	}
	if raw[mark+1] == '}' {
		raw[mark] = '}' // no fields
		raw = raw[:mark+1]
	} else {
		raw[mark] = ','
	}
	return Frame{&encoded{raw: raw}}
}

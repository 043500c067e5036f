// The frames of RFC 6455 as a client reads and writes them, without compression.

package loadtest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
)

const (
	opContinuation = 0x0
	opText         = 0x1
	opClose        = 0x8
	opPing         = 0x9
	opPong         = 0xa

	finalBit  = 0x80
	maskedBit = 0x80
	mostBytes = 4 << 20 // of one message
)

var errFrame = errors.New("a frame that is none")

// closed is how a node ended a connection.
type closed struct {
	code   int
	reason string
}

func (c closed) Error() string { return fmt.Sprintf("closed with %d %s", c.code, c.reason) }

// appendFrame appends a frame with a mask, as a client has to.
func appendFrame(b []byte, op byte, payload []byte) []byte {
	b = append(b, finalBit|op)
	switch n := len(payload); {
	case n < 126:
		b = append(b, maskedBit|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, maskedBit|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, maskedBit|127), uint64(n))
	}
	var mask [4]byte
	binary.BigEndian.PutUint32(mask[:], rand.Uint32())
	b = append(b, mask[:]...)
	for i, c := range payload {
		b = append(b, c^mask[i&3])
	}
	return b
}

// inbound puts together what a connection receives.
type inbound struct {
	rest    []byte // of a frame that has not come whole
	message []byte // the parts of a message that has not come whole
	parts   bool
}

// feed takes bytes and calls each with every message and control frame that is whole.
// The bytes may be used again when it returns.
func (in *inbound) feed(p []byte, each func(op byte, payload []byte) error) error {
	if len(in.rest) > 0 {
		in.rest = append(in.rest, p...)
		p = in.rest
	}
	for {
		first, payload, size, err := cutFrame(p)
		if err != nil {
			return err
		}
		if size == 0 {
			break
		}
		if err := in.pass(first, payload, each); err != nil {
			return err
		}
		p = p[size:]
	}
	if len(p) == 0 {
		in.rest = nil // most of the time, and memory for ten thousand
		return nil
	}
	in.rest = append([]byte(nil), p...)
	return nil
}

// pass gives a frame on, or keeps it as a part.
func (in *inbound) pass(first byte, payload []byte, each func(op byte, payload []byte) error) error {
	op, final := first&0x0f, first&finalBit != 0
	if op >= opClose || (final && !in.parts) {
		return each(op, payload)
	}
	in.parts = true
	if in.message = append(in.message, payload...); len(in.message) > mostBytes {
		return errFrame
	}
	if !final {
		return nil
	}
	whole := in.message
	in.message, in.parts = nil, false
	return each(opText, whole)
}

// cutFrame gives the frame that p begins with and its size; 0 when it has not come whole.
func cutFrame(p []byte) (first byte, payload []byte, size int, err error) {
	if len(p) < 2 {
		return 0, nil, 0, nil
	}
	n, head := uint64(p[1]), 2
	switch {
	case p[0]&0x70 != 0 || p[1]&maskedBit != 0:
		return 0, nil, 0, errFrame // compressed, or as only a client writes
	case n == 126:
		if head = 4; len(p) < head {
			return 0, nil, 0, nil
		}
		n = uint64(binary.BigEndian.Uint16(p[2:]))
	case n == 127:
		if head = 10; len(p) < head {
			return 0, nil, 0, nil
		}
		n = binary.BigEndian.Uint64(p[2:])
	}
	if n > mostBytes {
		return 0, nil, 0, errFrame
	}
	if size = head + int(n); len(p) < size {
		return 0, nil, 0, nil
	}
	return p[0], p[head:size], size, nil
}

// readClose is what a close frame says.
func readClose(payload []byte) closed {
	if len(payload) < 2 {
		return closed{code: 1005}
	}
	return closed{int(binary.BigEndian.Uint16(payload)), string(payload[2:])}
}

package socket

import (
	"encoding/binary"
	"unicode/utf8"

	"muster/actors/wire"
)

// This file writes WebSocket frames (RFC 6455 section 5.2): whole, unmasked, as
// a server sends them.

// Opcodes and the bits of a frame's first two bytes.
const (
	opContinuation = 0x0
	opText         = 0x1
	opClose        = 0x8
	opPing         = 0x9
	opPong         = 0xA

	bitFinal  = 0x80
	bitMasked = 0x80
)

const reasonMax = 123 // bytes of a close reason (RFC 6455 section 5.5)

var pingFrame = []byte{bitFinal | opPing, 0}

// writeTextHeader writes the header of a text frame with a payload of size bytes
// at the end of room, and gives its length: the room of wire.Frame.WithHeader.
func writeTextHeader(room []byte, size int) int {
	end := len(room)
	switch {
	case size <= 125:
		room[end-2], room[end-1] = bitFinal|opText, byte(size)
		return 2
	case size <= 0xffff:
		room[end-4], room[end-3] = bitFinal|opText, 126
		binary.BigEndian.PutUint16(room[end-2:], uint16(size))
		return 4
	default:
		room[end-10], room[end-9] = bitFinal|opText, 127
		binary.BigEndian.PutUint64(room[end-8:], uint64(size))
		return 10
	}
}

// closeFrame is a whole close frame (RFC 6455 section 5.5.1). A reason over 123
// bytes is cut at a code point.
func closeFrame(code wire.CloseCode, reason string) []byte {
	if len(reason) > reasonMax {
		n := reasonMax
		for !utf8.RuneStart(reason[n]) {
			n--
		}
		reason = reason[:n]
	}
	frame := append(make([]byte, 0, 4+len(reason)), bitFinal|opClose, byte(2+len(reason)))
	frame = binary.BigEndian.AppendUint16(frame, uint16(code))
	return append(frame, reason...)
}

// codeOf is the code of a close frame, 0 for one without.
func codeOf(frame []byte) int16 {
	if len(frame) < 4 {
		return 0
	}
	return int16(binary.BigEndian.Uint16(frame[2:]))
}

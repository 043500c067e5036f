package socket

import (
	"encoding/binary"

	"muster/actors/wire"
)

// This file follows the borders of WebSocket frames in a stream of bytes
// (RFC 6455 section 5.2). It judges nothing: that is the library's part.

// stream is the place in a stream of frames. The zero value is its start.
type stream struct {
	head   [14]byte
	have   uint8  // bytes of head collected
	left   uint64 // payload bytes of the present frame still to come
	size   uint64 // payload bytes of the present or last frame
	first  byte   // first byte of the present or last frame
	open   bool   // a message lacks its final frame
	closed bool   // a whole close frame has passed
	done   uint32 // messages, and control frames outside of one, that have passed
	minor  uint32 // control and continuation frames that have passed
	texts  uint32 // messages that have passed
	after  bool   // a control frame has passed since the last of them
}

// pass moves the place behind p.
func (s *stream) pass(p []byte) {
	for len(p) > 0 {
		if s.left > 0 {
			n := min(uint64(len(p)), s.left)
			s.left -= n
			p = p[n:]
			if s.left == 0 {
				s.end()
			}
			continue
		}
		n := copy(s.head[s.have:s.headLen()], p)
		s.have += uint8(n)
		p = p[n:]
		if int(s.have) == s.headLen() {
			s.begin()
		}
	}
}

// headLen is the length of the present header as far as it is known.
func (s *stream) headLen() int {
	if s.have < 2 {
		return 2
	}
	n := 2
	switch s.head[1] &^ bitMasked {
	case 126:
		n += 2
	case 127:
		n += 8
	}
	if s.head[1]&bitMasked != 0 {
		n += 4
	}
	return n
}

func (s *stream) begin() {
	s.first = s.head[0]
	switch n := s.head[1] &^ bitMasked; n {
	case 126:
		s.left = uint64(binary.BigEndian.Uint16(s.head[2:]))
	case 127:
		s.left = binary.BigEndian.Uint64(s.head[2:])
	default:
		s.left = uint64(n)
	}
	s.have, s.size = 0, s.left
	if s.left == 0 {
		s.end()
	}
}

func (s *stream) end() {
	switch opcode := s.first & 0xf; {
	case opcode >= opClose:
		s.minor++
		s.after = true
		if !s.open {
			s.done++
		}
		s.closed = s.closed || opcode == opClose
	default:
		if opcode == opContinuation {
			s.minor++
		}
		s.open = s.first&bitFinal == 0
		if !s.open {
			s.done++
			s.texts++
			s.after = false
		}
	}
}

// tooBig says that a data frame announces more than a message may have. A length
// that no frame can have is the library's to judge.
func (s *stream) tooBig() bool {
	return s.size > wire.MaxFrame && s.size>>63 == 0 && s.first&0xf < opClose
}

// atBorder says that no frame has been begun.
func (s *stream) atBorder() bool { return s.have == 0 && s.left == 0 }

// inMessage says that a frame or a message has been begun and not ended.
func (s *stream) inMessage() bool { return !s.atBorder() || s.open }

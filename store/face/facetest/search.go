package facetest

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
)

// Secret is what must not be found: any window of so many successive bytes of it.
type Secret struct {
	Name   string
	Bytes  []byte
	Window int
}

// written is a secret in one of the ways in which a program writes bytes.
type written struct {
	Secret
	how string
}

// Search looks for secrets in any writing.
type Search struct {
	all    []written
	blocks map[uint64][]place
	maybe  []uint64 // a bit for each block there may be, so that most lookups are none
}

// place is where in a written secret a block is.
type place struct{ secret, at int }

const blockSize = 8

// SearchFor prepares a search. Of each writing it keeps so many blocks that every window
// has a whole one.
func SearchFor(secrets ...Secret) *Search {
	s := &Search{blocks: map[uint64][]place{}, maybe: make([]uint64, 1<<16)}
	for _, one := range secrets {
		inHex := hex.EncodeToString(one.Bytes)
		s.add(one, "as it is", one.Bytes, one.Window)
		s.add(one, "in hex", []byte(inHex), 2*one.Window)
		s.add(one, "in hex", []byte(strings.ToUpper(inHex)), 2*one.Window)
		for first := range 3 { // three bytes are four letters, from one of three beginnings on
			for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
				s.add(one, "in base64", []byte(alphabet.EncodeToString(one.Bytes[first:])), (one.Window-2)/3*4)
			}
		}
	}
	return s
}

func (s *Search) add(one Secret, how string, content []byte, window int) {
	s.all = append(s.all, written{Secret{one.Name, content, window}, how})
	for at := 0; at+blockSize <= len(content); at += window - blockSize + 1 {
		block := binary.LittleEndian.Uint64(content[at:])
		s.blocks[block] = append(s.blocks[block], place{len(s.all) - 1, at})
		bit := bitOf(block)
		s.maybe[bit/64] |= 1 << (bit % 64)
	}
}

func bitOf(block uint64) uint64 { return block * 0x9e3779b97f4a7c15 >> 42 }

// In says what is found in content, and how it is written there.
func (s *Search) In(content []byte) (out []string) {
	for at := 0; at+blockSize <= len(content); at++ {
		block := binary.LittleEndian.Uint64(content[at:])
		if bit := bitOf(block); s.maybe[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		for _, p := range s.blocks[block] {
			w := s.all[p.secret]
			line := w.Name + " " + w.how
			if slices.Contains(out, line) {
				continue
			}
			first, end := 0, 0
			for first < min(at, p.at) && content[at-first-1] == w.Bytes[p.at-first-1] {
				first++
			}
			for at+end < len(content) && p.at+end < len(w.Bytes) && content[at+end] == w.Bytes[p.at+end] {
				end++
			}
			if first+end >= w.Window {
				out = append(out, line)
			}
		}
	}
	return out
}

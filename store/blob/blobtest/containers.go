package blobtest

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"strings"
)

func crc(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

// Tracks says what a made container holds.
type Tracks struct{ Audio, Video bool }

// Webm is a recording as browsers make it: its segment and its cluster have no
// known end. It is filled up to size; 0 leaves it small.
func Webm(t Tracks, size int) []byte {
	var entries []byte
	if t.Video {
		entries = append(entries, element(0xAE, element(0x83, []byte{1}), element(0xE0, element(0xB0, []byte{1, 64}), element(0xBA, []byte{0, 240})))...)
	}
	if t.Audio {
		entries = append(entries, element(0xAE, element(0x83, []byte{2}), element(0x86, []byte("A_OPUS")))...)
	}
	length := binary.BigEndian.AppendUint64(nil, math.Float64bits(2500))
	out := element(0x1A45DFA3, element(0x4286, []byte{1}), element(0x4282, []byte("webm")))
	out = append(out, 0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	out = append(out, element(0x1549A966, element(0x2AD7B1, []byte{0x0f, 0x42, 0x40}), element(0x4489, length))...)
	out = append(out, element(0x1654AE6B, entries)...)
	out = append(out, 0x1F, 0x43, 0xB6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	out = append(out, element(0xE7, []byte{0})...)
	out = append(out, element(0xA3, make([]byte, 100))...)
	if left := size - len(out); left > 0 {
		out = append(out, void(left)...)
	}
	return out
}

// void is an element of n bytes that means nothing.
func void(n int) []byte {
	out := make([]byte, n)
	out[0] = 0xEC
	binary.BigEndian.PutUint64(out[1:], 1<<56|uint64(n-9))
	return out
}

// element is an element of WebM with its children or its content.
func element(id uint64, parts ...[]byte) []byte {
	n := (bits.Len64(id) + 7) / 8
	out := binary.BigEndian.AppendUint64(nil, id)[8-n:]
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	out = binary.BigEndian.AppendUint32(out, 1<<28|uint32(size))
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// MP4 is a movie of a brand ("isom", "qt  ") that holds the place where it was taken. Its
// tracks are listed at its end when last is set. It is filled up to size.
func MP4(brand string, t Tracks, last bool, size int) []byte {
	var tracks []byte
	track := func(handler string, width, height uint16) {
		head := make([]byte, 84)
		binary.BigEndian.PutUint16(head[76:], width)
		binary.BigEndian.PutUint16(head[80:], height)
		kind := append(append(make([]byte, 8), handler...), make([]byte, 13)...)
		tracks = append(tracks, Box("trak", Box("tkhd", head), Box("mdia", Box("hdlr", kind)))...)
	}
	if t.Video {
		track("vide", 640, 360)
	}
	if t.Audio {
		track("soun", 0, 0)
	}
	movie := make([]byte, 100)
	binary.BigEndian.PutUint32(movie[12:], 1000)
	binary.BigEndian.PutUint32(movie[16:], 3500)
	head := Box("ftyp", []byte(brand+"\x00\x00\x02\x00"+brand))
	moov := Box("moov", Box("mvhd", movie), tracks, Box("udta", []byte(Secret)))
	data := make([]byte, max(size-len(head)-len(moov)-8, 64))
	if last {
		return append(append(head, Box("mdat", data)...), moov...)
	}
	return append(append(head, moov...), Box("mdat", data)...)
}

// Box is a box of an MP4 file.
func Box(kind string, parts ...[]byte) []byte {
	out := append(make([]byte, 4), kind...)
	for _, p := range parts {
		out = append(out, p...)
	}
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// WAV is a sound of a second and a half, filled up to size.
func WAV(size int) []byte {
	format := []byte{1, 0, 1, 0}
	format = binary.LittleEndian.AppendUint32(format, 8000)
	format = binary.LittleEndian.AppendUint32(format, 8000)
	format = append(format, 1, 0, 8, 0)
	const heads = 12 + 8 + 16 + 8
	return riff("WAVE", riffChunk("fmt ", format), riffChunk("data", make([]byte, max(size-heads, 12_000))))
}

// MP3 is ten frames of silence after a tag.
func MP3() []byte {
	frame := append([]byte{0xff, 0xfb, 0x90, 0x00}, make([]byte, 413)...)
	return append([]byte("ID3\x04\x00\x00\x00\x00\x00\x0a"+strings.Repeat("\x00", 10)), []byte(strings.Repeat(string(frame), 10))...)
}

// Ogg is two pages of a codec: "OpusHead" is sound, "\x80theora" is a video.
func Ogg(codec string) []byte {
	page := func(position uint64, body []byte) []byte {
		out := append([]byte("OggS\x00\x00"), binary.LittleEndian.AppendUint64(nil, position)...)
		out = append(out, make([]byte, 12)...)
		return append(append(out, 1, byte(len(body))), body...)
	}
	head := append([]byte(codec), make([]byte, 30)...)
	return append(page(0, head), page(96_000, make([]byte, 200))...)
}

func riff(kind string, chunks ...[]byte) []byte {
	out := []byte("RIFF\x00\x00\x00\x00" + kind)
	for _, c := range chunks {
		out = append(out, c...)
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

func riffChunk(name string, body []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
	out = append(out, body...)
	if len(body)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

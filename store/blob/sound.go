package blob

import (
	"bytes"
	"encoding/binary"
)

// intactSound says whether a sound file is complete, as far as its format shows it,
// and its length in seconds, 0 for unknown.
func intactSound(contentType string, f file) (intact bool, length float64) {
	f.r = newWindow(f.r)
	switch contentType {
	case "audio/wav":
		return f.wav()
	case "audio/ogg":
		return f.ogg()
	case "audio/mpeg":
		return f.mp3()
	}
	return false, 0
}

// wav walks the chunks of a RIFF file: it needs a format and the samples.
func (f file) wav() (bool, float64) {
	rate, samples := uint32(0), int64(-1)
	for at := int64(12); at+8 <= f.size; {
		head := f.bytes(at, 8)
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		switch string(head[:4]) {
		case "fmt ":
			if format := f.bytes(at+8, 16); format != nil {
				rate = binary.LittleEndian.Uint32(format[8:])
			}
		case "data":
			if size == 0 || size == 0xffffffff { // a recorder that did not come back to write it
				size = f.size - at - 8
			}
			samples = size
			if at+8+size > f.size {
				return false, 0
			}
		}
		at += 8 + size + size%2
	}
	return rate > 0 && samples >= 0, seconds(float64(samples), float64(rate))
}

// ogg walks the pages (RFC 3533). The first one names the codec, which must be
// one of sound.
func (f file) ogg() (bool, float64) {
	samples, rate := uint64(0), 0.0
	for at, first := int64(0), true; at < f.size; first = false {
		head := f.bytes(at, 27)
		if head == nil || string(head[:4]) != "OggS" {
			return !first && f.zeros(at), seconds(float64(samples), rate)
		}
		lacing := f.bytes(at+27, int(head[26]))
		if lacing == nil {
			return false, 0
		}
		body := at + 27 + int64(len(lacing))
		size := int64(0)
		for _, n := range lacing {
			size += int64(n)
		}
		if first {
			if rate = oggRate(f.bytes(body, int(min(size, 64)))); rate == 0 {
				return false, 0
			}
		}
		if position := binary.LittleEndian.Uint64(head[6:]); position != 1<<64-1 {
			samples = position
		}
		if at = body + size; at > f.size {
			return false, 0
		}
	}
	return true, seconds(float64(samples), rate)
}

// oggRate is the number of samples a second in the first packet; 0 when the packet is
// not of a sound.
func oggRate(packet []byte) float64 {
	switch {
	case bytes.HasPrefix(packet, []byte("OpusHead")):
		return 48_000
	case bytes.HasPrefix(packet, []byte("\x01vorbis")) && len(packet) >= 16:
		return float64(binary.LittleEndian.Uint32(packet[12:]))
	case bytes.HasPrefix(packet, []byte("\x7fFLAC")) && len(packet) >= 30:
		return float64(uint32(packet[27])<<12 | uint32(packet[28])<<4 | uint32(packet[29])>>4)
	case bytes.HasPrefix(packet, []byte("Speex   ")) && len(packet) >= 40:
		return float64(binary.LittleEndian.Uint32(packet[36:]))
	}
	return 0
}

// mp3 walks the frames after an ID3 tag. It needs one frame with another, the
// file's end or a tag after it, and all that follows is taken as it is: tags at
// the end of real files are of many forms.
func (f file) mp3() (bool, float64) {
	at := int64(0)
	if tag := f.bytes(0, 10); tag != nil && string(tag[:3]) == "ID3" {
		at = 10 + int64(tag[6]&0x7f)<<21 + int64(tag[7]&0x7f)<<14 + int64(tag[8]&0x7f)<<7 + int64(tag[9]&0x7f)
	}
	frames, length := 0, 0.0
	for at < f.size {
		size, time := mp3Frame(f.bytes(at, 4))
		if size == 0 {
			break
		}
		frames, length, at = frames+1, length+time, at+size
	}
	return frames >= 2 || frames == 1 && (at >= f.size || f.zeros(at)), length
}

var (
	mp3Rates   = [4]int{44100, 48000, 32000, 0}
	mp3Layer3  = [16]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0}
	mp3Layer3b = [16]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0} // MPEG 2 and 2.5
)

// mp3Frame is the size and the length of the frame with a header; 0 for none.
func mp3Frame(head []byte) (size int64, length float64) {
	if head == nil || head[0] != 0xff || head[1]&0xe0 != 0xe0 || head[1]>>1&3 != 1 {
		return 0, 0
	}
	version := head[1] >> 3 & 3 // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
	rate := mp3Rates[head[2]>>2&3]
	kbit, samples := mp3Layer3[head[2]>>4], 1152
	switch version {
	case 1:
		return 0, 0
	case 2:
		rate /= 2
	case 0:
		rate /= 4
	}
	if version != 3 {
		kbit, samples = mp3Layer3b[head[2]>>4], 576
	}
	if kbit == 0 || rate == 0 {
		return 0, 0
	}
	return int64(samples/8*kbit*1000/rate) + int64(head[2]>>1&1), float64(samples) / float64(rate)
}

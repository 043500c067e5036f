package blob

import (
	"encoding/binary"
	"io"
)

// box is one box of an MP4 or QuickTime file (ISO/IEC 14496-12).
type box struct {
	kind       string
	body, next int64 // where its content begins, and the box after it
}

// readBox reads the box at a place that ends before end; ok is false when there
// is none.
func (f file) readBox(at, end int64) (b box, ok bool) {
	head := f.bytes(at, 8)
	if head == nil || at+8 > end {
		return b, false
	}
	size := int64(binary.BigEndian.Uint32(head))
	b = box{kind: string(head[4:]), body: at + 8, next: at + size}
	switch size {
	case 0: // to the end of the file
		b.next = end
	case 1:
		long := f.bytes(at+8, 8)
		if long == nil {
			return b, false
		}
		wide := binary.BigEndian.Uint64(long)
		if wide > 1<<62 {
			return b, false
		}
		b.body, b.next = at+16, at+int64(wide)
	}
	for _, c := range head[4:] {
		if c < 0x20 && c != 0 || c == 0x7f {
			return b, false
		}
	}
	return b, b.next >= b.body
}

// maxBoxes bounds how many boxes of one level are read.
const maxBoxes = 100_000

// eachBox calls visit for the boxes between two places, and says whether they end
// exactly there. A box may end later when the file was read in part.
func (f file) eachBox(at, end int64, visit func(box)) bool {
	for range maxBoxes {
		if at == end {
			return true
		}
		if at > end {
			return false
		}
		b, ok := f.readBox(at, end)
		if !ok || b.kind == "\x00\x00\x00\x00" {
			return f.size == end && f.zeros(at)
		}
		visit(b)
		at = b.next
	}
	return false
}

// readMP4Tracks reads which tracks an MP4 or QuickTime file has.
func readMP4Tracks(r io.ReaderAt, size int64) tracks {
	f := file{r, size}
	t := tracks{quicktime: true} // the oldest files name no brand
	t.intact = f.eachBox(0, size, func(top box) {
		switch top.kind {
		case "ftyp":
			t.quicktime = string(f.bytes(top.body, 4)) == "qt  "
		case "moov":
			if top.next > size {
				return
			}
			t.whole = f.eachBox(top.body, top.next, func(b box) {
				switch b.kind {
				case "mvhd":
					t.duration = f.movieDuration(b)
				case "trak":
					f.readTrack(b, &t)
				}
			})
		}
	})
	return t
}

// readTrack notes what one track is.
func (f file) readTrack(track box, t *tracks) {
	width, height := 0, 0
	f.eachBox(track.body, track.next, func(b box) {
		switch b.kind {
		case "tkhd":
			// The size of the picture ends the box, in 1/65536 pixels.
			if end := f.bytes(b.next-8, 8); end != nil && b.next-8 > b.body {
				width, height = int(binary.BigEndian.Uint32(end)>>16), int(binary.BigEndian.Uint32(end[4:])>>16)
			}
		case "mdia":
			f.eachBox(b.body, b.next, func(b box) {
				if b.kind != "hdlr" {
					return
				}
				switch string(f.bytes(b.body+8, 4)) {
				case "vide":
					t.video = true
				case "soun":
					t.audio = true
				}
			})
		}
	})
	if width > 0 && height > 0 {
		t.width, t.height = width, height
	}
}

// movieDuration reads the length from the movie's header.
func (f file) movieDuration(b box) float64 {
	head := f.bytes(b.body, 32)
	if head == nil {
		return 0
	}
	if head[0] == 1 {
		return seconds(float64(binary.BigEndian.Uint64(head[24:])), float64(binary.BigEndian.Uint32(head[20:])))
	}
	units := binary.BigEndian.Uint32(head[16:])
	if units == 0xffffffff {
		return 0
	}
	return seconds(float64(units), float64(binary.BigEndian.Uint32(head[12:])))
}

// hidePlaces renames the boxes of a movie that say where and by what device it was
// recorded, so that players skip them. Nothing moves.
func hidePlaces(rw io.WriterAt, f file) error {
	var err error
	hide := func(b box, head int64) {
		if b.kind == "udta" || b.kind == "meta" {
			if _, e := rw.WriteAt([]byte("free"), head+4); e != nil && err == nil {
				err = e
			}
		}
	}
	var inside func(at, end int64)
	inside = func(at, end int64) {
		f.eachBox(at, end, func(b box) {
			hide(b, at)
			if b.kind == "moov" || b.kind == "trak" {
				inside(b.body, b.next)
			}
			at = b.next
		})
	}
	inside(0, f.size)
	return err
}

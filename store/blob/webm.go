package blob

import (
	"io"
	"math"
	"math/bits"
)

// The elements of a WebM file that matter here (RFC 8794, RFC 9559).
const (
	ebmlHeader    = 0x1A45DFA3
	docType       = 0x4282
	segment       = 0x18538067
	segmentInfo   = 0x1549A966
	timeScale     = 0x2AD7B1
	duration      = 0x4489
	trackList     = 0x1654AE6B
	trackEntry    = 0xAE
	trackType     = 0x83
	videoSettings = 0xE0
	pixelWidth    = 0xB0
	pixelHeight   = 0xBA
	cluster       = 0x1F43B675
)

// element is one element of a WebM file.
type element struct {
	id         uint64
	body, next int64
	open       bool // its end is not known: what follows is inside, or after it
}

// readElement reads the element at a place.
func (f file) readElement(at int64) (e element, ok bool) {
	head := f.bytes(at, int(min(12, max(f.size-at, 0))))
	if len(head) == 0 {
		return e, false
	}
	n := bits.LeadingZeros8(head[0]) + 1
	if n > 4 || len(head) <= n {
		return e, false
	}
	for _, c := range head[:n] {
		e.id = e.id<<8 | uint64(c)
	}
	m := bits.LeadingZeros8(head[n]) + 1
	if m > 8 || len(head) < n+m {
		return e, false
	}
	size, unknown := uint64(head[n])&(0xff>>m), uint64(0xff>>m)
	for _, c := range head[n+1 : n+m] {
		size, unknown = size<<8|uint64(c), unknown<<8|0xff
	}
	e.body = at + int64(n+m)
	if e.open = size == unknown; e.open {
		e.next = f.size
	} else if size > 1<<50 {
		return e, false
	} else {
		e.next = e.body + int64(size)
	}
	return e, true
}

// eachElement calls visit for the elements between two places, and says whether
// they end exactly there.
func (f file) eachElement(at, end int64, visit func(element)) bool {
	for at < end {
		e, ok := f.readElement(at)
		if !ok {
			return f.size == end && f.zeros(at)
		}
		visit(e)
		if at = e.next; e.open {
			at = e.body // its children are read as if they followed it
		}
	}
	return at == end
}

// readWebmTracks reads which tracks a WebM file has.
func readWebmTracks(r io.ReaderAt, size int64) tracks {
	f := file{newWindow(r), size}
	t := tracks{}
	isWebm, scale, length := false, 1_000_000.0, 0.0
	parts := func(e element) {
		switch e.id {
		case segmentInfo:
			f.eachElement(e.body, e.next, func(e element) {
				switch e.id {
				case timeScale:
					scale = float64(f.number(e))
				case duration:
					length = f.float(e)
				}
			})
		case trackList:
			t.whole = e.next <= size && f.eachElement(e.body, e.next, func(e element) {
				if e.id == trackEntry {
					f.readEntry(e, &t)
				}
			})
		}
	}
	t.intact = f.eachElement(0, size, func(e element) {
		switch e.id {
		case ebmlHeader:
			f.eachElement(e.body, e.next, func(e element) {
				if e.id == docType {
					isWebm = string(f.bytes(e.body, int(min(e.next-e.body, 4)))) == "webm"
				}
			})
		case segment:
			if !e.open {
				f.eachElement(e.body, min(e.next, size), parts)
			}
		default:
			parts(e)
		}
	})
	if !isWebm {
		return tracks{}
	}
	t.duration = seconds(length*scale, 1e9)
	return t
}

// readEntry notes what one track is.
func (f file) readEntry(entry element, t *tracks) {
	f.eachElement(entry.body, entry.next, func(e element) {
		switch e.id {
		case trackType:
			switch f.number(e) {
			case 1:
				t.video = true
			case 2:
				t.audio = true
			}
		case videoSettings:
			f.eachElement(e.body, e.next, func(e element) {
				switch e.id {
				case pixelWidth:
					t.width = int(min(f.number(e), 1<<16))
				case pixelHeight:
					t.height = int(min(f.number(e), 1<<16))
				}
			})
		}
	})
}

// number reads an element's unsigned integer; 0 for what is none.
func (f file) number(e element) uint64 {
	if e.next-e.body > 8 {
		return 0
	}
	n := uint64(0)
	for _, c := range f.bytes(e.body, int(e.next-e.body)) {
		n = n<<8 | uint64(c)
	}
	return n
}

// float reads an element's floating point number; 0 for what is none.
func (f file) float(e element) float64 {
	switch e.next - e.body {
	case 4:
		return float64(math.Float32frombits(uint32(f.number(e))))
	case 8:
		return math.Float64frombits(f.number(e))
	}
	return 0
}

// window reads a file in large pieces for who reads it in small ones, forward.
type window struct {
	r     io.ReaderAt
	start int64
	held  []byte
}

func newWindow(r io.ReaderAt) *window { return &window{r: r} }

// ReadAt implements io.ReaderAt.
func (w *window) ReadAt(p []byte, at int64) (int, error) {
	if at < w.start || at+int64(len(p)) > w.start+int64(len(w.held)) {
		if len(p) > headSize {
			return w.r.ReadAt(p, at)
		}
		if w.held == nil {
			w.held = make([]byte, headSize)
		}
		n, err := w.r.ReadAt(w.held[:headSize], at)
		w.start, w.held = at, w.held[:n]
		if n < len(p) {
			copy(p, w.held)
			if err == nil {
				err = io.ErrUnexpectedEOF
			}
			return n, err
		}
	}
	return copy(p, w.held[at-w.start:]), nil
}

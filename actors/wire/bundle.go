package wire

// Bundle is frames that go together, one behind the other in one piece of
// memory: a socket queues and writes them as one. Immutable and shared, as a
// Frame is; the zero Bundle has none.
type Bundle struct {
	raw  []byte
	ends []int // where each frame ends, in the bundle it was cut from
	from int   // where raw begins there
}

// Together makes a Bundle; of one frame it is that frame's own memory.
func Together(frames ...Frame) Bundle {
	b := Bundle{ends: make([]int, len(frames))}
	size := 0
	for i, f := range frames {
		size += f.Len()
		b.ends[i] = size
	}
	if len(frames) == 1 {
		b.raw = frames[0].raw
		return b
	}
	b.raw = make([]byte, 0, size)
	for _, f := range frames {
		b.raw = append(b.raw, f.raw...)
	}
	return b
}

// Bytes are the frames as they go on the connection. They must not be changed.
func (b Bundle) Bytes() []byte { return b.raw }

// Count is the number of frames.
func (b Bundle) Count() int { return len(b.ends) }

// Cut gives frames from to before to, without copying.
func (b Bundle) Cut(from, to int) Bundle {
	start, end := b.start(from), b.start(to)
	return Bundle{raw: b.raw[start-b.from : end-b.from], ends: b.ends[from:to], from: start}
}

// At gives one frame.
func (b Bundle) At(i int) Frame { return Frame{b.Cut(i, i+1).raw} }

// start is where frame i begins, or the last one ends.
func (b Bundle) start(i int) int {
	if i == 0 {
		return b.from
	}
	return b.ends[i-1]
}

package wire

import "sync"

// Frames are frames that leave together, one behind the other in one piece of
// memory: a socket queues and writes them as one. Immutable and shared by every
// socket they go to. The zero Frames has none.
//
// While 10,000 members came into 100 rooms, queueing them one by one was a tenth of
// the samples of the node's profile; what this is worth is in http/socket/measurements.md.
type Frames struct {
	shared   *sharedFrames
	from, to int // of shared.frames
}

// sharedFrames are what all Frames cut from one Together share.
type sharedFrames struct {
	frames []Frame
	once   sync.Once
	raw    []byte
	ends   []int // where each frame ends in raw
}

// Together makes Frames of frames, which must not be changed any more.
func Together(frames []Frame) Frames {
	return Frames{&sharedFrames{frames: frames}, 0, len(frames)}
}

// All gives the frames one by one.
func (f Frames) All() []Frame {
	if f.shared == nil {
		return nil
	}
	return f.shared.frames[f.from:f.to]
}

// Cut gives the frames from one place to before another, without copying.
func (f Frames) Cut(from, to int) Frames { return Frames{f.shared, f.from + from, f.from + to} }

// WithHeaders is Frame.WithHeader for all of them.
func (f Frames) WithHeaders(header func(room []byte, size int) int) []byte {
	if f.from == f.to {
		return nil
	}
	s := f.shared
	s.once.Do(func() { s.join(header) })
	start := 0
	if f.from > 0 {
		start = s.ends[f.from-1]
	}
	return s.raw[start:s.ends[f.to-1]]
}

func (s *sharedFrames) join(header func(room []byte, size int) int) {
	s.ends = make([]int, len(s.frames))
	size := 0
	for i, f := range s.frames {
		size += len(f.WithHeader(header))
		s.ends[i] = size
	}
	if len(s.frames) == 1 {
		s.raw = s.frames[0].WithHeader(header)
		return
	}
	s.raw = make([]byte, 0, size)
	for _, f := range s.frames {
		s.raw = append(s.raw, f.WithHeader(header)...)
	}
}

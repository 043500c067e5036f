package blob

import (
	"io"
	"math"
)

// tracks is what a container of sound and pictures says of itself.
type tracks struct {
	audio, video bool
	whole        bool // all tracks were read
	intact       bool // the container ends where the file ends
	quicktime    bool
	width        int
	height       int
	duration     float64 // seconds; 0 is unknown
}

// contentType is the type by the tracks inside; "" without any.
func (t tracks) contentType(container string) string {
	switch {
	case t.video && t.quicktime:
		return "video/quicktime"
	case t.video:
		return "video/" + container
	case t.audio:
		return "audio/" + container
	}
	return ""
}

// file reads numbers at places of a file.
type file struct {
	r    io.ReaderAt
	size int64
}

// bytes gives n bytes at a place; nil when the file has fewer.
func (f file) bytes(at int64, n int) []byte {
	if at < 0 || n < 0 || at > f.size-int64(n) {
		return nil
	}
	b := make([]byte, n)
	if _, err := f.r.ReadAt(b, at); err != nil && err != io.EOF {
		return nil
	}
	return b
}

// zeros says whether a file holds nothing but zeros from a place on, as some
// recorders fill files up.
func (f file) zeros(at int64) bool {
	b := make([]byte, 32<<10)
	for at < f.size {
		n, err := f.r.ReadAt(b[:min(int64(len(b)), f.size-at)], at)
		for _, c := range b[:n] {
			if c != 0 {
				return false
			}
		}
		if at += int64(n); n == 0 || err != nil && err != io.EOF {
			return false
		}
	}
	return true
}

// seconds is a duration in a scale; 0 for what no recorder writes.
func seconds(units, scale float64) float64 {
	d := units / scale
	if math.IsNaN(d) || math.IsInf(d, 0) || d < 0 {
		return 0
	}
	return d
}

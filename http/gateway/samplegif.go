package gateway

import (
	"bytes"
	"context"
	"image/gif"
	"strings"
	"sync"

	"muster/store/roomlog"
)

// SampleGIFs is a GIF service without an account: a dozen GIFs that this program
// draws itself, so that the picker can be tried. It is a roomlog.GIFProvider.
type SampleGIFs struct {
	folder string // where they are served
	all    []sampleGIF
}

// sampleGIF is one drawing. It is encoded when it is asked for first.
type sampleGIF struct {
	id, title, words string
	encode           func() []byte
}

// NewSampleGIFs makes the service; folder is where File's answers are served, like
// "/dev/gifs/".
func NewSampleGIFs(folder string) *SampleGIFs {
	s := &SampleGIFs{folder: folder}
	for _, d := range drawings {
		s.all = append(s.all, sampleGIF{d.id, d.title, d.title + " " + d.words, sync.OnceValue(func() []byte {
			var b bytes.Buffer
			if err := gif.EncodeAll(&b, d.animate()); err != nil {
				panic("gateway: a sample GIF does not encode: " + err.Error())
			}
			return b.Bytes()
		})})
	}
	return s
}

// File is the GIF with a file name, nil for none.
func (s *SampleGIFs) File(name string) []byte {
	for _, one := range s.all {
		if name == one.id+".gif" {
			return one.encode()
		}
	}
	return nil
}

// GIFs implements roomlog.GIFProvider: those in whose title or words each word of the
// query occurs.
func (s *SampleGIFs) GIFs(_ context.Context, q roomlog.GIFQuery) ([]roomlog.GIF, error) {
	page, skip := []roomlog.GIF{}, q.Offset
	for _, one := range s.all {
		if !one.matches(q.Words) {
			continue
		}
		if skip--; skip < 0 && len(page) < q.Limit {
			page = append(page, s.describe(one))
		}
	}
	return page, nil
}

// GIF implements roomlog.GIFProvider.
func (s *SampleGIFs) GIF(_ context.Context, id string) (roomlog.GIF, error) {
	for _, one := range s.all {
		if one.id == id {
			return s.describe(one), nil
		}
	}
	return roomlog.GIF{}, roomlog.ErrGIFUnknown()
}

func (g sampleGIF) matches(words string) bool {
	for _, word := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(strings.ToLower(g.words), word) {
			return false
		}
	}
	return true
}

func (s *SampleGIFs) describe(one sampleGIF) roomlog.GIF {
	address := s.folder + one.id + ".gif"
	return roomlog.GIF{
		ID: one.id, Title: one.title, URL: address, Preview: address, Thumbnail: address,
		Width: drawingWidth, Height: drawingHeight, Size: len(one.encode()),
	}
}

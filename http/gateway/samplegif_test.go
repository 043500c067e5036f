package gateway

import (
	"bytes"
	"context"
	"image/gif"
	"testing"

	"muster/store"
	"muster/store/roomlog"
)

// The samples are a dozen GIFs that move, each with an address that may be sent.
func TestSampleGIFs(t *testing.T) {
	const folder = "/dev/gifs/"
	s := NewSampleGIFs(folder)
	all, err := s.GIFs(context.Background(), roomlog.GIFQuery{Limit: roomlog.GIFPage})
	if err != nil || len(all) != 12 {
		t.Fatalf("%d GIFs, %v", len(all), err)
	}
	for _, one := range all {
		if _, err := roomlog.CheckGIF(one.URL, []string{folder}); err != nil {
			t.Errorf("%s may not be sent: %v", one.URL, err)
		}
		raw := s.File(one.ID + ".gif")
		moving, err := gif.DecodeAll(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%s: %v", one.ID, err)
		}
		if moving.Config.Width != one.Width || moving.Config.Height != one.Height || len(raw) != one.Size || one.Size > 512<<10 {
			t.Errorf("%s is %dx%d, %d bytes; described as %+v", one.ID, moving.Config.Width, moving.Config.Height, len(raw), one)
		}
		if len(moving.Image) < 10 || bytes.Equal(moving.Image[0].Pix, moving.Image[5].Pix) {
			t.Errorf("%s does not move", one.ID)
		}
		if again, err := s.GIF(context.Background(), one.ID); err != nil || again != one {
			t.Errorf("%s by its id: %+v %v", one.ID, again, err)
		}
	}
	if s.File("../outbox") != nil || s.File("") != nil {
		t.Error("what is no sample is served")
	}
	if _, err := s.GIF(context.Background(), "none"); store.CodeOf(err) != store.NotFound {
		t.Errorf("an unknown id: %v", err)
	}
}

func TestSampleGIFSearch(t *testing.T) {
	s := NewSampleGIFs("/dev/gifs/")
	count := func(q roomlog.GIFQuery) int {
		page, err := s.GIFs(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		return len(page)
	}
	for words, want := range map[string]int{"HEART love": 1, "happy": 2, "nothing like it": 0} {
		if got := count(roomlog.GIFQuery{Words: words, Limit: 20}); got != want {
			t.Errorf("%q: %d", words, got)
		}
	}
	if count(roomlog.GIFQuery{Limit: 5}) != 5 || count(roomlog.GIFQuery{Limit: 20, Offset: 10}) != 2 || count(roomlog.GIFQuery{Limit: 20, Offset: 12}) != 0 {
		t.Error("the pages are wrong")
	}
}

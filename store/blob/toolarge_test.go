package blob

import (
	"bytes"
	"os"
	"testing"

	"muster/store"
	"muster/store/blob/blobtest"
)

// A sound picture of more pixels than are decoded was answered "Please select a JPEG", which it
// was: nobody could know what to do.
func TestPictureOfTooManyPixelsHasItsOwnAnswer(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	png := blobtest.PNG(2, 2)
	copy(png[16:], []byte{0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff}) // 65,535 pixels each way
	copy(png[8:], blobtest.Chunk("IHDR", png[16:29]))
	gif := blobtest.GIF(20, 10, 1)
	copy(gif[6:], []byte{0xff, 0xff, 0xff, 0xff})
	flat := blobtest.PNG(2, 2)
	copy(flat[16:], make([]byte, 8)) // none
	copy(flat[8:], blobtest.Chunk("IHDR", flat[16:29]))
	for name, c := range map[string]struct {
		raw  []byte
		want *store.Error
	}{
		"png":           {png, store.ErrTooManyPixels()},
		"gif":           {gif, store.ErrTooManyPixels()},
		"gif of 1,001":  {blobtest.GIF(2, 2, 1001), store.ErrTooManyFrames()},
		"webp of 1,001": {blobtest.MovingWebP(1001), store.ErrTooManyFrames()},
		"no pixels":     {flat, store.ErrFileDamaged()},
	} {
		if _, err := prepare(t, s, c.raw, Hints{}); err == nil || store.AsError(err).Reason != c.want.Reason {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for name, c := range map[string]struct {
		raw  []byte
		want *store.Error
	}{
		"a profile's picture":      {png, store.ErrTooManyPixels()},
		"a profile's half picture": {blobtest.PNG(64, 64)[:80], store.ErrPictureDamaged()},
	} {
		received, err := s.Receive(bytes.NewReader(c.raw), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.PreparePicture(t.Context(), received); err == nil || store.AsError(err).Reason != c.want.Reason {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if left, err := os.ReadDir(s.folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

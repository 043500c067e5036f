package blob

import (
	"bytes"
	"image/jpeg"
	"io"
	"path/filepath"
	"testing"

	"muster/store"
	"muster/store/blob/blobtest"
)

// A file is stored, read back and removed, in a folder and in a bucket.
func TestStorages(t *testing.T) {
	address := s3Server(t, nil)
	bucket, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer bucket.Close()
	folder, err := Open(t.Context(), "file://"+filepath.ToSlash(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	const id = "01957a30-0000-7000-8000-000000000001"
	for name, s := range map[string]*Storage{"folder": folder, "bucket": bucket} {
		p, err := prepare(t, s, blobtest.MP4("isom", blobtest.Tracks{Video: true}, true, 12<<20), Hints{Poster: must(s.ReceivePoster(bytes.NewReader(blobtest.PNG(80, 60))))})
		if err != nil {
			t.Fatal(name, err)
		}
		if err := s.Put(t.Context(), id, p); err != nil {
			t.Fatal(name, err)
		}
		f, err := s.Get(t.Context(), id, store.MediaFile)
		if err != nil {
			t.Fatal(name, err)
		}
		if !bytes.Equal(content(t, f), content(t, p.file())) {
			t.Errorf("%s: read back otherwise", name)
		}
		if at, err := f.Seek(-8, io.SeekEnd); err != nil || at != p.Size-8 || len(content(t, f)) != 8 {
			t.Errorf("%s: seeks to %d: %v", name, at, err)
		}
		f.Close()
		if f, err = s.Get(t.Context(), id, store.MediaThumbnail); err != nil {
			t.Fatal(name, err)
		}
		if _, err := jpeg.Decode(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		f.Close()
		for i := range 2 {
			if found, err := s.Remove(t.Context(), id); err != nil || found != (i == 0) {
				t.Errorf("%s: %t %v", name, found, err)
			}
		}
		if _, err := s.Get(t.Context(), id, store.MediaFile); store.CodeOf(err) != store.NotFound {
			t.Errorf("%s: after its removal: %v", name, err)
		}
	}
}

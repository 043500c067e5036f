package blob

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"muster/store"
	"muster/store/blob/blobtest"
)

func openFolder(t testing.TB) *Storage {
	t.Helper()
	s, err := OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// prepare takes a file in.
func prepare(t testing.TB, s *Storage, raw []byte, hints Hints) (*Prepared, error) {
	t.Helper()
	spool, err := s.Receive(bytes.NewReader(raw), 0)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { spool.Close() })
	p, err := s.Prepare(t.Context(), spool, hints)
	if err == nil {
		t.Cleanup(p.Close)
	}
	return p, err
}

func content(t testing.TB, r io.Reader) []byte {
	t.Helper()
	raw, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// What a file is follows from what is in it: sound in containers of video is
// sound.
func TestMEDIA15TypesByContent(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	both, sound := blobtest.Tracks{Audio: true, Video: true}, blobtest.Tracks{Audio: true}
	for name, c := range map[string]struct {
		raw         []byte
		contentType string
		kind        store.MediaKind
		duration    float64
		width       int
	}{
		"jpeg":           {blobtest.JPEG(64, 32, 1), "image/jpeg", store.ImageMedia, 0, 64},
		"png":            {blobtest.PNG(64, 32), "image/png", store.ImageMedia, 0, 64},
		"gif":            {blobtest.GIF(20, 10, 3), "image/gif", store.ImageMedia, 0, 20},
		"webp":           {blobtest.WebP(), "image/png", store.ImageMedia, 0, 1},
		"moving webp":    {blobtest.MovingWebP(2), "image/webp", store.ImageMedia, 0, 1},
		"webm":           {blobtest.Webm(both, 0), "video/webm", store.VideoMedia, 2.5, 320},
		"webm of sound":  {blobtest.Webm(sound, 0), "audio/webm", store.VoiceMedia, 2.5, 0},
		"mp4":            {blobtest.MP4("isom", both, false, 0), "video/mp4", store.VideoMedia, 3.5, 640},
		"mp4, list last": {blobtest.MP4("isom", both, true, 0), "video/mp4", store.VideoMedia, 3.5, 640},
		"mp4 of sound":   {blobtest.MP4("isom", sound, true, 0), "audio/mp4", store.VoiceMedia, 3.5, 0},
		"m4a":            {blobtest.MP4("M4A ", sound, false, 0), "audio/mp4", store.VoiceMedia, 3.5, 0},
		"quicktime":      {blobtest.MP4("qt  ", both, true, 0), "video/quicktime", store.VideoMedia, 3.5, 640},
		"wav":            {blobtest.WAV(0), "audio/wav", store.VoiceMedia, 1.5, 0},
		"mp3":            {blobtest.MP3(), "audio/mpeg", store.VoiceMedia, 0.261, 0},
		"ogg":            {blobtest.Ogg("OpusHead"), "audio/ogg", store.VoiceMedia, 2, 0},
	} {
		p, err := prepare(t, s, c.raw, Hints{Waveform: []int{1, 2, 300}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.ContentType != c.contentType || p.Kind != c.kind || p.Metadata.Duration != c.duration || p.Metadata.Width != c.width {
			t.Errorf("%s: %s %s %+v", name, p.ContentType, p.Kind, p.Metadata)
		}
		stored := content(t, p.file())
		if int64(len(stored)) != p.Size || len(stored) == 0 {
			t.Errorf("%s: %d bytes, said %d", name, len(stored), p.Size)
		}
		if bytes.Contains(stored, []byte(blobtest.Secret)) && p.Kind == store.ImageMedia {
			t.Errorf("%s: its metadata is stored", name)
		}
		if voice := p.Kind == store.VoiceMedia; voice != (len(p.Metadata.Waveform) == 3) {
			t.Errorf("%s: waveform %v", name, p.Metadata.Waveform)
		}
		if image := p.Kind == store.ImageMedia; image != p.HasThumbnail() {
			t.Errorf("%s: thumbnail %v", name, p.HasThumbnail())
		}
	}
}

// A picture that is a page or an archive as well, by what stands behind its end or in
// its comments, is stored without it, or not at all.
func TestPolyglotsLoseTheirSecondFile(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	second := "<!doctype html><script>alert('polyglot')</script>PK\x03\x04"
	commented := func(jpeg []byte) []byte {
		out := append([]byte{0xff, 0xd8, 0xff, 0xfe, 0, byte(len(second) + 2)}, second...)
		return append(out, jpeg[2:]...)
	}
	for name, raw := range map[string][]byte{
		"jpeg": append(blobtest.JPEG(64, 32, 1), second...), "png": append(blobtest.PNG(64, 32), second...),
		"gif": append(blobtest.GIF(20, 10, 3), second...), "webp": append(blobtest.WebP(), second...),
		"moving webp": append(blobtest.MovingWebP(2), second...), "jpeg's comment": commented(blobtest.JPEG(64, 32, 1)),
	} {
		p, err := prepare(t, s, raw, Hints{})
		if err != nil {
			if code := store.CodeOf(err); code != store.Unsupported && code != store.Unprocessable {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		for part, stored := range map[string][]byte{"file": content(t, p.file()), "thumbnail": content(t, p.thumbnail.reader())} {
			if len(stored) == 0 || bytes.Contains(stored, []byte("polyglot")) || bytes.Contains(stored, []byte("PK\x03\x04")) {
				t.Errorf("%s: the %s holds the second file", name, part)
			}
		}
	}
}

// Files that are not what they begin as, or nothing that is accepted.
func TestBadFilesAreRefused(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	both := blobtest.Tracks{Audio: true, Video: true}
	html := "<!doctype html><script>alert(1)</script>"
	half := func(raw []byte) []byte { return raw[:len(raw)*2/3] }
	for name, c := range map[string]struct {
		raw  []byte
		code store.Code
	}{
		"nothing":           {nil, store.Invalid},
		"html":              {[]byte(html), store.Unsupported},
		"svg":               {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), store.Unsupported},
		"svg with a header": {[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`), store.Unsupported},
		"zip":               {[]byte("PK\x03\x04" + strings.Repeat("\x00", 100)), store.Unsupported},
		"pdf":               {[]byte("%PDF-1.7\n"), store.Unsupported},
		"text":              {[]byte("hello"), store.Unsupported},
		"matroska":          {bytes.Replace(blobtest.Webm(both, 0), []byte("webm"), []byte("mkvx"), 1), store.Unsupported},
		"ogg video":         {blobtest.Ogg("\x80theora"), store.Unsupported},
		"mp4 of nothing":    {blobtest.MP4("isom", blobtest.Tracks{}, false, 0), store.Unsupported},
		"webm of nothing":   {blobtest.Webm(blobtest.Tracks{}, 0), store.Unsupported},
		"gif and html":      {[]byte("GIF89a" + html), store.Unprocessable},
		"png and html":      {append([]byte("\x89PNG\r\n\x1a\n"), html...), store.Unprocessable},
		"jpeg and html":     {append([]byte("\xff\xd8\xff\xe0"), html...), store.Unprocessable},
		"mp4 and html":      {append(blobtest.MP4("isom", both, false, 0), html...), store.Unprocessable},
		"webm and html":     {append(blobtest.Webm(both, 0), html...), store.Unprocessable},
		"ogg and html":      {append(blobtest.Ogg("OpusHead"), html...), store.Unprocessable},
		"id3 and html":      {append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), strings.Repeat(html, 20)...), store.Unsupported},
		"half a jpeg":       {half(blobtest.JPEG(200, 200, 1)), store.Unprocessable},
		"half a png":        {half(blobtest.PNG(200, 200)), store.Unprocessable},
		"half a gif":        {half(blobtest.GIF(50, 50, 5)), store.Unprocessable},
		"half a webp":       {half(blobtest.MovingWebP(2)), store.Unprocessable},
		"half an mp4":       {half(blobtest.MP4("isom", both, false, 3000)), store.Unprocessable},
		"half a webm":       {half(blobtest.Webm(both, 5000)), store.Unprocessable},
		"half a wav":        {half(blobtest.WAV(0)), store.Unprocessable},
		"half an ogg":       {half(blobtest.Ogg("OpusHead")), store.Unprocessable},
	} {
		if _, err := prepare(t, s, c.raw, Hints{}); store.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if left, err := os.ReadDir(s.folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// A moving picture of 10,000 frames was once served, and each reader's browser had to decode
// them all: its frames are bounded by number and, all together, by the pixels of a still.
func TestMovingPicturesAreBounded(t *testing.T) {
	t.Parallel()
	if _, err := prepare(t, openFolder(t), blobtest.GIF(2, 2, 1000), Hints{}); err != nil {
		t.Errorf("1,000 small frames: %v", err)
	}
	if _, err := prepare(t, openFolder(t), blobtest.MovingWebP(1000), Hints{}); err != nil {
		t.Errorf("1,000 small frames of WebP: %v", err)
	}
	var c frameCount
	for range 2 {
		if !c.add(5000, 5000) {
			t.Error("frames of 50,000,000 pixels together are refused")
		}
	}
	if c.add(1, 1) {
		t.Error("frames of more than 50,000,000 pixels together are taken")
	}
}

// Exactly the limit passes, and one byte more is refused, before the rest is read.
func TestMEDIA3Limits(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	sound, both := blobtest.Tracks{Audio: true}, blobtest.Tracks{Audio: true, Video: true}
	pad := func(raw []byte, size int) []byte { return append(raw, make([]byte, size-len(raw))...) }
	const ten, hundred = 10 << 20, 100 << 20
	for name, c := range map[string]struct {
		raw []byte
		ok  bool
	}{
		"10 MiB of image":          {pad(blobtest.JPEG(64, 64, 1), ten), true},
		"a byte more":              {pad(blobtest.JPEG(64, 64, 1), ten+1), false},
		"10 MiB of webm sound":     {blobtest.Webm(sound, ten), true},
		"a byte more of webm":      {blobtest.Webm(sound, ten+1), false},
		"10 MiB of mp4 sound":      {blobtest.MP4("isom", sound, true, ten), true},
		"a byte more of mp4 sound": {blobtest.MP4("isom", sound, true, ten+1), false},
		"11 MiB of video":          {blobtest.Webm(both, 11<<20), true},
		"100 MiB of video":         {blobtest.MP4("isom", both, true, hundred), true},
		"a byte more of video":     {blobtest.MP4("isom", both, true, hundred+1), false},
		"10 MiB of wav":            {blobtest.WAV(ten), true},
		"a byte more of wav":       {blobtest.WAV(ten + 1), false},
	} {
		_, err := prepare(t, s, c.raw, Hints{})
		if c.ok && err != nil || !c.ok && store.CodeOf(err) != store.TooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
	read := &countingReader{Reader: bytes.NewReader(blobtest.Webm(sound, 50<<20))}
	if _, err := s.Receive(read, 0); store.CodeOf(err) != store.TooLarge || read.n > ten+1<<20 {
		t.Errorf("%v after %d bytes", err, read.n)
	}
}

type countingReader struct {
	io.Reader
	n int
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.n += n
	return n, err
}

// A movie's place is hidden and nothing in it moves; a poster becomes its
// thumbnail.
func TestMovies(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	poster, err := s.ReceivePoster(bytes.NewReader(blobtest.PNG(800, 600)))
	if err != nil {
		t.Fatal(err)
	}
	defer poster.Close()
	raw := blobtest.MP4("isom", blobtest.Tracks{Video: true}, true, 0)
	p, err := prepare(t, s, raw, Hints{Poster: poster})
	if err != nil {
		t.Fatal(err)
	}
	stored := content(t, p.file())
	if len(stored) != len(raw) || bytes.Contains(stored, []byte("udta")) || !p.HasThumbnail() {
		t.Errorf("%d of %d bytes, thumbnail %v", len(stored), len(raw), p.HasThumbnail())
	}
	if _, err := prepare(t, s, raw, Hints{Poster: must(s.ReceivePoster(strings.NewReader("<html>")))}); err == nil {
		t.Error("a poster of no picture was taken")
	}
	if _, err := s.ReceivePoster(bytes.NewReader(make([]byte, store.MaxPosterBytes+1))); store.CodeOf(err) != store.TooLarge {
		t.Errorf("a large poster: %v", err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

package blob

import (
	"bytes"
	stdimage "image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"muster/store"
	"muster/store/blob/blobtest"
)

// A photo is stored upright however the camera was held, and so is its thumbnail.
func TestOrientation(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	// The corner at which the red quarter of the picture must be.
	corners := map[int][2]int{1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1}}
	for turn, corner := range corners {
		p, err := prepare(t, s, blobtest.JPEG(1200, 800, turn), Hints{})
		if err != nil {
			t.Fatal(err)
		}
		width, height := 1200, 800
		if turn >= 5 {
			width, height = height, width
		}
		if p.Metadata.Width != width || p.Metadata.Height != height {
			t.Errorf("%d: %+v", turn, p.Metadata)
		}
		for name, r := range map[string]io.Reader{"image": p.file(), "thumbnail": p.thumbnail.reader()} {
			img, err := jpeg.Decode(r)
			if err != nil {
				t.Fatal(err)
			}
			size := img.Bounds().Size()
			if name == "image" && (size.X != width || size.Y != height) || max(size.X, size.Y) > 1200 {
				t.Errorf("%d %s: %v", turn, name, size)
			}
			if name == "thumbnail" && max(size.X, size.Y) != store.ThumbnailSide {
				t.Errorf("%d: a thumbnail of %v", turn, size)
			}
			x, y := size.X/8+corner[0]*size.X*3/4, size.Y/8+corner[1]*size.Y*3/4
			if red, green, _, _ := img.At(x, y).RGBA(); red>>8 < 180 || green>>8 > 80 {
				t.Errorf("%d %s: the corner is not red: %v", turn, name, img.At(x, y))
			}
		}
	}
}

// What is drawn on a transparent ground is seen in the thumbnail, also when it is white:
// that was white on white.
func TestThumbnailOfATransparentPicture(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	for drawn, ground := range map[color.Color]uint32{color.White: 0, color.Black: 0xff, color.RGBA{0xb0, 0x20, 0x20, 0xff}: 0xff} {
		img := stdimage.NewNRGBA(stdimage.Rect(0, 0, 96, 96))
		draw.Draw(img, stdimage.Rect(32, 32, 64, 64), stdimage.NewUniform(drawn), stdimage.Point{}, draw.Src)
		var raw bytes.Buffer
		if err := png.Encode(&raw, img); err != nil {
			t.Fatal(err)
		}
		p, err := prepare(t, s, raw.Bytes(), Hints{})
		if err != nil {
			t.Fatal(err)
		}
		thumbnail, err := jpeg.Decode(p.thumbnail.reader())
		if err != nil {
			t.Fatal(err)
		}
		at := func(x, y int) uint32 { r, _, _, _ := thumbnail.At(x, y).RGBA(); return r >> 8 }
		want, _, _, _ := drawn.RGBA()
		if got := at(4, 4); max(got, ground)-min(got, ground) > 8 {
			t.Errorf("%v on a ground of %d, want %d", drawn, got, ground)
		}
		if got := at(48, 48); max(got, want>>8)-min(got, want>>8) > 24 {
			t.Errorf("%v is shown as %d", drawn, got)
		}
	}
}

// What moves is kept moving.
func TestMovingImagesKeepMoving(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	p, err := prepare(t, s, append(blobtest.GIF(20, 10, 5), "<script>"...), Hints{})
	if err != nil {
		t.Fatal(err)
	}
	raw := content(t, p.file())
	g, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil || len(g.Image) != 5 || g.LoopCount != 0 || bytes.Contains(raw, []byte("<script>")) {
		t.Errorf("%v %+v", err, g)
	}
	if p, err = prepare(t, s, blobtest.MovingWebP(2), Hints{}); err != nil {
		t.Fatal(err)
	}
	raw = content(t, p.file())
	if bytes.Count(raw, []byte("ANMF")) != 2 || bytes.Count(raw, []byte("VP8L")) != 2 || raw[20]&^0x12 != 0 {
		t.Errorf("%x", raw)
	}
	for _, chunk := range []string{"EXIF", "XMP ", "ICCP"} {
		if bytes.Contains(raw, []byte(chunk)) {
			t.Errorf("%s is kept", chunk)
		}
	}
}

// The pixels of a PNG are kept as they are.
func TestPNGStaysExact(t *testing.T) {
	t.Parallel()
	s := openFolder(t)
	p, err := prepare(t, s, blobtest.PNG(60, 40), Hints{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(p.file())
	if err != nil {
		t.Fatal(err)
	}
	want := blobtest.Picture(60, 40)
	for y := range 40 {
		for x := range 60 {
			r, g, b, _ := got.At(x, y).RGBA()
			if c := want.RGBAAt(x, y); byte(r>>8) != c.R || byte(g>>8) != c.G || byte(b>>8) != c.B {
				t.Fatalf("%d,%d: %v", x, y, got.At(x, y))
			}
		}
	}
}

// A 12 megapixel photo to its thumbnail.
func BenchmarkThumbnail(b *testing.B) {
	s := openFolder(b)
	raw := blobtest.JPEG(4000, 3000, 6)
	spool, err := s.Receive(bytes.NewReader(raw), 0)
	if err != nil {
		b.Fatal(err)
	}
	defer spool.Close()
	for b.Loop() {
		err := s.decodeImage(b.Context(), spool, func(img image) error {
			thumbnail, err := s.makeThumbnail(img)
			thumbnail.Close()
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// A 12 megapixel photo to everything that is stored of it.
func BenchmarkPhoto(b *testing.B) {
	s := openFolder(b)
	spool, err := s.Receive(bytes.NewReader(blobtest.JPEG(4000, 3000, 6)), 0)
	if err != nil {
		b.Fatal(err)
	}
	defer spool.Close()
	for b.Loop() {
		p, err := s.Prepare(b.Context(), spool, Hints{})
		if err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
}

package face

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"testing"

	"muster/store"
)

// drawn is a picture that is red in its upper left quarter and blue elsewhere.
func drawn(width, height int) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{0, 0, 200, 255}
			if x < width/2 && y < height/2 {
				c = color.NRGBA{200, 0, 0, 255}
			}
			out.SetNRGBA(x, y, c)
		}
	}
	return out
}

func asJPEG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// held adds to a JPEG that a camera was held another way, and where.
func held(file []byte, turn byte) []byte {
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(turn) + "\x00\x00\x00\x00\x00\x00"
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2))
	return append(append(append([]byte{}, file[:2]...), append(segment, exif...)...), file[2:]...)
}

// pngHeader is the beginning of a PNG of a size, and nothing else.
func pngHeader(width, height uint32) []byte {
	chunk := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	chunk = append(chunk, 8, 2, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
}

func TestReadPictureRefuses(t *testing.T) {
	var moving bytes.Buffer
	if err := gif.Encode(&moving, drawn(400, 400), nil); err != nil {
		t.Fatal(err)
	}
	whole := asJPEG(t, drawn(640, 480))
	for name, c := range map[string]struct {
		raw    []byte
		reason string
	}{
		"nothing":              {nil, "face_picture_type"},
		"text":                 {[]byte("hello"), "face_picture_type"},
		"GIF":                  {moving.Bytes(), "face_picture_type"},
		"only a JPEG's head":   {[]byte("\xff\xd8\xff"), "face_picture_damaged"},
		"truncated JPEG":       {whole[:len(whole)/2], "face_picture_damaged"},
		"30,000 × 30,000":      {pngHeader(30_000, 30_000), "face_picture_size"},
		"more than 12 MP":      {pngHeader(4000, 3001), "face_picture_size"},
		"12 MP without data":   {pngHeader(4000, 3000), "face_picture_damaged"},
		"wider than 4096":      {pngHeader(4097, 400), "face_picture_size"},
		"lower than 320":       {asPNG(t, drawn(640, 319)), "face_picture_size"},
		"narrower than 320":    {asPNG(t, drawn(319, 640)), "face_picture_size"},
		"PNG of no width":      {pngHeader(0, 400), "face_picture_damaged"},
		"PNG of negative size": {pngHeader(1<<31, 400), "face_picture_damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadPicture(c.raw)
			if store.CodeOf(err) != store.Invalid || store.AsError(err).Reason != c.reason {
				t.Errorf("%v, want %s", err, c.reason)
			}
		})
	}
}

// pixelsOf decodes a picture.
func pixelsOf(t *testing.T, picture Picture) image.Image {
	t.Helper()
	decoded, err := picture.Pixels()
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func TestReadPictureShrinks(t *testing.T) {
	for _, c := range []struct{ width, height, wantWidth, wantHeight int }{
		{320, 320, 320, 320}, {1280, 720, 1280, 720}, {1281, 640, 1280, 639}, {320, 4096, 100, 1280}, {2000, 1500, 1280, 960},
	} {
		picture, err := ReadPicture(asPNG(t, image.NewGray(image.Rect(0, 0, c.width, c.height))))
		if err != nil {
			t.Fatal(err)
		}
		if got := pixelsOf(t, picture).Bounds(); got != image.Rect(0, 0, c.wantWidth, c.wantHeight) {
			t.Errorf("%d × %d becomes %v", c.width, c.height, got)
		}
	}
}

func TestReadPictureTurnsUprightAndForgetsMetadata(t *testing.T) {
	file := asJPEG(t, drawn(640, 320))
	for turn, corner := range map[byte]image.Point{1: {10, 10}, 3: {630, 310}, 6: {310, 10}, 8: {10, 630}} {
		raw := held(file, turn)
		if !bytes.Contains(raw, []byte("Exif")) {
			t.Fatal("the file says nothing of the camera")
		}
		picture, err := ReadPicture(raw)
		if err != nil {
			t.Fatal(err)
		}
		if r, _, b, _ := pixelsOf(t, picture).At(corner.X, corner.Y).RGBA(); r < 150<<8 || b > 50<<8 {
			t.Errorf("orientation %d: %v is not red", turn, corner)
		}
		if bytes.Contains(picture.JPEG, []byte("Exif")) {
			t.Errorf("orientation %d: the metadata is kept", turn)
		}
	}
}

// What is transparent becomes white, as in other pictures, not black.
func TestReadPictureFillsWhatIsTransparent(t *testing.T) {
	picture, err := ReadPicture(asPNG(t, image.NewNRGBA(image.Rect(0, 0, 400, 400))))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := pixelsOf(t, picture).At(200, 200).RGBA(); min(r, g, b) < 250<<8 {
		t.Errorf("the ground is %d %d %d", r>>8, g>>8, b>>8)
	}
}

// costly says whether a file is long, or has a header of more pixels than a small picture
// has and no more than are let in: such a picture is decoded whole.
func costly(raw []byte) bool {
	config, _, err := image.DecodeConfig(bytes.NewReader(raw))
	pixels := config.Width * config.Height
	return len(raw) > 4<<10 || err == nil && pixels > minSide*(minSide+64) && pixels <= maxPixels
}

// FuzzReadPicture looks for a file that stops the server or gets past the limits: a small
// picture of which some bytes are others. go test shortens whatever it keeps by thousands
// of tries; of whole files it did nothing else.
func FuzzReadPicture(f *testing.F) {
	grey, coloured := image.NewGray(image.Rect(0, 0, minSide, minSide)), image.NewRGBA(image.Rect(0, 0, minSide, minSide))
	small := asJPEG(f, grey)
	pictures := [][]byte{
		{}, small, held(small, 6), asJPEG(f, coloured), asPNG(f, grey), asPNG(f, coloured),
		asPNG(f, image.NewPaletted(grey.Rect, color.Palette{color.Black, color.Transparent})), pngHeader(minSide, minSide),
	}
	for n, picture := range pictures {
		f.Add(uint8(n), uint16(0), uint16(len(picture)), []byte{})
		f.Add(uint8(n), uint16(len(picture)/2), uint16(len(picture)), []byte{0xff, 0xc4})
		f.Add(uint8(n), uint16(20), uint16(len(picture)/3), []byte{0})
	}
	f.Add(uint8(0), uint16(0), uint16(0), []byte("\xff\xd8\xff\xff\xd8\xff"))
	f.Add(uint8(0), uint16(0), uint16(0), pngHeader(30_000, 30_000))
	f.Fuzz(func(t *testing.T, n uint8, at, end uint16, other []byte) {
		raw := bytes.Clone(pictures[int(n)%len(pictures)])
		raw = raw[:min(int(end), len(raw))]
		at = min(at, uint16(len(raw)))
		raw = append(raw[:at], append(bytes.Clone(other), raw[min(int(at)+len(other), len(raw)):]...)...)
		if costly(raw) {
			t.Skip()
		}
		picture, err := ReadPicture(raw)
		if err != nil {
			if store.CodeOf(err) != store.Invalid {
				t.Errorf("%v", err)
			}
			return
		}
		if size := pixelsOf(t, picture).Bounds().Size(); max(size.X, size.Y) > storedSide || min(size.X, size.Y) < 1 {
			t.Errorf("%v", size)
		}
	})
}

// The photographs of the other tests are readable.
func TestReadPictureReadsPhotographs(t *testing.T) {
	for _, name := range []string{"vlado-a.jpg", "astronaut.png"} {
		raw, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPicture(raw); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

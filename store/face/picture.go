package face

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"muster/store"
	"muster/store/blob/pixels"
)

// Sizes of a picture in pixels.
const (
	minSide       = 320
	maxSide       = 4096
	maxPixels     = 12_000_000
	storedSide    = 1280 // the longer side of what is stored and shown to an engine
	storedQuality = 90   // of the JPEG
)

// errPictureType answers a picture that is neither JPEG nor PNG.
func errPictureType() *store.Error {
	return store.NewErrorReason(store.Invalid, "face_picture_type", "The picture must be a JPEG or PNG image.")
}

// errPictureDamaged answers a picture that cannot be decoded.
func errPictureDamaged() *store.Error {
	return store.NewErrorReason(store.Invalid, "face_picture_damaged", "The picture is damaged.")
}

// errPictureSize answers a picture of too few or too many pixels.
func errPictureSize() *store.Error {
	return store.NewErrorReason(store.Invalid, "face_picture_size",
		"The picture must be 320 to 4096 pixels wide and high, and 12 megapixels at most.")
}

// decoder reads pictures of one type. A type is known by what its files begin with.
type decoder struct {
	contentType string
	head        string
	config      func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)
}

var decoders = [...]decoder{
	{"image/jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
	{"image/png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
}

// decoding lets two pictures be decoded at once: one may take 200 MB for a moment.
var decoding = make(chan struct{}, 2)

// ReadPicture makes a picture of an uploaded file: upright, of at most 1280 pixels, and
// compressed anew, so that nothing of the file but its pixels stays. It fails with Invalid
// for what is no JPEG or PNG, is damaged, or is too small or too large. The size is read
// before anything is decoded.
func ReadPicture(raw []byte) (Picture, error) {
	for _, d := range decoders {
		if bytes.HasPrefix(raw, []byte(d.head)) {
			return d.read(raw)
		}
	}
	return Picture{}, errPictureType()
}

func (d decoder) read(raw []byte) (Picture, error) {
	config, err := d.config(bytes.NewReader(raw))
	if err != nil {
		return Picture{}, errPictureDamaged()
	}
	if min(config.Width, config.Height) < minSide || max(config.Width, config.Height) > maxSide ||
		config.Width*config.Height > maxPixels {
		return Picture{}, errPictureSize()
	}
	decoding <- struct{}{}
	defer func() { <-decoding }()
	decoded, err := d.decode(bytes.NewReader(raw))
	if err != nil {
		return Picture{}, errPictureDamaged()
	}
	if size := decoded.Bounds().Size(); max(size.X, size.Y) > storedSide || !opaque(decoded) {
		decoded = pixels.Shrink(decoded, storedSide)
	}
	return compressed(pixels.Turned(decoded, pixels.Orientation(bytes.NewReader(raw), d.contentType)))
}

// opaque says whether nothing shows through a picture.
func opaque(decoded image.Image) bool {
	known, ok := decoded.(interface{ Opaque() bool })
	return ok && known.Opaque()
}

func compressed(upright image.Image) (Picture, error) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, upright, &jpeg.Options{Quality: storedQuality}); err != nil {
		return Picture{}, err
	}
	return Picture{JPEG: file.Bytes()}, nil
}

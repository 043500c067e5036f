package blob

import (
	"bufio"
	"context"
	"errors"
	stdimage "image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"muster/store"
	"muster/store/blob/pixels"
)

// image is a decoded picture.
type image struct {
	pixels stdimage.Image
	turn   int // EXIF's orientation, 1 to 8; 1 is upright
	format string
}

// upright is the size of the picture once it is turned.
func (i image) upright() (width, height int) {
	size := i.pixels.Bounds().Size()
	if i.turn >= 5 {
		return size.Y, size.X
	}
	return size.X, size.Y
}

// Qualities of JPEG files.
const (
	imageQuality     = 90
	thumbnailQuality = 82
)

// decodeLimit lets two pictures be decoded at once, and one alone that is larger
// than half of store.MaxPixels: decoding takes up to 8 bytes a pixel.
type decodeLimit struct{ pixels *semaphore.Weighted }

func newDecodeLimit() *decodeLimit {
	return &decodeLimit{semaphore.NewWeighted(store.MaxPixels)}
}

// run calls do when there is room for a picture.
func (l *decodeLimit) run(ctx context.Context, pixels int64, do func() error) error {
	share := max(pixels, store.MaxPixels/2)
	if err := l.pixels.Acquire(ctx, share); err != nil {
		return err
	}
	defer l.pixels.Release(share)
	return do()
}

// decoders are the readers of the accepted formats.
var decoders = map[string]struct {
	config func(io.Reader) (stdimage.Config, error)
	decode func(io.Reader) (stdimage.Image, error)
}{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/png":  {png.DecodeConfig, png.Decode},
	"image/gif":  {gif.DecodeConfig, gif.Decode},
	"image/webp": {webp.DecodeConfig, webp.Decode},
}

// decodeImage decodes a picture and gives it to use, which runs within the limit
// of pictures at once. Its size is read before: one of too many pixels is never
// decoded.
func (s *Storage) decodeImage(ctx context.Context, in *Spool, use func(image) error) error {
	head := make([]byte, min(headSize, in.size))
	if _, err := in.file.ReadAt(head, 0); err != nil && err != io.EOF {
		return failure(err)
	}
	format := containerOf(head)
	d, ok := decoders[format]
	if !ok {
		return store.ErrFileType()
	}
	config, err := d.config(bufio.NewReader(in.reader()))
	if err != nil {
		return store.ErrFileDamaged()
	}
	if err := checkPixels(config.Width, config.Height); err != nil {
		return err
	}
	return s.decode.run(ctx, int64(config.Width)*int64(config.Height), func() error {
		decoded, err := d.decode(bufio.NewReader(in.reader()))
		if err != nil {
			return store.ErrFileDamaged()
		}
		turn := pixels.Orientation(io.NewSectionReader(in.file, 0, in.size), format)
		return use(image{pixels: decoded, turn: turn, format: format})
	})
}

// checkPixels fails for a picture that is not decoded for its size, with ErrFileDamaged or
// ErrTooManyPixels.
func checkPixels(width, height int) error {
	switch {
	case width <= 0 || height <= 0:
		return store.ErrFileDamaged()
	case int64(width)*int64(height) > store.MaxPixels:
		return store.ErrTooManyPixels()
	}
	return nil
}

// prepareImage makes an image anew, without metadata and upright, and its
// thumbnail. What moves is rewritten without being decoded.
func (s *Storage) prepareImage(ctx context.Context, p *Prepared, format string) error {
	switch format {
	case "image/gif":
		return s.prepareGIF(ctx, p)
	case "image/webp":
		if moving, err := s.prepareMovingWebP(ctx, p); moving || err != nil {
			return err
		}
	}
	return s.decodeImage(ctx, p.received, func(img image) (err error) {
		p.Metadata.Width, p.Metadata.Height = img.upright()
		if p.thumbnail, err = s.makeThumbnail(img); err != nil {
			return err
		}
		p.ContentType = "image/png"
		if img.lossy() {
			p.ContentType = "image/jpeg"
		}
		upright := pixels.Turned(img.pixels, img.turn)
		p.made, err = s.write(func(w io.Writer) error {
			out := bufio.NewWriterSize(w, headSize)
			if p.ContentType == "image/png" {
				err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(out, upright)
			} else {
				err = jpeg.Encode(out, upright, &jpeg.Options{Quality: imageQuality})
			}
			return errors.Join(err, out.Flush())
		})
		return err
	})
}

// lossy says whether the picture was compressed with a loss and has no
// transparent part, so that a JPEG holds it well.
func (i image) lossy() bool {
	switch i.pixels.(type) {
	case *stdimage.YCbCr, *stdimage.CMYK:
		return true
	case *stdimage.Gray:
		return i.format == "image/jpeg"
	}
	return false
}

// makeThumbnail makes a small upright JPEG, on a ground where the picture is
// transparent.
func (s *Storage) makeThumbnail(img image) (*Spool, error) {
	return s.writeJPEG(pixels.Turned(pixels.Shrink(img.pixels, store.ThumbnailSide), img.turn), thumbnailQuality)
}

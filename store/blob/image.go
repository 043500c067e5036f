package blob

import (
	"bufio"
	"context"
	"errors"
	stdimage "image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/bep/imagemeta"
	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"muster/store"
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
	meta   imagemeta.ImageFormat
}{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode, imagemeta.JPEG},
	"image/png":  {png.DecodeConfig, png.Decode, imagemeta.PNG},
	"image/gif":  {gif.DecodeConfig, gif.Decode, 0},
	"image/webp": {webp.DecodeConfig, webp.Decode, imagemeta.WebP},
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
	if err != nil || tooManyPixels(config.Width, config.Height) {
		return store.ErrFileDamaged()
	}
	return s.decode.run(ctx, int64(config.Width)*int64(config.Height), func() error {
		pixels, err := d.decode(bufio.NewReader(in.reader()))
		if err != nil {
			return store.ErrFileDamaged()
		}
		return use(image{pixels: pixels, turn: orientation(in, d.meta), format: format})
	})
}

// tooManyPixels says whether a picture is not decoded for its size.
func tooManyPixels(width, height int) bool {
	return width <= 0 || height <= 0 || int64(width)*int64(height) > store.MaxPixels
}

// orientation reads how a camera was held; 1 when the file does not say.
func orientation(in *Spool, format imagemeta.ImageFormat) int {
	turn := 1
	if format == 0 {
		return turn
	}
	// A file whose metadata is damaged is shown as it is.
	_, _ = imagemeta.Decode(imagemeta.Options{
		R: io.NewSectionReader(in.file, 0, in.size), ImageFormat: format, Sources: imagemeta.EXIF,
		ShouldHandleTag: func(t imagemeta.TagInfo) bool { return t.Tag == "Orientation" && t.Namespace == "IFD0" },
		HandleTag: func(t imagemeta.TagInfo) error {
			if n, ok := t.Value.(uint16); ok && n >= 1 && n <= 8 {
				turn = int(n)
			}
			return imagemeta.ErrStopWalking
		},
	})
	return turn
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
		pixels := turned(img.pixels, img.turn)
		p.made, err = s.write(func(w io.Writer) error {
			out := bufio.NewWriterSize(w, headSize)
			if p.ContentType == "image/png" {
				err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(out, pixels)
			} else {
				err = jpeg.Encode(out, pixels, &jpeg.Options{Quality: imageQuality})
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
	return s.writeJPEG(turned(shrink(img.pixels, store.ThumbnailSide), img.turn), thumbnailQuality)
}

// shrink fits a picture into a square: roughly to twice the size first, which
// costs little, and well from there.
func shrink(pixels stdimage.Image, side int) stdimage.Image {
	size := pixels.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer > 4*side {
		pixels = scale(pixels, longer, 2*side, draw.ApproxBiLinear)
		longer = 2 * side
	}
	return scale(pixels, longer, min(longer, side), draw.CatmullRom)
}

// scale makes the longer side as long as to.
func scale(pixels stdimage.Image, longer, to int, by draw.Scaler) stdimage.Image {
	size := pixels.Bounds().Size()
	out := stdimage.NewRGBA(stdimage.Rect(0, 0, max(size.X*to/longer, 1), max(size.Y*to/longer, 1)))
	draw.Draw(out, out.Bounds(), stdimage.NewUniform(ground(pixels)), stdimage.Point{}, draw.Src)
	by.Scale(out, out.Bounds(), pixels, pixels.Bounds(), draw.Over, nil)
	return out
}

// ground is what shows through the transparent parts of a picture: white, or black
// behind a drawing that is nearly white itself.
func ground(pixels stdimage.Image) color.Color {
	const samples = 64 // each way
	box := pixels.Bounds()
	var light, cover uint64
	for y := range samples {
		for x := range samples {
			r, g, b, a := pixels.At(box.Min.X+x*box.Dx()/samples, box.Min.Y+y*box.Dy()/samples).RGBA()
			light += uint64(299*r+587*g+114*b) / 1000
			cover += uint64(a)
		}
	}
	if cover < samples*samples*0xffff && light > cover/10*8 {
		return color.Black
	}
	return color.White
}

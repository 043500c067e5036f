package pixels

import (
	"io"

	"github.com/bep/imagemeta"
)

// metaFormats are the types whose files say how the camera was held.
var metaFormats = map[string]imagemeta.ImageFormat{
	"image/jpeg": imagemeta.JPEG,
	"image/png":  imagemeta.PNG,
	"image/webp": imagemeta.WebP,
}

// Orientation reads how a camera was held from a file of a type, by EXIF: 1 to 8, and 1
// when the file does not say.
func Orientation(file io.ReadSeeker, contentType string) int {
	turn := 1
	format, ok := metaFormats[contentType]
	if !ok {
		return turn
	}
	// A file whose metadata is damaged is shown as it is.
	_, _ = imagemeta.Decode(imagemeta.Options{
		R: file, ImageFormat: format, Sources: imagemeta.EXIF,
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

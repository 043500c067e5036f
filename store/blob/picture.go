package blob

import (
	"bytes"
	"context"
	stdimage "image"
	"image/jpeg"
	"io"

	"golang.org/x/image/draw"

	"muster/store"
	"muster/store/blob/pixels"
)

// ReceivePicture reads a profile picture. It fails with ErrNoPicture,
// ErrPictureTooLarge and ErrStorageFull, and with the reader's own error.
func (s *Storage) ReceivePicture(from io.Reader) (*Spool, error) {
	return s.receivePicture(from, store.MaxPictureBytes-1)
}

// ReceivePhoto is ReceivePicture for a photo of at most store.MaxPhotoBytes.
func (s *Storage) ReceivePhoto(from io.Reader) (*Spool, error) {
	return s.receivePicture(from, store.MaxPhotoBytes)
}

func (s *Storage) receivePicture(from io.Reader, most int64) (*Spool, error) {
	reading := &readError{from: from}
	spool, err := s.write(func(w io.Writer) error {
		_, err := io.Copy(w, io.LimitReader(reading, most+1))
		return err
	})
	if reading.err != nil {
		err = reading.err
	}
	switch {
	case err != nil:
	case spool.size == 0:
		err = store.ErrNoPicture()
	case spool.size > most:
		err = store.ErrPictureTooLarge()
	default:
		return spool, nil
	}
	spool.Close()
	return nil, err
}

// PreparePicture makes a profile picture anew: upright, without metadata, as a JPEG
// of at most store.PictureSide pixels, with a square thumbnail of its middle. It
// fails with ErrPictureType, ErrPictureDamaged, ErrTooManyPixels and ErrStorageFull.
func (s *Storage) PreparePicture(ctx context.Context, received *Spool) (*Prepared, error) {
	head := make([]byte, min(headSize, received.size))
	if _, err := received.file.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, failure(err)
	}
	switch containerOf(head) {
	case "image/jpeg", "image/png", "image/webp":
	default:
		return nil, store.ErrPictureType()
	}
	p := &Prepared{Kind: store.ImageMedia, ContentType: "image/jpeg", received: received}
	err := s.decodeImage(ctx, received, func(img image) (err error) {
		upright := pixels.Turned(pixels.Shrink(img.pixels, store.PictureSide), img.turn)
		if p.made, err = s.writeJPEG(upright, imageQuality); err != nil {
			return err
		}
		p.Size = p.made.size
		p.Metadata.Width, p.Metadata.Height = upright.Bounds().Dx(), upright.Bounds().Dy()
		p.thumbnail, err = s.writeJPEG(middleSquare(upright, store.PictureThumbnailSide), thumbnailQuality)
		return err
	})
	if err == nil {
		return p, nil
	}
	p.Close()
	if store.AsError(err).Reason == store.ErrFileDamaged().Reason {
		err = store.ErrPictureDamaged()
	}
	return nil, err
}

func (s *Storage) writeJPEG(pixels stdimage.Image, quality int) (*Spool, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, pixels, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return s.write(func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}

// middleSquare is the largest square in the middle of a picture, scaled to a side.
func middleSquare(pixels stdimage.Image, side int) stdimage.Image {
	b := pixels.Bounds()
	cut := min(b.Dx(), b.Dy())
	corner := b.Min.Add(stdimage.Pt((b.Dx()-cut)/2, (b.Dy()-cut)/2))
	out := stdimage.NewRGBA(stdimage.Rect(0, 0, side, side))
	draw.CatmullRom.Scale(out, out.Bounds(), pixels, stdimage.Rectangle{Min: corner, Max: corner.Add(stdimage.Pt(cut, cut))}, draw.Src, nil)
	return out
}

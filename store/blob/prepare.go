package blob

import (
	"bytes"
	"context"
	"io"

	"muster/store"
)

// Hints are what a browser says of its file. They are used where the file itself
// does not say it.
type Hints struct {
	Duration float64
	Waveform []int
	Poster   *Spool // a picture of a video; nil: none
	// Transcript is of a voice message and Captions of a video, "" for none.
	Transcript, Captions string
}

// Prepared is a file as it is stored.
type Prepared struct {
	Kind        store.MediaKind
	ContentType string
	Size        int64
	Metadata    store.MediaMetadata
	Captions    string // of a video, "" for none

	received  *Spool
	made      *Spool // the file made anew; nil: received is stored
	thumbnail *Spool // a JPEG; nil: none
}

// HasThumbnail says whether a thumbnail was made.
func (p *Prepared) HasThumbnail() bool { return p.thumbnail != nil }

// file reads what is stored.
func (p *Prepared) file() io.Reader {
	if p.made != nil {
		return p.made.reader()
	}
	return p.received.reader()
}

// Close removes what was made for it; the received file is left to its owner.
func (p *Prepared) Close() {
	p.made.Close()
	p.thumbnail.Close()
}

// Prepare decides what a received file is and makes of it what is stored. It
// fails with ErrFileType, ErrFileDamaged, ErrTooManyPixels, ErrTooManyFrames, ErrFileTooLarge and ErrStorageFull.
func (s *Storage) Prepare(ctx context.Context, received *Spool, hints Hints) (*Prepared, error) {
	p := &Prepared{received: received, Size: received.size}
	if err := s.prepare(ctx, p, hints); err != nil {
		p.Close()
		return nil, err
	}
	switch p.Kind, _ = store.MediaKindOf(p.ContentType); p.Kind {
	case store.VoiceMedia:
		p.Metadata.Transcript = hints.Transcript
	case store.VideoMedia:
		p.Captions = hints.Captions
	}
	if received.size > p.Kind.MaxBytes() { // sound that was received as a video
		p.Close()
		return nil, store.ErrFileTooLarge(p.Kind)
	}
	if p.made != nil {
		p.Size = p.made.size
	}
	return p, nil
}

func (s *Storage) prepare(ctx context.Context, p *Prepared, hints Hints) error {
	in := p.received
	head := make([]byte, min(headSize, in.size))
	if _, err := in.file.ReadAt(head, 0); err != nil && err != io.EOF {
		return failure(err)
	}
	f := file{in.file, in.size}
	switch container := containerOf(head); container {
	case "":
		return store.ErrFileType()
	case webmFile:
		return s.prepareTracks(ctx, p, hints, readWebmTracks(in.file, in.size), container)
	case mp4File:
		t := readMP4Tracks(in.file, in.size)
		if err := s.prepareTracks(ctx, p, hints, t, container); err != nil {
			return err
		}
		return failure(hidePlaces(in.file, f))
	case "audio/mpeg", "audio/wav", "audio/ogg":
		intact, length := intactSound(container, f)
		if !intact {
			return store.ErrFileDamaged()
		}
		p.ContentType = container
		p.describe(hints, length)
		return nil
	default:
		return s.prepareImage(ctx, p, container)
	}
}

// prepareTracks takes a container by the tracks inside.
func (s *Storage) prepareTracks(ctx context.Context, p *Prepared, hints Hints, t tracks, container string) error {
	if p.ContentType = t.contentType(container); p.ContentType == "" {
		return store.ErrFileType()
	}
	if !t.intact || !t.whole {
		return store.ErrFileDamaged()
	}
	p.describe(hints, t.duration)
	if !t.video {
		return nil
	}
	p.Metadata.Waveform = nil
	p.Metadata.Width, p.Metadata.Height = t.width, t.height
	if hints.Poster == nil {
		return nil
	}
	return s.decodeImage(ctx, hints.Poster, func(img image) (err error) {
		p.thumbnail, err = s.makeThumbnail(img)
		return err
	})
}

// describe notes the length and the waveform of a file. The length in the file itself
// goes before the one that the browser sent.
func (p *Prepared) describe(hints Hints, length float64) {
	p.Metadata.Duration = store.CleanDuration(length)
	if p.Metadata.Duration == 0 {
		p.Metadata.Duration = store.CleanDuration(hints.Duration)
	}
	if len(hints.Waveform) > 0 {
		p.Metadata.Waveform = store.CleanWaveform(hints.Waveform)
	}
}

// ReceivePoster reads the picture that a browser made of a video.
func (s *Storage) ReceivePoster(from io.Reader) (*Spool, error) {
	raw, err := io.ReadAll(io.LimitReader(from, store.MaxPosterBytes+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > store.MaxPosterBytes {
		return nil, store.ErrFileTooLarge(store.ImageMedia)
	}
	return s.write(func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(raw))
		return err
	})
}

// write makes a temporary file without a name.
func (s *Storage) write(fill func(io.Writer) error) (*Spool, error) {
	out, err := s.newSpool()
	if err != nil {
		return nil, err
	}
	if err := fill(out.disk.through(out.file, true)); err != nil {
		out.Close()
		return nil, failure(err)
	}
	if out.size, err = out.file.Seek(0, io.SeekEnd); err != nil {
		out.Close()
		return nil, failure(err)
	}
	return out, nil
}

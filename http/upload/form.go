package upload

import (
	"encoding/json"
	"io"
	"mime/multipart"
	"strconv"
	"time"
	"unicode/utf8"

	"muster/store"
	"muster/store/blob"
)

// Limits of a form.
const (
	MaxParts = 16 // for each file
	Timeout  = 20 * time.Minute
	maxField = 8 << 10
)

// Form is a file and what a browser says of it. Close removes what was not stored.
type Form struct {
	Media *blob.Storage
	Size  int64 // of the body where it bounds the file, 0 for unknown
	File  *blob.Spool
	Hints blob.Hints
}

// Close removes the temporary files.
func (f *Form) Close() {
	f.File.Close()
	f.Hints.Poster.Close()
}

// Take reads one part. A second file is refused with Invalid; parts of other names are
// skipped.
func (f *Form) Take(part *multipart.Part) (err error) {
	switch part.FormName() {
	case "media":
		if f.File != nil {
			return store.NewErrorReason(store.Invalid, "file_twice", store.NoFile)
		}
		f.File, err = f.Media.Receive(part, f.Size)
		return err
	case "poster", "thumbnail":
		if f.Hints.Poster == nil {
			f.Hints.Poster, err = f.Media.ReceivePoster(part)
		}
		return err
	case "transcript":
		text, err := read(part, store.MaxTranscript*utf8.UTFMax, store.ErrTranscriptTooLong())
		if err == nil {
			f.Hints.Transcript, err = store.CleanTranscript(text)
		}
		return err
	case "captions":
		text, err := read(part, store.MaxCaptions, store.ErrCaptionsTooLarge())
		if err == nil {
			f.Hints.Captions, err = store.CleanCaptions(text)
		}
		return err
	case "duration":
		text, err := Field(part)
		if seconds, bad := strconv.ParseFloat(text, 64); bad == nil {
			f.Hints.Duration = seconds
		}
		return err
	case "waveform":
		text, err := Field(part)
		var values []float64
		if json.Unmarshal([]byte(text), &values) == nil {
			f.Hints.Waveform = make([]int, len(values))
			for i, v := range values {
				f.Hints.Waveform[i] = int(min(max(v, 0), 100))
			}
		}
		return err
	}
	return nil
}

// Field reads a short part. It fails with Invalid for a long one.
func Field(part *multipart.Part) (string, error) {
	return read(part, maxField, store.NewErrorReason(store.Invalid, "field_too_large", "A field is too long"))
}

// read reads a part of at most so many bytes, or fails with tooLong.
func read(part *multipart.Part, most int, tooLong *store.Error) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(part, int64(most)+1))
	if len(raw) > most {
		return "", tooLong
	}
	return string(raw), err
}

// ErrMalformed answers a form that cannot be read.
func ErrMalformed() *store.Error {
	return store.NewErrorReason(store.Invalid, "form_malformed", store.NoFile)
}

// Error is a failure of reading a form as the caller is answered. of gives the failure of
// a body that is too long or too slow, as edge.Call's FormError does.
func Error(err error, of func(error) error) error {
	if store.CodeOf(err) != store.Internal {
		return err
	}
	switch err = of(err); store.AsError(err).Reason {
	case "body_too_large":
		return store.ErrFileTooLarge(store.VideoMedia)
	case "body_slow":
		return err
	}
	return store.NewErrorReason(store.Invalid, "form_malformed", store.MediaFailed)
}
